"""A layer run live on this computer: a child at work, how far it is, and what it found so far."""

import time
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from advisor.facts.layer_run import LayerRun
from advisor.facts.message import Failure, Message, Progress, Result
from advisor.present.job import job_view
from advisor.present.layer_text import layer_view
from advisor.run.command import advisor_command
from advisor.run.outcome import ChildOutcome
from advisor.ui.job import Job

LIMIT_S = 180.0


class LiveLayer(QObject):
    """One run at a time. `changed` carries what is to be read, `job_changed` the progress, None at the end."""

    changed = Signal(object)
    job_changed = Signal(object)
    said = Signal(str)

    def __init__(self, parent: QObject, command: Callable[..., Sequence[str]] = advisor_command) -> None:
        super().__init__(parent)
        self._command = command
        self._job: Job | None = None
        self._started_s = 0.0
        self._runs: list[LayerRun] = []
        self._reasons: list[str] = []

    @property
    def is_running(self) -> bool:
        """Whether the child is at work."""
        return self._job is not None

    def start(self) -> None:
        """Run it in a child."""
        if self._job is not None:
            return
        self._runs, self._reasons = [], []
        self._job = Job(self._command("bench", "--layer", "--events"), total_limit_s=LIMIT_S, parent=self)
        self._started_s = time.monotonic()
        self._job.message.connect(self._take)
        self._job.ended.connect(self._finish)
        self.job_changed.emit(job_view(self._name))
        self._job.start()

    def cancel(self) -> None:
        """Stop it; what it found so far stays."""
        if self._job:
            self._job.cancel()

    def end_now(self) -> None:
        """End the child at once: the window closes."""
        if self._job:
            self._job.end_now()
            self._job = None

    @property
    def _name(self) -> str:
        return self.tr("Running a layer live")

    def _take(self, message: Message) -> None:
        """One message of the child."""
        if isinstance(message, Progress):
            elapsed_s = time.monotonic() - self._started_s
            job = job_view(self._name, phase=message.phase, per_mille=message.per_mille, elapsed_s=elapsed_s)
            self.job_changed.emit(job)
        elif isinstance(message, Result) and message.kind == "layer_run":
            self._runs.append(message.record(LayerRun))
            self._show()
        elif isinstance(message, Failure):
            self._reasons.append(message.sentence)

    def _finish(self, outcome: ChildOutcome) -> None:
        self._job = None
        self.job_changed.emit(None)
        if outcome.kind != "done":
            self.said.emit(outcome.sentence)
        if self._runs or self._reasons:
            self._show()

    def _show(self) -> None:
        self.changed.emit(layer_view(self._runs, self._reasons))
