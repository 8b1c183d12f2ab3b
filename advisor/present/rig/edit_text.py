"""What-ifs as words: "a second stick and RTX 5090", and the choices of what can be tried."""

from collections.abc import Sequence
from itertools import pairwise

from advisor.answer.what_if.edited_rig import EditOffers
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.asked.question import Edit, EditKind
from advisor.facts.cards.card import GpuCard
from advisor.facts.cards.memory_kit import MEMORY_KITS
from advisor.facts.values.frozen import frozen
from advisor.facts.values.reason import reason
from advisor.facts.values.units import GIB, GIGA
from advisor.present.words.choice import Choice
from advisor.present.words.processor_name import short_name
from advisor.present.words.quantity import bandwidth, capacity, power
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.words import capital, joined, kept_by_language, say

_TWO = 2


@frozen
class WhatIfView:
    """What can be tried: cards, and memory as what it is called with its edit; empty where nothing can go in."""

    cards: tuple[Choice, ...]
    memory: tuple[tuple[str, Edit], ...]


def what_if_view(offers: EditOffers, catalog: Catalog) -> WhatIfView:
    """What a page offers for a rig as it is now."""
    edits = [Edit(kind="sticks", channels=offers.channels)] if offers.channels is not None else []
    edits += [Edit(kind="memory", memory_bytes=size) for size in offers.sizes_bytes]
    return WhatIfView(card_choices(offers, catalog), tuple((capital(_words(edit, catalog)), edit) for edit in edits))


def edit_words(edits: Sequence[Edit], catalog: Catalog) -> str:
    """All edits in their order: "a second stick", "a second stick and RTX 5090"."""
    words = [_words(edit, catalog) for edit in edits]
    for place, (edit, following) in enumerate(pairwise(edits)):
        if (edit.kind, following.kind, edit.card) == ("card", "second_card", following.card):
            words[place : place + 2] = [say("two {name}", name=words[place])]
    if len(words) <= 1:
        return "".join(words)
    return say("{several} and {last}", several=joined(words[:-1], ", "), last=words[-1])


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
    words: dict[EditKind, str] = {
        "sticks": say("a second stick") if edit.channels == _TWO else say("sticks in all channels"),
        "faster_sticks": say("faster sticks"),
        "memory_setting": say("XMP/EXPO turned on"),
        "memory": _memory_words(edit),
        "card": name,
        "second_card": say("an added {name}", name=name),
    }
    return words[edit.kind]


def _memory_words(edit: Edit) -> str:
    """Memory of a size; by what is bought for it where that was told."""
    kit, size_bytes = MEMORY_KITS.get(edit.kit or ""), edit.memory_bytes or 0
    if kit is None:
        return say("{gb} of RAM", gb=_gb(size_bytes))
    is_all = kit.gib * GIB == size_bytes
    return in_words(reason("kit_of_size" if is_all else "more_sticks", size_gib=kit.gib, type=kit.type.upper()))


def _gb(size_bytes: int) -> str:
    """A size as it is printed on sticks."""
    return f"{size_bytes // GIB} GB"


@kept_by_language(4)
def _choices(cards: tuple[str, ...], catalog: Catalog) -> tuple[Choice, ...]:
    choices = []
    for card_id in cards:
        card = catalog.gpus[card_id]
        searched = " ".join((card.name, *card.aliases))
        choices.append(Choice(card_id, short_name(card.name), card_figures(card), searched))
    return tuple(choices)


def card_figures(card: GpuCard, *, is_short: bool = False) -> str:
    """What tells a GPU from others of nearly its name: "12.0 GiB, 360 GB/s, 170 W"; in short without the rate."""
    figures = (
        capacity(card.memory_gib * GIB) if card.memory_gib else "",
        bandwidth(card.bandwidth_gb_per_s * GIGA) if card.bandwidth_gb_per_s and not is_short else "",
        power(card.power_w) if card.power_w else "",
    )
    return joined(filter(None, figures), ", ")


def _card_name(card_id: str, catalog: Catalog) -> str:
    card = catalog.gpus.get(card_id)
    return short_name(card.name) if card else card_id
