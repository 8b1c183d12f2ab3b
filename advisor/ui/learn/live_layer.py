"""A layer run live on this computer: a child at work, how far it is, and what it found so far."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from advisor.facts.answers.crossover import LayerRun
from advisor.facts.values.message import Failure, Message, Result
from advisor.present.learn.pictures import layer_view
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.words import say
from advisor.run.watch import ChildOutcome
from advisor.ui.work.child_process import ChildProcess
from advisor.ui.work.child_work import ChildWork

LIMIT_S = 180.0


class LiveLayer(ChildWork):
    """One run at a time. `changed` carries what is to be read."""

    changed = Signal(object)

    def __init__(self, parent: QObject, command: Callable[..., Sequence[str]] | None = None) -> None:
        super().__init__(parent, command or ChildProcess.default_command)
        self._runs: list[LayerRun] = []
        self._failures: list[Failure] = []

    def start(self) -> None:
        """Run it in a child."""
        if not self.is_busy:
            self._runs, self._failures = [], []
            self._run(say("Running a layer live"), ("bench", "--layer", "--events"), LIMIT_S, self._finish)

    def _take(self, message: Message) -> None:
        if isinstance(message, Result) and message.kind == "layer_run":
            self._runs.append(message.record(LayerRun))
            self._show()
        elif isinstance(message, Failure):
            self._failures.append(message)

    def _finish(self, outcome: ChildOutcome) -> None:
        if outcome.kind != "done":
            self.said.emit(in_words(outcome.sentence))
        if self._runs or self._failures:
            self._show()

    def _show(self) -> None:
        self.changed.emit(layer_view(self._runs, [one.sentence for one in self._failures]))
