"""How far a speed may be off, from what is known (prediction section 8)."""

from math import log2
from typing import NamedTuple

from advisor.facts.estimate import Confidence

CLASSES: tuple[Confidence, ...] = ("A", "B", "C", "D", "E", "F")
"""From measured here to hardware unknown."""

# C and D hold four of five published rows of hardware left out of the fit; E is judged from other people's reports.
_FACTORS: dict[Confidence, tuple[float, float]] = {
    "A": (0.97, 1.03),
    "B": (0.87, 1.15),
    "C": (0.85, 1.18),
    "D": (0.78, 1.28),
    "E": (0.55, 1.60),
}

DEEP_TOKENS = 8192
"""About where attention begins to decide, which is known less well: from half to twice as many tokens the range widens
by one class, so that no step shows in a chart."""


class Certainty(NamedTuple):
    """How well a speed is known: a class, and how far (0 to 1) its range widens towards that of the next class."""

    confidence: Confidence
    widened: float = 0.0

    @property
    def nearest(self) -> Confidence:
        """The one class that says it best."""
        return confidence(self.confidence, lowered_by=round(self.widened))


def depth_widening(tokens: float) -> float:
    """0 for half of `DEEP_TOKENS` in the context and fewer, 1 for twice as many and more, even in between."""
    return min(1.0, max(0.0, log2(max(tokens, 1.0) / DEEP_TOKENS) / 2 + 0.5))


def confidence(base: Confidence, *, lowered_by: int) -> Confidence:
    """The class of one estimate: that of the calibration, lowered once for each thing that is known less well.

    E is the widest range; F stays F.
    """
    return base if base == "F" else CLASSES[min(CLASSES.index(base) + lowered_by, CLASSES.index("E"))]


def speed_range(middle: float, *, certainty: Certainty, ceiling: float | None) -> tuple[float, float] | None:
    """Low and high tokens per second; the high end never exceeds the physical ceiling. None for class F."""
    factors = _FACTORS.get(certainty.confidence)
    if factors is None:
        return None
    wider = _FACTORS[confidence(certainty.confidence, lowered_by=1)]
    low, high = (
        middle * near ** (1 - certainty.widened) * far**certainty.widened
        for near, far in zip(factors, wider, strict=True)
    )
    return (low, max(low, min(high, ceiling)) if ceiling is not None else high)
