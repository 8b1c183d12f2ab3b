"""Work that is done in a child process, one child at a time: how far it is, and how it is stopped."""

import time
from abc import abstractmethod
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from advisor.facts.values.message import Message, Progress
from advisor.present.measured.job import job_view
from advisor.present.words.reasons.in_words import in_words
from advisor.run.watch import ChildOutcome
from advisor.ui.work.child_process import ChildProcess
from advisor.ui.work.job import Job


class ChildWork(QObject):
    """`job_changed` carries what the child does, None at its end; `said` a notice. Who inherits takes what it finds."""

    job_changed = Signal(object)
    said = Signal(str)

    def __init__(self, parent: QObject, command: Callable[..., Sequence[str]]) -> None:
        super().__init__(parent)
        self._command = command
        self._job: Job | None = None
        self._job_name, self._job_started_s = "", 0.0

    @property
    def is_busy(self) -> bool:
        """Whether a child is at work."""
        return self._job is not None

    def cancel(self) -> None:
        """Stop the child; what it found so far stays."""
        if self._job:
            self._job.cancel()

    def end_now(self) -> None:
        """End the child at once: the window closes."""
        if self._job:
            self._job.end_now()
            self._job = None

    def _run(
        self,
        name: str,
        arguments: Sequence[str],
        limit_s: float,
        finish: Callable[[ChildOutcome], object],
        begun: ChildProcess | None = None,
    ) -> None:
        """Start a child of that name, or take over one that has begun; where one is at work nothing happens."""
        if self._job is not None:
            return

        def end(outcome: ChildOutcome) -> None:
            self._job = None
            self.job_changed.emit(None)
            finish(outcome)

        self._job = Job(begun or self._command(*arguments), total_limit_s=limit_s, parent=self)
        self._job_name, self._job_started_s = name, time.monotonic()
        self._job.message.connect(self._pass_on)
        self._job.ended.connect(end)
        self.said.emit("")
        self.job_changed.emit(job_view(name))
        self._job.start()

    def _pass_on(self, message: Message) -> None:
        if isinstance(message, Progress):
            elapsed_s = time.monotonic() - self._job_started_s
            view = job_view(
                self._job_name, phase=in_words(message.phase), per_mille=message.per_mille, elapsed_s=elapsed_s
            )
            self.job_changed.emit(view)
        else:
            self._take(message)

    @abstractmethod
    def _take(self, message: Message) -> None:
        """What the child found, or could not."""
