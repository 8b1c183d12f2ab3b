"""Axis ranges and ticks: nice numbers that change only when the data leave them, so that a slider moves no axis."""

from math import ceil, floor, log10

from advisor.facts.values.units import KIB
from advisor.present.words.quantity import short_tokens
from advisor.present.words.series import Axis
from advisor.present.words.words import local_number

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
    """A logarithmic axis from a 1, 2 or 5 to another, ticks at whole decades; positions are log10 of the values."""
    low = _log_step_below(smallest)
    high = max(-_log_step_below(1 / largest), low + 1)
    first, last = ceil(low - _SLACK), floor(high + _SLACK)
    every = 1 if last - first <= 5 else 2
    ticks = tuple((float(power), _tick_text(10.0**power)) for power in range(first, last + 1, every))
    return Axis(label=label, low=low, high=high, ticks=ticks, log=True)


def _log_step_below(value: float) -> float:
    """log10 of the largest 1, 2 or 5 times a power of ten that is at most `value`."""
    decade = floor(log10(value) + _SLACK)
    return max(step for step in (decade, decade + log10(2), decade + log10(5)) if step <= log10(value) + _SLACK)


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
        return local_number(f"{value:,.0f}")
    return local_number(f"{value:.6g}")
