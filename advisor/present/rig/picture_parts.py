"""The parts a rig picture is put together from: boxes, labels, memory pools and pipes to scale."""

from collections.abc import Sequence
from typing import Literal

from advisor.facts.values.fact import Fact
from advisor.present.words.origin import short_origin
from advisor.present.words.processor_name import elided, text_width
from advisor.present.words.quantity import UNKNOWN, bandwidth, bandwidth_gb
from advisor.present.words.series import Box, Dot, Label, Role
from advisor.present.words.words import say

WIDTH = 1000.0
TOP, BOTTOM_MARGIN, GAP = 58.0, 46.0, 14.0
TITLE, LABEL, SMALL, LARGE, TINY = 15.0, 14.0, 12.5, 20.0, 11.5
"""Text sizes in picture units."""
_HAIRLINE, _THICK = 1.5, 64.0
_DOT_GAP = 10.0
_SHRINKS = 1.15
"""So much longer a text may be estimated than its room: whoever draws it knows its width, and draws it smaller."""

Anchor = Literal["left", "center", "right"]
PartRole = Role | Literal["card", "core", "slot", "empty_slot"]
"""What a rectangle of the picture stands for."""


class Canvas:
    """Collects the parts of one picture. `scale` is picture units per byte per second, `height` that of the boxes."""

    def __init__(self, *, height: float, scale: float) -> None:
        self.height, self.scale = height, scale
        self.boxes: list[Box] = []
        self.labels: list[Label] = []
        self.dots: list[Dot] = []

    @property
    def floor(self) -> float:
        """The lower edge of the boxes."""
        return TOP + self.height

    @property
    def middle(self) -> float:
        """The height at which the memory pipe runs."""
        return TOP + self.height / 2

    @property
    def bottom(self) -> float:
        """The height of the whole picture."""
        return self.floor + BOTTOM_MARGIN

    def box(self, x: float, y: float, width: float, height: float, role: PartRole) -> None:
        """A rectangle, filled."""
        self.boxes.append(Box(x, y, width, height, role))

    def pool(self, x: float, y: float, width: float, height: float, *, used_share: float) -> None:
        """A memory whose share held by other programs is filled from below."""
        self.boxes.append(Box(x, y, width, height, "other_programs", fill=min(max(used_share, 0.0), 0.999)))

    def label(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float,
        anchor: Anchor = "left",
        bold: bool = False,
        soft: bool = False,
        on_color: bool = False,
        width: float | None = None,
    ) -> None:
        """A text on the baseline y, elided where it is wider than `width`."""
        shown = text if width is None else elided(text, width=width * _SHRINKS, size=size, bold=bold)
        self.labels.append(Label(x, y, shown, anchor, "bold" if bold else "normal", size, soft, on_color, width))

    def dot(self, x: float, y: float, fact: Fact[float]) -> None:
        """The sign of where a figure comes from."""
        self.dots.append(Dot(x, y, fact.origin if fact.value is not None and fact.origin else "unknown"))

    def pipe(
        self,
        start: float,
        end: float,
        middle: float,
        rate: Fact[float],
        *,
        role: Role,
        notes: Sequence[str] = (),
        stacked: bool = False,
    ) -> None:
        """A pipe from `start` to `end` as thick as its rate; `stacked` writes number and unit in two lines."""
        width, center = end - start, (start + end) / 2
        thickness = _HAIRLINE if rate.value is None else max(_HAIRLINE, rate.value * self.scale)
        self.box(start, middle - thickness / 2, width, thickness, "guide" if rate.value is None else role)
        above, below = middle - thickness / 2 - 10, middle + thickness / 2 + 20
        if rate.value is None:
            self.label(center, above, say(UNKNOWN), size=SMALL, anchor="center", soft=True)
        elif thickness >= _THICK:
            below = middle + 28
            self._write_inside(center, middle - 8, rate.value)
            notes = [short_origin(rate)] if stacked else [short_origin(rate), *notes]
        elif stacked:
            self.label(center, above - 16, bandwidth_gb(rate.value), size=LABEL, anchor="center", bold=True)
            self.label(center, above, "GB/s", size=SMALL, anchor="center")
            notes = [short_origin(rate)]
        else:
            text = bandwidth(rate.value)
            self.label(center, above, text, size=LABEL, anchor="center", bold=True)
            self.dot(center + text_width(text, size=LABEL, bold=True) / 2 + _DOT_GAP, above - LABEL / 3, rate)
        inside = below < middle + thickness / 2
        for index, note in enumerate(notes):
            y = below + 16 * index
            self.label(center, y, note, size=TINY, anchor="center", soft=not inside, on_color=inside, width=width)

    def _write_inside(self, center: float, y: float, rate_bytes_per_s: float) -> None:
        self.label(center, y, bandwidth_gb(rate_bytes_per_s), size=LARGE, anchor="center", bold=True, on_color=True)
        self.label(center, y + 18, "GB/s", size=SMALL, anchor="center", on_color=True)
