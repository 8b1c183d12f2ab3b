"""Grid lines at the ticks of the axes, drawn in one call behind the data."""

from collections.abc import Callable

import pyqtgraph as pg
from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QPainter, QPen

from advisor.charts.color import on_axes


class Grid(pg.GraphicsObject):
    """Major lines at given positions. Much faster than pyqtgraph's own grid, which redraws its axes."""

    def __init__(self, area: Callable[[], QRectF]) -> None:
        super().__init__()
        self._area = area
        self._xs: tuple[float, ...] = ()
        self._ys: tuple[float, ...] = ()
        self._pen = QPen()
        self.setZValue(-100)

    def set_lines(self, xs: tuple[float, ...], ys: tuple[float, ...]) -> None:
        """Show vertical lines at `xs` and horizontal ones at `ys`."""
        if (xs, ys) != (self._xs, self._ys):
            self._xs, self._ys = xs, ys
            self.update()

    def set_pen(self, pen: QPen) -> None:
        """Change color; the width counts in pixels."""
        self._pen = pen
        self.update()

    def boundingRect(self) -> QRectF:
        """Everything visible."""
        return self._area()

    def paint(self, painter: QPainter, *_: object) -> None:
        """All lines at once, without antialiasing."""
        area = self._area()
        lines = [QLineF(x, area.top(), x, area.bottom()) for x in self._xs]
        lines += [QLineF(area.left(), y, area.right(), y) for y in self._ys]
        if not lines:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(on_axes(self._pen, painter, self))
        painter.drawLines(lines)
