"""Several rigs asked the question that the window asks: the rig shown, what-ifs of it, saved rigs, servers for sale."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from advisor.advice.assembled import assembled
from advisor.advice.known_models import KnownModels
from advisor.advice.question import page_compared
from advisor.answer.asked.problem import ProblemError
from advisor.answer.money.prices import Prices
from advisor.answer.what_if.edited_rig import edit_offers, edited, edits_price
from advisor.catalog.hardware.computer_machine import computer_machine
from advisor.facts.asked.question import Edit, Question
from advisor.facts.kept.profile import Profile
from advisor.facts.rig.rig import KnownRig, Rig
from advisor.present.compare.compare_rigs import Compared, CompareView, Whose, compare_view, owned_price, what_if_price
from advisor.present.rig.edit_text import WhatIfView, edit_words, what_if_view
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.view import Choice
from advisor.present.words.words import say

OWN = "own"


@dataclass(frozen=True)
class Entry:
    """One more rig in the list: a saved one by its file, one of the catalog by its card, or this rig with edits."""

    path: str = ""
    system: str = ""
    edits: tuple[Edit, ...] = ()

    @property
    def id(self) -> str:
        """What tells it from the others."""
        return self.path or self.system or "+".join(edit.model_dump_json() for edit in self.edits)


@dataclass(frozen=True)
class Asked:
    """What all rigs are asked, the real one of those shown, and what it is called; empty for this computer."""

    question: Question
    known: KnownModels
    real: KnownRig
    name: str
    prices: Prices

    @property
    def offers(self) -> WhatIfView:
        """What the real rig can take, to be put into the list."""
        return what_if_view(edit_offers(self.real, self.prices), (), self.known.catalog)

    @property
    def systems(self) -> tuple[Choice, ...]:
        """Computers to compare with, of the usual kinds and for sale."""
        return tuple(Choice(one, card.name) for one, card in self.known.catalog.computers.items())


class SavedRigs:
    """Saved rigs as they were read, or why they could not be; who reads them tells."""

    def __init__(self) -> None:
        self._found: dict[str, Profile | str] = {}

    def take(self, path: str, found: Profile | str) -> None:
        """The rig of a file as it is now, or the sentence that says why there is none."""
        self._found[path] = found

    def unread(self, entries: Sequence[Entry]) -> tuple[str, ...]:
        """The files in a list that nobody looked at yet."""
        return tuple(one.path for one in entries if one.path and one.path not in self._found)

    def profile(self, path: str) -> Profile | str:
        """What was told of a file last."""
        return self._found[path]


def compare_steps(asked: Asked, entries: Sequence[Entry], saved: SavedRigs) -> Iterator[CompareView | None]:
    """One rig after the other; the view at the end, nothing before."""
    found = [_answered(asked, OWN, asked.name or say("This rig"), "own", asked.real.rig)]
    for entry in entries:
        yield None
        found.append(_entry(asked, entry, saved))
    yield None
    yield compare_view(found)


def _entry(asked: Asked, entry: Entry, saved: SavedRigs) -> Compared:
    if entry.path:
        return _saved(asked, entry, saved)
    if entry.system:
        catalog = asked.known.catalog
        profile, name = Profile(machine=computer_machine(entry.system, catalog)), catalog.computers[entry.system].name
        return _answered(asked, entry.id, name, "for_sale", assembled(profile, catalog).rig)
    return _what_if(asked, entry)


def _what_if(asked: Asked, entry: Entry) -> Compared:
    catalog = asked.known.catalog
    name = say("With {changes}", changes=edit_words(entry.edits, catalog))
    changed = edited(asked.real, entry.edits, asked.prices)
    if changed is asked.real:
        return Compared(entry.id, name, "what_if", None, say("This rig cannot take it."))
    price = what_if_price(edits_price(asked.real, entry.edits, asked.prices), asked.prices.money)
    return _answered(asked, entry.id, name, "what_if", changed.rig, price=price)


def _saved(asked: Asked, entry: Entry, saved: SavedRigs) -> Compared:
    profile, name = saved.profile(entry.path), Path(entry.path).stem
    if isinstance(profile, str):
        return Compared(entry.id, name, "saved", None, profile)
    return _answered(asked, entry.id, name, "saved", assembled(profile, asked.known.catalog).rig)


def _answered(asked: Asked, entry_id: str, name: str, whose: Whose, rig: Rig, *, price: str = "") -> Compared:
    """What one rig answers, or why it does not."""
    try:
        found, subject = page_compared(asked.question, name, rig, asked.known)
    except ProblemError as error:
        return Compared(entry_id, name, whose, None, f"{in_words(error.reason)}.", price)
    if whose == "saved":
        price = owned_price(found, asked.prices)
    return Compared(entry_id, name, whose, found, price=price, subject=subject)
