"""Long work in small pieces, one per timer tick, so that input is handled in between.

No threads: Python may collect garbage in any thread, and Qt objects must not die outside the window's own.
"""

import time
from collections.abc import Callable, Iterator
from typing import Any

from PySide6.QtCore import QObject, QTimer

SLICE_S = 0.008
"""Pieces are taken together up to this time."""


class Ticks(QObject):
    """Runs the steps of an iterator; starting anew drops what was not done.

    An error in a step ends the work; `failed` gets it, so that nobody waits for what will not come.
    """

    def __init__(self, parent: QObject, *, failed: Callable[[Exception], None], slice_s: float = SLICE_S) -> None:
        super().__init__(parent)
        self._slice_s = slice_s
        self._steps: Iterator[Any] = iter(())
        self._take: Callable[[Any], None] = _ignore
        self._done: Callable[[], None] = _nothing
        self._failed = failed
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._step)

    def start(
        self,
        steps: Iterator[Any],
        *,
        take: Callable[[Any], None] | None = None,
        done: Callable[[], None] | None = None,
    ) -> None:
        """Begin with the next tick; `take` gets what each step yields, `done` is called after the last."""
        self._steps, self._take, self._done = steps, take or _ignore, done or _nothing
        self._timer.start()

    def stop(self) -> None:
        """Take no further step."""
        self._timer.stop()
        self._steps = iter(())

    def _step(self) -> None:
        try:
            self._run_slice()
        except Exception as error:
            self.stop()
            self._failed(error)

    def _run_slice(self) -> None:
        end_s = time.monotonic() + self._slice_s
        while True:
            found = next(self._steps, self)
            if found is self:
                self._timer.stop()
                self._done()
                return
            self._take(found)
            if time.monotonic() >= end_s:
                return


def _nothing() -> None:
    """Nobody waits for the end."""


def _ignore(found: object) -> None:
    """Nobody wants what a step yields."""
