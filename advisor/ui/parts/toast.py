"""A note over the lower edge of a part of the window, for which nothing moves."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, QTimer
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QFrame, QWidget

from advisor.charts.qt_override import qt_override
from advisor.facts.values.units import KILO
from advisor.present.words.words import say
from advisor.ui.parts.boxes import TOP, add, beside
from advisor.ui.parts.panel import GAP, push_button, text_label

QUIET_S, SAVED_S, WIDTH_HEIGHTS = 6.0, 20.0, 40
"""How long a note stays that asks for nothing, and one that names a file; how wide one is at most, in font heights."""


class Toast(QFrame):
    """Hidden while it has nothing to say. What went wrong stays until it is closed."""

    def __init__(self, window: QWidget, over: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("toast")
        self._over = over
        over.installEventFilter(self)
        self._text = text_label("")
        self._tries_again: Callable[[], object] | None = None
        self.again = push_button(say("Try again"), self._try_again)
        self.close_button = push_button(say("Close"), self.hide)
        line = self._line = add(beside((self._text, 1), spacing=12), self.again, self.close_button, align=TOP)
        line.setContentsMargins(GAP, 8, 8, 8)
        self.setLayout(line)
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.timeout.connect(self.hide)
        self.hide()

    @property
    def leaves_by_itself(self) -> bool:
        """Whether it is shown for a moment only."""
        return self._wait.isActive()

    def say(self, text: str, *, stays_s: float | None = None, again: Callable[[], object] | None = None) -> None:
        """Show a text, an empty one hides it; after `stays_s` it goes by itself. `again` does over what has failed."""
        self._text.setText(text)
        self.setAccessibleName(text)
        self._tries_again = again
        self.again.setVisible(again is not None)
        self._wait.stop()
        self.setVisible(bool(text))
        if not text:
            return
        self._place()
        self.raise_()
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))
        if stays_s is not None:
            self._wait.start(round(stays_s * KILO))

    @qt_override(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Stay at its place in a window of another size."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move) and self.isVisible():
            self._place()
        return super().eventFilter(watched, event)

    def _place(self) -> None:
        room, width = self._over.size(), WIDTH_HEIGHTS * self.fontMetrics().height()
        width = min(room.width() - 2 * GAP, width)
        height = max(self._line.heightForWidth(width), self._line.minimumSize().height())
        at = self._over.mapTo(self.window(), QPoint((room.width() - width) // 2, room.height() - height - GAP))
        self.setGeometry(at.x(), at.y(), width, height)

    def _try_again(self) -> None:
        self.hide()
        if self._tries_again is not None:
            self._tries_again()
