"""The computer the app runs on: reads and measures it in a child, one job at a time, and keeps what it finds."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from advisor.facts.answers.tried import Tried
from advisor.facts.kept.history import MachineHistory
from advisor.facts.kept.profile import Correction
from advisor.facts.machine.machine import Machine
from advisor.facts.machine.measurement import Measurement, MeasurementFailure, Measurements, Soak
from advisor.facts.values.message import Failure, Message, Result
from advisor.present.check.tried_text import trouble_sentence
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.typed_form import outdated_sentence
from advisor.present.words.words import say
from advisor.run.watch import START_LIMIT_S, ChildOutcome
from advisor.store.atomic_file import StoreError
from advisor.store.corrections import load_corrections, save_corrections
from advisor.store.history import is_hidden, latest_results, load_history, machine_history, machine_key, save_run
from advisor.ui.work.child_process import PROBE, ChildProcess
from advisor.ui.work.job import ChildWork

PROBE_LIMIT_S, BENCH_LIMIT_S, SOAK_LIMIT_S, TRIAL_LIMIT_S = START_LIMIT_S + 60.0, 180.0, 600.0, 420.0


class OwnComputer(ChildWork):
    """Says `changed` whenever machine or measurements are others, and what a job does meanwhile."""

    changed = Signal()
    failed = Signal(str)
    tried = Signal(object)
    """A `Tried`: what a model reached here, beside its prediction."""
    trial_failed = Signal(str)
    """Why it reached nothing, and what to do."""

    def __init__(self, parent: QObject, command: Callable[..., Sequence[str]]) -> None:
        super().__init__(parent, command)
        self.machine: Machine | None = None
        self.wished_trial = ""
        """The file to run as soon as its prediction stands on the page that shows it."""
        self._is_trying = False
        self._just_detected = ""
        """The key of a machine whose cards and findings are still to come."""
        self._results: list[Measurement] = []
        self._failures: list[MeasurementFailure] = []
        self._soaks: list[Soak] = []
        self._readings: dict[tuple[str, str], Measurement] = {}
        """What a running measurement reads so far, by name and device, until its result is there; never kept."""

    @property
    def is_reading(self) -> bool:
        """Whether it is being read, and nothing of it is known yet."""
        return self.is_busy and self.machine is None

    @property
    def measurements(self) -> Measurements | None:
        """What was measured before, replaced by what the present or last run gave but for what was quieter before."""
        if self.machine is None:
            return None
        kept = latest_results(load_history().record, self.machine)
        found = self._shown() if self._results or self._failures or self._soaks or self._readings else None
        if kept is None or found is None:
            return kept or found
        shown = [one for one in found.results if self.is_busy or not is_hidden(one, kept)]
        new = {(one.name, one.device) for one in shown}
        old = tuple(one for one in kept.results if (one.name, one.device) not in new)
        soaked = {(one.name, one.device) for one in self._soaks}
        soaks = tuple(one for one in kept.soaks if (one.name, one.device) not in soaked)
        results = (*shown, *old)
        return found.changed(results=results, own_runs=kept.own_runs, soaks=(*found.soaks, *soaks))

    @property
    def history(self) -> MachineHistory | None:
        """All that was measured on this computer, oldest first."""
        return machine_history(load_history().record, self.machine) if self.machine else None

    @property
    def corrections(self) -> tuple[Correction, ...]:
        """What a person put right on this computer."""
        return load_corrections(self.machine).corrections if self.machine else ()

    def correct(self, corrections: Sequence[Correction]) -> None:
        """Keep these, and no others."""
        if self.machine is None:
            return
        try:
            save_corrections(self.machine, corrections)
        except StoreError as error:
            self.said.emit(in_words(error.reason))

    @property
    def arriving(self) -> Measurements | None:
        """What a measurement has given so far while it runs."""
        return self._shown() if (self._results or self._soaks or self._readings) and self.is_busy else None

    def read(self, begun: ChildProcess | None = None) -> None:
        """Detect the hardware in a child, which may have begun already."""
        self._run(say("Reading your hardware"), PROBE, PROBE_LIMIT_S, self._finish_probe, begun)

    def measure(self, *, soak: bool = False) -> None:
        """Measure in a child, or see for a minute what holds out under load; results are kept as they come."""
        if not self.is_busy:
            self._results, self._failures, self._soaks = [], [], []
            self._readings = {}
            name = say("Measuring for a minute") if soak else say("Measuring")
            arguments = ("bench", "--events", "--soak") if soak else ("bench", "--events")
            self._run(name, arguments, SOAK_LIMIT_S if soak else BENCH_LIMIT_S, self._finish_bench)

    def try_model(self, path: str, *, workload_id: str, context_tokens: int) -> None:
        """Run a model's file for real in a child, which keeps what came of it."""
        if self.is_busy:
            return
        self._is_trying = True
        chosen = ("--workload", workload_id, "--context", f"{context_tokens}")
        self._run(say("Running the model"), ("try", path, "--events", *chosen), TRIAL_LIMIT_S, self._finish_trial)

    def _take(self, message: Message) -> None:
        if isinstance(message, Result) and message.kind == "tried":
            self.tried.emit(message.record(Tried))
        elif isinstance(message, Result) and message.kind in ("detected", "machine"):
            self._take_machine(message.record(Machine), is_complete=message.kind == "machine")
        elif isinstance(message, Result) and message.kind == "measurement":
            result = message.record(Measurement)
            others = [one for one in self._results if (one.name, one.device) != (result.name, result.device)]
            self._results = [*others, result]
            self.changed.emit()
        elif isinstance(message, Result) and message.kind == "reading":
            reading = message.record(Measurement)
            self._readings[reading.name, reading.device] = reading
            self.changed.emit()
        elif isinstance(message, Result) and message.kind == "soak":
            self._soaks.append(message.record(Soak))
            self.changed.emit()
        elif isinstance(message, Failure) and not self._is_trying:  # the end of a run of a model tells its own
            failure = MeasurementFailure(name=message.code, reason=message.sentence, device=message.device)
            self._failures.append(failure)

    def _take_machine(self, found: Machine, *, is_complete: bool) -> None:
        """Cards and findings that follow what was detected are no change: whoever shows it works them out."""
        key, before = machine_key(found), self._just_detected
        self.machine, self._just_detected = found, "" if is_complete else key
        if not (is_complete and key == before):
            self.changed.emit()

    def _finish_probe(self, outcome: ChildOutcome) -> None:
        if self.machine is None or outcome.kind not in ("done", "cancelled"):
            self.failed.emit(in_words(outcome.sentence))
        elif outcome.kind == "done":
            self._drop_outdated(self.machine)

    def _drop_outdated(self, machine: Machine) -> None:
        """Forget, and say so, what was put right on hardware that is no longer there."""
        kept = load_corrections(machine)
        if kept.outdated:
            self.correct(kept.corrections)
            self.said.emit(outdated_sentence(kept.outdated))

    def _finish_bench(self, outcome: ChildOutcome) -> None:
        self._readings = {}
        if outcome.kind not in ("done", "cancelled"):
            self._failures.append(MeasurementFailure(name="bench", reason=outcome.sentence))
        if outcome.kind != "done":
            self.said.emit(in_words(outcome.sentence))
        elif not self._results and not self._soaks:
            self.said.emit(say("Nothing could be measured. My rig says why."))
        if self.machine is None:
            return
        if self._results or self._soaks:
            try:
                save_run(self.machine, self._found())
            except StoreError as error:
                self.said.emit(in_words(error.reason))
        kept = latest_results(load_history().record, self.machine)
        if kept is not None and any(is_hidden(one, kept) for one in self._results):
            self.said.emit(say("Disturbed: earlier quiet results stay."))
        self.changed.emit()

    def _finish_trial(self, outcome: ChildOutcome) -> None:
        self._is_trying = False
        if outcome.kind == "done":
            self.changed.emit()
        elif outcome.kind == "cancelled":
            self.said.emit(in_words(outcome.sentence))
        else:
            self.trial_failed.emit(trouble_sentence(outcome.sentence))

    def _shown(self) -> Measurements:
        """The same with what is read so far of the figures that are still to come."""
        known = {(one.name, one.device) for one in self._results}
        readings = tuple(one for key, one in self._readings.items() if key not in known)
        found = self._found()
        return found.changed(results=(*found.results, *readings))

    def _found(self) -> Measurements:
        """What the present or last run of the measurement gave."""
        return Measurements(results=tuple(self._results), failures=tuple(self._failures), soaks=tuple(self._soaks))
