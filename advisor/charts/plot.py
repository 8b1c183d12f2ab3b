"""What all charts share: fixed ranges, ticks from the series, an own grid, and a layer painted in pixels."""

from collections.abc import Callable, Sequence
from html import escape
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QLineF, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QWheelEvent
from PySide6.QtWidgets import QGraphicsScene, QToolTip, QWidget

from advisor.charts.color import shade, stroke
from advisor.charts.plain import plain_tip
from advisor.charts.qt_override import qt_override
from advisor.present.words.palette import Theme
from advisor.present.words.series import Axis

MARGINS = (4, 2, 24, 0)
"""Space around the plot in pixels, so that the outermost ticks are not cut off."""
EDGE = 10
"""How far marks may reach over the edge of the plot, in pixels."""
TITLE_HEIGHT = 22
"""Height in pixels of the row above the plot that names the y axis."""
BELOW_BARS = 56
"""Height of the axis below all bars, in pixels."""
NO_AXIS = Axis("", 0.0, 1.0, ())
BEHIND_LINES, ABOVE_LINES = -100, 50


class PixelLayer(pg.GraphicsObject):
    """An item over the whole plot whose painter counts in pixels from the top left corner of the plot."""

    def __init__(self, plot: "Plot", draw: Callable[[QPainter], None], height: int) -> None:
        super().__init__()
        self._plot, self._draw = plot, draw
        self.setZValue(height)

    @qt_override(QRectF())
    def boundingRect(self) -> QRectF:
        """Everything visible, and a little more for marks on the edge."""
        area, size = self._plot.shown_area(), self._plot.plot_size()
        across, up = area.width() / max(size.width(), 1) * EDGE, area.height() / max(size.height(), 1) * EDGE
        return area.adjusted(-across, -up, across, up)

    @qt_override()
    def paint(self, painter: QPainter, *_: object) -> None:
        """Hand a painter in pixels to the plot."""
        area, size = self._plot.shown_area(), self._plot.plot_size()
        if not size.width() or not size.height():
            return
        painter.translate(area.left(), area.bottom())
        painter.scale(area.width() / size.width(), -area.height() / size.height())
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        painter.setFont(self._plot.label_font())
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self._draw(painter)


class QuietAxis(pg.AxisItem):
    """An axis of texts only: marks of no length would still leave dots."""

    def generateDrawSpecs(self, p: QPainter) -> Any:  # noqa: N802 - pyqtgraph's name
        """What to draw, without the tick marks."""
        specs = super().generateDrawSpecs(p)
        return specs and (specs[0], [], specs[2])

    def updateAutoSIPrefix(self) -> None:  # noqa: N802 - pyqtgraph's name
        """Keep the unit of the label: it is finished text, and laying it out at every range is slow."""


class Plot(pg.PlotWidget):
    """A chart without mouse zoom, menus or automatic ranges. Subclasses draw one kind of series in place."""

    hovered = Signal(str)
    smallest_label = 11
    """Labels are not smaller than this, in pixels."""

    _ready = False

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, axisItems={name: QuietAxis(name) for name in ("left", "bottom")}, enableMenu=False)
        self.theme: Theme = "light"
        self.scene().setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)  # a handful of items, often moved
        item = self.getPlotItem()
        for part in (self, item):  # figures rise to the right in every language
            part.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        item.hideButtons()
        item.setMouseEnabled(False, False)
        item.disableAutoRange()
        item.layout.setContentsMargins(*MARGINS)
        for part in (self, self.viewport()):  # Tab stops at the frame around the chart
            part.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFrameShape(self.Shape.NoFrame)
        self.setMouseTracking(True)
        for name in ("left", "bottom"):
            item.getAxis(name).setStyle(tickLength=0, autoExpandTextSpace=False, autoReduceTextSpace=False)
            item.getAxis(name).setTicks([[]])
        item.hideAxis("left")
        self._x_axis, self._y_axis, self._has_y_axis = NO_AXIS, NO_AXIS, False
        self._right_pixels, self._shown_high = 0.0, 1.0
        self._shown_labels = ("", "", "", "")
        box = item.getViewBox()
        for clipping in (box, box.childGroup):
            clipping.setFlag(box.GraphicsItemFlag.ItemClipsChildrenToShape, False)
        self._grid = PixelLayer(self, self._draw_grid, BEHIND_LINES)
        self._layer = PixelLayer(self, self.draw_pixels, ABOVE_LINES)
        for layer in (self._grid, self._layer):
            self.addItem(layer, ignoreBounds=True)
        self._ready = True
        self._apply_font()

    def set_theme(self, theme: Theme) -> None:
        """Recolor everything; the subclass recolors its own items in `recolor`."""
        self.theme = theme
        self.setBackground(shade("card", theme))
        for name in ("left", "bottom"):
            axis = self.getPlotItem().getAxis(name)
            axis.setPen(pg.mkPen(None))
            axis.setTextPen(shade("soft_ink", theme))
            axis.setStyle(hideOverlappingLabels=False)
        self._show_label(self._x_axis)
        self.recolor()
        self._grid.update()
        self._layer.update()

    def set_axes(self, x_axis: Axis, y_axis: Axis | None) -> None:
        """Fix ranges and ticks; None hides the y axis and leaves 0 to 1."""
        if (x_axis, y_axis or NO_AXIS) == (self._x_axis, self._y_axis):
            return
        self._before_change()
        self._x_axis, self._y_axis, self._has_y_axis = x_axis, y_axis or NO_AXIS, y_axis is not None
        item = self.getPlotItem()
        item.showAxis("left", y_axis is not None)
        item.showAxis("bottom", bool(x_axis.ticks or x_axis.label))  # an empty one would take height
        item.getAxis("bottom").setTicks([list(x_axis.ticks)])
        item.getAxis("left").setTicks([list(self._y_axis.ticks)])
        metrics = QFontMetricsF(self.label_font())
        widest = max((metrics.horizontalAdvance(text) for _, text in self._y_axis.ticks), default=0.0)
        item.getAxis("left").setWidth(round(widest) + 12)
        self._show_label(self._x_axis)
        self._fix_range()

    def reserve_right(self, width: float) -> None:
        """Keep so many pixels free right of the end of the x axis, for texts."""
        if round(width) != round(self._right_pixels):
            self._right_pixels = width
            self._fix_range()

    def redraw_labels(self) -> None:
        """Paint the pixel layer again, and settle ranges now: settled while painting, they cost a second paint."""
        self._layer.update()
        self.scene().prepareForPaint()

    def _draw_grid(self, painter: QPainter) -> None:
        """A line at each tick of the axes that are named. Much faster than pyqtgraph's own grid."""
        size, named = self.plot_size(), bool(self._y_axis.label)
        ys = [self.pixel(0, y).y() for y, _ in self._y_axis.ticks] if named else []
        xs = [self.pixel(x, 0).x() for x, _ in self._x_axis.ticks] if self._has_y_axis and not named else []
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(stroke("line", self.theme))
        painter.drawLines([QLineF(x, 0, x, size.height()) for x in xs] + [QLineF(0, y, size.width(), y) for y in ys])

    def draw_pixels(self, painter: QPainter) -> None:
        """Labels and marks in pixels; subclasses draw here."""

    def recolor(self) -> None:
        """Recolor the subclass's own items."""

    def text_at(self, position: QPointF) -> str:
        """The value under a point in pixels, as finished text; empty where there is none."""
        del position
        return ""

    def pixel(self, x: float, y: float) -> QPointF:
        """Axis coordinates to pixels of the plot."""
        return QPointF(*self.pixels((x,), (y,))[0])

    def pixels(self, xs: Sequence[float], ys: Sequence[float]) -> list[tuple[float, float]]:
        """The same for many points."""
        size, left, top = self.plot_size(), self._x_axis.low, self._y_axis.high
        across = size.width() / ((self._shown_high - left) or 1)
        down = size.height() / ((top - self._y_axis.low) or 1)
        return [((x - left) * across, (top - y) * down) for x, y in zip(xs, ys, strict=True)]

    def shown_area(self) -> QRectF:
        """What the axes show, in axis coordinates."""
        horizontal, vertical = self._x_axis, self._y_axis
        return QRectF(horizontal.low, vertical.low, self._shown_high - horizontal.low, vertical.high - vertical.low)

    def plot_size(self) -> QSize:
        """The drawing area in pixels."""
        return self.getPlotItem().getViewBox().size().toSize()

    def label_font(self, *, bold: bool = False) -> QFont:
        """The font of labels: a little smaller than text."""
        font = QFont(self.font())
        font.setPixelSize(max(self.smallest_label, round(QFontMetricsF(font).height() * 0.75)))
        font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
        return font

    @qt_override(QSize())
    def minimumSizeHint(self) -> QSize:
        """Small enough for two rows of charts on a small screen."""
        return QSize(220, 184)

    @qt_override(QSize())
    def sizeHint(self) -> QSize:
        """Twice as wide as high."""
        return QSize(420, 190)

    def close(self) -> bool:
        """Close like any widget: pyqtgraph's own way takes the scene apart while Qt still uses it."""
        return QWidget.close(self)

    @qt_override()
    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page."""
        event.ignore()

    @qt_override()
    def mouseMoveEvent(self, event: Any) -> None:
        """Show the value under the mouse."""
        super().mouseMoveEvent(event)
        origin = self.getPlotItem().getViewBox().mapToScene(QPointF(0, 0))
        text = self.text_at(self.mapToScene(event.position().toPoint()) - origin)
        QToolTip.showText(event.globalPosition().toPoint(), plain_tip(text), self)
        self.hovered.emit(text)

    @qt_override()
    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of the application's font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self._ready:
            self._apply_font()

    @qt_override()
    def resizeEvent(self, event: Any) -> None:
        """Ranges with room for texts depend on the width."""
        super().resizeEvent(event)
        if self._ready:
            self._fix_range()

    def _before_change(self) -> None:
        """The items over the whole plot have to announce that their bounds will change."""
        self._grid.prepareGeometryChange()
        self._layer.prepareGeometryChange()

    def _fix_range(self) -> None:
        """Set the ranges of the axes, the x range longer by the reserved pixels."""
        self._before_change()
        width = max(self.plot_size().width(), 1)
        low, span = self._x_axis.low, self._x_axis.high - self._x_axis.low
        self._shown_high = low + span * width / max(width - self._right_pixels, width / 4)
        y_range = (self._y_axis.low, self._y_axis.high)
        self.getPlotItem().setRange(xRange=(low, self._shown_high), yRange=y_range, padding=0, disableAutoRange=True)
        self._layer.update()

    def _apply_font(self) -> None:
        for name in ("left", "bottom"):
            self.getPlotItem().getAxis(name).setTickFont(self.label_font())
        self.getPlotItem().getAxis("bottom").setHeight(round(QFontMetricsF(self.label_font()).height() * 2.6))

    def _show_label(self, axis: Axis) -> None:
        """Name the axes; Qt lays rich text out anew each time, so only where something changed."""
        color, size = shade("soft_ink", self.theme).name(), f"{self.label_font().pixelSize()}px"
        below, above = escape(axis.label, quote=False), escape(self._y_axis.label, quote=False)
        wanted = (below, above, color, size)
        if wanted == self._shown_labels:
            return
        self._shown_labels = wanted
        self.getPlotItem().getAxis("bottom").setLabel(below, color=color, **{"font-size": size})
        self.getPlotItem().setTitle(above or None, color=color, size=size, justify="left")
        if above:
            self.getPlotItem().titleLabel.setMaximumHeight(TITLE_HEIGHT)
            self.getPlotItem().layout.setRowFixedHeight(0, TITLE_HEIGHT)
