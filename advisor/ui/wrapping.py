"""Two parts beside each other, the second below the first where the window is narrow or the text is large."""

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QLayout, QWidget

NARROW = 40
"""Width in font heights below which there is no room beside a text."""


class Wrapping(QWidget):
    """`second` is a box of controls: below the first part it becomes a row, whatever it is beside it."""

    def __init__(self, first: QLayout, second: QBoxLayout) -> None:
        super().__init__()
        self._second, self._usual = second, second.direction()
        self._box = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(12)
        self._box.addLayout(first, 1)
        self._box.addLayout(second)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Choose the direction."""
        super().resizeEvent(event)
        narrow = self.width() < NARROW * self.fontMetrics().height()
        row, column = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._box.setDirection(column if narrow else row)
        self._second.setDirection(row if narrow else self._usual)
