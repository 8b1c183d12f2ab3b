"""Lines that many charts draw: a figure with its range, and how fast a person reads."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from advisor.facts.cards.workload import READING_TOKENS_PER_S
from advisor.facts.values.range import Range
from advisor.present.words.palette import Role
from advisor.present.words.quantity import speed
from advisor.present.words.series import Line
from advisor.present.words.words import say


def range_line(
    name: str,
    xs: Iterable[float],
    ranges: Sequence[Range],
    role: Role,
    *,
    with_band: bool = True,
    scale: Callable[[float], float] = float,
    **looks: Any,
) -> Line:
    """The middles at their positions, `with_band` the ranges around them; `scale` turns a figure into a position."""
    low, middle, high = (tuple(scale(one[end]) for one in ranges) for end in range(3))
    return Line(name, tuple(xs), middle, role, band=(low, high) if with_band else None, **looks)


def reading_line(first: float, last: float, *, scale: Callable[[float], float] = float) -> Line:
    """How fast a person reads, from one position to another."""
    level, words = scale(READING_TOKENS_PER_S), say("reading speed")
    texts = (speed(READING_TOKENS_PER_S),) * 2
    return Line(words, (first, last), (level, level), "guide", "dotted", words, texts=texts)
