"""Which power supply a computer with graphics cards wants: one rule for all who speak of it."""

from collections.abc import Sequence

from advisor.facts.cards.card import GpuCard

_BESIDE_CARD_W = 100.0
"""Board, drives and fans beside processor and card (a judgment)."""
_USUAL_CPU_W, _SMALL_CPU_W = 125.0, 65.0
"""A processor whose watts nobody states: the most, and the least that it takes. With the least the supply is no smaller
than what the maker of the card suggests."""
_SPIKING_W = 300.0
"""Cards from here on draw peaks that trip supplies of what they take on the mean: 750 W for a card of 300 are Intel's
words of a supply that is built for them (tweaktown.com/news/85717). With smaller ones the sum of the parts decides."""
_SLOT_W, _SLOT_STEP_W = 75.0, 10.0
"""Cards that slots feed take no reserve: office computers with supplies of 240 W run them (a judgment)."""
_HELD_SHARE, _LEAST_OF_CARD, _LIMIT_STEP_W = 0.9, 0.6, 10.0
"""With cards that are held to fewer watts a supply draws no peaks: so much of one of 1,600 W is also what a circuit of
120 V and 15 A gives without a break, 1,440 W (four fifths of it, US National Electrical Code 210.20). Below that part
of what its maker allows a card is not held (a judgment)."""
_SMALL_SUPPLY_W = 400.0
"""Below it a supply is that of an office computer, whose case takes no blower before a card (a judgment)."""
_SHARE, _STEP_W = 0.8, 50.0
"""A power supply is loaded to four fifths, and sold in steps of so many watts (both a judgment)."""


def needed_supply_w(card: GpuCard, *, others_w: Sequence[float] = (), cpu_w: float | None = None) -> float | None:
    """What the power supply must give, whichever one is there: for the largest card and others that take so much each.

    What the maker suggests is for whatever computer it goes into: where the processor is known, the parts count.
    """
    if card.power_w is None:
        return card.suggested_supply_w
    sum_w = card.power_w + sum(others_w) + (cpu_w or _SMALL_CPU_W) + _BESIDE_CARD_W
    if max(card.power_w, *others_w, 0.0) <= _SLOT_W:
        return -(-sum_w // _SLOT_STEP_W) * _SLOT_STEP_W
    supply_w = -(-sum_w / _SHARE // _STEP_W) * _STEP_W
    if cpu_w is not None and card.power_w < _SPIKING_W:
        return supply_w
    suggested_w = (card.suggested_supply_w or 0.0) + sum(others_w)
    return max(supply_w, -(-suggested_w // _STEP_W) * _STEP_W)


def is_small_supply(supply_w: float | None) -> bool:
    """Whether a supply that was told is that of a small or office computer."""
    return supply_w is not None and supply_w < _SMALL_SUPPLY_W


def held_to_w(card: GpuCard, count: int, *, supply_w: float, cpu_w: float | None = None) -> float | None:
    """To how many watts each of several equal cards is held so that one power supply carries all of them together.

    As many as it takes where no limit is needed; None where the supply is too small even so, or nobody knows the watts.
    """
    if card.power_w is None:
        return None
    left_w = _HELD_SHARE * supply_w - (cpu_w or _USUAL_CPU_W) - _BESIDE_CARD_W
    each_w = left_w / count // _LIMIT_STEP_W * _LIMIT_STEP_W
    if each_w >= card.power_w:
        return float(card.power_w)
    return each_w if each_w >= _LEAST_OF_CARD * card.power_w else None
