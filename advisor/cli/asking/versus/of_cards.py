"""What tells graphics cards apart beside their speed: how much VRAM they have, and what is written for them."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.answered import pairs
from advisor.cli.asking.versus.row import Row
from advisor.present.words.words import joined

_NVIDIA = "nvidia"


class _Cards(NamedTuple):
    """The cards of one computer: its name, all their VRAM, whose they are."""

    name: str
    gib: float
    makers: frozenset[str]


def of_cards(rows: Sequence[Row], catalog: Catalog) -> Iterator[str]:
    """The VRAM of each set of cards where it or their makers differ, and which have no CUDA beside one that has."""
    found = [one for row in rows if (one := _cards(row, catalog)) is not None]
    found = list(dict.fromkeys(found))
    if len(found) < 2 or len({one.name for one in found}) < len({row.name for row in rows}):
        return
    are_of_several = len({one.makers for one in found}) > 1
    if are_of_several or len({one.gib for one in found}) > 1:
        yield f"VRAM: {joined((f'{one.name} {one.gib:g} GB' for one in found), ', ')}."
    without = [one for one in found if _NVIDIA not in one.makers]
    if without and len(without) < len(found):
        names = joined((one.name for one in without), " and ")
        has = "has" if len(without) == 1 else "have"
        yield f"{names} {has} no CUDA: fewer programs run there, fewest for pictures, video and training."


def _cards(row: Row, catalog: Catalog) -> _Cards | None:
    """The cards of a row; None where it has none that is a card, or of which the VRAM is not known."""
    gib, makers = 0.0, set[str]()
    for name, value in pairs(row.words[2:]):
        if name != "--gpu":
            continue
        number, _, rest = value.partition("x ")
        card_id = catalog.gpus.find(rest if number.isdigit() and rest else value)
        card = catalog.gpus.get(card_id) if card_id is not None else None
        if card is None or card.memory_kind != "dedicated" or not card.memory_gib:
            return None
        gib += card.memory_gib * (int(number) if number.isdigit() and rest else 1)
        makers.add(card.vendor)
    return _Cards(row.name, gib, frozenset(makers)) if makers else None
