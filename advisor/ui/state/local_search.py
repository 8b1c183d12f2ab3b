"""Looks for the models on this computer: in a child, after the first paint, and again when somebody may have more."""

import time
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from advisor.advice.local_models import LIMIT_S, Gathered, search_arguments
from advisor.facts.answers.local_model import LocalModel
from advisor.run.watch import ChildOutcome
from advisor.ui.state.changes import KeptSettings
from advisor.ui.work.job import Job

AGAIN_S = 20.0
"""Within so many seconds a search is not made again because a page is opened."""


class LocalSearch(QObject):
    """`models` are those of the last search; `changed` carries them where they are others than before."""

    changed = Signal(object)

    def __init__(self, parent: QObject, command: Callable[..., Sequence[str]], settings: KeptSettings) -> None:
        super().__init__(parent)
        self._command, self._settings = command, settings
        self._job: Job | None = None
        self._gathered = Gathered()
        self._searched_s = -AGAIN_S
        self._is_due = self._is_over = False
        self.models: tuple[LocalModel, ...] = ()

    def search(self) -> None:
        """Look for them now; where a search is under way, once more after it."""
        if self._is_over:
            return
        if self._job is not None:
            self._is_due = True
            return
        self._gathered, self._is_due = Gathered(), False
        self._searched_s = time.monotonic()
        command = self._command(*search_arguments(self._settings.now.model_folders))
        self._job = Job(command, total_limit_s=LIMIT_S, parent=self)
        self._job.message.connect(self._gathered.take)
        self._job.ended.connect(self._finish)
        self._job.start()

    def look_again(self) -> None:
        """Look for them where the last search is not just over."""
        if self._job is None and time.monotonic() > self._searched_s + AGAIN_S:
            self.search()

    def at(self, path: str) -> LocalModel | None:
        """The model whose first file that is."""
        return next((one for one in self.models if one.path == path), None)

    def end_now(self) -> None:
        """The window closes: what is asked for from now on is not looked for."""
        self._is_over = True
        if self._job is not None:
            self._job.end_now()
            self._job = None

    def _finish(self, outcome: ChildOutcome) -> None:
        """What was found before a crash or a limit counts; a search that could not begin changes nothing."""
        self._job = None
        found = tuple(self._gathered.models)
        if found != self.models and (found or outcome.kind == "done"):
            self.models = found
            self.changed.emit(found)
        if self._is_due:
            self.search()
