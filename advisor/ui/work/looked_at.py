"""What is worked out in small pieces and only while somebody looks: ranking, verdict, comparison and cards."""

from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, Signal

from advisor.facts.values.reason import ReasonError
from advisor.facts.values.sentence_error import SentenceError
from advisor.present.words.reasons.in_words import in_words
from advisor.ui.work.ticks import SLICE_S, Ticks
from advisor.ui.work.unexpected import unexpected

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

    def ask(self, work: Work, *, about: object = None) -> None:
        """Work on this from now on; what is `about` the same as before is no news."""
        if about is None or about != self._about:
            self._work, self._about, self._view, self._is_due = work, about, None, True
            self._ticks.stop()
            self._begin()

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
        said = in_words(error.reason) if isinstance(error, ReasonError) else None
        self.failed.emit(said or (str(error) if isinstance(error, SentenceError) else unexpected(error)))
