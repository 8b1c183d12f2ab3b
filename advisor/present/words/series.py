"""Chart series: everything a chart draws, ready made. charts/ and report/ draw these and compute nothing.

Colors are role names of `palette`, never color values. Every chart carries its finding as title, one or two
sentences for this rig, and its figures as a table for "View as table".
"""

from dataclasses import dataclass, field
from typing import Literal

Role = Literal[
    "this_rig",
    "processor",
    "graphics_memory",
    "weights",
    "kv_cache",
    "buffers",
    "other_programs",
    "free",
    "overhead",
    "attention",
    "ceiling",
    "candidate",
    "spill",
    "guide",
]
"""What a mark means; `palette` gives it a color for light and dark."""


@dataclass(frozen=True)
class Table:
    """Text alternative of a chart: column titles and rows of finished text."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Axis:
    """One axis: unit in the label, fixed range, ticks as (position, text). On a log axis all positions are log10."""

    label: str
    low: float
    high: float
    ticks: tuple[tuple[float, str], ...]
    log: bool = False


@dataclass(frozen=True)
class Segment:
    """One part of a stacked bar: from `start` over `length` in axis units; `hatched` marks what spills.

    `is_broken` marks a part that is longer than it is drawn; its text tells the whole.
    """

    name: str
    start: float
    length: float
    text: str
    role: Role
    hatched: bool = False
    is_broken: bool = False


@dataclass(frozen=True)
class Bar:
    """One horizontal stacked bar; `limit` is a vertical line with its text."""

    name: str
    segments: tuple[Segment, ...]
    limit: float | None = None
    limit_text: str = ""


@dataclass(frozen=True)
class BarChart:
    """Horizontal stacked bars (fit, time of one token)."""

    title: str
    subtitle: str
    sentence: str
    axis: Axis
    bars: tuple[Bar, ...]
    table: Table


@dataclass(frozen=True)
class Line:
    """A line with a direct label at its end; `band` is (low values, high values) over the same xs.

    `texts` tell the value of each point to the mouse; without them the rows of the table do. `short_label` takes the
    place of a label that would reach over most of the chart.
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


@dataclass(frozen=True)
class Mark:
    """A labeled point."""

    x: float
    y: float
    text: str
    role: Role


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class RangeBar:
    """A bar to `middle` with a whisker from `low` to `high`; None where there is no figure, `text` says why."""

    name: str
    low: float | None
    middle: float | None
    high: float | None
    text: str
    role: Role
    hatched: bool = False


@dataclass(frozen=True)
class RangeChart:
    """Horizontal bars with ranges (speeds of this rig and of candidates)."""

    title: str
    subtitle: str
    sentence: str
    axis: Axis
    bars: tuple[RangeBar, ...]
    table: Table


Chart = BarChart | LineChart | RangeChart


@dataclass(frozen=True)
class Box:
    """A rectangle of the rig picture in picture units (0 to 1000 wide, 0 to 420 high)."""

    x: float
    y: float
    width: float
    height: float
    role: Role | Literal["card", "core", "slot", "empty_slot"]
    fill: float = 1.0
    """Share of the height that is filled from below (other programs in a memory), 1.0 for all."""


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class Dot:
    """The sign of where a figure comes from, beside its text: filled measured, ring data sheet, broken estimated."""

    x: float
    y: float
    origin: Literal["measured", "detected", "datasheet", "estimated", "user", "unknown"]


@dataclass(frozen=True)
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
