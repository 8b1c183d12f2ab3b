"""How far a speed may be off: the range that four of five measured speeds lie in (docs/physics.md 8.1).

What is not known adds up in quadrature, the ends of the range apart, on the logarithm of speed.
"""

from math import exp, hypot, log, log2
from typing import NamedTuple

from advisor.facts.answers.estimate import Confidence
from advisor.facts.cards.calibration import Doubt, Spread
from advisor.facts.values.range import Range

DEEP_TOKENS = 16384
"""Where a context is deep: from half to twice as many tokens the range widens, so that no step shows in a chart."""

_NARROWEST: tuple[tuple[float, Confidence], ...] = ((1.15, "A"), (1.35, "B"), (1.6, "C"), (2.2, "D"))
"""The widest high / low of each class; wider is E."""


class Certainty(NamedTuple):
    """How well a speed is known: its range as factors of the estimate, and what widens it."""

    spread: Spread
    doubts: tuple[str, ...] = ()

    @property
    def confidence(self) -> Confidence:
        """The class that says it in one letter."""
        width = self.spread[1] / self.spread[0]
        return next((name for widest, name in _NARROWEST if width <= widest), "E")


def certainty(known: Spread, doubts: tuple[Doubt, ...] = ()) -> Certainty:
    """The spread of what is known, widened by all that is not: quadrature on the logarithm."""
    return Certainty(combined(known, *(doubt.spread for doubt in doubts)), tuple(doubt.reason for doubt in doubts))


def combined(*spreads: Spread) -> Spread:
    """Independent causes together: the root of the sum of squares of their logarithms, either end on its own."""
    lows, highs = zip(*spreads, strict=True)
    return exp(-hypot(*map(log, lows))), exp(hypot(*map(log, highs)))


def averaged(spreads: tuple[tuple[float, Spread], ...]) -> Spread:
    """The spread of a time that is a sum: of parts with these shares and spreads, each as likely off as the others."""
    low = hypot(*(share * log(spread[0]) for share, spread in spreads))
    high = hypot(*(share * log(spread[1]) for share, spread in spreads))
    return exp(-low), exp(high)


def deepened(shallow: Spread, deep: Spread, *, widening: float) -> Spread:
    """The spread between a short context (`widening` 0) and a deep one (1): what depth adds comes in steadily."""
    (low, high), (deep_low, deep_high) = shallow, deep
    return low * min(1.0, deep_low / low) ** widening, high * max(1.0, deep_high / high) ** widening


def depth_widening(tokens: float) -> float:
    """Between 0 and 1: log2(tokens / 16,384) / 2 + 1/2, so 0 up to half of that and 1 from twice that on."""
    return min(1.0, max(0.0, log2(max(tokens, 1.0) / DEEP_TOKENS) / 2 + 0.5))


def speed_range(middle: float, *, certainty: Certainty, ceiling: float | None) -> Range:
    """Tokens per second: middle x the factors; the high end never exceeds the physical ceiling."""
    low, high = middle * certainty.spread[0], middle * certainty.spread[1]
    return Range(low, middle, max(low, min(high, ceiling)) if ceiling is not None else high)
