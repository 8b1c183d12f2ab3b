"""Quantiles of weighted figures; those of plain ones are numpy's."""

from collections.abc import Iterable

Weighted = tuple[float, float]
"""A figure and its weight."""


def quantile_between(figures: Iterable[Weighted], share: float) -> float:
    """The value below which that share of the weight lies, between the middles of two weights; 0 of no figures."""
    ordered = sorted(figures)
    if not ordered:
        return 0.0
    total = sum(weight for _, weight in ordered)
    passed, before = 0.0, (ordered[0][0], 0.0)
    for value, weight in ordered:
        middle = (passed + weight / 2) / total
        if middle >= share:
            span = middle - before[1]
            return before[0] + (value - before[0]) * ((share - before[1]) / span if span else 1.0)
        before, passed = (value, middle), passed + weight
    return ordered[-1][0]


def quantile_reached(figures: Iterable[Weighted], share: float) -> float:
    """The figure at which that share of the weight has passed."""
    ordered = sorted(figures)
    total, passed = sum(weight for _, weight in ordered), 0.0
    for value, weight in ordered:
        passed += weight
        if passed >= share * total:
            return value
    return ordered[-1][0]
