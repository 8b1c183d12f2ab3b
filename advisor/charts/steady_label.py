"""A wrapping text that keeps its place: charts below it must not move, or be laid out anew, while a knob turns."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel

SPARE = 4
"""A text that is so many pixels shorter than the label surely is one line."""


class SteadyLabel(QLabel):
    """A label that is as high as the highest text it has shown at its present width."""

    def __init__(self, name: str, text: str = "") -> None:
        super().__init__(text)
        self.setObjectName(name)
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._highest: dict[int, tuple[str, int]] = {}
        self._one_line = 0

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt's name
        """The height of this text or of a longer one before it."""
        text, height = self._highest.get(width, ("", 0))
        if text != self.text():  # laying out a text is slow, and layouts ask often
            text, height = self.text(), max(height, self._own_height(width))
            self._highest[width] = text, height
        return height

    def _own_height(self, width: int) -> int:
        """The height of this text; all that are one line are equally high."""
        text = self.text()
        if not text or "\n" in text or self.fontMetrics().horizontalAdvance(text) > width - SPARE:
            return super().heightForWidth(width)
        self._one_line = self._one_line or super().heightForWidth(width)
        return self._one_line

    def changeEvent(self, event: QEvent) -> None:
        """Another font begins anew."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._highest.clear()
            self._one_line = 0

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width begins anew."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._highest.clear()
