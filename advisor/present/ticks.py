"""Axis ranges and ticks: nice numbers that change only when the data leave them, so that a slider moves no axis."""

from math import ceil, floor, log10

from advisor.facts.units import KIB
from advisor.present.quantity import short_tokens
from advisor.present.series import Axis

_TOPS = ((1.0, 0.25), (1.5, 0.5), (2.0, 0.5), (3.0, 1.0), (4.0, 1.0), (6.0, 2.0), (8.0, 2.0), (10.0, 2.5))
"""Ends of a linear axis within one decade, each with its tick step."""
_SLACK = 1e-9


def linear_axis(label: str, *, largest: float) -> Axis:
    """An axis from zero to the next nice number at or above `largest`; values in the unit the label names."""
    top, step = _nice_top(largest)
    ticks = [index * step for index in range(round(top / step) + 1)]
    return Axis(label=label, low=0.0, high=top, ticks=tuple((tick, _tick_text(tick)) for tick in ticks))


def tokens_axis(label: str, *, largest_tokens: int) -> Axis:
    """An axis of context lengths: from zero to the next power of two, ticks at its quarters."""
    top = 4 * KIB
    while top < largest_tokens:
        top *= 2
    ticks = [top * quarter // 4 for quarter in range(5)]
    return Axis(label=label, low=0.0, high=float(top), ticks=tuple((float(tick), short_tokens(tick)) for tick in ticks))


def log_axis(label: str, *, smallest: float, largest: float) -> Axis:
    """A logarithmic axis over whole decades; positions are log10 of the values."""
    low = floor(log10(smallest) + _SLACK)
    high = max(ceil(log10(largest) - _SLACK), low + 1)
    every = 1 if high - low <= 5 else 2
    ticks = tuple((float(power), _tick_text(10.0**power)) for power in range(low, high + 1, every))
    return Axis(label=label, low=float(low), high=float(high), ticks=ticks, log=True)


def _nice_top(largest: float) -> tuple[float, float]:
    if largest <= 0:
        return 1.0, 0.25
    decade = 10.0 ** floor(log10(largest))
    for top, step in _TOPS:
        if largest <= top * decade * (1 + _SLACK):
            return top * decade, step * decade
    return 10 * decade, 2.5 * decade


def _tick_text(value: float) -> str:
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.6g}"
