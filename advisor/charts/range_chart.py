"""Horizontal bars with whiskers: speeds of this rig and of candidates."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from advisor.charts.color import hatch, shade, stroke
from advisor.charts.plot import LEFT, RIGHT, TICK_ROOM, Plot
from advisor.charts.qt_override import qt_override
from advisor.present.words.series import Axis, RangeBar, RangeChart

THICKNESS = 18.0
"""Height of a bar in pixels; the whisker is half of it."""
ROW_HEIGHTS = 1.5
"""Height of a row in font heights."""
LONGEST_NAME, LONGEST_NAME_HEIGHTS, LEAST_NAME_HEIGHTS = 190, 13, 5
"""Names are cut beyond so many pixels or font heights, the larger; never below the last where texts take the room."""
LEAST_BARS = 60
"""Width that is left for bars, in pixels, before names are cut for the sake of the texts."""
BESIDE_BAR = 8.0
"""Between a bar and its text, in pixels."""
_REMARK = re.compile(r"\s*\([^()]*\)")


class RangePlot(Plot):
    """Draws a `RangeChart`: the name left, the bar to its middle, the whisker over its range, the text behind it."""

    def __init__(self) -> None:
        super().__init__()
        self._bars: tuple[RangeBar, ...] = ()
        self._areas: list[tuple[QRectF, str]] = []

    def show_series(self, series: RangeChart) -> None:
        """Show these bars instead of the present ones."""
        if len(series.bars) != len(self._bars):
            self.updateGeometry()  # asks for another height soon, when these bars are known
        self._bars = series.bars
        self.set_axes(series.axis, Axis("", 0.0, float(len(self._bars) or 1), ()))

    def _lay_out(self) -> None:
        """Texts get the room they need in the font as it is, names what is left, up to their longest."""
        metrics = QFontMetricsF(self.label_font())
        wide = {bar: metrics.horizontalAdvance(bar.text) + BESIDE_BAR + 2 for bar in self._bars}
        beside = max((width for bar, width in wide.items() if bar.middle is not None), default=0.0)
        self.reserve_right(beside)
        longest = max(LONGEST_NAME, LONGEST_NAME_HEIGHTS * metrics.height())
        taken = max(beside + LEAST_BARS, *wide.values(), 0.0)
        left = self.width() - LEFT - TICK_ROOM - RIGHT - taken
        room = max(LEAST_NAME_HEIGHTS * metrics.height(), min(longest, left))
        names = shortened_names(metrics, [bar.name for bar in self._bars], room)
        ticks = tuple((len(names) - index - 0.5, name) for index, name in enumerate(names))
        self._y_axis = replace(self._y_axis, ticks=ticks)
        super()._lay_out()

    @qt_override(QSize())
    def minimumSizeHint(self) -> QSize:
        """High enough for a text beside each bar."""
        least = super().minimumSizeHint()
        row = round(QFontMetricsF(self.label_font()).height() * ROW_HEIGHTS)
        return least.expandedTo(QSize(least.width(), self.below_bars() + row * len(self._bars)))

    def text_at(self, position: QPointF) -> str:
        """Name and text of the bar under the mouse."""
        return next((text for rect, text in self._areas if rect.contains(position)), "")

    def draw_pixels(self, painter: QPainter) -> None:
        """One row for each bar."""
        self._areas = []
        width = self.plot_size().width()
        for index, bar in enumerate(self._bars):
            top, bottom = (self.pixel(0, len(self._bars) - row).y() for row in (index, index + 1))
            area = QRectF(0, top, width, bottom - top)
            self._areas.append((area, f"{bar.name}: {bar.text}"))
            self._draw_row(painter, bar, area)

    def _draw_row(self, painter: QPainter, bar: RangeBar, area: QRectF) -> None:
        middle, low, high = (None if x is None else self.pixel(x, 0).x() for x in (bar.middle, bar.low, bar.high))
        y, half = area.center().y(), min(THICKNESS, area.height() * 0.7) / 2
        end = 0.0
        if middle is not None:
            painter.setPen(stroke(bar.role, self.theme))
            painter.setBrush(hatch(bar.role, self.theme) if bar.hatched else shade(bar.role, self.theme))
            painter.drawRect(QRectF(0, y - half, middle, 2 * half))
            end = middle
        if low is not None and high is not None:
            painter.setPen(stroke("ink", self.theme, 1.5))
            painter.drawLine(QPointF(low, y), QPointF(high, y))
            for x in (low, high):
                painter.drawLine(QPointF(x, y - half / 2), QPointF(x, y + half / 2))
            end = max(end, high)
        painter.setPen(shade("ink" if middle is not None else "soft_ink", self.theme))
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRectF(end + BESIDE_BAR, area.top(), area.width() - end, area.height()), flags, bar.text)


def shortened_names(metrics: QFontMetricsF, names: Sequence[str], room: float) -> list[str]:
    """Names no wider than there is room; those that would read the same begin where they differ."""
    shown = [_shortened(metrics, name, room) for name in names]
    for text in {text for text in shown if shown.count(text) > 1}:
        alike = [place for place, one in enumerate(shown) if one == text]
        words = zip(*(names[place].split() for place in alike), strict=False)
        same = sum(1 for _ in takewhile(lambda those: len(set(those)) == 1, words))
        for place in alike:
            rest = " ".join(names[place].split()[same:])
            if rest:
                shown[place] = metrics.elidedText(f"\u2026 {rest}", Qt.TextElideMode.ElideMiddle, room)
    return shown


def _shortened(metrics: QFontMetricsF, name: str, room: float) -> str:
    """A name no wider than there is room: first without its remarks in parentheses, which tell the least."""
    if metrics.horizontalAdvance(name) > room:
        name = _REMARK.sub(" \u2026", name)
    return metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, room)
