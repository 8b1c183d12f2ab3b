"""Closes the window where the system or a terminal asks the program to stop (Ctrl+C, logging out, `kill`).

Python runs a handler of its own only between two steps of Python, and Qt waits for events in none: the number of the
signal therefore arrives through a socket, which is an event for Qt.
"""

import signal
import socket
from types import FrameType

from PySide6.QtCore import QObject, QSocketNotifier, Signal

NAMES = ("SIGINT", "SIGTERM", "SIGHUP")
_USUAL = (signal.SIG_DFL, signal.default_int_handler)


class StopSignals(QObject):
    """Says when to stop: `asked`. What was told to be ignored, as of a job in the background, stays ignored."""

    asked = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._in, self._out = socket.socketpair()
        for end in (self._in, self._out):
            end.setblocking(False)
        self._notifier = QSocketNotifier(self._in.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._tell)
        self._wakeup_before = signal.set_wakeup_fd(self._out.fileno(), warn_on_full_buffer=False)
        numbers = [getattr(signal, name) for name in NAMES if hasattr(signal, name)]
        self._before = {number: signal.getsignal(number) for number in numbers if signal.getsignal(number) in _USUAL}
        for number in self._before:
            signal.signal(number, _heard)

    def stop(self) -> None:
        """Leave signals to who listened before."""
        if self._in.fileno() < 0:
            return
        self._notifier.setEnabled(False)
        for number, handler in self._before.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(self._wakeup_before)
        self._in.close()
        self._out.close()

    def _tell(self) -> None:
        if set(self._in.recv(100)) & set(self._before):
            self.asked.emit()


def _heard(number: int, frame: FrameType | None) -> None:
    """Nothing: the number comes through the socket."""
