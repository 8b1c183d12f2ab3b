"""Lines with bands, marks and guides: speed against context, and the roofline on two log axes."""

from collections.abc import Iterator
from itertools import pairwise

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from advisor.charts.color import on_axes, shade, stroke
from advisor.charts.labels import best_place, covered, is_beyond
from advisor.charts.plot import Plot
from advisor.charts.qt_override import qt_override
from advisor.present.words.palette import Theme
from advisor.present.words.series import Line, LineChart, Mark, Table

MARK_RADIUS, REACH = 5.0, 16.0
"""Radius of a mark, and how near the mouse must be to show its text, in pixels."""
WIDE = 0.7
"""A label wider than this share of the plot hardly has a place that covers nothing."""
STEP_COST = 1.0
"""How much worse each further place beside a mark is; a covered point of a line counts four."""
BETWEEN_ROWS = 2.0
"""Between a text and one in the next row, in pixels: as much as keeps the two apart."""
SAMPLES = 100
"""Points of each line segment that labels try not to cover."""
SAMPLE = 26.0
"""Length of the piece of a line before its label, with the space after it, in pixels."""


GROUND = 0.85
"""How much of a line shows through under a text: little."""
LABEL_FLAGS = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip


def _pen(line: Line, theme: Theme) -> QPen:
    return stroke(line.role, theme, 1.5 if line.role == "guide" else 2.5, line.dash)


class _CurveItem(pg.PlotCurveItem):
    """A curve as wide on a screen of any scale."""

    @qt_override()
    def paint(self, painter: QPainter, *others: object) -> None:
        """Draw it with its pen as wide as the screen needs it."""
        pen = self.opts["pen"]
        self.opts["pen"] = on_axes(pen, painter, self)
        super().paint(painter, *others)
        self.opts["pen"] = pen


class _Curve:
    """The items of one line: the curve and its band, updated in place."""

    def __init__(self, plot: "LinePlot", line: Line) -> None:
        self.line = line
        self.curve = _CurveItem(antialias=True)
        self.edges = (pg.PlotCurveItem(), pg.PlotCurveItem()) if line.band else ()
        for edge in self.edges:
            edge.setPen(pg.mkPen(None))
        self.fill = pg.FillBetweenItem(*self.edges) if self.edges else None
        self.items = [*self.edges, *([self.fill] if self.fill else []), self.curve]
        for item in self.items:
            plot.addItem(item, ignoreBounds=True)

    def show(self, line: Line) -> None:
        """New values for the same items."""
        self.line = line
        self.set_visible(True)
        self.curve.setData(list(line.xs), list(line.ys))
        for edge, ys in zip(self.edges, line.band or (), strict=False):
            edge.setData(list(line.xs), list(ys))

    def set_visible(self, visible: bool) -> None:
        """Show or hide all items."""
        for item in self.items:
            item.setVisible(visible)

    def recolor(self, plot: "LinePlot") -> None:
        """Pens and fill for the plot's theme."""
        self.curve.setPen(_pen(self.line, plot.theme))
        if self.fill:
            self.fill.setBrush(shade(self.line.role, plot.theme, 0.22))


class LinePlot(Plot):
    """Draws a `LineChart`; labels stand at the line ends in text color, placed so that nothing covers anything."""

    def __init__(self) -> None:
        super().__init__()
        self._curves: list[_Curve] = []
        self._hidden: list[_Curve] = []
        self._marks: tuple[Mark, ...] = ()
        self._table = Table((), ())

    def show_series(self, series: LineChart) -> None:
        """Show these lines in the items of earlier lines of the same kind.

        Items that are not needed are hidden, never removed: Qt crashes when an item dies under a pending repaint.
        """
        self.set_axes(series.x_axis, series.y_axis)
        spare = [*self._curves, *self._hidden]
        self._curves = [self._curve_for(line, spare) for line in series.lines]
        self._hidden = spare
        for curve in spare:
            curve.set_visible(False)
        for curve, line in zip(self._curves, series.lines, strict=True):
            curve.show(line)
        self._marks, self._table = series.marks, series.table
        self.redraw_labels()

    def _curve_for(self, line: Line, spare: list[_Curve]) -> _Curve:
        """An item of the kind of the line: one of `spare`, which loses it, or a new one."""
        for curve in spare:
            if _kind(curve.line) == _kind(line):
                spare.remove(curve)
                return curve
        curve = _Curve(self, line)
        curve.recolor(self)
        return curve

    def recolor(self) -> None:
        """Recolor the curves."""
        for curve in (*self._curves, *self._hidden):
            curve.recolor(self)

    def text_at(self, position: QPointF) -> str:
        """The mark under the mouse, else the value of the line nearest above or below it, anywhere in the plot."""
        size = self.plot_size()
        if not QRectF(0, 0, size.width(), size.height()).contains(position):
            return ""
        mark = next((one for one in self._marks if _distance(self.pixel(one.x, one.y), position) < REACH), None)
        if mark is not None:
            return mark.text
        lines = [curve.line for curve in self._curves if curve.line.xs]
        if not lines:
            return ""
        x, y = position.toTuple()
        line = min(lines, key=lambda one: abs(_height_at(self._pixels(one), x) - y))
        index = min(range(len(line.xs)), key=lambda point: abs(self.pixel(line.xs[point], 0).x() - x))
        if line.texts:
            return f"{line.label or line.name}\n{line.texts[index]}"
        if len(self._table.rows) != len(line.xs):
            return line.label or line.name
        return "\n".join(
            f"{name}: {text}" for name, text in zip(self._table.columns, self._table.rows[index], strict=True)
        )

    def draw_pixels(self, painter: QPainter) -> None:
        """Marks, then the labels of the lines, then the texts of the marks, which have more places to go."""
        size = self.plot_size()
        area = QRectF(0, 0, size.width(), size.height())
        pixels = [self._pixels(curve.line) for curve in self._curves]
        points = sorted(point for line in pixels for point in _sampled(line))
        taken = []
        for mark in self._marks:
            center = self.pixel(mark.x, mark.y)
            painter.setPen(stroke("card", self.theme, 1.5))
            painter.setBrush(shade(mark.role, self.theme))
            painter.drawEllipse(center, MARK_RADIUS, MARK_RADIUS)
            taken.append(QRectF(center.x() - MARK_RADIUS, center.y() - MARK_RADIUS, MARK_RADIUS * 2, MARK_RADIUS * 2))
        painter.setPen(shade("ink", self.theme))
        painter.setFont(self.label_font())
        for curve, line in zip(self._curves, pixels, strict=True):
            if curve.line.label and line:
                label = _shortened(painter, _label(painter, curve.line, area.width()), area.width())
                width, height = _text_size(painter, label)
                place = best_place(_along(line, width, height, area), taken=taken, points=points, area=area)
                others = [other for other in pixels if other and other is not line]
                x = place.center().x()
                if is_beyond(place, _height_at(line, x), [_height_at(other, x) for other in others]):
                    places = _along(line, width + SAMPLE, height, area)
                    place = best_place(places, taken=taken, points=points, area=area)
                    self._draw_sample(painter, curve.line, place)
                    taken.append(place)
                    place = place.adjusted(SAMPLE, 0, 0, 0)
                else:
                    taken.append(place)
                self._write(painter, place, label, points)
        painter.setFont(self.label_font(bold=True))
        for mark in self._marks:
            text = _shortened(painter, mark.text, area.width())
            width, height = _text_size(painter, text)
            places = _around(self.pixel(mark.x, mark.y), width, height)
            taken.append(best_place(places, taken=taken, points=points, area=area, step_cost=STEP_COST))
            self._write(painter, taken[-1], text, points)

    def _write(self, painter: QPainter, place: QRectF, text: str, points: list[tuple[float, float]]) -> None:
        """A text; where a line runs through it, on a ground of its own."""
        if covered(place, points):
            painter.fillRect(place, shade("card", self.theme, GROUND))
        painter.drawText(place, LABEL_FLAGS, text)

    def _draw_sample(self, painter: QPainter, line: Line, place: QRectF) -> None:
        """A piece of the line before its label, where another line stands between the two."""
        painter.save()
        painter.setPen(_pen(line, self.theme))
        y = place.center().y()
        painter.drawLine(QPointF(place.left() + 1, y), QPointF(place.left() + SAMPLE - 5, y))
        painter.restore()

    def _pixels(self, line: Line) -> list[tuple[float, float]]:
        return self.pixels(line.xs, line.ys)


def _text_size(painter: QPainter, text: str) -> tuple[float, float]:
    metrics = QFontMetricsF(painter.font())
    return metrics.horizontalAdvance(text) + 2, metrics.height()


def _label(painter: QPainter, line: Line, width: float) -> str:
    """The label of a line, or the short one where it would reach over most of the plot."""
    is_wide = QFontMetricsF(painter.font()).horizontalAdvance(line.label) > WIDE * width
    return line.short_label if is_wide and line.short_label else line.label


def _shortened(painter: QPainter, text: str, width: float) -> str:
    """A text that is wider than the plot ends there; all of it shows on hover."""
    return QFontMetricsF(painter.font()).elidedText(text, Qt.TextElideMode.ElideRight, width - 2)


def _around(at: QPointF, width: float, height: float) -> Iterator[QRectF]:
    """Places of a text beside a mark, the best first."""
    gap = MARK_RADIUS + 4
    above, below, row = at.y() - gap - height, at.y() + gap, height + BETWEEN_ROWS
    for top in (above, below, at.y() - height / 2, below + row, above - row, below + 2 * row, above - 2 * row):
        for left in (at.x() + gap, at.x() - gap - width, at.x() - width / 2, at.x() - width / 4, at.x() - width):
            yield QRectF(left, top, width, height)


def _along(line: list[tuple[float, float]], width: float, height: float, area: QRectF) -> Iterator[QRectF]:
    """Places of a text above or below a line, from its right end to the left."""
    for step in range(10):
        right = min(line[-1][0], area.right()) - step * area.width() / 12
        y = _height_at(line, right - width / 2)
        for offset in (-height - 5, 5, -2 * height - 8):
            yield QRectF(right - width, y + offset, width, height)


def _height_at(line: list[tuple[float, float]], x: float) -> float:
    """The y pixel of a line at an x pixel."""
    for (left, before), (right, after) in pairwise(line):
        if left <= x <= right:
            return before + (x - left) / ((right - left) or 1) * (after - before)
    return line[0][1] if x < line[0][0] else line[-1][1]


def _sampled(line: list[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """Points along a line about 8 pixels apart."""
    for (left, before), (right, after) in pairwise(line):
        steps = max(1, min(SAMPLES, int(max(right - left, abs(after - before)) / 8)))
        for step in range(steps):
            yield left + (right - left) * step / steps, before + (after - before) * step / steps
    yield from line[-1:]


def _kind(line: Line) -> tuple[str, str, bool]:
    """Lines of one kind share their items."""
    return line.role, line.dash, line.band is not None


def _distance(first: QPointF, second: QPointF) -> float:
    between = first - second
    return float((between.x() ** 2 + between.y() ** 2) ** 0.5)
