"""The picture of the memory layout, drawn with a plain painter on screen and into the report, and looked at closer."""

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import (
    QFont,
    QFontInfo,
    QFontMetricsF,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget

from advisor.charts.color import shade
from advisor.charts.plain import plain_tip
from advisor.charts.qt_override import qt_override
from advisor.present.words.palette import Theme, color, text_on
from advisor.present.words.series import Box, Dot, Label, RigPicture
from advisor.present.words.words import say

CORNER, SMALL_CORNER = 10.0, 4.0
DOT_RADIUS = 4.5
SMALLEST_TEXT = 10.0
"""Labels do not shrink below this, in units of the target."""
LEAST_SHARE = 0.8
"""A label that lacks room has letters of at least this share of its size."""
ALIGNMENT = {"left": 0.0, "center": 0.5, "right": 1.0}


NOT_YET = RigPicture(
    "",
    1000,
    360,
    (
        Box(0, 60, 130, 240, "card"),
        Box(130, 170, 190, 20, "card"),
        Box(320, 60, 200, 240, "card"),
        Box(520, 170, 150, 20, "card"),
        Box(670, 60, 330, 240, "card"),
    ),
    (),
    (),
    "",
)
"""Shapes without words, shown until there is a picture."""


def paint_rig_picture(
    painter: QPainter, rect: QRectF, picture: RigPicture, theme: Theme, *, smallest_text: float = SMALLEST_TEXT
) -> None:
    """Draw the picture into `rect`, as large as fits with its proportions, in the painter's font family."""
    scale = min(rect.width() / picture.width, rect.height() / picture.height)
    painter.save()
    painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    painter.translate(
        rect.left() + (rect.width() - scale * picture.width) / 2,
        rect.top() + (rect.height() - scale * picture.height) / 2,
    )
    painter.scale(scale, scale)
    for box in picture.boxes:
        _paint_box(painter, box, theme)
    for label in picture.labels:
        _paint_label(painter, label, picture, theme, smallest=smallest_text / scale)
    for dot in picture.dots:
        paint_dot(painter, dot, theme)
    painter.restore()


class RigPictureView(QWidget):
    """Shows one rig picture; values under the mouse and for screen readers come from its description and table."""

    def __init__(self) -> None:
        super().__init__()
        self._picture: RigPicture | None = None
        self._theme: Theme = "light"
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_series(self, picture: RigPicture) -> None:
        """Show this picture instead of the present one."""
        self._picture = picture
        self.setAccessibleDescription(picture.description)
        self.setToolTip(plain_tip("\n".join(" ".join(row) for row in picture.table.rows)))
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Change colors."""
        self._theme = theme
        self.update()

    @qt_override(-1)
    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt's name
        """The height that fits the proportions; more is not asked for beyond the natural scale."""
        picture = self._picture or NOT_YET
        return round(min(width, picture.width) * picture.height / picture.width)

    @property
    def natural_size(self) -> QSizeF:
        """The size in which the labels have the size that they are made for."""
        picture = self._picture or NOT_YET
        return QSizeF(picture.width, picture.height)

    @qt_override(QSize())
    def minimumSizeHint(self) -> QSize:
        """The smallest size at which the labels can be read."""
        return QSize(560, 200)

    @qt_override(QSize())
    def sizeHint(self) -> QSize:
        """The picture at its natural scale."""
        return QSize(1000, 360)

    @qt_override()
    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the picture over the whole widget."""
        del event
        painter = QPainter(self)
        inside = QRectF(self.rect()).adjusted(1, 0, -1, 0)  # lines at its edge are drawn half outside
        paint_rig_picture(painter, inside, self._picture or NOT_YET, self._theme)
        painter.end()


def _paint_box(painter: QPainter, box: Box, theme: Theme) -> None:
    rect = QRectF(box.x, box.y, box.width, box.height)
    small = min(box.width, box.height) < 14
    if box.role == "card":
        _rounded(painter, rect, min(CORNER, box.height / 4), fill="part", edge="line", theme=theme)
    elif box.role == "core":
        corner = min(SMALL_CORNER, box.width / 4, box.height / 4)
        _rounded(painter, rect, corner, fill="core", edge="edge", theme=theme)
    elif (box.role in ("slot", "empty_slot") and box.fill <= 0.0) or box.role == "empty_slot":
        _rounded(painter, rect, SMALL_CORNER, fill=None, edge=box.role, theme=theme, dashed=True)
    elif box.fill < 1.0:
        corner = min(CORNER, box.width / 4)
        _rounded(painter, rect, corner, fill="card", edge="graphics_memory", theme=theme)
        filled = QRectF(box.x, box.y + box.height * (1 - box.fill), box.width, box.height * box.fill)
        painter.save()
        painter.setClipRect(filled)
        _rounded(painter, rect, corner, fill=box.role, edge=None, theme=theme)
        painter.restore()
        _rounded(painter, rect, corner, fill=None, edge="graphics_memory", theme=theme)
    elif box.role == "slot":
        _rounded(painter, rect, SMALL_CORNER, fill="slot", edge=None, theme=theme)
    else:
        _rounded(painter, rect, 1.0 if small else 0.0, fill=box.role, edge=None, theme=theme)


def _rounded(
    painter: QPainter,
    rect: QRectF,
    corner: float,
    *,
    fill: str | None,
    edge: str | None,
    theme: Theme,
    dashed: bool = False,
) -> None:
    pen = QPen(Qt.PenStyle.NoPen)
    if edge:
        pen = QPen(shade(edge, theme), 1.4, Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine)
    painter.setPen(pen)
    painter.setBrush(shade(fill, theme) if fill else Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(rect, corner, corner)


def _paint_label(painter: QPainter, label: Label, picture: RigPicture, theme: Theme, *, smallest: float) -> None:
    font, text = fitting(label, QFont(painter.font()), smallest=smallest)
    painter.setFont(font)
    painter.setPen(_ink(label, picture, theme))
    width = QFontMetricsF(font).horizontalAdvance(text)
    painter.drawText(QPointF(label.x - width * ALIGNMENT[label.anchor], label.y), text)


def fitting(label: Label, font: QFont, *, smallest: float) -> tuple[QFont, str]:
    """The font of a label and as much of its text as its room holds: rather somewhat smaller letters than fewer."""
    font.setWeight(QFont.Weight.DemiBold if label.weight == "bold" else QFont.Weight.Normal)
    size = max(label.size, smallest, 1.0)
    font.setPixelSize(round(size))
    if label.width is None:
        return font, label.text
    needed = QFontMetricsF(font).horizontalAdvance(label.text)
    if needed > label.width:
        font.setPixelSize(max(1, int(size * max(LEAST_SHARE, label.width / needed))))
    return font, QFontMetricsF(font).elidedText(label.text, Qt.TextElideMode.ElideRight, label.width)


def _ink(label: Label, picture: RigPicture, theme: Theme) -> str:
    """Text color: ink, soft ink, or what reads on the topmost box below the label."""
    if not label.on_color:
        return color("soft_ink" if label.soft else "ink", theme)
    at = QPointF(label.x, label.y - label.size / 3)
    below = [box for box in picture.boxes if QRectF(box.x, box.y, box.width, box.height).contains(at)]
    role = below[-1].role if below else "this_rig"
    return text_on("part" if role == "card" else role, theme)


def paint_dot(painter: QPainter, dot: Dot, theme: Theme) -> None:
    """Filled: measured here. Ring: read. Square: from a data sheet. Broken ring: estimated. Diamond: typed."""
    if dot.origin == "unknown":
        return
    ink = shade("soft_ink", theme)
    center = QPointF(dot.x, dot.y)
    style = Qt.PenStyle.DotLine if dot.origin == "estimated" else Qt.PenStyle.SolidLine
    painter.setPen(QPen(ink, 1.4, style))
    painter.setBrush(ink if dot.origin == "measured" else Qt.BrushStyle.NoBrush)
    if dot.origin == "user":
        corners = ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))
        painter.drawPolygon(QPolygonF([center + QPointF(x, y) * DOT_RADIUS for x, y in corners]))
        return
    half = DOT_RADIUS - 0.7
    if dot.origin == "datasheet":
        painter.drawRect(QRectF(dot.x - half, dot.y - half, 2 * half, 2 * half))
    else:
        painter.drawEllipse(center, half, half)


GAP, DOT_WIDTH = 18.0, 14.0


class OriginLegend(QWidget):
    """One line: every dot that the picture shows, with its word."""

    def __init__(self, words: Mapping[str, str]) -> None:
        super().__init__()
        self._all_words = dict(words)
        self._origins: list[str] = []
        self._theme: Theme = "light"

    def show_dots(self, dots: tuple[Dot, ...]) -> None:
        """Explain the dots of a picture."""
        present = {dot.origin for dot in dots}
        self._origins = [origin for origin in self._all_words if origin in present]
        self.setAccessibleName(", ".join(self._all_words[origin] for origin in self._origins))
        self.updateGeometry()
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Change colors."""
        self._theme = theme
        self.update()

    @qt_override(QSize())
    def sizeHint(self) -> QSize:
        """The width of all words."""
        metrics = QFontMetricsF(self.font())
        widths = [metrics.horizontalAdvance(self._all_words[origin]) + DOT_WIDTH + GAP for origin in self._origins]
        return QSize(round(sum(widths)), round(metrics.height()))

    @qt_override(QSize())
    def minimumSizeHint(self) -> QSize:
        """Never cut off."""
        return self.sizeHint()

    @qt_override()
    def paintEvent(self, event: QPaintEvent) -> None:
        """Dots and words from the right."""
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        metrics = QFontMetricsF(self.font())
        x, middle = float(self.width()), self.height() / 2
        for origin in reversed(self._origins):
            word = self._all_words[origin]
            x -= metrics.horizontalAdvance(word)
            painter.setPen(shade("soft_ink", self._theme))
            painter.drawText(QPointF(x, middle + (metrics.ascent() - metrics.descent()) / 2), word)
            paint_dot(painter, Dot(x - DOT_WIDTH / 2 - 2, middle, origin), self._theme)  # type: ignore[arg-type]
            x -= DOT_WIDTH + GAP
        painter.end()


ZOOMS = (1.0, 1.5, 2.0, 3.0, 4.0)
USUAL_TEXT_PX, LARGE_TEXT = 13.0, 1.15
"""Height of the letters that labels are made for, and from which share of it on the picture grows with them."""
SMALLEST_SHARE = 0.83
"""Of the size that labels should have with large letters, what they keep where the whole does not fit."""


class ZoomedPicture(QScrollArea):
    """As wide as its place; what is larger is moved by its scroll bar, by dragging or by arrow keys."""

    def __init__(self) -> None:
        super().__init__()
        self._zoom = 0
        self._held_px = 0.0
        self.view = RigPictureView()
        self.setWidget(self.view)
        self.setObjectName("zoomed")  # the style sheet lets the card be seen behind it
        self.view.setAutoFillBackground(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.horizontalScrollBar().setAccessibleName(say("Part of the picture that is seen"))
        self.setSizePolicy(self.view.sizePolicy())
        self._fit()

    def show_series(self, picture: RigPicture) -> None:
        """Show this picture instead of the present one; one of other proportions asks for other room."""
        before = self.view.natural_size
        self.view.show_series(picture)
        self.view.setAccessibleName(picture.title)
        self._fit()
        if self.view.natural_size != before:
            self.updateGeometry()

    def set_theme(self, theme: Theme) -> None:
        """Change colors."""
        self.view.set_theme(theme)

    def zoom(self, steps: int) -> None:
        """Look closer by so many steps, or step back; what is in the middle stays there. Zero shows it as at first."""
        bar = self.horizontalScrollBar()
        middle = (bar.value() + self.width() / 2) / max(1, self.view.width())
        self._zoom = min(max(self._zoom + steps, 0), len(ZOOMS) - 1) if steps else 0
        self._fit()
        self.updateGeometry()
        bar.setValue(round(middle * self.view.width() - self.width() / 2))

    @qt_override(-1)
    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt's name
        """The height of the picture at its scale, and of the bar where it is wider than its place."""
        content = self._content(width)
        return content.height() + (self.horizontalScrollBar().sizeHint().height() if content.width() > width else 0)

    @qt_override(QSize())
    def minimumSizeHint(self) -> QSize:
        """The smallest size at which the labels can be read."""
        return self.view.minimumSizeHint()

    @qt_override(QSize())
    def sizeHint(self) -> QSize:
        """The picture at its natural scale."""
        return self.view.sizeHint()

    @qt_override()
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Follow the width."""
        super().resizeEvent(event)
        self._fit()

    @qt_override()
    def changeEvent(self, event: QEvent) -> None:
        """Grow with the text."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()
            self.updateGeometry()

    @qt_override()
    def wheelEvent(self, event: QWheelEvent) -> None:
        """With the control key it looks closer; else the page scrolls."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier and event.angleDelta().y():
            self.zoom(1 if event.angleDelta().y() > 0 else -1)
            event.accept()
        else:
            super().wheelEvent(event)

    @qt_override()
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the picture."""
        self._held_px = event.globalPosition().x() + self.horizontalScrollBar().value()
        event.setAccepted(event.button() == Qt.MouseButton.LeftButton)

    @qt_override()
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """What was taken hold of stays under the mouse."""
        self.horizontalScrollBar().setValue(round(self._held_px - event.globalPosition().x()))

    @qt_override()
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go."""
        event.accept()

    def _content(self, width: int) -> QSize:
        text = max(1.0, QFontInfo(self.font()).pixelSize() / USUAL_TEXT_PX)
        natural = self.view.natural_size
        least = text * SMALLEST_SHARE if text >= LARGE_TEXT else 0.0
        scale = max(least, min(text, width / natural.width())) * ZOOMS[self._zoom]
        return QSize(max(width, round(natural.width() * scale)), round(natural.height() * scale))

    def _fit(self) -> None:
        content = self._content(self.width())
        is_wider = content.width() > self.width()
        bar_px = self.horizontalScrollBar().height() if is_wider else 0
        # not of `viewport()`: to wrap a widget of Qt's own makes the types of all its widgets
        self.view.resize(content.width(), max(content.height(), self.maximumViewportSize().height() - bar_px))
        self.view.setCursor(Qt.CursorShape.OpenHandCursor if is_wider else Qt.CursorShape.ArrowCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if is_wider else Qt.FocusPolicy.NoFocus)
