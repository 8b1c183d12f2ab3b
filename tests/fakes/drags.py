"""Drags over a widget, as a file manager makes them."""

from typing import Any

import PySide6
from PySide6.QtCore import QMimeData, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget

COPY, LEFT, NO_KEYS = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def drag_over(widget: QWidget, data: QMimeData) -> bool:
    """Whether the widget would take what is dragged over its middle."""
    middle: Any = widget.rect().center()
    if PySide6.__version_info__ >= (6, 12):  # from there on whole pixels are deprecated, before they are the only kind
        middle = QPointF(middle)
    event = QDragEnterEvent(middle, COPY, data, LEFT, NO_KEYS)
    QApplication.sendEvent(widget, event)
    return event.isAccepted()


def let_go(widget: QWidget, data: QMimeData) -> None:
    """Drop it in the middle of the widget."""
    QApplication.sendEvent(widget, QDropEvent(QPointF(widget.rect().center()), COPY, data, LEFT, NO_KEYS))
