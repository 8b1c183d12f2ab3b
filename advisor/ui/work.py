"""A pure calculation beside the window: it touches no machine, no widget and no file that changes."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QThread, Signal


class Work(QThread):
    """Runs one task and hands its result over in the window's thread."""

    done = Signal(object)
    failed = Signal(str)

    def __init__(self, task: Callable[[], object], parent: QObject) -> None:
        super().__init__(parent)
        self._task = task
        self.finished.connect(self.deleteLater)

    def run(self) -> None:
        """Called by Qt in the new thread."""
        try:
            result = self._task()
        except Exception as error:
            self.failed.emit(str(error))
        else:
            self.done.emit(result)
