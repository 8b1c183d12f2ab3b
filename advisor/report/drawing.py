"""Vector drawings inside a text document: charts and the rig picture, painted as the window paints them."""

from PySide6.QtCore import QObject, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPyTextObject, QTextDocument, QTextFormat

from advisor.charts.qt_override import qt_override
from advisor.charts.rig_picture import paint_rig_picture
from advisor.charts.still_chart import paint_chart
from advisor.present.words.palette import color
from advisor.present.words.series import Chart, RigPicture
from advisor.report.application import report_font
from advisor.report.marks import NO_PART, paint_mark

OBJECT_TYPE = QTextFormat.ObjectTypes.UserObject + 1
KEY = QTextFormat.Property.UserProperty + 1
CHART_POINTS = 8.0
SMALLEST_LABEL = 9
"""Labels of charts may be smaller on paper than on a screen, in pixels of the page."""
_ROUNDING = 0.5
_DOT_SHARE = 0.72
"""Height of a light's dot, of that of the letters beside it."""
SMALLEST_TEXT = 8.5
"""Labels of the picture may be smaller on paper than on a screen, in pixels of the page."""


class Drawing:
    """Something with a size that paints itself; `part` is its number among the parts of the document."""

    def __init__(self, size: QSizeF) -> None:
        self.size = size
        self.part = NO_PART

    def paint(self, painter: QPainter, area: QRectF) -> None:
        """Paint into `area` of the page."""
        raise NotImplementedError


class PartMark(Drawing):
    """Nothing to see: the place where a part of the document begins."""

    def __init__(self, part: int) -> None:
        super().__init__(QSizeF(0, 0))
        self.part = part

    def paint(self, painter: QPainter, area: QRectF) -> None:
        """Nothing; the mark of a drawing is painted before it."""


class LightMark(Drawing):
    """A dot in the color of a light, before the word for it."""

    def __init__(self, light: str, height: float) -> None:
        super().__init__(QSizeF(height, height))
        self._light = light

    def paint(self, painter: QPainter, area: QRectF) -> None:
        """A dot with room behind it."""
        size = _DOT_SHARE * area.height()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor.fromString(color(self._light, "light")))
        painter.drawEllipse(QRectF(area.left(), area.bottom() - size, size, size))


class ChartDrawing(Drawing):
    """A chart of the window in its light form."""

    def __init__(self, series: Chart, size: QSizeF) -> None:
        super().__init__(size)
        self._series = series

    def paint(self, painter: QPainter, area: QRectF) -> None:
        """Paint the chart as a widget of its size would."""
        size, font = self.size.toSize(), report_font(CHART_POINTS)
        paint_chart(painter, area, self._series, size, theme="light", font=font, smallest_label=SMALLEST_LABEL)


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

    @qt_override(QSizeF())
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
        area = QRectF(rect)
        top = painter.transform().map(area.topLeft()).y()
        if -_ROUNDING < top < doc.pageSize().height() - _ROUNDING:
            drawing = self._drawing(text_format)
            paint_mark(painter, drawing.part)
            painter.save()
            drawing.paint(painter, area)
            painter.restore()

    def _drawing(self, text_format: QTextFormat) -> Drawing:
        return self._drawings[int(text_format.property(KEY))]
