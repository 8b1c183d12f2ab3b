"""A line to type in, inside the window: it keeps no key from the window that it has no use for itself."""

from PySide6.QtCore import QEvent
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit

PDF_KEYS = "Ctrl+E"
"""Saves the PDF; a plain line would take it for going to its end."""


class TextField(QLineEdit):
    """Takes no dropped files: these are for the window, not text."""

    def __init__(self) -> None:
        super().__init__()
        self.setAcceptDrops(False)

    def event(self, event: QEvent) -> bool:
        """Undo is for what was typed; where nothing was, it is for the window."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._leaves(event):
            event.ignore()
            return False
        return super().event(event)

    def _leaves(self, event: QKeyEvent) -> bool:
        if QKeySequence(event.keyCombination()) == QKeySequence(PDF_KEYS):
            return True
        keys = (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo)
        return not self.isModified() and any(event.matches(key) for key in keys)
