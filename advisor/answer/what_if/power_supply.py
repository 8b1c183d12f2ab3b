"""Which power supply a computer with graphics cards wants: one rule for all who speak of it."""

from advisor.facts.cards.card import GpuCard

_BESIDE_CARD_W = 100.0
"""Board, drives and fans beside processor and card (a judgment)."""
_USUAL_CPU_W = 125.0
"""A processor whose watts nobody states: what a power supply is bought for."""
_SMALL_CPU_W = 65.0
"""The least that a processor may take whose watts nobody states."""
_SPIKING_W = 300.0
"""Cards from here on draw peaks that trip supplies of what they take on the mean: 750 W for a card of 300 are Intel's
words of a supply that is built for them (tweaktown.com/news/85717). With smaller ones the sum of the parts decides."""
_SLOT_W, _SLOT_STEP_W = 75.0, 10.0
"""What a slot feeds takes no reserve: office computers with supplies of 240 W run such cards (a judgment)."""
_SHARE, _STEP_W = 0.8, 50.0
"""A power supply is loaded to four fifths, and sold in steps of so many watts (both a judgment)."""


def needed_supply_w(
    card: GpuCard, *, others_w: float = 0.0, cpu_w: float | None = None, is_told: bool = False
) -> float | None:
    """What the power supply must give, with other cards that take so much; `is_told`: what the one that is there gives.

    What the maker suggests is for whatever computer it goes into: where the parts are known, theirs count.
    """
    if card.power_w is None:
        return card.suggested_supply_w
    sum_w = card.power_w + others_w + (cpu_w or (_SMALL_CPU_W if is_told else _USUAL_CPU_W)) + _BESIDE_CARD_W
    supply_w = -(-sum_w / _SHARE // _STEP_W) * _STEP_W
    if is_told and card.power_w <= _SLOT_W:
        return -(-sum_w // _SLOT_STEP_W) * _SLOT_STEP_W
    if is_told and card.power_w < _SPIKING_W:
        return supply_w
    return max(supply_w, card.suggested_supply_w or 0.0)
