"""How far a speed may be off, from what is known (prediction section 8)."""

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
"""From so many tokens in the context on, attention decides and is known less well."""


def confidence(base: Confidence, *, lowered_by: int) -> Confidence:
    """The class of one estimate: that of the calibration, lowered once for each thing that is known less well.

    E is the widest range; F stays F.
    """
    return base if base == "F" else CLASSES[min(CLASSES.index(base) + lowered_by, CLASSES.index("E"))]


def speed_range(middle: float, *, confidence: Confidence, ceiling: float | None) -> tuple[float, float] | None:
    """Low and high tokens per second; the high end never exceeds the physical ceiling. None for class F."""
    factors = _FACTORS.get(confidence)
    if factors is None:
        return None
    low, high = middle * factors[0], middle * factors[1]
    return (low, max(low, min(high, ceiling)) if ceiling is not None else high)
