"""Lines with bands, marks and guides: speed against context, and the roofline on two log axes."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen, QPolygonF

from advisor.charts.color import shade, stroke
from advisor.charts.labels import APART, Free, covered, is_beyond
from advisor.charts.plot import Plot
from advisor.present.words.palette import Theme
from advisor.present.words.series import Line, LineChart, Mark, Table

MARK_RADIUS, REACH = 5.0, 16.0
"""Radius of a mark, and how near the mouse must be to show its text, in pixels."""
WIDE = 0.7
"""A label wider than this share of the plot hardly has a place that covers nothing."""
STEP_COST = 1.0
"""How much worse each further place beside a mark is; a covered point of a line counts four."""
AWAY, POINT = 0.5, 1.0
"""How bad it is that a text stands away from its mark, or is the shortest: less than that it covers a point."""
BETWEEN_ROWS = 2.0
"""Between a text and one in the next row, in pixels: as much as keeps the two apart."""
CLEARLY = 3.0
"""A text is so much nearer to its line than to any other, in pixels."""
SAMPLES = 100
"""Points of each line segment that labels try not to cover."""
SAMPLE = 26.0
"""Length of the piece of a line before its label, with the space after it, in pixels."""

BAND, GROUND = 0.22, 0.85
"""How much a band covers of the ground, and the ground of a text of a line: most."""
LABEL_FLAGS = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip


Course = list[tuple[float, float]]
"""A line in pixels."""


def _pen(line: Line, theme: Theme) -> QPen:
    return stroke(line.role, theme, 1.5 if line.role == "guide" else 2.5, line.dash)


class _Written(NamedTuple):
    """A text with its place; what of lines and texts it covers; of a line whether that is nearest, else its sample."""

    text: str
    place: QRectF
    spoiled: float
    line: Line | None = None
    is_near: bool = True


class LinePlot(Plot):
    """Draws a `LineChart`; labels stand at the line ends in text color, placed so that nothing covers anything."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: tuple[Line, ...] = ()
        self._marks: tuple[Mark, ...] = ()
        self._table = Table((), ())

    def show_series(self, series: LineChart) -> None:
        """Show these lines and marks instead of the present ones."""
        self._lines, self._marks, self._table = series.lines, series.marks, series.table
        self.set_axes(series.x_axis, series.y_axis)

    def text_at(self, position: QPointF) -> str:
        """The mark under the mouse, else the value of the line nearest above or below it, anywhere in the plot."""
        size = self.plot_size()
        if not QRectF(0, 0, size.width(), size.height()).contains(position):
            return ""
        mark = next((one for one in self._marks if _distance(self.pixel(one.x, one.y), position) < REACH), None)
        if mark is not None:
            return mark.text
        lines = [line for line in self._lines if line.xs]
        if not lines:
            return ""
        x, y = position.toTuple()
        line = min(lines, key=lambda one: abs(_height_at(self.pixels(one.xs, one.ys), x) - y))
        index = min(range(len(line.xs)), key=lambda point: abs(self.pixel(line.xs[point], 0).x() - x))
        if line.texts:
            return f"{line.label or line.name}\n{line.texts[index]}"
        if len(self._table.rows) != len(line.xs):
            return line.label or line.name
        return "\n".join(
            f"{name}: {text}" for name, text in zip(self._table.columns, self._table.rows[index], strict=True)
        )

    def draw_pixels(self, painter: QPainter) -> None:
        """Lines and marks, then the labels of the lines, then the texts of the marks, which have more places to go."""
        size = self.plot_size()
        area = QRectF(0, 0, size.width(), size.height())
        pixels = [self.pixels(line.xs, line.ys) for line in self._lines]
        self._draw_lines(painter, pixels)
        points = sorted(point for course in pixels for point in _sampled(course))
        rounds = []
        for mark in self._marks:
            center = self.pixel(mark.x, mark.y)
            painter.setPen(stroke("card", self.theme, 1.5))
            painter.setBrush(shade(mark.role, self.theme))
            painter.drawEllipse(center, MARK_RADIUS, MARK_RADIUS)
            rounds.append(QRectF(center.x() - MARK_RADIUS, center.y() - MARK_RADIUS, MARK_RADIUS * 2, MARK_RADIUS * 2))
        painter.setPen(shade("ink", self.theme))
        for one in self._written(pixels, rounds, points, area):
            painter.setFont(self.label_font(bold=one.line is None))
            place = one.place
            if one.line is not None and not one.is_near:
                self._draw_sample(painter, one.line, place)
                place = place.adjusted(SAMPLE, 0, 0, 0)
            self._write(painter, place, one.text, points)

    def _written(
        self, pixels: list[Course], rounds: list[QRectF], points: list[tuple[float, float]], area: QRectF
    ) -> list[_Written]:
        """All texts with their places; the marks, which have fewer, come first where texts would cover something."""
        first = Free([*rounds], points)
        texts = [*self._labels(pixels, first, area), *self._mark_texts(pixels, first, area)]
        if not sum(one.spoiled for one in texts):
            return texts
        other = Free([*rounds], points)
        swapped = [*self._mark_texts(pixels, other, area), *self._labels(pixels, other, area)]
        return min(texts, swapped, key=lambda those: sum(one.spoiled for one in those))

    def _labels(self, pixels: list[Course], free: Free, area: QRectF) -> Iterator[_Written]:
        """The label of each line that has one."""
        metrics = QFontMetricsF(self.label_font())
        for line, course in zip(self._lines, pixels, strict=True):
            if line.label and course:
                others = [other for other in pixels if other and other is not course]
                found: list[_Written] = []
                for text in dict.fromkeys((_label(metrics, line, area.width()), line.short_label, line.least_label)):
                    label = _shortened(metrics, text, area.width())
                    place, is_near = _beside_line(course, others, _text_size(metrics, label), area, free)
                    spoiled = free.spoiled(place) + (AWAY if found else 0.0)
                    found += [_Written(label, place, spoiled, line, is_near)] if label else []
                    if found[-1].spoiled < POINT:
                        break
                best = min(found, key=lambda one: one.spoiled)
                free.taken.append(best.place)
                yield best

    def _mark_texts(self, pixels: list[Course], free: Free, area: QRectF) -> Iterator[_Written]:
        """The text of each mark."""
        metrics, lines = QFontMetricsF(self.label_font(bold=True)), [line for line in pixels if line]
        for mark in self._marks:
            text = _shortened(metrics, mark.text, area.width())
            at = self.pixel(mark.x, mark.y)
            place = _beside_mark(at, lines, _text_size(metrics, text), area, free)
            spoiled = free.spoiled(place) + (AWAY if _is_away(place, at) else 0.0)
            free.taken.append(place)
            yield _Written(text, place, spoiled)

    def _draw_lines(self, painter: QPainter, pixels: list[Course]) -> None:
        """All bands behind all lines."""
        painter.setPen(Qt.PenStyle.NoPen)
        for line in self._lines:
            if line.band:
                low, high = (self.pixels(line.xs, ys) for ys in line.band)
                painter.setBrush(shade(line.role, self.theme, BAND))
                painter.drawPolygon(QPolygonF([QPointF(*point) for point in (*low, *reversed(high))]))
        for line, course in zip(self._lines, pixels, strict=True):
            painter.setPen(_pen(line, self.theme))
            painter.drawPolyline(QPolygonF([QPointF(*point) for point in course]))

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


def _text_size(metrics: QFontMetricsF, text: str) -> tuple[float, float]:
    return metrics.horizontalAdvance(text) + 2, metrics.height()


def _label(metrics: QFontMetricsF, line: Line, width: float) -> str:
    """The label of a line, or the short one where it would reach over most of the plot."""
    is_wide = metrics.horizontalAdvance(line.label) > WIDE * width
    return line.short_label if is_wide and line.short_label else line.label


def _shortened(metrics: QFontMetricsF, text: str, width: float) -> str:
    """A text that is wider than the plot ends there; all of it shows on hover."""
    return metrics.elidedText(text, Qt.TextElideMode.ElideRight, width - 2)


def _around(at: QPointF, width: float, height: float) -> Iterator[QRectF]:
    """Places of a text beside a mark, the best first."""
    gap = MARK_RADIUS + 4
    aside = gap + APART
    above, below, row = at.y() - gap - height, at.y() + gap, height + BETWEEN_ROWS
    for top in (above, below, at.y() - height / 2, below + row, above - row, below + 2 * row, above - 2 * row):
        for left in (at.x() + gap, at.x() + aside, at.x() - gap - width, at.x() - width / 2, at.x() - width):
            yield QRectF(left, top, width, height)


def _beside_mark(at: QPointF, lines: list[Course], size: tuple[float, float], area: QRectF, free: Free) -> QRectF:
    """Where the text of a mark stands."""
    width, height = size
    everywhere = list(_around(at, width, height))
    near = _on_this_side(everywhere, at, lines)
    place = free.best(near, area, step_cost=STEP_COST)
    if any(place.intersects(one) for one in free.taken):  # better behind another line than on another text
        place = free.best(everywhere, area, step_cost=STEP_COST)
    if not free.spoiled(place):
        return place
    away = _on_this_side(_near_to(at, width, height, area), at, lines)  # better a little away than on a line
    return min((place, free.best(near, area), free.best(away, area)), key=free.spoiled)


def _is_away(place: QRectF, at: QPointF) -> bool:
    """Whether a text would be farther from its mark than it is high."""
    across = max(place.left() - at.x(), at.x() - place.right(), 0.0)
    down = max(place.top() - at.y(), at.y() - place.bottom(), 0.0)
    return max(across, down) > place.height()


def _near_to(at: QPointF, width: float, height: float, area: QRectF) -> list[QRectF]:
    """Places all around a mark, the nearest first, as far as a text still belongs to it."""
    places = [one for one in _anywhere(width, height, area, fine=3) if not _is_away(one, at)]
    return sorted(places, key=lambda one: _distance(one.center(), at))


def _on_this_side(places: Sequence[QRectF], at: QPointF, lines: list[Course]) -> Sequence[QRectF]:
    """Those of the places that no line but that of the mark lies before, else all: a text there belonged to that."""
    others = [line for line in lines if abs(_height_at(line, at.x()) - at.y()) > MARK_RADIUS]
    near = [
        one for one in places if not is_beyond(one, at.y(), [_height_at(line, one.center().x()) for line in others])
    ]
    return near or places


def _along(line: list[tuple[float, float]], width: float, height: float, area: QRectF) -> Iterator[QRectF]:
    """Places of a text above or below a line, from its right end to the left."""
    for step in range(10):
        right = min(line[-1][0], area.right()) - step * area.width() / 12
        y = _height_at(line, right - width / 2)
        for offset in (-height - 5, 5, -2 * height - 8):
            yield QRectF(right - width, y + offset, width, height)


def _beside_line(
    line: Course, others: list[Course], size: tuple[float, float], area: QRectF, free: Free
) -> tuple[QRectF, bool]:
    """Where the label of a line stands, and whether it is nearest to that; else there is room for a piece of it."""
    width, height = size
    everywhere = list(_along(line, width, height, area))
    place = free.best(_nearest(everywhere, line, others), area)
    if free.spoiled(place):
        place = free.best(everywhere, area)
    x = place.center().x()
    heights = [_height_at(other, x) for other in others]
    is_near = not is_beyond(place, _height_at(line, x), heights) and _is_nearest(place, line, others)
    if is_near and not free.spoiled(place):
        return place, True
    away = free.best(_along(line, width + SAMPLE, height, area), area)
    if free.spoiled(away):  # better away from its line than on another one
        away = free.best(_anywhere(width + SAMPLE, height, area), area)
    return (place, True) if is_near and free.spoiled(place) <= free.spoiled(away) else (away, False)


def _anywhere(width: float, height: float, area: QRectF, *, fine: int = 1) -> Iterator[QRectF]:
    """Places all over the plot, from its right end to the left, so many times as close as usual."""
    down = height / 2 / fine
    for step in range(10 * fine):
        right = area.right() - step * area.width() / 12 / fine
        for row in range(int(area.height() / down)):
            yield QRectF(right - width, area.top() + row * down, width, height)


def _nearest(places: Sequence[QRectF], line: list[tuple[float, float]], others: list[Course]) -> Sequence[QRectF]:
    """Those of the places to which no other line is as near, else all: a text is taken for that of the nearest line."""
    return [one for one in places if _is_nearest(one, line, others)] or places


def _is_nearest(place: QRectF, line: list[tuple[float, float]], others: list[Course]) -> bool:
    own = _gap(place, line)
    return all(own + CLEARLY < _gap(place, other) for other in others)


def _gap(place: QRectF, line: list[tuple[float, float]]) -> float:
    """How far a line runs above or below the middle of a text, in pixels; 0 where it runs through it."""
    y = _height_at(line, place.center().x())
    return max(0.0, place.top() - y, y - place.bottom())


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


def _distance(first: QPointF, second: QPointF) -> float:
    between = first - second
    return float((between.x() ** 2 + between.y() ** 2) ** 0.5)
