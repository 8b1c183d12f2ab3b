"""Vector drawings inside a text document: charts and the rig picture, painted as the window paints them."""

from typing import Any

from PySide6.QtCore import QCoreApplication, QEventLoop, QObject, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QPainter, QPyTextObject, QTextDocument, QTextFormat
from PySide6.QtWidgets import QGraphicsTextItem

from advisor.charts.bar_chart import BarPlot
from advisor.charts.line_chart import LinePlot
from advisor.charts.range_chart import RangePlot
from advisor.charts.rig_picture import paint_rig_picture
from advisor.present.series import BarChart, Chart, LineChart, RangeChart, RigPicture
from advisor.report.application import report_font

OBJECT_TYPE = QTextFormat.ObjectTypes.UserObject + 1
KEY = QTextFormat.Property.UserProperty + 1
CHART_POINTS = 8.0
SMALLEST_LABEL = 9
"""Labels of charts may be smaller on paper than on a screen, in pixels of the page."""
SMALLEST_TEXT = 8.5
"""Labels of the picture may be smaller on paper than on a screen, in pixels of the page."""


class Drawing:
    """Something with a size that paints itself."""

    def __init__(self, size: QSizeF) -> None:
        self.size = size

    def prepare(self) -> None:
        """Make ready what painting needs; laying out takes the size only."""

    def paint(self, painter: QPainter, area: QRectF) -> None:
        """Paint into `area` of the page."""
        raise NotImplementedError

    def discard(self) -> None:
        """Free what painting needed; it cannot be painted afterwards."""


class ChartDrawing(Drawing):
    """A chart of the window in its light form, laid out as if shown and then hidden, kept until it is discarded."""

    def __init__(self, series: Chart, size: QSizeF) -> None:
        super().__init__(size)
        self._series = series
        self._plot: Any = None

    def prepare(self) -> None:
        """Show the widget where nobody sees it; it is laid out with the next events."""
        plot = self._plot = _plot(self._series)
        plot.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        plot.setAntialiasing(False)
        plot.smallest_label = SMALLEST_LABEL
        plot.setFont(report_font(CHART_POINTS))
        plot.resize(QSize(round(self.size.width()), round(self.size.height())))
        plot.set_theme("light")
        for item in plot.scene().items():
            if isinstance(item, QGraphicsTextItem):  # titles of axes follow the application's font, not the widget's
                item.setFont(report_font(CHART_POINTS))
        plot.show()

    def discard(self) -> None:
        """Delete the widget."""
        if self._plot is not None:
            self._plot.close()
            self._plot.deleteLater()

    def paint(self, painter: QPainter, area: QRectF) -> None:
        """Render the scene of the widget, in pixels of the widget."""
        self._plot.scene().prepareForPaint()
        self._plot.hide()  # a widget left "shown" would keep the app from ending with its last window
        self._plot.scene().render(painter, area, QRectF(self._plot.rect()), Qt.AspectRatioMode.KeepAspectRatio)


class PictureDrawing(Drawing):
    """The picture of the rig."""

    def __init__(self, picture: RigPicture, width: float) -> None:
        super().__init__(QSizeF(width, width * picture.height / picture.width))
        self._picture = picture

    def paint(self, painter: QPainter, area: QRectF) -> None:
        """Paint it with the light palette."""
        painter.setFont(report_font(CHART_POINTS))
        paint_rig_picture(painter, area, self._picture, "light", smallest_text=SMALLEST_TEXT)


class Drawings(QPyTextObject):
    """The handler a document asks for the size and the painting of its drawings, by their number."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._drawings: list[Drawing] = []

    def add(self, drawing: Drawing) -> int:
        """Keep a drawing; returns the number to store in its text format."""
        self._drawings.append(drawing)
        return len(self._drawings) - 1

    def prepare(self) -> None:
        """Make all drawings ready for painting."""
        for drawing in self._drawings:
            drawing.prepare()
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)

    def discard(self) -> None:
        """Discard all drawings."""
        while self._drawings:
            self._drawings.pop().discard()

    def intrinsicSize(self, doc: QTextDocument, pos_in_document: int, text_format: QTextFormat) -> QSizeF:
        """The size of a drawing."""
        del doc, pos_in_document
        return self._drawing(text_format).size

    def drawObject(
        self,
        painter: QPainter,
        rect: QRectF | QRect,
        doc: QTextDocument,
        pos_in_document: int,
        text_format: QTextFormat,
    ) -> None:
        """Paint a drawing, but only on its own page: axis texts ignore the clip of a page."""
        del pos_in_document
        page = QRectF(0, 0, doc.pageSize().width(), doc.pageSize().height())
        area = QRectF(rect)
        if page.intersects(painter.transform().mapRect(area)):
            painter.save()
            self._drawing(text_format).paint(painter, area)
            painter.restore()

    def _drawing(self, text_format: QTextFormat) -> Drawing:
        return self._drawings[int(text_format.property(KEY))]


def _plot(series: Chart) -> Any:
    plots: dict[type, Any] = {BarChart: BarPlot, LineChart: LinePlot, RangeChart: RangePlot}
    plot = plots[type(series)]()
    plot.show_series(series)
    return plot
