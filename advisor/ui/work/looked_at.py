"""Long work in small pieces, one per timer tick, so that input is handled in between; some only while somebody looks.

No threads: Python may collect garbage in any thread, and Qt objects must not die outside the window's own.
"""

import time
from collections.abc import Callable, Iterator
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from advisor.ui.work.unexpected import unexpected

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

    def finish(self) -> None:
        """Take all that are left at once."""
        while self.are_under_way:
            self._step()

    def stop(self) -> None:
        """Take no further step."""
        self._timer.stop()
        self._steps = iter(())

    @property
    def are_under_way(self) -> bool:
        """Whether steps are left."""
        return self._timer.isActive()

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


Work = Callable[[], Iterator[object | None]]
"""Yields None while it works, and at its end the view."""


class LookedAt(QObject):
    """Emits the finished view. What is not looked at waits until it is; what was begun for another question is dropped.

    `failed` says why there is none; it is tried again when somebody looks again.
    """

    begun = Signal()
    changed = Signal(object)
    failed = Signal(str)

    def __init__(self, parent: QObject, *, slice_s: float = SLICE_S) -> None:
        super().__init__(parent)
        self._work: Work | None = None
        self._about: object = None
        self._view: object = None
        self._is_shown, self._is_due = False, False
        self._ticks = Ticks(self, slice_s=slice_s, failed=self._fail)

    def ask(self, work: Work, *, about: object = None) -> bool:
        """Work on this from now on; what is `about` the same as before is no news: False."""
        if about is not None and about == self._about:
            return False
        self._work, self._about, self._view, self._is_due = work, about, None, True
        self._ticks.stop()
        self._begin()
        return True

    def show(self, is_shown: bool) -> None:
        """Whether somebody looks."""
        self._is_shown = is_shown
        self._begin()

    def stop(self) -> None:
        """The window closes."""
        self._ticks.stop()

    def view_about(self, about: object) -> object | None:
        """The finished view of this question; None of another one, and while it is worked on."""
        return self._view if about == self._about else None

    def _begin(self) -> None:
        if self._work is not None and self._is_due and self._is_shown:
            self._is_due = False
            self.begun.emit()
            self._ticks.start(self._work(), take=self._take)

    def _take(self, view: object | None) -> None:
        if view is not None:
            self._view = view
            self.changed.emit(view)

    def _fail(self, error: Exception) -> None:
        self._is_due = True
        from advisor.facts.values.reason import ReasonError  # too slow for the first paint
        from advisor.facts.values.sentence_error import SentenceError
        from advisor.present.words.reasons.in_words import in_words

        said = in_words(error.reason) if isinstance(error, ReasonError) else None
        self.failed.emit(said or (str(error) if isinstance(error, SentenceError) else unexpected(error)))
