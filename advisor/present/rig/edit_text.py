"""What-ifs as words: "a second stick and RTX 5090", and the choices of what can be tried."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from advisor.answer.what_if.edited_rig import EditOffers
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.asked.question import Edit
from advisor.facts.values.units import GIB, GIGA
from advisor.present.words.processor_name import short_name
from advisor.present.words.quantity import bandwidth, capacity
from advisor.present.words.view import Choice
from advisor.present.words.words import say

_TWO = 2


@dataclass(frozen=True)
class WhatIfView:
    """What can be tried, and what is tried: `words` are empty for the real rig, `stick` where no stick can be added."""

    words: str
    stick: str
    stick_edit: Edit
    cards: tuple[Choice, ...]
    sizes: tuple[Choice, ...]


def what_if_view(offers: EditOffers, edits: Sequence[Edit], catalog: Catalog) -> WhatIfView:
    """What a page offers for a rig as it is now."""
    stick = ""
    if offers.channels is not None:
        stick = say("Add a stick") if offers.channels == _TWO else say("Fill all channels")
    return WhatIfView(
        words=edit_words(edits, catalog),
        stick=stick,
        stick_edit=Edit(kind="sticks", channels=offers.channels),
        cards=card_choices(offers, catalog),
        sizes=tuple(Choice(str(size), say("{gb} of memory", gb=_gb(size))) for size in offers.sizes_bytes),
    )


def edit_words(edits: Sequence[Edit], catalog: Catalog) -> str:
    """All edits in their order: "a second stick", "a second stick and RTX 5090"."""
    words = [_words(edit, catalog) for edit in edits]
    if len(words) <= 1:
        return "".join(words)
    return say("{several} and {last}", several=", ".join(words[:-1]), last=words[-1])


def card_choices(offers: EditOffers, catalog: Catalog) -> tuple[Choice, ...]:
    """The cards to try by their names; the id of a second one of those that are there begins with `second:`."""
    cards, second = _choices(offers.cards, catalog), offers.second_card
    if second is None:
        return cards
    words = say("One more {name}", name=_card_name(second, catalog))
    return (Choice(f"second:{second}", words, say("beside it")), *cards)


def card_edit(choice_id: str) -> Edit:
    """The edit that a card's choice stands for."""
    card = choice_id.removeprefix("second:")
    return Edit(kind="card" if card == choice_id else "second_card", card=card)


def _words(edit: Edit, catalog: Catalog) -> str:
    name = _card_name(edit.card, catalog) if edit.card else ""
    sticks = say("a second stick") if edit.channels == _TWO else say("sticks in all channels")
    if edit.kind == "memory":
        return say("{gb} of memory", gb=_gb(edit.memory_bytes or 0))
    return {"sticks": sticks, "card": name, "second_card": say("one more {name}", name=name)}[edit.kind]


def _gb(size_bytes: int) -> str:
    """A size as it is printed on sticks."""
    return f"{size_bytes // GIB} GB"


@lru_cache(maxsize=4)
def _choices(cards: tuple[str, ...], catalog: Catalog) -> tuple[Choice, ...]:
    choices = []
    for card_id in cards:
        card = catalog.gpus[card_id]
        figures = [capacity((card.memory_gib or 0) * GIB)]
        if card.bandwidth_gb_per_s:
            figures.append(bandwidth(card.bandwidth_gb_per_s * GIGA))
        searched = " ".join((card.name, *card.aliases))
        choices.append(Choice(card_id, short_name(card.name), ", ".join(figures), searched))
    return tuple(choices)


def _card_name(card_id: str, catalog: Catalog) -> str:
    card = catalog.gpus.get(card_id)
    return short_name(card.name) if card else card_id
