"""Horizontal stacked bars with direct labels: fit per memory pool, time of one token."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from advisor.charts.color import hatch, shade, stroke
from advisor.charts.labels import stagger
from advisor.charts.plot import BELOW_BARS, NO_AXIS, Plot
from advisor.present.palette import text_on
from advisor.present.series import Bar, BarChart, Segment

THINNEST, THICKEST, PADDING = 30.0, 64.0, 6.0
"""Height of a bar, at least and at most, and the space around a text inside it, in pixels."""
BETWEEN = 4.0
"""Between the lowest text of a bar and what stands above the next one, in pixels at least."""
SQUEEZED = 14.0
"""Height of a bar at least where the texts below it take all the room."""
TEXT_ROWS = 4
"""So many rows of text there is room for at each bar: its name, and three rows of what does not fit inside."""
OUTLINED = ("free",)
"""Roles drawn as an empty outline with plain text."""


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
        self.redraw_labels()

    def minimumSizeHint(self) -> QSize:
        """High enough for the texts of each bar."""
        least = super().minimumSizeHint()
        row = round(THINNEST + TEXT_ROWS * QFontMetricsF(self.label_font()).height())
        return least.expandedTo(QSize(least.width(), BELOW_BARS + row * len(self._bars)))

    def text_at(self, position: QPointF) -> str:
        """Name and text of the segment under the mouse."""
        return next((text for rect, text in self._areas if rect.contains(position)), "")

    def draw_pixels(self, painter: QPainter) -> None:
        """Bars as thick as there is room, with the free height shared out around them."""
        metrics = QFontMetricsF(painter.font())
        below = [self._labels_below(bar, metrics) for bar in self._bars]
        texts = [metrics.height() * max((2 + row for row, *_ in labels), default=1) + 8 for labels in below]
        room = self.plot_size().height() - sum(texts)
        if room < (THINNEST + 2 * BETWEEN) * len(self._bars):
            texts = [height + BETWEEN for height in texts]
            room -= BETWEEN * len(texts)
        self._areas = []
        parts = max(1, 2 * len(self._bars) + 1)
        inside = any(
            segment.text and self._fits_inside(segment, metrics) for bar in self._bars for segment in bar.segments
        )
        least = max(SQUEEZED, metrics.height()) if inside else SQUEEZED  # a text inside is never cut
        thinnest = max(least, min(THINNEST, room / max(1, len(self._bars))))
        spare = max(0.0, room - thinnest * len(self._bars))
        self._thickness = min(THICKEST, thinnest + spare / parts)
        gap = (spare - (self._thickness - thinnest) * len(self._bars)) / (len(self._bars) + 1)
        top = gap
        for bar, labels, height in zip(self._bars, below, texts, strict=True):
            self._draw_bar(painter, bar, top + metrics.height() + 4, metrics)
            self._draw_labels_below(painter, labels, top + metrics.height() + self._thickness + 8, metrics)
            top += height + self._thickness + gap

    def _draw_bar(self, painter: QPainter, bar: Bar, top: float, metrics: QFontMetricsF) -> None:
        baseline = top - 4 - metrics.descent()
        painter.setPen(shade("soft_ink", self.theme))
        painter.drawText(QPointF(0, baseline), bar.name)
        for segment in bar.segments:
            rect = self._rect(segment, top)
            self._areas.append((rect, f"{segment.name}: {segment.text}" if segment.text else segment.name))
            self._fill(painter, rect, segment)
            if self._fits_inside(segment, metrics):
                ink = shade("ink", self.theme) if segment.role in OUTLINED else text_on(segment.role, self.theme)
                if segment.hatched:
                    ink = shade("ink", self.theme)
                    self._clear_below(painter, rect, segment.text, metrics)
                painter.setPen(ink)
                painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, segment.text)
        if bar.limit is not None:
            x = self.pixel(bar.limit, 0).x()
            painter.setPen(stroke("ceiling", self.theme, 2))
            painter.drawLine(QPointF(x, top - 5), QPointF(x, top + self._thickness + 5))
            painter.setPen(shade("soft_ink", self.theme))
            width = metrics.horizontalAdvance(bar.limit_text)
            after_name = metrics.horizontalAdvance(bar.name) + 2 * PADDING
            left = max(after_name, min(x - width / 2, self.plot_size().width() - width))
            painter.drawText(QPointF(left, baseline - 3), bar.limit_text)

    def _clear_below(self, painter: QPainter, rect: QRectF, text: str, metrics: QFontMetricsF) -> None:
        """Take the hatching away below a text."""
        width, height = metrics.horizontalAdvance(text) + PADDING, metrics.height()
        center = rect.center()
        painter.fillRect(
            QRectF(center.x() - width / 2, center.y() - height / 2, width, height), shade("card", self.theme)
        )

    def _fill(self, painter: QPainter, rect: QRectF, segment: Segment) -> None:
        if segment.role in OUTLINED:
            painter.setPen(stroke("line", self.theme))
            painter.setBrush(shade("card", self.theme))
        elif segment.hatched:
            painter.setPen(stroke(segment.role, self.theme))
            painter.setBrush(hatch(segment.role, self.theme))
        else:
            painter.setPen(stroke("card", self.theme))
            painter.setBrush(shade(segment.role, self.theme))
        painter.drawRect(rect)
        if segment.is_broken:
            self._break(painter, rect)

    def _break(self, painter: QPainter, rect: QRectF) -> None:
        """Two slanted gaps near the end of a part that is longer than it is drawn."""
        painter.setPen(stroke("card", self.theme, 3))
        for back in (10, 17):
            x = rect.right() - back
            painter.drawLine(QPointF(x - 4, rect.bottom() + 1), QPointF(x + 4, rect.top() - 1))

    def _rect(self, segment: Segment, top: float) -> QRectF:
        left, right = self.pixel(segment.start, 0).x(), self.pixel(segment.start + segment.length, 0).x()
        return QRectF(left, top, right - left, self._thickness)

    def _fits_inside(self, segment: Segment, metrics: QFontMetricsF) -> bool:
        return metrics.horizontalAdvance(segment.text) + 2 * PADDING <= self._rect(segment, 0).width()

    def _labels_below(self, bar: Bar, metrics: QFontMetricsF) -> list[tuple[int, float, str]]:
        """(row, left edge, text) of the texts that do not fit inside their segments."""
        outside = [s for s in bar.segments if s.text and not self._fits_inside(s, metrics)]
        widths = [metrics.horizontalAdvance(s.text) for s in outside]
        centers = [self._rect(s, 0).center().x() for s in outside]
        places = stagger(centers, widths, total_width=self.plot_size().width(), gap=14)
        return [(row, left, s.text) for (row, left), s in zip(places, outside, strict=True)]

    def _draw_labels_below(
        self, painter: QPainter, labels: list[tuple[int, float, str]], top: float, metrics: QFontMetricsF
    ) -> None:
        painter.setPen(shade("ink", self.theme))
        for row, left, text in labels:
            painter.drawText(QPointF(left, top + row * metrics.height() + metrics.ascent()), text)
