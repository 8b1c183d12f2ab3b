"""Cards worth comparing with: by a rule over the catalogue, without money."""

from advisor.catalog.catalogue import Catalogue
from advisor.facts.card import GpuCard
from advisor.facts.units import GIB

CURRENT_YEARS = 3
"""A card counts as current when it came out at most so many years before the newest desktop card."""

_ROOM = 1.1
"""Memory a card should have over the need: driver and margin take some."""


def candidate_ids(catalogue: Catalogue, *, need_bytes: int, exclude: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Up to three current desktop cards: the smallest that holds the model, the fastest one, and one between.

    When none holds it, the three with the most memory.
    """
    cards = _current_desktop_cards(catalogue, exclude)
    holding = [card_id for card_id in cards if _memory_bytes(catalogue.gpus[card_id]) >= need_bytes * _ROOM]
    if not holding:
        return tuple(cards[-3:])
    fastest = max(holding, key=lambda card_id: catalogue.gpus[card_id].bandwidth_gb_per_s or 0)
    chosen = dict.fromkeys((holding[0], holding[len(holding) // 2], fastest))
    return tuple(chosen)


def _current_desktop_cards(catalogue: Catalogue, exclude: tuple[str, ...]) -> list[str]:
    """Ids from the smallest to the largest, by memory and then by bandwidth."""
    desktop = [
        card_id
        for card_id, card in catalogue.gpus.items()
        if card.form == "desktop" and card.memory_gib and card.bandwidth_gb_per_s and card.launch_year
    ]
    newest = max((catalogue.gpus[card_id].launch_year or 0 for card_id in desktop), default=0)
    current = [
        card_id
        for card_id in desktop
        if (catalogue.gpus[card_id].launch_year or 0) > newest - CURRENT_YEARS and card_id not in exclude
    ]
    return sorted(
        current, key=lambda card_id: (catalogue.gpus[card_id].memory_gib, catalogue.gpus[card_id].bandwidth_gb_per_s)
    )


def _memory_bytes(card: GpuCard) -> float:
    return (card.memory_gib or 0) * GIB
