"""Garbage is looked for in all that is there while nothing else is to be done: that takes 50 ms and more.

Python would do it in the middle of a turned knob. It still looks through what is new as often as ever.
"""

import gc
import time

from PySide6.QtCore import QObject, QTimer

LOOK_MS = 5_000
_IDLE_S = 0.1
"""Of the processor's time since the last look: a turned knob takes a fifth of that, many turn while somebody draws."""
_RARELY = 100
"""Times as seldom as by itself Python looks through everything where there is never a quiet moment."""


class Tidying(QObject):
    """From now on, until it is stopped."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._usual = gc.get_threshold()
        gc.set_threshold(*self._usual[:2], self._usual[2] * _RARELY)
        self._before_s = time.process_time()
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(self.look)
        self._timer.start()

    def look(self) -> None:
        """Tidy up where hardly anything was done since the last look, and something is there to be looked through."""
        is_idle = time.process_time() - self._before_s < _IDLE_S
        if is_idle and gc.get_count()[2]:
            gc.collect()
        self._before_s = time.process_time()

    def stop(self) -> None:
        """As it was before."""
        self._timer.stop()
        gc.set_threshold(*self._usual)
