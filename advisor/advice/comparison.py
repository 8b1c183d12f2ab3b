"""Several rigs asked what page Upgrade asks: the rig shown, what-ifs of it, saved rigs, computers of the catalog."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from advisor.advice.assembled import assembled
from advisor.advice.known_models import KnownModels
from advisor.advice.purchase import PurchaseAsked
from advisor.advice.question import page_compared
from advisor.answer.asked.problem import ProblemError
from advisor.answer.money.prices import Prices
from advisor.answer.rig.compared_rig import ComparedRig
from advisor.answer.rig.idle_gpus import unusable_gpus
from advisor.answer.what_if.edited_rig import edit_offers, edited, edits_price
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.speed import reached, usual_question
from advisor.catalog.hardware.computer_machine import computer_machine
from advisor.facts.answers.worth import Price
from advisor.facts.asked.question import Edit, Question
from advisor.facts.kept.profile import Profile
from advisor.facts.kept.settings import Money
from advisor.facts.rig.rig import KnownRig, Rig
from advisor.facts.values.frozen import frozen
from advisor.facts.values.reason import reason
from advisor.present.rig.edit_text import WhatIfView, edit_words, what_if_view
from advisor.present.upgrade.side_by_side import Compared, CompareView, Whose, compare_view, priced, priced_part
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.words import say

OWN = "own"


@frozen
class Entry:
    """One more rig in the list: a saved one by its file, one of the catalog by its card, or this rig with edits."""

    path: str = ""
    computer: str = ""
    edits: tuple[Edit, ...] = ()

    @property
    def id(self) -> str:
        """What tells it from the others."""
        return self.path or self.computer or "+".join(edit.model_dump_json() for edit in self.edits)


@frozen
class Asked:
    """What all rigs are asked, the real one of those shown, and what it is called; empty for this computer.

    `purchase` is what is asked of the options above them. A file has no prices: it is asked as page Will it run? does,
    by `question`.
    """

    purchase: PurchaseAsked
    question: Question
    known: KnownModels
    real: KnownRig
    name: str
    prices: Prices

    @property
    def is_tried(self) -> bool:
        """Whether something is tried on: the rig of the page is another one than the real one."""
        return self.purchase.rig.rig is not self.real.rig

    @property
    def offers(self) -> WhatIfView:
        """What the real rig can take, to be put into the list."""
        return what_if_view(edit_offers(self.real, self.prices), self.known.catalog)

    @property
    def about(self) -> object:
        """What decides about the answers: of what is said about money only prices, their currency and the budget."""
        money, question = self.prices.money, replace(self.purchase.question, money=Money())
        prices = money.own_prices, money.pack, money.currency, money.usd_rate, money.budget_usd
        return replace(self.purchase, question=question), self.question, self.real, self.name, prices

    @cached_property
    def usual(self) -> WorthQuestion:
        """The question in the file that suits the real rig, whatever is tried on, as the options above are asked.

        Raises ProblemError: no rig can answer it.
        """
        return usual_question(self.real.rig, self.purchase.question)


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
    name = asked.name or say("This rig")
    name = say("{name} as it is now", name=name) if asked.is_tried else name
    found = [_answered(asked, OWN, name, "own", asked.real.rig)]
    for entry in entries:
        yield None
        found.append(_entry(asked, entry, saved))
    yield None
    yield compare_view(found, asked.prices.money, is_tried=asked.is_tried)


def asked_rig(asked: Asked, name: str, rig: Rig) -> ComparedRig:
    """What one rig answers. Raises ProblemError: it does not."""
    if asked.purchase.is_file:
        return page_compared(asked.question, name, rig, asked.known)
    usual = asked.usual
    done = reached(rig, usual)
    return ComparedRig(
        name=name,
        task=usual.task,
        fit=done.fit,
        rate=done.rate,
        runs=done.runs,
        processor=done.processor or rig.processors[0],
        light=done.light,
        first_word_s=done.first_word_s,
        limit=done.limit,
        unusable=unusable_gpus(rig),
        file=done.estimate.quant if done.estimate is not None else "",
    )


def _entry(asked: Asked, entry: Entry, saved: SavedRigs) -> Compared:
    if entry.path:
        return _saved(asked, entry, saved)
    if entry.computer:
        catalog, prices = asked.known.catalog, asked.prices
        profile, name = (
            Profile(machine=computer_machine(entry.computer, catalog)),
            catalog.computers[entry.computer].name,
        )
        found = _answered(asked, entry.id, name, "for_sale", assembled(profile, catalog).rig)
        price = prices.bought(entry.computer) or next(iter(prices.offers(entry.computer)), None)
        return priced(found, price, prices.money) if price is not None else priced_part(found, prices)
    return _what_if(asked, entry)


def _what_if(asked: Asked, entry: Entry) -> Compared:
    catalog = asked.known.catalog
    name = say("With {changes}", changes=edit_words(entry.edits, catalog))
    changed = edited(asked.real, entry.edits, asked.prices)
    if changed is asked.real:
        return Compared(entry.id, name, "what_if", None, say("This rig cannot take it."))
    found = _answered(asked, entry.id, name, "what_if", changed.rig)
    return priced(found, _price(asked, entry.edits), asked.prices.money)


def _price(asked: Asked, edits: tuple[Edit, ...]) -> Price | None:
    """What edits cost together, at the price of the kit that was told; None where the price of one is not known."""
    prices, kit = asked.prices, next((edit.kit for edit in edits if edit.kit), None)
    if kit is None:
        return edits_price(asked.real, edits, prices)
    of_kit, rest = prices.bought(kit), tuple(edit for edit in edits if edit.kit != kit)
    of_rest = edits_price(asked.real, rest, prices) if rest else None
    if of_kit is None or not rest:
        return of_kit
    return None if of_rest is None else _together(of_kit, of_rest)


def _together(one: Price, other: Price) -> Price:
    """What both cost."""
    days, sources = [each.as_of for each in (one, other) if each.as_of], dict.fromkeys((one.source, other.source))
    return Price(
        usd=one.usd.plus(other.usd),
        as_of=min(days, default=None),
        is_old=one.is_old or other.is_old,
        source=reason("several_sources", sources=tuple(sources)),
    )


def _saved(asked: Asked, entry: Entry, saved: SavedRigs) -> Compared:
    profile, name = saved.profile(entry.path), Path(entry.path).stem
    if isinstance(profile, str):
        return Compared(entry.id, name, "saved", None, profile)
    found = _answered(asked, entry.id, name, "saved", assembled(profile, asked.known.catalog).rig)
    return priced_part(found, asked.prices)


def _answered(asked: Asked, entry_id: str, name: str, whose: Whose, rig: Rig) -> Compared:
    """What one rig answers, or why it does not."""
    try:
        return Compared(entry_id, name, whose, asked_rig(asked, name, rig))
    except ProblemError as error:
        return Compared(entry_id, name, whose, None, f"{in_words(error.reason)}.")
