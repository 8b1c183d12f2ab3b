"""A wrapping text that keeps its place: charts below it must not move, or be laid out anew, while a knob turns."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel


class SteadyLabel(QLabel):
    """A label that is as high as the highest text it has shown at its present width."""

    def __init__(self, name: str, text: str = "") -> None:
        super().__init__(text)
        self.setObjectName(name)
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._highest: dict[int, tuple[str, int]] = {}

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt's name
        """The height of this text or of a longer one before it."""
        text, height = self._highest.get(width, ("", 0))
        if text != self.text():  # laying out a text is slow, and layouts ask often
            text, height = self.text(), max(height, super().heightForWidth(width))
            self._highest[width] = text, height
        return height

    def changeEvent(self, event: QEvent) -> None:
        """Another font begins anew."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._highest.clear()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width begins anew."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._highest.clear()
