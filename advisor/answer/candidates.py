"""Cards worth comparing with: by a rule over the catalog, without money."""

from advisor.catalog.catalog import Catalog
from advisor.facts.card import GpuCard
from advisor.facts.units import GIB

COUNT = 3
CURRENT_YEARS = 4
"""A card counts as current when it came out at most so many years before the newest desktop card."""

_ROOM_BYTES = 3 * GIB // 2
"""Memory a card should have over the need: what the driver takes and the margin kept free."""


def candidate_ids(catalog: Catalog, *, need_bytes: int, exclude: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Three current desktop cards: the smallest that holds the model, the fastest one, and one between.

    Where fewer hold it, the largest of the others fill up: what spills there is worth seeing too.
    """
    cards = _current_desktop_cards(catalog, exclude)
    holding = [card_id for card_id in cards if _memory_bytes(catalog.gpus[card_id]) >= need_bytes + _ROOM_BYTES]
    if len(holding) < COUNT:
        return tuple(cards[-COUNT:])
    fastest = max(holding, key=lambda card_id: catalog.gpus[card_id].bandwidth_gb_per_s or 0)
    between = [card_id for card_id in holding[1:] if card_id != fastest]
    return tuple(card_id for card_id in cards if card_id in (holding[0], between[len(between) // 2], fastest))


def _current_desktop_cards(catalog: Catalog, exclude: tuple[str, ...]) -> list[str]:
    """Ids from the smallest to the largest, by memory and then by bandwidth; one of those that are equal in both."""
    desktop = {
        card_id: card
        for card_id, card in catalog.gpus.items()
        if card.form == "desktop" and card.memory_gib and card.bandwidth_gb_per_s and card.launch_year
    }
    newest = max((card.launch_year or 0 for card in desktop.values()), default=0)
    by_figures: dict[tuple[float, float], str] = {}
    for card_id, card in sorted(desktop.items(), key=lambda item: (len(item[0]), item[0])):
        if (card.launch_year or 0) > newest - CURRENT_YEARS and card_id not in exclude:
            by_figures.setdefault((card.memory_gib or 0, card.bandwidth_gb_per_s or 0), card_id)
    return [by_figures[figures] for figures in sorted(by_figures)]


def _memory_bytes(card: GpuCard) -> float:
    return (card.memory_gib or 0) * GIB
