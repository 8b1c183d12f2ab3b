"""Draws rig and answer as one picture of the size that forums show whole, each line at its own pixels."""

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QImage, QPainter

from advisor.charts.chart_frame import is_empty
from advisor.charts.color import shade, stroke
from advisor.charts.rig_picture import paint_rig_picture
from advisor.charts.still_chart import paint_chart
from advisor.present.report.forum_picture import ForumPicture
from advisor.present.words.palette import Theme
from advisor.present.words.series import Chart
from advisor.present.words.verdict import Figure

WIDTH, HEIGHT = 1200, 675
MARGIN, GAP, INSIDE, CORNER = 36, 16, 18, 14
TITLE_SIZES, SUBTITLE, HEADING, TEXT, SMALL, CHART_TEXT = (32, 29, 26, 23, 20), 17, 17, 15, 14, 17
FOOTER_HEIGHT, FACTS_HEIGHT = 26, 62
FIGURE, DOT = 34, 22
"""Pixels of a large figure, and of the dot in the color of a light."""
_WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop
_MOST_TITLE_LINES = 2
_LEFT_SHARE, _LEFT_OF_BARS, _UPPER_SHARE = 0.63, 0.55, 0.61
"""Shares of the width and height for the rig where a chart stands beside it, one over the whole height has names."""
_SMALLEST_LABEL, _SMALLEST_BESIDE = 13.0, 9.5
"""Labels of the rig do not shrink below these pixels, alone and beside a chart, where they would cover each other."""


def forum_image(picture: ForumPicture, *, theme: Theme, font: QFont) -> QImage:
    """The picture in exactly 1200 x 675 pixels."""
    image = QImage(QSize(WIDTH, HEIGHT), QImage.Format.Format_RGB32)
    image.fill(shade("background", theme))
    painter = QPainter(image)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    _Sheet(painter, theme, font).draw(picture)
    painter.end()
    return image


class _Sheet:
    """One picture while it is drawn."""

    def __init__(self, painter: QPainter, theme: Theme, font: QFont) -> None:
        self._painter, self._theme, self._font = painter, theme, font

    def draw(self, picture: ForumPicture) -> None:
        top = self._head(picture)
        bottom = HEIGHT - MARGIN - FOOTER_HEIGHT
        self._text(
            QRectF(MARGIN, bottom + GAP / 2, WIDTH - 2 * MARGIN, FOOTER_HEIGHT), picture.footer, SMALL, soft=True
        )
        body = QRectF(MARGIN, top, WIDTH - 2 * MARGIN, bottom - top)
        if picture.facts:
            self._facts(QRectF(body.left(), body.bottom() - FACTS_HEIGHT, body.width(), FACTS_HEIGHT), picture.facts)
            body.setHeight(body.height() - FACTS_HEIGHT - GAP)
        if picture.beside is None:
            self._rig(body, picture, smallest=_SMALLEST_LABEL)
            return
        share = (_LEFT_SHARE if picture.below else _LEFT_OF_BARS) * body.width()
        left, right, upper = share - GAP / 2, body.left() + share + GAP / 2, _UPPER_SHARE * body.height() - GAP / 2
        lower = QRectF(body.left(), body.top() + upper + GAP, left, body.height() - upper - GAP)
        self._rig(QRectF(body.left(), body.top(), left, upper), picture, smallest=_SMALLEST_BESIDE)
        beside = QRectF(right, body.top(), body.right() - right, upper if picture.below else body.height())
        self._chart(beside, picture.beside)
        if picture.below is None:
            self._said(lower, picture.lines)
            return
        self._chart(lower, picture.below)
        self._said(QRectF(right, lower.top(), beside.width(), lower.height()), picture.lines)

    def _head(self, picture: ForumPicture) -> float:
        """Title and subtitle; returns where the rest begins."""
        width = WIDTH - 2 * MARGIN
        left = float(MARGIN)
        if picture.light is not None:
            self._painter.setPen(Qt.PenStyle.NoPen)
            self._painter.setBrush(shade(picture.light, self._theme))
            self._painter.drawEllipse(QRectF(left, MARGIN + 4, DOT, DOT))
            left += DOT + GAP / 2
            width -= round(DOT + GAP / 2)
        size = next((one for one in TITLE_SIZES if self._lines(picture.title, one, width) <= _MOST_TITLE_LINES), None)
        height = self._height(picture.title, size or TITLE_SIZES[-1], width, bold=True)
        area = QRectF(left, MARGIN - 6, width, height)
        self._text(area, picture.title, size or TITLE_SIZES[-1], bold=True)
        if not picture.subtitle:
            return area.bottom() + GAP
        below = QRectF(MARGIN, area.bottom() + 4, width, self._height(picture.subtitle, SUBTITLE, width))
        self._text(below, picture.subtitle, SUBTITLE, soft=True)
        return self._figures(below.bottom() + GAP / 2, picture.figures) + GAP

    def _figures(self, top: float, figures: tuple[Figure, ...]) -> float:
        """Large figures side by side, what each is called before it; returns where they end."""
        width = (WIDTH - 2 * MARGIN) / max(1, len(figures))
        for number, one in enumerate(figures):
            left = MARGIN + number * width
            self._line(QPointF(left, top + SMALL), one.name, SMALL, width - GAP, soft=True)
            at = QPointF(left, top + SMALL + FIGURE)
            self._line(at, one.value, FIGURE, width - GAP, bold=True)
            at += QPointF(QFontMetricsF(self._sized(FIGURE, bold=True)).horizontalAdvance(f"{one.value} "), 0)
            self._line(at, one.unit, HEADING, left + width - GAP - at.x())
            said = " · ".join(filter(None, (one.span, one.meaning)))
            self._line(QPointF(left, top + 2 * SMALL + FIGURE + 6), said, SMALL, width - GAP, soft=True)
        return top + 2 * SMALL + FIGURE + GAP if figures else top

    def _rig(self, area: QRectF, picture: ForumPicture, *, smallest: float) -> None:
        """The picture of the rig in the middle of a card."""
        self._card(area)
        self._painter.save()
        self._painter.setClipRect(area)
        self._painter.setFont(self._sized(TEXT))
        inside = area.adjusted(INSIDE, INSIDE / 2, -INSIDE, -INSIDE / 2)
        paint_rig_picture(self._painter, inside, picture.rig, self._theme, smallest_text=smallest)
        self._painter.restore()

    def _said(self, area: QRectF, lines: tuple[str, ...]) -> None:
        """Lines in a card, as many as have room; the first in bold."""
        self._card(area)
        inside = area.adjusted(INSIDE, INSIDE - 4, -INSIDE, -INSIDE / 2)
        top = inside.top()
        for number, line in enumerate(lines):
            height = self._height(line, TEXT, inside.width(), bold=number == 0)
            if top + height > inside.bottom() + 1:
                break
            self._text(QRectF(inside.left(), top, inside.width(), height), line, TEXT, bold=number == 0)
            top += height + 6

    def _chart(self, area: QRectF, chart: Chart) -> None:
        self._card(area)
        inside = area.adjusted(INSIDE, INSIDE - 4, -INSIDE, -INSIDE / 2)
        title = QRectF(inside.left(), inside.top(), inside.width(), self._height(chart.title, HEADING, inside.width()))
        self._text(title, chart.title, HEADING, bold=True)
        rest = QRectF(inside.left(), title.bottom() + 4, inside.width(), inside.bottom() - title.bottom() - 4)
        if is_empty(chart):
            self._text(rest, chart.sentence, TEXT, soft=True)
            return
        size, font = rest.size().toSize(), self._sized(CHART_TEXT)
        paint_chart(self._painter, QRectF(rest.topLeft(), size), chart, size, theme=self._theme, font=font)

    def _facts(self, area: QRectF, facts: tuple[tuple[str, str], ...]) -> None:
        """Names above values, side by side."""
        self._card(area)
        width = (area.width() - 2 * INSIDE) / len(facts)
        for number, (name, value) in enumerate(facts):
            left = area.left() + INSIDE + number * width
            self._line(QPointF(left, area.top() + 24), name, SMALL, width - GAP, soft=True)
            self._line(QPointF(left, area.top() + 46), value, TEXT, width - GAP)

    def _card(self, area: QRectF) -> None:
        self._painter.setPen(stroke("line", self._theme))
        self._painter.setBrush(shade("card", self._theme))
        self._painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), CORNER, CORNER)

    def _text(self, area: QRectF, text: str, size: int, *, bold: bool = False, soft: bool = False) -> None:
        self._painter.setFont(self._sized(size, bold=bold))
        self._painter.setPen(shade("soft_ink" if soft else "ink", self._theme))
        self._painter.drawText(area, int(_WRAPPED), text)

    def _line(self, at: QPointF, text: str, size: int, width: float, *, soft: bool = False, bold: bool = False) -> None:
        """One line, cut where it is too long."""
        self._painter.setFont(self._sized(size, bold=bold))
        self._painter.setPen(shade("soft_ink" if soft else "ink", self._theme))
        metrics = QFontMetricsF(self._sized(size, bold=bold))
        self._painter.drawText(at, metrics.elidedText(text, Qt.TextElideMode.ElideRight, width))

    def _lines(self, text: str, size: int, width: float) -> int:
        return round(self._height(text, size, width, bold=True) / QFontMetricsF(self._sized(size, bold=True)).height())

    def _height(self, text: str, size: int, width: float, *, bold: bool = False) -> float:
        metrics = QFontMetricsF(self._sized(size, bold=bold))
        return metrics.boundingRect(QRectF(QRect(0, 0, round(width), HEIGHT)), int(_WRAPPED), text).height()

    def _sized(self, pixels: int, *, bold: bool = False) -> QFont:
        font = QFont(self._font)
        font.setPixelSize(pixels)
        font.setWeight(QFont.Weight.Bold if bold else QFont.Weight.Normal)
        return font
