"""Places direct labels so that none covers another or a line."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from math import inf
from typing import NamedTuple

from PySide6.QtCore import QRectF

OVERLAP_COST, MOVED_COST, POINT_COST = 1000.0, 6.0, 4.0
"""A text on a text cannot be read; one on a line can."""
HALF_A_LINE = 2.0
"""Of the width of a line, and a little, in pixels: a text that touches it is hard to read, too."""
APART = 6.0
"""Between two texts beside each other, in pixels: less reads as one."""
MOST_SHIFT = 90.0
"""How far in pixels a label under a bar may be from its part."""


def best_place(
    candidates: Iterable[QRectF],
    *,
    taken: Sequence[QRectF],
    points: Sequence[tuple[float, float]],
    area: QRectF,
    step_cost: float = 0.0,
) -> QRectF:
    """The first candidate that covers nothing, else the one that covers least, each first pushed inside `area`.

    `points` of lines stand in the order of their x.
    With `step_cost` each candidate is that much worse than the one before it: a text that is to stay near covers
    rather a bit of a line than stands far away.
    """
    best, least = QRectF(), float("inf")
    for step, candidate in enumerate(candidates):
        moved = inside(candidate, area)
        found = _cost(moved, taken, points) + (MOVED_COST if moved != candidate else 0.0)
        cost = found + step * step_cost
        if cost < least:
            best, least = moved, cost
        if not found:
            break
    return best


class Free(NamedTuple):
    """What no text is to cover: other texts, as they come, and points of lines in the order of their x."""

    taken: list[QRectF]
    points: Sequence[tuple[float, float]]

    def best(self, candidates: Iterable[QRectF], area: QRectF, *, step_cost: float = 0.0) -> QRectF:
        """The best of some places."""
        return best_place(candidates, taken=self.taken, points=self.points, area=area, step_cost=step_cost)

    def spoiled(self, place: QRectF) -> float:
        """How bad it is: 0 where it covers nothing, texts before lines."""
        texts = sum(place.intersects(one) for one in self.taken)
        return OVERLAP_COST * texts + covered(place.adjusted(0, -HALF_A_LINE, 0, HALF_A_LINE), self.points)


def covered(rect: QRectF, points: Sequence[tuple[float, float]]) -> int:
    """How many of some points, in the order of their x, lie inside a rectangle."""
    left, top, right, bottom = rect.left(), rect.top(), rect.right(), rect.bottom()
    across = points[bisect_right(points, (left, inf)) : bisect_left(points, (right, -inf))]
    return sum(top < y < bottom for _, y in across)


def is_beyond(place: QRectF, own_y: float, other_ys: Iterable[float]) -> bool:
    """Whether another line runs between a label and its own line, for which the label would then be taken."""
    low, high = sorted((own_y, place.center().y()))
    return any(low < y < high for y in other_ys)


def inside(rect: QRectF, area: QRectF) -> QRectF:
    """The rectangle moved, not resized, into the area as far as possible."""
    left = max(area.left(), min(rect.left(), area.right() - rect.width()))
    top = max(area.top(), min(rect.top(), area.bottom() - rect.height()))
    return QRectF(left, top, rect.width(), rect.height())


def stagger(
    centers: Sequence[float], widths: Sequence[float], *, total_width: float, gap: float
) -> list[tuple[int, float]]:
    """For labels under a bar: (row, left edge) of each, in the first row where it does not touch its neighbors.

    A label may stand up to `MOST_SHIFT` to the right of its place rather than open another row.
    """
    rows_end: list[float] = []
    places = []
    for center, width in zip(centers, widths, strict=True):
        left = max(0.0, min(center - width / 2, total_width - width))
        room = min(left + MOST_SHIFT, total_width - width)
        row = next((i for i, end in enumerate(rows_end) if end + gap <= room), len(rows_end))
        if row == len(rows_end):
            rows_end.append(-gap)
        left = max(left, rows_end[row] + gap)
        rows_end[row] = left + width
        places.append((row, left))
    return places


def in_rows(widths: Sequence[float], *, total_width: float, gap: float) -> list[tuple[int, float]]:
    """For labels of a legend: (row, left edge) of each, one after the other from the left."""
    places, row, left = [], 0, 0.0
    for width in widths:
        if left and left + width > total_width:
            row, left = row + 1, 0.0
        places.append((row, left))
        left += width + gap
    return places


def _cost(rect: QRectF, taken: Sequence[QRectF], points: Sequence[tuple[float, float]]) -> float:
    grown = rect.adjusted(-APART, -1, APART, 1)
    cost = OVERLAP_COST * sum(1 for other in taken if grown.intersects(other))
    return cost + POINT_COST * covered(grown, points)
