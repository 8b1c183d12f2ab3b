"""Horizontal stacked bars with direct labels: fit per memory pool, time of one token."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from advisor.charts.color import hatch, shade, stroke
from advisor.charts.labels import in_rows, stagger
from advisor.charts.plot import NO_AXIS, Plot
from advisor.charts.qt_override import qt_override
from advisor.present.words.palette import text_on
from advisor.present.words.series import Bar, BarChart, Segment

THINNEST, THICKEST, PADDING = 30.0, 104.0, 6.0
"""Height of a bar, at least and at most, and the space around a text inside it, in pixels."""
BETWEEN = 4.0
"""Between the lowest text of a bar and what stands above the next one, in pixels at least."""
BETWEEN_LABELS = 14.0
"""Between two texts beside each other below a bar, in pixels."""
SQUEEZED = 14.0
"""Height of a bar at least where the texts below it take all the room."""
TEXT_ROWS = 4
"""So many rows of text there is room for at each bar: its name, and three rows of what does not fit inside."""
SWATCH = 9.0
"""Side of the square before a text below a bar that shows whose it is, in pixels."""
THINNEST_PART = 3.0
"""A narrower part has no line around it, which would hide it, and is drawn this wide at least."""
OUTLINED = ("free",)
"""Roles drawn as an empty outline with plain text."""
EDGED = ("reserved",)
"""Pale roles, drawn with an edge that can be seen."""


class _Placed(NamedTuple):
    """A segment with its left edge, its width and that of its text in pixels, and whether the text is inside."""

    segment: Segment
    left: float
    width: float
    text_width: float
    is_inside: bool


class BarPlot(Plot):
    """Draws a `BarChart`: names above the bars, texts inside their segments or below where they are too narrow."""

    def __init__(self) -> None:
        super().__init__()
        self._bars: tuple[Bar, ...] = ()
        self._areas: list[tuple[QRectF, str]] = []
        self._thickness = THINNEST

    def show_series(self, series: BarChart) -> None:
        """Show these bars instead of the present ones."""
        if len(series.bars) != len(self._bars):
            self.updateGeometry()  # asks for another height soon, when these bars are known
        self._bars = series.bars
        self.set_axes(series.axis if series.bars else NO_AXIS, None)

    @qt_override(QSize())
    def minimumSizeHint(self) -> QSize:
        """High enough for the texts of each bar."""
        least = super().minimumSizeHint()
        row = round(THINNEST + TEXT_ROWS * QFontMetricsF(self.label_font()).height())
        return least.expandedTo(QSize(least.width(), self.below_bars() + row * len(self._bars)))

    def text_at(self, position: QPointF) -> str:
        """Name and text of the segment under the mouse."""
        return next((text for rect, text in self._areas if rect.contains(position)), "")

    def draw_pixels(self, painter: QPainter) -> None:
        """Bars as thick as there is room, with the free height shared out around them."""
        metrics = QFontMetricsF(painter.font())
        placed = [self._placed(bar.segments, metrics) for bar in self._bars]
        below = [self._labels_below(segments) for segments in placed]
        texts = [metrics.height() * max((2 + row for row, *_ in labels), default=1) + 8 for labels in below]
        room = self.plot_size().height() - sum(texts)
        if room < (THINNEST + 2 * BETWEEN) * len(self._bars):
            texts = [height + BETWEEN for height in texts]
            room -= BETWEEN * len(texts)
        self._areas = []
        parts = max(1, 2 * len(self._bars) + 1)
        inside = any(one.segment.text and one.is_inside for segments in placed for one in segments)
        least = max(SQUEEZED, metrics.height()) if inside else SQUEEZED  # a text inside is never cut
        thinnest = max(least, min(THINNEST, room / max(1, len(self._bars))))
        spare = max(0.0, room - thinnest * len(self._bars))
        self._thickness = min(THICKEST, thinnest + spare / parts)
        gap = (spare - (self._thickness - thinnest) * len(self._bars)) / (len(self._bars) + 1)
        top = gap
        for bar, segments, labels, height in zip(self._bars, placed, below, texts, strict=True):
            self._draw_bar(painter, bar, segments, top + metrics.height() + 4, metrics)
            self._draw_labels_below(painter, labels, top + metrics.height() + self._thickness + 8, metrics)
            top += height + self._thickness + gap

    def _draw_bar(
        self, painter: QPainter, bar: Bar, segments: list[_Placed], top: float, metrics: QFontMetricsF
    ) -> None:
        baseline = top - 4 - metrics.descent()
        painter.setPen(shade("soft_ink", self.theme))
        painter.drawText(QPointF(0, baseline), bar.name)
        for segment, left, width, _, is_inside in segments:
            rect = QRectF(left, top, width, self._thickness)
            self._areas.append((rect.adjusted(0, 0, max(0.0, THINNEST_PART - width), 0), _told(segment)))
            self._fill(painter, rect, segment)
            if is_inside:
                ink = shade("ink", self.theme) if segment.role in OUTLINED else text_on(segment.role, self.theme)
                if segment.hatched:
                    ink = shade("ink", self.theme)
                    below = QRectF(0, 0, metrics.horizontalAdvance(segment.text) + PADDING, metrics.height())
                    below.moveCenter(rect.center())
                    painter.fillRect(below, shade("card", self.theme))  # no hatching below a text
                painter.setPen(ink)
                painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, segment.text)
        x = self.plot_size().width() if bar.limit is None else self.pixel(bar.limit, 0).x()
        if bar.limit is not None:
            painter.setPen(stroke("ceiling", self.theme, 2))
            painter.drawLine(QPointF(x, top - 5), QPointF(x, top + self._thickness + 5))
        if bar.limit_text:
            painter.setPen(shade("soft_ink", self.theme))
            width = metrics.horizontalAdvance(bar.limit_text)
            after_name = metrics.horizontalAdvance(bar.name) + 2 * PADDING
            left = max(after_name, min(x - width / 2, self.plot_size().width() - width))
            painter.drawText(QPointF(left, baseline - 3), bar.limit_text)

    def _fill(self, painter: QPainter, rect: QRectF, segment: Segment) -> None:
        if rect.width() < THINNEST_PART:
            painter.fillRect(rect.adjusted(0, 0, THINNEST_PART - 1 - rect.width(), 0), shade(segment.role, self.theme))
            return
        if segment.role in OUTLINED:
            painter.setPen(stroke("line", self.theme))
            painter.setBrush(shade("card", self.theme))
        elif segment.hatched:
            painter.setPen(stroke(segment.role, self.theme))
            painter.setBrush(hatch(segment.role, self.theme))
        else:
            painter.setPen(stroke("guide" if segment.role in EDGED else "card", self.theme))
            painter.setBrush(shade(segment.role, self.theme))
        painter.drawRect(rect)
        if segment.is_broken:
            painter.setPen(stroke("card", self.theme, 3))  # two slanted gaps: it is longer than it is drawn
            for x in (rect.right() - 10, rect.right() - 17):
                painter.drawLine(QPointF(x - 4, rect.bottom() + 1), QPointF(x + 4, rect.top() - 1))

    def _placed(self, segments: Sequence[Segment], metrics: QFontMetricsF) -> list[_Placed]:
        ends = [end for one in segments for end in (one.start, one.start + one.length)]
        xs = [x for x, _ in self.pixels(ends, [0.0] * len(ends))]
        widths = [metrics.horizontalAdvance(one.text) if one.text else 0.0 for one in segments]
        return [
            _Placed(one, left, right - left, width, width + 2 * PADDING <= right - left)
            for one, left, right, width in zip(segments, xs[::2], xs[1::2], widths, strict=True)
        ]

    def _labels_below(self, segments: list[_Placed]) -> list[tuple[int, float, Segment]]:
        """(row, left edge, segment) of the texts that do not fit inside their segments."""
        outside = [one for one in segments if one.segment.text and not one.is_inside]
        centers = [one.left + one.width / 2 for one in outside]
        widths = [one.text_width + SWATCH + PADDING for one in outside]
        total_width = self.plot_size().width()
        places = stagger(centers, widths, total_width=total_width, gap=BETWEEN_LABELS)
        if any(row for row, _ in places):  # a row of its own stands below nothing: all are a legend then
            places = in_rows(widths, total_width=total_width, gap=BETWEEN_LABELS)
        return [(row, left, one.segment) for (row, left), one in zip(places, outside, strict=True)]

    def _draw_labels_below(
        self, painter: QPainter, labels: list[tuple[int, float, Segment]], top: float, metrics: QFontMetricsF
    ) -> None:
        """Each after a square in the color of its part."""
        for row, left, segment in labels:
            baseline = top + row * metrics.height() + metrics.ascent()
            self._fill(painter, QRectF(left, baseline - SWATCH, SWATCH, SWATCH), replace(segment, is_broken=False))
            painter.setPen(shade("ink", self.theme))
            painter.drawText(QPointF(left + SWATCH + PADDING, baseline), segment.text)
            width = SWATCH + PADDING + metrics.horizontalAdvance(segment.text)
            self._areas.append((QRectF(left, baseline - SWATCH, width, SWATCH), _told(segment)))


def _told(segment: Segment) -> str:
    """What is said of a part under the mouse."""
    value = segment.value or segment.text
    return f"{segment.name}: {value}" if value else segment.name
