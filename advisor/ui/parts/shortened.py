"""A list and a text that end in an ellipsis where there is no room for them; Qt would cut through a letter."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QStyle, QStyleOptionComboBox, QStylePainter

from advisor.charts.plain import plain_tip
from advisor.charts.qt_override import qt_override
from advisor.present.words.words import say
from advisor.ui.parts.fields import ListField


class ShortenedList(ListField):
    """A list whose chosen entry is shortened."""

    @qt_override()
    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw it with as much of the text as fits."""
        del event
        painter, option = QStylePainter(self), QStyleOptionComboBox()
        self.initStyleOption(option)
        option.currentText = self.shown_text
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    @property
    def shown_text(self) -> str:
        """As much of the chosen entry as fits."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        part = QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, self).width()
        return self.fontMetrics().elidedText(self.currentText(), Qt.TextElideMode.ElideRight, room)


BETWEEN = ", "
"""Between parts of a text, of which whole ones are left out."""


class ShortenedLabel(QLabel):
    """One line that takes whatever width there is; a tooltip has all of it."""

    def __init__(self) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)

    @qt_override(QSize())
    def minimumSizeHint(self) -> QSize:
        """Any width will do."""
        return QSize(0, super().minimumSizeHint().height())

    @qt_override(QSize())
    def sizeHint(self) -> QSize:
        """It asks for none, or one long text would set the width of all columns."""
        return self.minimumSizeHint()

    @property
    def shown_text(self) -> str:
        """As many of its parts as fit, with how many are missing; of the first as much as fits."""
        metrics, parts = self.fontMetrics(), self.text().split(BETWEEN)
        if metrics.horizontalAdvance(self.text()) <= self.width():
            return self.text()
        for number in range(len(parts) - 1, 0, -1):
            text = BETWEEN.join((*parts[:number], say("and {count} more", count=len(parts) - number)))
            if metrics.horizontalAdvance(text) <= self.width():
                return text
        return metrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())

    def show_text(self, text: str) -> None:
        """Show this."""
        self.setText(text)
        self.setToolTip(plain_tip(text))

    @qt_override()
    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw as much of the text as fits."""
        del event
        text = self.shown_text
        painter, flags = QPainter(self), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading
        painter.setPen(self.palette().color(self.foregroundRole()))
        self.style().drawItemText(painter, self.rect(), flags, self.palette(), True, text, self.foregroundRole())
