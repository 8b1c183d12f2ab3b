"""Lists, numbers and sliders that leave the mouse wheel to the page, unless a person is at them."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QSlider, QWidget

from advisor.charts.qt_override import qt_override

BY_KEY_OR_CLICK = Qt.FocusPolicy.StrongFocus
"""What gives a field the focus: not the wheel, which Qt lets do so, too."""


class ListField(QComboBox):
    """A list to choose from."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(BY_KEY_OR_CLICK)

    @qt_override()
    def wheelEvent(self, event: QWheelEvent) -> None:
        """Another entry where the list has the focus; else the page scrolls below the pointer."""
        _turn(self, event, super().wheelEvent)


class NumberField(QDoubleSpinBox):
    """A number to type."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(BY_KEY_OR_CLICK)

    @qt_override()
    def wheelEvent(self, event: QWheelEvent) -> None:
        """More or less where the field has the focus; else the page scrolls below the pointer."""
        _turn(self, event, super().wheelEvent)


class SliderField(QSlider):
    """An amount to slide to, from the one side to the other."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setFocusPolicy(BY_KEY_OR_CLICK)

    @qt_override()
    def wheelEvent(self, event: QWheelEvent) -> None:
        """More or less where the slider has the focus; else the page scrolls below the pointer."""
        _turn(self, event, super().wheelEvent)


def _turn(field: QWidget, event: QWheelEvent, turned: Callable[[QWheelEvent], None]) -> None:
    """A field that has the focus is `turned`; else the event goes on to the page."""
    if field.hasFocus():
        turned(event)
    else:
        event.ignore()
