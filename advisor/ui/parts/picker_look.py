"""How a row of the model picker is drawn."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QApplication, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from advisor.charts.color import shade
from advisor.charts.qt_override import qt_override
from advisor.present.words.light import LIGHT_WORDS
from advisor.present.words.palette import Theme, color
from advisor.present.words.view import WIDEST_MEMORY, Badge
from advisor.present.words.words import say
from advisor.ui.look.theme import icon_pixmap
from advisor.ui.parts.picker_rows import BADGE_ROLE, LINE_ROLE, Index

HIGH, SIDE, GAP, BESIDE_ICON = 12, 8, 14, 4
"""Of a row in pixels: more than a line of text, at both sides, between two texts, and between a light and its word."""


class RowLook(QStyledItemDelegate):
    """Name and detail from the one side, light and memory from the other; where it is narrow the detail gives way."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.theme: Theme = "light"

    @qt_override(QSize())
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """All rows are as high."""
        del index
        return QSize(0, option.fontMetrics.height() + HIGH)

    @qt_override()
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """One row, from the right to the left where that is how it is read."""
        style = option.widget.style() if option.widget else QApplication.style()
        style.drawPrimitive(QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, option.widget)
        line = index.data(LINE_ROLE)
        painter.save()
        font = QFont(option.font)
        font.setBold(line.kind == "heading")
        painter.setFont(font)
        row = _Row(painter, option, self.theme)
        if line.kind == "choice":
            row.write_badge(index.data(BADGE_ROLE))
        row.write(line.choice.text, "ink" if line.kind == "choice" else "soft_ink")
        row.write(line.choice.detail, "soft_ink")
        painter.restore()


class _Row:
    """What is left free of a row while it is drawn from both ends."""

    def __init__(self, painter: QPainter, option: QStyleOptionViewItem, theme: Theme) -> None:
        self._painter, self._whole, self._direction, self._theme = painter, option.rect, option.direction, theme
        self._metrics = QFontMetrics(painter.font())
        self._free = option.rect.adjusted(SIDE, 0, -SIDE, 0)

    def write(self, text: str, role: str) -> None:
        """A text at the beginning of what is free, shortened where there is no room."""
        room = self._free.width()
        width = min(room, self._metrics.horizontalAdvance(text) + 1)
        self._draw(text, role, QRect(self._free.left(), self._free.top(), width, self._free.height()))
        self._free.setLeft(self._free.left() + width + GAP)

    def write_badge(self, badge: Badge | None) -> None:
        """At the end; the room is kept also where nothing is known yet, so that nothing moves when it is."""
        high = self._metrics.height()
        words = (self._metrics.horizontalAdvance(say(word)) for word in LIGHT_WORDS.values())
        light = self._take_end(max(words) + high + BESIDE_ICON + 1)
        memory = self._take_end(self._metrics.horizontalAdvance(WIDEST_MEMORY))
        if badge is None:
            return
        self._draw(badge.memory, "soft_ink", memory)
        if badge.light:
            picture = QRect(light.left(), light.top() + (light.height() - high) // 2, high, high)
            pixmap = icon_pixmap(badge.light, color(badge.light, self._theme))
            self._painter.drawPixmap(self._mirrored(picture), pixmap)
            self._draw(badge.word, badge.light, light.adjusted(high + BESIDE_ICON, 0, 0, 0))

    def _take_end(self, width: int) -> QRect:
        end = QRect(self._free.right() + 1 - width, self._free.top(), width, self._free.height())
        self._free.setRight(end.left() - GAP)
        return end

    def _draw(self, text: str, role: str, place: QRect) -> None:
        if place.width() <= self._metrics.averageCharWidth() * 2 or not text:
            return
        alignment = QStyle.visualAlignment(
            self._direction, Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter
        )
        self._painter.setPen(shade(role, self._theme))
        shown = self._metrics.elidedText(text, Qt.TextElideMode.ElideRight, place.width())
        self._painter.drawText(self._mirrored(place), alignment, shown)

    def _mirrored(self, place: QRect) -> QRect:
        return QStyle.visualRect(self._direction, self._whole, place)
