"""The picture of the memory layout, drawn with a plain painter on screen and into the report."""

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from advisor.charts.color import shade
from advisor.present.words.palette import Theme, color, text_on
from advisor.present.words.series import Box, Dot, Label, RigPicture

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
        self.setToolTip("\n".join(" ".join(row) for row in picture.table.rows))
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Change colors."""
        self._theme = theme
        self.update()

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt's name
        """The height that fits the proportions; more is not asked for beyond the natural scale."""
        picture = self._picture or NOT_YET
        return round(min(width, picture.width) * picture.height / picture.width)

    @property
    def natural_size(self) -> QSizeF:
        """The size in which the labels have the size that they are made for."""
        picture = self._picture or NOT_YET
        return QSizeF(picture.width, picture.height)

    def minimumSizeHint(self) -> QSize:
        """The smallest size at which the labels can be read."""
        return QSize(560, 200)

    def sizeHint(self) -> QSize:
        """The picture at its natural scale."""
        return QSize(1000, 360)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the picture over the whole widget."""
        del event
        painter = QPainter(self)
        paint_rig_picture(painter, QRectF(self.rect()), self._picture or NOT_YET, self._theme)
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
        _rounded(painter, rect, CORNER, fill="card", edge="graphics_memory", theme=theme)
        filled = QRectF(box.x, box.y + box.height * (1 - box.fill), box.width, box.height * box.fill)
        painter.save()
        painter.setClipRect(filled)
        _rounded(painter, rect, CORNER, fill=box.role, edge=None, theme=theme)
        painter.restore()
        _rounded(painter, rect, CORNER, fill=None, edge="graphics_memory", theme=theme)
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
    """Filled: measured here. Ring: read or from a data sheet. Broken ring: estimated. Diamond: typed."""
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
    painter.drawEllipse(center, DOT_RADIUS - 0.7, DOT_RADIUS - 0.7)
