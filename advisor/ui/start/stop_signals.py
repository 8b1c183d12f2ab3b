"""Closes the window where the system or a terminal asks the program to stop (Ctrl+C, logging out, `kill`).

Python runs a handler of its own only between two steps of Python, and Qt waits for events in none: the number of the
signal therefore arrives through a socket, which is an event for Qt.
"""

import signal
import socket
from collections.abc import Callable
from types import FrameType

from PySide6.QtCore import QObject, QSocketNotifier, Signal

NAMES = ("SIGINT", "SIGTERM", "SIGHUP")


class StopSignals(QObject):
    """Says when to stop: `asked`. What was told to be ignored, as of a job in the background, stays ignored."""

    asked = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._wire = _Wire()
        self._notifier = QSocketNotifier(self._wire.read_end.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._tell)
        parent.destroyed.connect(self._wire.take_down)

    def stop(self) -> None:
        """Leave signals to Python."""
        self._notifier.setEnabled(False)
        self._wire.take_down()

    def _tell(self) -> None:
        if self._wire.numbers():
            self.asked.emit()


class _Wire:
    """The socket through which the numbers of signals come, put up when it is made."""

    def __init__(self) -> None:
        self.read_end, self._write_end = socket.socketpair()
        for end in (self.read_end, self._write_end):
            end.setblocking(False)
        signal.set_wakeup_fd(self._write_end.fileno(), warn_on_full_buffer=False)
        found = {number: signal.getsignal(number) for name in NAMES if (number := getattr(signal, name, None))}
        self._heard = {number for number, handler in found.items() if handler in (_usual(number), _heard)}
        for number in self._heard:
            signal.signal(number, _heard)

    def numbers(self) -> set[int]:
        """The signals that came since, of those that are listened to."""
        return set(self.read_end.recv(100)) & self._heard

    def take_down(self) -> None:
        """Leave signals to Python, unless another window has taken them over meanwhile; once."""
        if self.read_end.fileno() < 0:
            return
        listening = signal.set_wakeup_fd(-1)
        if listening == self._write_end.fileno():
            for number in self._heard:
                signal.signal(number, _usual(number))
        else:
            signal.set_wakeup_fd(listening)
        self.read_end.close()
        self._write_end.close()


def _usual(number: int) -> Callable[[int, FrameType | None], object] | int:
    """What Python does with a signal when nobody says otherwise."""
    return signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL


def _heard(number: int, frame: FrameType | None) -> None:
    """Nothing: the number comes through the socket."""
