"""What all charts share: fixed ranges, ticks from the series, a grid, and a layer painted in pixels of the plot."""

from collections.abc import Iterator, Sequence
from math import ceil

from PySide6.QtCore import QEvent, QLineF, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from advisor.charts.color import shade, stroke
from advisor.charts.plain import plain_tip
from advisor.charts.qt_override import qt_override
from advisor.present.words.palette import Theme
from advisor.present.words.series import Axis

LEFT, ABOVE, RIGHT = 4.0, 2.0, 24.0
"""Space around the plot in pixels, so that the outermost ticks are not cut off."""
TITLE_HEIGHT, TITLE_HEIGHTS = 22, 1.5
"""Height of the row above the plot that names the y axis, in pixels and in heights of its font: the larger."""
AXIS_HEIGHTS = 2.6
"""Height of the axis below in heights of its font: ticks, and its name."""
LEAST_HEIGHTS = 6.0
"""Height of the plot at least, in heights of its font."""
BELOW_BARS, BELOW_BARS_HEIGHTS = 56, 3.5
"""Height of the axis below all bars, in pixels and in heights of its font: the larger."""
BESIDE_TICK, BELOW_PLOT, INSET = 5.0, 2.0, 4.0
"""Between a tick of the y axis and the plot, of the x axis and the plot, and before the name of an axis, in pixels."""
TICK_ROOM = 12
"""Width of the y axis beside its widest tick, in pixels."""
OVERHANG = 15.0
"""A tick that would reach so many pixels over the end of its axis is left out."""
BETWEEN_TICKS = 2.0
"""The least between two texts of ticks, in pixels."""
NO_AXIS = Axis("", 0.0, 1.0, ())
SMOOTH = QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing


class Plot(QWidget):
    """A chart with given ranges. Subclasses draw one kind of series."""

    hovered = Signal(str)
    smallest_label = 11
    """Labels are not smaller than this, in pixels."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme: Theme = "light"
        self._x_axis, self._y_axis, self._has_y_axis = NO_AXIS, NO_AXIS, False
        self._right_pixels, self._area = 0.0, QRectF()
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # figures rise to the right in every language
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMouseTracking(True)

    def set_theme(self, theme: Theme) -> None:
        """Recolor everything."""
        self.theme = theme
        self.update()

    def set_axes(self, x_axis: Axis, y_axis: Axis | None) -> None:
        """Fix ranges and ticks; None hides the y axis and leaves 0 to 1."""
        self._x_axis, self._y_axis, self._has_y_axis = x_axis, y_axis or NO_AXIS, y_axis is not None
        self._lay_out()

    def reserve_right(self, width: float) -> None:
        """Keep so many pixels free right of the end of the x axis, for texts."""
        self._right_pixels = width
        self.update()

    def draw(self, painter: QPainter) -> None:
        """All of it but the ground, in pixels of the widget."""
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.translate(self._area.topLeft())
        self._draw_grid(painter)
        painter.setRenderHints(SMOOTH)
        painter.setFont(self.label_font())
        self.draw_pixels(painter)
        painter.translate(-self._area.topLeft())
        painter.setFont(self.label_font())
        painter.setPen(shade("soft_ink", self.theme))
        for at, text in self._axis_texts(QFontMetricsF(painter.font())):
            painter.drawText(at, text)

    def draw_pixels(self, painter: QPainter) -> None:
        """What the series says, in pixels of the plot; subclasses draw here."""

    def text_at(self, position: QPointF) -> str:
        """The value under a point in pixels of the plot, as finished text; empty where there is none."""
        del position
        return ""

    def pixel(self, x: float, y: float) -> QPointF:
        """Axis coordinates to pixels of the plot."""
        return QPointF(*self.pixels((x,), (y,))[0])

    def pixels(self, xs: Sequence[float], ys: Sequence[float]) -> list[tuple[float, float]]:
        """The same for many points."""
        width, left, top = self._area.width(), self._x_axis.low, self._y_axis.high
        across = max(width - self._right_pixels, width / 4) / ((self._x_axis.high - left) or 1)
        down = self._area.height() / ((top - self._y_axis.low) or 1)
        return [((x - left) * across, (top - y) * down) for x, y in zip(xs, ys, strict=True)]

    def plot_size(self) -> QSize:
        """The drawing area in pixels."""
        return self._area.size().toSize()

    def label_font(self, *, bold: bool = False) -> QFont:
        """The font of labels: a little smaller than text."""
        font = QFont(self.font())
        font.setPixelSize(max(self.smallest_label, round(QFontMetricsF(font).height() * 0.75)))
        font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
        return font

    @qt_override(QSize())
    def minimumSizeHint(self) -> QSize:
        """Small enough for two rows of charts on a small screen, and high enough for lines above large texts."""
        height = QFontMetricsF(self.label_font()).height()
        return QSize(220, max(184, round((TITLE_HEIGHTS + AXIS_HEIGHTS + LEAST_HEIGHTS) * height)))

    @qt_override(QSize())
    def sizeHint(self) -> QSize:
        """Twice as wide as high."""
        return QSize(420, 190)

    def below_bars(self) -> int:
        """Height of the axis below all bars, in pixels."""
        return max(BELOW_BARS, round(BELOW_BARS_HEIGHTS * QFontMetricsF(self.label_font()).height()))

    @qt_override()
    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw on the ground of a card."""
        painter = QPainter(self)
        painter.fillRect(event.rect(), shade("card", self.theme))
        self.draw(painter)
        painter.end()

    @qt_override()
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show the value under the mouse."""
        text = self.text_at(event.position() - self._area.topLeft())
        QToolTip.showText(event.globalPosition().toPoint(), plain_tip(text), self)
        self.hovered.emit(text)

    @qt_override()
    def changeEvent(self, event: QEvent) -> None:
        """Axes take as much room as their texts."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._lay_out()
            self.updateGeometry()

    @qt_override()
    def resizeEvent(self, event: QResizeEvent) -> None:
        """The axes keep their room."""
        super().resizeEvent(event)
        self._lay_out()

    def _lay_out(self) -> None:
        """What the axes leave is the plot."""
        metrics, ticks = QFontMetricsF(self.label_font()), self._y_axis.ticks
        widest = max((metrics.horizontalAdvance(text) for _, text in ticks), default=0.0)
        first = next((text for x, text in self._x_axis.ticks if x == self._x_axis.low), "")
        half = ceil(metrics.horizontalAdvance(first) / 2)  # of the tick where the axis begins
        left = max(LEFT + (round(widest) + TICK_ROOM if self._has_y_axis else 0), half)
        titled = max(TITLE_HEIGHT, round(TITLE_HEIGHTS * metrics.height()))
        top = ABOVE + (titled if self._y_axis.label else 0)
        below = round(AXIS_HEIGHTS * metrics.height()) if self._x_axis.ticks or self._x_axis.label else 0
        self._area = QRectF(left, top, max(0.0, self.width() - left - RIGHT), max(0.0, self.height() - top - below))
        self.update()

    def _axis_texts(self, metrics: QFontMetricsF) -> Iterator[tuple[QPointF, str]]:
        """Ticks and names of the axes with their places in the widget: left end and baseline."""
        area = self._area
        yield QPointF(area.left() + INSET, ABOVE + INSET + metrics.ascent()), self._y_axis.label
        end = -OVERHANG  # of the text before, which none covers
        for x, text in self._x_axis.ticks:
            width = metrics.horizontalAdvance(text)
            left = self.pixel(x, 0).x() - width / 2
            if left >= end and left + width <= area.width() + OVERHANG:
                yield QPointF(area.left() + left, area.bottom() + BELOW_PLOT + metrics.ascent()), text
                end = left + width + BETWEEN_TICKS
        name = self._x_axis.label
        left = area.left() + round((area.width() - metrics.horizontalAdvance(name)) / 2)
        yield QPointF(left, self.height() - ceil(metrics.height()) + metrics.ascent()), name
        for y, text in self._y_axis.ticks if self._has_y_axis else ():
            left = area.left() - BESIDE_TICK - metrics.horizontalAdvance(text)
            baseline = self.pixel(0, y).y() - metrics.height() / 2 + metrics.ascent()
            yield QPointF(left, area.top() + baseline), text

    def _draw_grid(self, painter: QPainter) -> None:
        """A line at each tick of the axes that are named."""
        size, named = self._area.size(), bool(self._y_axis.label)
        ys = [self.pixel(0, y).y() for y, _ in self._y_axis.ticks] if named else []
        xs = [self.pixel(x, 0).x() for x, _ in self._x_axis.ticks] if self._has_y_axis and not named else []
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(stroke("line", self.theme))
        painter.drawLines([QLineF(x, 0, x, size.height()) for x in xs] + [QLineF(0, y, size.width(), y) for y in ys])
