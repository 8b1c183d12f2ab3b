"""Keeps what a person measured with other programs: typed, pasted or from a file; judged by the rooms below."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QDateTime, QObject, Qt, Signal

from advisor.advice.known_models import KnownModels
from advisor.advice.question import PageQuestion
from advisor.answer.asked.problem import ProblemError
from advisor.answer.runs.imported_model import Likely
from advisor.answer.runs.imported_run import (
    Chosen,
    ImportedAnswer,
    imported_answer,
    judged_claim,
    likely_processor,
    rates_as_measured,
)
from advisor.answer.text.text_answer import typical_request
from advisor.facts.machine.machine import Machine
from advisor.facts.machine.measurement import OwnRun
from advisor.facts.rig.rig import Rig
from advisor.facts.values.message import Message, Result
from advisor.facts.values.reason import ReasonError
from advisor.present.check.imported_text import check_view, imported_view, kept_sentence, kept_words, refusal
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.words import say
from advisor.run.watch import ChildOutcome
from advisor.store.atomic_file import StoreError
from advisor.store.history import latest_results, load_history, remove_own_run, save_own_run, save_run
from advisor.ui.work.file_opening import OPEN_LIMIT_S
from advisor.ui.work.job import Job
from advisor.version import __version__


class Asked(NamedTuple):
    """What the page asks about this computer now."""

    question: PageQuestion
    machine: Machine
    rig: Rig
    known: KnownModels


class RunKeeping(QObject):
    """Emits finished texts; `changed` where other runs are kept than before."""

    opened = Signal(object)
    understood = Signal(object)
    file_read = Signal(str)
    refused = Signal(str)
    kept = Signal(object)
    changed = Signal()
    said = Signal(str)

    def __init__(
        self, parent: QObject, asked: Callable[[], Asked | None], command: Callable[..., Sequence[str]]
    ) -> None:
        super().__init__(parent)
        self._asked = asked
        self._command = command
        self._reading: Job | None = None
        self._pieces: list[str] = []
        self._answer: ImportedAnswer | None = None

    def open(self) -> None:
        """Show what can be chosen and what is kept."""
        asked = self._asked()
        self._answer = None
        if asked is None:
            self.said.emit(say("Only runs on this computer can be saved."))
            return
        models = asked.known.catalog.models
        self.opened.emit(check_view(asked.rig, models, model_id=asked.question.text.model_id, subject=_words(asked)))

    def read(self, text: str, model_id: str, device: str) -> None:
        """Understand a text; the ids are empty where the text is to say it."""
        asked = self._asked()
        self._answer = None
        if asked is None:
            return
        try:
            self._answer = imported_answer(
                text,
                asked.rig,
                asked.known.catalog,
                chosen=_chosen(asked, is_page_model=bool(model_id), device=device or None),
                today=_now().date().toString(Qt.DateFormat.ISODate),
            )
        except ProblemError as error:
            self.refused.emit(in_words(error.reason))
        else:
            self.understood.emit(imported_view(self._answer))

    def read_file(self, path: Path) -> None:
        """The text of a file, as if it had been pasted; read in a child, for where it lies may not answer."""
        self.end_now()
        self._pieces = []
        command = self._command("machine", "ran", "--events", "--import", str(path))
        self._reading = Job(command, total_limit_s=OPEN_LIMIT_S, parent=self)
        self._reading.message.connect(self._take_piece)
        self._reading.ended.connect(lambda outcome: self._finish_reading(path.name, outcome))
        self._reading.start()

    def end_now(self) -> None:
        """Give up what is being read."""
        if self._reading is not None:
            self._reading.end_now()
            self._reading.deleteLater()
            self._reading = None

    def _take_piece(self, message: Message) -> None:
        if isinstance(message, Result):
            self._pieces.append(str(message.body["text"]))

    def _finish_reading(self, name: str, outcome: ChildOutcome) -> None:
        self._reading = None
        if outcome.kind == "done":
            self.file_read.emit("".join(self._pieces))
        elif outcome.kind == "timed_out":
            sentence = say("{name} could not be opened: where it lies does not answer.")
            self.refused.emit(sentence.format(name=name))
        else:
            self.refused.emit(in_words(outcome.sentence))

    def keep(self) -> None:
        """Keep what was understood last."""
        asked, answer = self._asked(), self._answer
        if asked is None or answer is None:
            return
        try:
            if answer.kept_runs:
                save_own_run(asked.machine, *answer.kept_runs)
            now = _now().toString(Qt.DateFormat.ISODate)
            save_run(asked.machine, rates_as_measured(answer.kept_rates, now=now, app_version=__version__))
        except StoreError as error:
            self.refused.emit(in_words(error.reason))
            return
        self._answer = None
        self._show_kept(asked)

    def remove(self, number: int) -> None:
        """Forget the kept run at that place."""
        asked = self._asked()
        if asked is None or not 0 <= number < len(asked.rig.own_runs):
            return
        try:
            remove_own_run(asked.machine, asked.rig.own_runs[number])
        except StoreError as error:
            self.refused.emit(in_words(error.reason))
            return
        self._show_kept(asked)

    def take(self, tokens_per_s: float) -> None:
        """Keep a typed speed of the model that is asked about, unless it cannot be true."""
        asked = self._asked()
        if asked is None:
            return
        try:
            claim = _claim(asked, tokens_per_s)
            found = judged_claim(claim, asked.rig, asked.known.catalog)
            refused = refusal(found.finding)
            if refused is None:
                save_own_run(asked.machine, claim)
            self.said.emit(refused or kept_sentence(found))
        except ReasonError as error:
            self.said.emit(in_words(error.reason))
        self.changed.emit()

    def _show_kept(self, asked: Asked) -> None:
        self.changed.emit()
        kept = latest_results(load_history().record, asked.machine)
        self.kept.emit(kept_words(kept.own_runs if kept else (), asked.known.catalog.models))


def _chosen(asked: Asked, *, is_page_model: bool, device: str | None) -> Chosen:
    """What the person said of a text, and what they look at."""
    question = asked.question
    file = asked.known.ran_file(question.text.model_id, question.quant_id)
    if not is_page_model:
        likely = Likely(file=file) if file else Likely(question.text.model_id, question.quant_id)
        return Chosen(device=device, likely=likely)
    if file is not None:
        return Chosen(device=device, file=file)
    quant = asked.known.catalog.quants[question.quant_id].name
    return Chosen(model_id=question.text.model_id, quant=quant, device=device)


def _claim(asked: Asked, tokens_per_s: float) -> OwnRun:
    question, catalog = asked.question, asked.known.catalog
    subject = asked.known.subject(question.text.model_id, catalog.quants[question.quant_id])
    file = asked.known.ran_file(question.text.model_id, question.quant_id)
    workload, model = catalog.workloads[question.text.workload_id], catalog.models.get(question.text.model_id)
    run = typical_request(workload, model, context_tokens=question.context_tokens)
    return OwnRun(
        model_id=file.name if file else question.text.model_id,
        quant=subject.weights.quant,
        processor=likely_processor(asked.rig, catalog, subject),
        tokens_per_s=tokens_per_s,
        depth_tokens=run.written.depth_tokens,
        model=file,
        ran_on=_now().date().toString(Qt.DateFormat.ISODate),
    )


def _words(asked: Asked) -> str:
    """The model of the page and its quantization."""
    subject = asked.known.subject(asked.question.text.model_id, asked.known.catalog.quants[asked.question.quant_id])
    return say("{name} as {quant}", name=subject.name, quant=subject.weights.quant)


def _now() -> QDateTime:
    return QDateTime.currentDateTime()
