"""Chart series: everything a chart draws, ready made. charts/ and report/ draw these and compute nothing.

Colors are role names of `palette`, never color values. Every chart carries its finding as title, one or two
sentences for this rig, and its figures as a table for "View as table".
"""

from dataclasses import field
from math import ceil, floor, log10
from typing import Literal

from advisor.facts.values.frozen import frozen
from advisor.facts.values.units import KIB
from advisor.present.words.palette import Role
from advisor.present.words.quantity import short_tokens
from advisor.present.words.words import local_number


@frozen
class Table:
    """Text alternative of a chart: column titles and rows of finished text."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@frozen
class Axis:
    """One axis: unit in the label, fixed range, ticks as (position, text). On a log axis all positions are log10."""

    label: str
    low: float
    high: float
    ticks: tuple[tuple[float, str], ...]
    log: bool = False


@frozen
class Segment:
    """One part of a stacked bar: from `start` over `length` in axis units; `hatched` marks what does not fit.

    `is_broken` marks a part that is longer than it is drawn; its text tells the whole.
    """

    name: str
    start: float
    length: float
    text: str
    role: Role
    hatched: bool = False
    is_broken: bool = False
    value: str = ""
    """Its amount with a unit, for the mouse."""


@frozen
class Bar:
    """One horizontal stacked bar; `limit` is a vertical line with its text, which stands at the end without one."""

    name: str
    segments: tuple[Segment, ...]
    limit: float | None = None
    limit_text: str = ""


@frozen
class BarChart:
    """Horizontal stacked bars (fit, time of one token)."""

    title: str
    subtitle: str
    sentence: str
    axis: Axis
    bars: tuple[Bar, ...]
    table: Table


@frozen
class Line:
    """A line with a direct label at its end; `band` is (low values, high values) over the same xs.

    `texts` tell the value of each point to the mouse; without them the rows of the table do. `short_label` takes the
    place of a label that would reach over most of the chart, `least_label` that of one that would lie on a line.
    """

    name: str
    xs: tuple[float, ...]
    ys: tuple[float, ...]
    role: Role
    dash: Literal["solid", "dashed", "dotted"] = "solid"
    label: str = ""
    band: tuple[tuple[float, ...], tuple[float, ...]] | None = None
    texts: tuple[str, ...] = ()
    short_label: str = ""
    least_label: str = ""


@frozen
class Mark:
    """A labeled point."""

    x: float
    y: float
    text: str
    role: Role


@frozen
class LineChart:
    """Lines with bands, marks and guides (speed against context, roofline). Log axes take log10 coordinates."""

    title: str
    subtitle: str
    sentence: str
    x_axis: Axis
    y_axis: Axis
    lines: tuple[Line, ...]
    marks: tuple[Mark, ...]
    table: Table


@frozen
class RangeBar:
    """A bar to `middle` with a whisker from `low` to `high`; None where there is no figure, `text` says why."""

    name: str
    low: float | None
    middle: float | None
    high: float | None
    text: str
    role: Role
    hatched: bool = False


@frozen
class RangeChart:
    """Horizontal bars with ranges (speeds of this rig and of candidates)."""

    title: str
    subtitle: str
    sentence: str
    axis: Axis
    bars: tuple[RangeBar, ...]
    table: Table


Chart = BarChart | LineChart | RangeChart


@frozen
class Box:
    """A rectangle of the rig picture in picture units (0 to 1000 wide, 0 to 420 high)."""

    x: float
    y: float
    width: float
    height: float
    role: Role | Literal["card", "core", "slot", "empty_slot"]
    fill: float = 1.0
    """Share of the height that is filled from below (other programs in a memory), 1.0 for all."""


@frozen
class Label:
    """A text of the rig picture: anchored left, center or right at (x, y) baseline; size in picture units."""

    x: float
    y: float
    text: str
    anchor: Literal["left", "center", "right"] = "left"
    weight: Literal["normal", "bold"] = "normal"
    size: float = 13.0
    soft: bool = False
    on_color: bool = False
    """True where the text lies on a filled color and is drawn in white (light) or in dark ink (dark)."""
    width: float | None = None
    """The room it has, in picture units; None where nothing is near."""


@frozen
class Dot:
    """The sign of where a figure comes from, beside its text: filled measured, ring data sheet, broken estimated."""

    x: float
    y: float
    origin: Literal["measured", "detected", "datasheet", "estimated", "user", "unknown"]


@frozen
class RigPicture:
    """The picture of the memory layout: pipe widths to scale, twice as wide moves twice as much."""

    title: str
    width: float
    height: float
    boxes: tuple[Box, ...]
    labels: tuple[Label, ...]
    dots: tuple[Dot, ...]
    description: str
    table: Table = field(default_factory=lambda: Table((), ()))


_TOPS = ((1.0, 0.25), (1.5, 0.5), (2.0, 0.5), (3.0, 1.0), (4.0, 1.0), (6.0, 2.0), (8.0, 2.0), (10.0, 2.5))
"""Ends of a linear axis within one decade, each with its tick step."""
_SLACK = 1e-9


def linear_axis(label: str, *, largest: float, ends_there: bool = False) -> Axis:
    """An axis from zero to the next nice number at or above `largest`; values in the unit the label names.

    With `ends_there` it ends at `largest`, where no tick may be.
    """
    top, step = _nice_top(largest)
    end = largest if ends_there and largest > 0 else top
    ticks = [index * step for index in range(floor(end / step + _SLACK) + 1)]
    return Axis(label=label, low=0.0, high=end, ticks=tuple((tick, _tick_text(tick)) for tick in ticks))


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
