"""What the window knows and does, without widgets: machine, measurements, question, and the views of all three."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal

from advisor.advice.known_models import KnownModels
from advisor.answer.asked.problem import ProblemError
from advisor.catalog.cards.card_file import CardError
from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.facts.answers.model_file import ModelFile
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.kept.settings import Paper, Settings
from advisor.present.rig.my_rig import my_rig_view
from advisor.present.words.retold import retold
from advisor.present.words.words import say
from advisor.run.outcome import as_sentence
from advisor.store.atomic_file import StoreError
from advisor.store.corrections import load_correction_file
from advisor.store.crashes import load_crash_file
from advisor.store.history import load_history
from advisor.store.log import LOG
from advisor.store.settings import load_settings, save_settings
from advisor.ui.state.changes import Change, Changes
from advisor.ui.state.own_computer import OwnComputer
from advisor.ui.state.saved_report import save_as_report
from advisor.ui.state.shown_machine import ShownMachine
from advisor.ui.work.child_process import ChildProcess
from advisor.ui.work.file_opening import FileOpening, may_be_profile, requested_file
from advisor.ui.work.ticks import Ticks
from advisor.ui.work.unexpected import unexpected

if TYPE_CHECKING:
    from advisor.advice.question import PageQuestion
    from advisor.facts.values.edit import Edit
    from advisor.present.upgrade.view import WorthView
    from advisor.present.words.view import Knobs, MyRigView, WillItRunView
    from advisor.ui.state.run_keeping import Asked, RunKeeping


class Session(QObject):
    """Emits finished views; pages show them. Signals carry objects."""

    rig_changed = Signal(object, object)
    """The rig shown, and the catalog."""
    my_rig_changed = Signal(object)
    will_it_run_changed = Signal(object)
    knobs_changed = Signal(object)
    asked_anew = Signal()
    """Another question, or the same of another rig."""
    job_changed = Signal(object)
    rig_failed = Signal(str)
    answer_failed = Signal(str)
    said = Signal(str)
    opened = Signal(str)
    model_opened = Signal()
    kept = Signal()
    """Settings changed."""

    def __init__(
        self,
        parent: QObject,
        command: Callable[..., Sequence[str]] | None = None,
        *,
        own: OwnComputer | None = None,
    ) -> None:
        """`own` may read already: a child at work says nothing before the next turn of the event loop."""
        super().__init__(parent)
        command = command or ChildProcess.default_command
        settings = load_settings()
        self._settings, self._settings_note = settings.record, settings.note
        self._own = own or OwnComputer(self, command)
        self.changes = Changes(self)
        self.shown = ShownMachine(self, self._own, self.read_hardware, self.changes)
        self.shown.changed.connect(self._refresh)
        self.shown.opened.connect(self.opened)
        self.shown.said.connect(self.said)
        self._own.changed.connect(self.shown.show_own)
        self._own.job_changed.connect(self.job_changed)
        self._own.failed.connect(self._fail)
        self._own.said.connect(self.said)
        self._command, self._runs = command, cast("RunKeeping | None", None)
        self._opening = FileOpening(self, command)
        self._opening.read.connect(self._take_file)
        self._opening.refused.connect(self._take_refusal)
        self._opening.slow.connect(lambda path: self.said.emit(say("Opening {name} …", name=path.name)))
        self.reopens_last = True
        """Whether the file that was asked about last is opened again."""
        self._early_file: ModelFile | None = None
        """A file that was read before the catalog was."""
        self._is_asked_for, self._remark = False, ""
        """Whether a person wants to see the file that is being opened, and what to say of it then."""
        self._known: KnownModels | None = None
        self._question: PageQuestion | None = None
        self._is_first_guess = False
        """Whether the question was made while the hardware was still being read, and nobody turned a knob since."""
        self._knobs: Knobs | None = None
        self._answers: tuple[TextAnswer, ...] = ()
        self._answered: tuple[str, tuple[Edit, ...]] = ("", ())
        """What the answers are about: the name of a saved machine, and what was changed in thought."""
        self._ticks = Ticks(self, failed=self._give_up)
        self._sizing = Ticks(self, slice_s=0.0, failed=self._give_up)
        self._is_watched, self._is_due = True, False
        """Whether somebody looks at the answer, and whether it is yet to be worked out."""
        self._rig_view: MyRigView | None = None
        self._run_view: WillItRunView | None = None
        self._trouble = ""
        self.verdict: Callable[[], WorthView | None] = lambda: None
        """What is worth its money, for the report; the page of that tells."""

    @property
    def settings(self) -> Settings:
        """What was chosen before."""
        return self._settings

    @property
    def runs(self) -> "RunKeeping":
        """What was measured with other programs; loaded when it is first asked for, after the rig is shown."""
        if self._runs is None:
            from advisor.ui.state.run_keeping import RunKeeping

            self._runs = RunKeeping(self, self._asked, self._command)
            self._runs.changed.connect(self.shown.show_own)
            self._runs.said.connect(self.said)
        return self._runs

    @property
    def asked(self) -> "tuple[PageQuestion, KnownModels] | None":
        """The present question, and the models it can be about."""
        return (self._question, self._known) if self._question and self._known else None

    @property
    def catalog(self) -> Catalog | None:
        """All cards, once they were read."""
        return self._catalog

    @property
    def is_own(self) -> bool:
        """Whether this computer is shown as it is."""
        return self.shown.is_own

    @property
    def is_free(self) -> bool:
        """Whether this computer may be read or measured: no job runs, and no other machine is shown."""
        return self.is_own and not self._own.is_busy

    @property
    def _catalog(self) -> Catalog | None:
        return self._known.catalog if self._known else None

    def load_catalog(self, specs: Path | None = None) -> None:
        """Read all cards; views follow once the machine is known too."""
        try:
            self._known = KnownModels(load_catalog(specs), recent=self._settings.recent_files)
        except (CardError, FileNotFoundError) as error:
            self._fail(as_sentence(error))
        else:
            self._refresh()
            self._open_early_file()

    def tell_what_was_left_out(self) -> None:
        """Say which kept files were damaged or of a newer version; nothing is lost of them."""
        others = (load_history().note, load_correction_file().note, load_crash_file().note)
        notes = list(filter(None, (self._settings_note, *others)))
        if notes:
            LOG.warning("Kept files: %s", " ".join(notes))
            self.said.emit(" ".join(notes))

    @property
    def is_reading(self) -> bool:
        """Whether this computer is being read, and there is nothing to show yet."""
        return self._own.is_busy and self._own.machine is None

    @property
    def opens_file(self) -> bool:
        """Whether a person asked for a file, which another page than the first may have to show."""
        return self._is_asked_for

    def tell_again(self) -> None:
        """Say what is known once more, for pages that came later."""
        self._tell_trouble()
        shown = self.shown.shown
        if shown is not None and self._catalog is not None and self._rig_view is not None:
            self.rig_changed.emit(shown.rig, self._catalog)
            self.my_rig_changed.emit(self._rig_view)
            self.answer()

    def read_hardware(self) -> None:
        """Detect this computer in a child."""
        if self._trouble and self._catalog is None:
            self.load_catalog()
        self._trouble = ""
        self._own.read()

    def measure(self) -> None:
        """Measure this computer in a child; results are shown as they come."""
        self._own.measure()

    def soak(self) -> None:
        """See for a minute what this computer holds out under load."""
        self._own.measure(soak=True)

    def cancel(self) -> None:
        """Stop the running job; what it found so far stays."""
        self._own.cancel()

    def close(self) -> None:
        """End children and keep the choices."""
        self._ticks.stop()
        self._sizing.stop()
        self._opening.end_now()
        if self._runs is not None:
            self._runs.end_now()
        self._own.end_now()
        if self._question and not self._is_first_guess:
            self.keep(
                model_id=self._question.text.model_id,
                quant=self._question.quant_id,
                workload_id=self._question.now.workload_id,
                context_tokens=self._question.context_tokens,
            )

    def keep(self, **values: object) -> None:
        """Remember choices for the next start; a full disk is no reason to stop."""
        self._settings = self._settings.changed(**values)
        self.kept.emit()
        try:
            save_settings(self._settings)
        except StoreError as error:
            self.said.emit(str(error))

    def open_files(self, paths: Sequence[Path]) -> None:
        """Open what a person chose or dropped: a model's file, or a saved machine; several only as parts of one."""
        if not paths:
            self.said.emit(say("Only files on this computer can be opened."))
            return
        path, leaves_out = requested_file(paths)
        self._is_asked_for = True
        self._remark = say("One file at a time: {name} was opened.", name=path.name) if leaves_out else ""
        self._opening.open(path)

    def turn(self, knob: str, choice: str) -> None:
        """A knob was turned: take the choice over; `answer` computes."""
        if self._known and knob == "model" and choice not in self._known:
            self.open_files((Path(choice),))
        elif self._question and self._known:
            from advisor.advice.question import turned

            self._change_question(turned(self._question, knob, choice, self._known), knob)

    def _change_question(self, question: "PageQuestion", knob: str) -> None:
        """Ask something else, which can be taken back; a slider that is drawn makes one change."""
        before, self._question, self._is_first_guess = self._question, question, False
        if before is None or before == question:
            return
        turned_knob = self._knobs.knob(knob) if self._knobs else None
        words = turned_knob.label if turned_knob else say("Workload") if knob == "workload" else say("Model")
        row = knob if turned_knob is not None and turned_knob.is_scale else ""
        self.changes.note(Change("question", words, lambda: self._ask(before), lambda: self._ask(question), row))

    def _ask(self, question: "PageQuestion") -> None:
        self._question = question
        self.answer()

    def watch(self, is_watched: bool) -> None:
        """Whether somebody looks at the answer: it is worked out only then."""
        self._is_watched = is_watched
        if is_watched:
            self._catch_up()

    def answer(self) -> None:
        """Show the present question, and the answer to it where somebody looks."""
        if not (self._known and self.shown.shown and self._question):
            return
        from advisor.advice.question import knobs, needs_sizes, sizing

        before, self._knobs = self._knobs, knobs(self._question, self._known, self._knobs)
        self.knobs_changed.emit(self._knobs)
        if needs_sizes(self._question, before):
            self._sizing.start(sizing(self._question.text.model_id, self._known), done=self._show_sizes)
        self._is_due = True
        self.asked_anew.emit()
        if self._is_watched:
            self._catch_up()

    def _catch_up(self) -> None:
        """Work the answer out where that is yet to be done."""
        if not (self._is_due and self._known and self.shown.shown and self._question):
            return
        from advisor.advice.question import page_view

        self._is_due = False
        try:
            view = page_view(self._question.now, self.shown.shown.rig, self._known)
        except ProblemError as error:
            self._run_view = None
            self.answer_failed.emit(retold(str(error)))
            return
        self._run_view = view
        self.will_it_run_changed.emit(view)

    def _asked(self) -> "Asked | None":
        """The present question, where it is about text on this computer."""
        question, machine, shown = self._question, self.shown.machine, self.shown.shown
        if self._known and shown and machine and question and question.is_text and self.is_own:
            from advisor.ui.state.run_keeping import Asked

            return Asked(question, machine, shown.rig, self._known)
        return None

    def save_report(self, path: Path, *, paper: Paper | None = None) -> None:
        """Write the report of what is shown."""
        if self._rig_view is None or self.shown.machine is None:
            return
        self._catch_up()
        trouble = save_as_report(
            path,
            machine=self.shown.machine,
            measurements=self.shown.measurements,
            corrections=self.shown.corrections,
            my_rig=self._rig_view,
            will_it_run=self._run_view,
            worth=self.verdict(),
            paper=paper or self._settings.paper,
        )
        self.said.emit(trouble or say("Saved {name}.", name=path.name))

    def _open_early_file(self) -> None:
        """The file that was read while the cards were, or else the one that was asked about last."""
        asked_last = self._settings.model_id if self.reopens_last else None
        if self._early_file is not None:
            self._take_file(self._early_file)
        elif not self._is_asked_for and asked_last in {one.path for one in self._settings.recent_files}:
            self._opening.open(Path(str(asked_last)))

    def _take_file(self, file: ModelFile) -> None:
        """A model's file was read: ask about it."""
        if self._known is None:
            self._early_file = file
            return
        known = self._known.with_file(file)
        from advisor.advice.question import file_question

        try:
            question = file_question(file.path, self._question, self._settings, known)
        except ProblemError as error:
            self._take_refusal(Path(file.path), f"{error}.")
            return
        self._known = known
        self._change_question(question, "model")
        self.keep(recent_files=known.recent)
        if self._is_asked_for:
            self.said.emit(self._remark)
            self.model_opened.emit()
        if self.shown.machine is None:
            self.read_hardware()
        self.answer()

    def _take_refusal(self, path: Path, sentence: str, answered: bool = True) -> None:
        """A file is no model that can be read; where it lies gave an answer, so that it may be read here."""
        if answered and may_be_profile(path):
            self.shown.open_profile(path)
            if self._remark and self.shown.name == path.stem:
                self.said.emit(say("{remark} Page Compare takes several rigs.", remark=self._remark))
            return
        if answered and self._known is not None:
            self._known = self._known.without_file(str(path))
            self.changes.clear()  # it may be what was asked about before
            self.keep(recent_files=self._known.recent)
        if self.shown.machine is None:
            self.read_hardware()
        self.said.emit(sentence)
        self.answer()

    def _fail(self, sentence: str) -> None:
        self._trouble = sentence
        self._refresh()

    def _give_up(self, error: Exception) -> None:
        """Work in small pieces came to no end."""
        sentence = unexpected(error)
        self.said.emit(sentence)
        if self._run_view is None:
            self.answer_failed.emit(retold(sentence))

    def _tell_trouble(self) -> None:
        """Only where it leaves nothing to show."""
        if self._trouble and not (self._catalog and self.shown.machine):
            self.rig_failed.emit(self._trouble)

    def _refresh(self) -> None:
        """Both views anew, as far as machine and catalog are known."""
        if self._trouble and not (self._catalog and self.shown.machine):
            self.rig_failed.emit(retold(self._trouble))
        shown = self.shown.assemble(self._catalog, self._settings.money) if self._catalog else None
        if shown is None:
            return
        self._forget_answers_of_another()
        self.rig_changed.emit(shown.rig, self._catalog)
        self._show_rig()
        self.answer()
        self._ask_models()

    def _forget_answers_of_another(self) -> None:
        """What another machine can do, or this one with other parts, is not said of the one shown now."""
        subject = (self.shown.name, self.shown.edits)
        if subject != self._answered:
            self._answered, self._answers = subject, ()

    def _show_rig(self) -> None:
        """Page My rig with the answers that are there."""
        shown, is_own = self.shown.shown, self.is_own
        if shown is None or self._catalog is None:
            return
        self._rig_view = my_rig_view(
            machine=shown.machine,
            rig=shown.rig,
            measurements=None if self.shown.edits else self.shown.measurements,
            answers=self._answers,
            models=self._catalog.models,
            measuring=self._own.arriving if is_own else None,
            is_here=is_own,
            history=self._own.history if is_own else None,
            what_if=self.shown.what_if,
        )
        self.my_rig_changed.emit(self._rig_view)

    def _ask_models(self) -> None:
        """What this rig can do, asked of several models: too long for one tick."""
        if self.shown.shown is None or self._catalog is None:
            return
        answers: list[TextAnswer] = []
        from advisor.answer.rig.rig_models import each_model

        asked = each_model(self.shown.shown.rig, self._catalog)
        self._ticks.start(asked, take=answers.append, done=lambda: self._take_answers(tuple(answers)))

    def _show_sizes(self) -> None:
        """How large the model is at each quantization: known a moment after the answer."""
        if self._knobs is not None and self._known is not None:
            from advisor.advice.question import sized

            self._knobs = sized(self._knobs, self._known)
            self.knobs_changed.emit(self._knobs)

    def _take_answers(self, answers: tuple[TextAnswer, ...]) -> None:
        if self._known is None:
            return
        self._answers = answers
        self._show_rig()
        if self._rig_view is not None and (self._question is None or self._is_first_guess):
            from advisor.advice.question import first_question

            self._question = first_question(self._settings, self._rig_view, answers, self._known)
            self._is_first_guess = self.is_own and self._own.is_busy
            self.answer()
