"""Takes what comes from outside while the window is open: files of a second start, and those the system hands over."""

from PySide6.QtCore import QEvent, QObject, QSocketNotifier, Qt, QTimer, Signal
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication, QWidget

from advisor.charts.qt_override import qt_override
from advisor.ui.start.single_instance import Door

LOOK_MS = 20
"""So soon it is asked again what somebody has to say who came and has not said it yet."""


STYLE = "Fusion"
"""Drawn alike on all systems."""


class Application(QApplication):
    """Keeps the files that the system (macOS) asks to open until the window takes them.

    It begins with its style: to set one later makes the Python types of all styles first.
    """

    files_came = Signal()

    def __init__(self, arguments: list[str]) -> None:
        super().__init__([*(arguments or [""]), "-style", STYLE])
        self._files: list[str] = []

    @qt_override(False)
    def event(self, event: QEvent) -> bool:
        """Only what is sent to the application itself passes here."""
        if isinstance(event, QFileOpenEvent):
            self._files.append(event.file())
            self.files_came.emit()
            return True
        return super().event(event)

    def take_files(self) -> tuple[str, ...]:
        """The files that came since the last call, paths on this computer only."""
        files, self._files = tuple(filter(None, self._files)), []
        return files


class Visitors(QObject):
    """Says who comes: `came` carries the files, perhaps none, of a second start or of the system."""

    came = Signal(object)

    def __init__(self, window: QWidget, application: QApplication, door: Door | None) -> None:
        super().__init__(window)
        self._window, self._door = window, door
        self._application = application if isinstance(application, Application) else None
        self._notifier: QSocketNotifier | None = None
        self._again = QTimer(self, interval=LOOK_MS, singleShot=True)
        self._again.timeout.connect(self._receive)

    def start(self) -> None:
        """Receive who comes from now on, and who is waiting already."""
        if self._door is not None:
            self._notifier = QSocketNotifier(self._door.fileno(), QSocketNotifier.Type.Read, self)
            self._notifier.activated.connect(self._receive)
        if self._application is not None:
            self._application.files_came.connect(self._take_waiting)
            self._take_waiting()

    def stop(self) -> None:
        """Receive nobody any longer: the window closes, and the next start is the first."""
        self._again.stop()
        if self._notifier is not None:
            self._notifier.setEnabled(False)
        if self._door is not None:
            self._door.close()

    def _receive(self) -> None:
        if self._door is None:
            return
        files = self._door.receive()
        if self._door.is_visited:
            self._again.start()
        if files is not None:
            self._welcome(files)

    def _take_waiting(self) -> None:
        files = self._application.take_files() if self._application else ()
        if files:
            self._welcome(files)

    def _welcome(self, files: tuple[str, ...]) -> None:
        """Bring the window to the front, as far as the desktop lets it."""
        self._window.setWindowState(self._window.windowState() & ~Qt.WindowState.WindowMinimized)
        self._window.show()
        self._window.raise_()
        self._window.activateWindow()
        self.came.emit(files)
