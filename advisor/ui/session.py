"""What the window knows and does, without widgets: machine, measurements, question, and the views of all three."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from advisor.answer.problem import ProblemError
from advisor.answer.rig_models import each_model
from advisor.catalog.catalogue import Catalogue, load_catalogue
from advisor.catalog.rig import assemble_rig, with_cards
from advisor.facts.machine import Machine
from advisor.facts.measurement import Measurement, MeasurementFailure, Measurements
from advisor.facts.message import Failure, Message, Progress, Result
from advisor.facts.profile import Profile
from advisor.facts.rig_answer import RigAnswer
from advisor.facts.settings import Settings
from advisor.present.job import job_view
from advisor.present.my_rig import my_rig_view
from advisor.run.command import advisor_command
from advisor.run.outcome import ChildOutcome
from advisor.store.atomic_file import StoreError
from advisor.store.history import latest_results, load_history, save_run
from advisor.store.profile import open_machine, save_machine
from advisor.store.settings import load_settings, save_settings
from advisor.ui.job import Job
from advisor.ui.question import Question, answer_view, first_question, knobs, turned
from advisor.ui.ticks import Ticks

if TYPE_CHECKING:
    from advisor.facts.rig import Rig
    from advisor.present.view import Knobs, MyRigView, WillItRunView

PROBE_LIMIT_S, BENCH_LIMIT_S = 60.0, 180.0


class Session(QObject):
    """Emits finished views; pages show them. Signals carry objects."""

    my_rig_changed = Signal(object)
    will_it_run_changed = Signal(object)
    knobs_changed = Signal(object)
    job_changed = Signal(object)
    rig_failed = Signal(str)
    answer_failed = Signal(str)
    said = Signal(str)
    opened = Signal(str)

    def __init__(self, parent: QObject, command: Callable[..., Sequence[str]] = advisor_command) -> None:
        super().__init__(parent)
        self._command = command
        self._settings: Settings = load_settings().record
        self._catalogue: Catalogue | None = None
        self._machine: Machine | None = None
        self._own_machine: Machine | None = None
        self._measurements: Measurements | None = None
        self._rig: Rig | None = None
        self._question: Question | None = None
        self._knobs: Knobs | None = None
        self._answers: tuple[RigAnswer, ...] = ()
        self._ticks = Ticks(self)
        self._rig_view: MyRigView | None = None
        self._run_view: WillItRunView | None = None
        self._job: Job | None = None
        self._job_name, self._job_started_s = "", 0.0
        self._results: list[Measurement] = []
        self._failures: list[MeasurementFailure] = []
        self._trouble = ""

    @property
    def settings(self) -> Settings:
        """What was chosen before."""
        return self._settings

    @property
    def is_free(self) -> bool:
        """Whether this computer may be read or measured: no job runs, and no other machine is shown."""
        return self._job is None and self.is_own

    @property
    def is_own(self) -> bool:
        """Whether the machine shown is this computer."""
        return self._machine is self._own_machine

    def load_catalogue(self) -> None:
        """Read all cards; views follow once the machine is known too."""
        self._catalogue = load_catalogue()
        self._refresh()

    def read_hardware(self) -> None:
        """Detect this computer in a child."""
        self._trouble = ""
        self._run(self.tr("Reading your hardware"), ("probe", "--events"), PROBE_LIMIT_S, self._finish_probe)

    def measure(self) -> None:
        """Measure this computer in a child; results are shown as they come."""
        self._results, self._failures = [], []
        self._run(self.tr("Measuring"), ("bench", "--events"), BENCH_LIMIT_S, self._finish_bench)

    def cancel(self) -> None:
        """Stop the running job; what it found so far stays."""
        if self._job:
            self._job.cancel()

    def close(self) -> None:
        """End children and keep the choices."""
        self._ticks.stop()
        if self._job:
            self._job.end_now()
            self._job = None
        if self._question:
            self.keep(
                model_id=self._question.model_id,
                quant=self._question.quant_id,
                workload_id=self._question.workload_id,
                context_tokens=self._question.context_tokens,
            )

    def keep(self, **values: object) -> None:
        """Remember choices for the next start; a full disk is no reason to stop."""
        self._settings = self._settings.changed(**values)
        try:
            save_settings(self._settings)
        except StoreError as error:
            self.said.emit(str(error))

    def open_profile(self, path: Path) -> None:
        """Show a saved machine instead of this one."""
        try:
            opened = open_machine(path)
        except StoreError as error:
            self.said.emit(str(error))
            return
        self._show_machine(opened.profile.machine, opened.profile.measurements)
        self.opened.emit(path.stem)
        if opened.notes:
            self.said.emit(" ".join(opened.notes))

    def save_profile(self, path: Path) -> None:
        """Save the machine shown, with what was measured on it."""
        if self._machine is None:
            return
        try:
            save_machine(path, self._machine, self._measurements)
            self.said.emit(self.tr("Saved {name}.").format(name=path.name))
        except StoreError as error:
            self.said.emit(str(error))

    def back_to_this_computer(self) -> None:
        """Show this computer again."""
        self.opened.emit("")
        if self._own_machine is None:
            self.read_hardware()
        else:
            self._show_machine(self._own_machine, self._kept_measurements(self._own_machine))

    def turn(self, knob: str, choice: str) -> None:
        """A knob was turned: take the choice over; `answer` computes."""
        if self._question and self._catalogue:
            self._question = turned(self._question, knob, choice, self._catalogue)

    def answer(self) -> None:
        """Compute and show the answer to the present question."""
        if not (self._catalogue and self._rig and self._question):
            return
        self._knobs = knobs(self._question, self._catalogue, self._knobs)
        self.knobs_changed.emit(self._knobs)
        try:
            view = answer_view(self._question, self._rig, self._catalogue)
        except ProblemError as error:
            self._run_view = None
            self.answer_failed.emit(str(error))
            return
        self._run_view = view
        self.will_it_run_changed.emit(view)

    def save_report(self, path: Path) -> None:
        """Write the PDF of what is shown."""
        if self._rig_view is None or self._machine is None:
            return
        import datetime

        from advisor.report.error import ReportError
        from advisor.report.write import write_report
        from advisor.version import __version__

        profile = Profile(machine=self._machine, measurements=self._measurements, app_version=__version__)
        try:
            write_report(
                path,
                my_rig=self._rig_view,
                will_it_run=self._run_view,
                profile_json=profile.model_dump_json(indent=1),
                date=datetime.date.today(),
                version=__version__,
            )
            self.said.emit(self.tr("Saved {name}.").format(name=path.name))
        except ReportError as error:
            self.said.emit(str(error))

    def _show_machine(self, machine: Machine, measurements: Measurements | None) -> None:
        self._machine, self._measurements = machine, measurements
        self._refresh()

    def _refresh(self) -> None:
        """Both views anew, as far as machine and catalogue are known."""
        if self._trouble and self._machine is None:
            self.rig_failed.emit(self._trouble)
        if not (self._catalogue and self._machine):
            return
        machine = with_cards(self._machine, self._catalogue)
        self._rig = assemble_rig(machine, self._measurements, self._catalogue)
        self._show_rig(machine)
        self.answer()
        self._ask_models()

    def _show_rig(self, machine: Machine) -> None:
        """Page My rig with the answers that are there."""
        if self._rig is None or self._catalogue is None:
            return
        self._rig_view = my_rig_view(
            machine=machine,
            rig=self._rig,
            measurements=self._measurements,
            answers=self._answers,
            models=self._catalogue.models,
            measuring=self._found() if self._results and self._job else None,
        )
        self.my_rig_changed.emit(self._rig_view)

    def _ask_models(self) -> None:
        """What this rig can do, asked of several models: too long for one tick."""
        if self._rig is None or self._catalogue is None:
            return
        answers: list[RigAnswer] = []
        asked = each_model(self._rig, self._catalogue)
        self._ticks.start(asked, take=answers.append, done=lambda: self._take_answers(tuple(answers)))

    def _take_answers(self, answers: tuple[RigAnswer, ...]) -> None:
        if self._machine is None or self._catalogue is None:
            return
        self._answers = answers
        self._show_rig(with_cards(self._machine, self._catalogue))
        if self._question is None and self._rig_view is not None:
            self._question = first_question(self._settings, self._rig_view, answers, self._catalogue)
            self.answer()

    def _run(self, name: str, arguments: tuple[str, ...], limit_s: float, finish: object) -> None:
        if self._job is not None:
            return
        self._job = Job(self._command(*arguments), total_limit_s=limit_s, parent=self)
        self._job_name, self._job_started_s = name, time.monotonic()
        self._job.message.connect(self._take)
        self._job.ended.connect(finish)
        self.job_changed.emit(job_view(name))
        self._job.start()

    def _take(self, message: Message) -> None:
        """One message of the child."""
        if isinstance(message, Progress):
            elapsed_s = time.monotonic() - self._job_started_s
            self.job_changed.emit(
                job_view(self._job_name, phase=message.phase, per_mille=message.per_mille, elapsed_s=elapsed_s)
            )
        elif isinstance(message, Result) and message.kind == "machine":
            self._own_machine = Machine.model_validate_json(_json(message))
            self._show_machine(self._own_machine, self._kept_measurements(self._own_machine))
        elif isinstance(message, Result) and message.kind == "measurement":
            self._results.append(Measurement.model_validate_json(_json(message)))
            self._show_results()
        elif isinstance(message, Failure):
            self._failures.append(MeasurementFailure(name=message.code, reason=message.sentence))

    def _finish_probe(self, outcome: ChildOutcome) -> None:
        self._end_job()
        if self._own_machine is None:
            self._trouble = outcome.sentence
            self._refresh()

    def _finish_bench(self, outcome: ChildOutcome) -> None:
        self._end_job()
        if outcome.kind not in ("done", "cancelled"):
            self._failures.append(MeasurementFailure(name=outcome.step or "bench", reason=outcome.sentence))
        if outcome.kind != "done":
            self.said.emit(outcome.sentence)
        if self._own_machine is None:
            return
        if self._results:
            try:
                save_run(self._own_machine, self._found())
            except StoreError as error:
                self.said.emit(str(error))
        self._show_results()

    def _show_results(self) -> None:
        """What was measured before, replaced by what came now."""
        if self._own_machine is None:
            return
        new = {(one.name, one.device) for one in self._results}
        kept = self._kept_measurements(self._own_machine)
        old = tuple(one for one in (kept.results if kept else ()) if (one.name, one.device) not in new)
        found = self._found()
        self._show_machine(self._own_machine, found.changed(results=(*found.results, *old)))

    def _found(self) -> Measurements:
        """What the present or last run of the measurement gave."""
        return Measurements(results=tuple(self._results), failures=tuple(self._failures))

    def _kept_measurements(self, machine: Machine) -> Measurements | None:
        return latest_results(load_history().record, machine)

    def _end_job(self) -> None:
        self._job = None
        self.job_changed.emit(None)


def _json(message: Result) -> str:
    """The body of a result as JSON, so that it is read by the rules for JSON (lists become tuples)."""
    return message.model_dump_json(include={"body"})[len('{"body":') : -1]
