"""The question of page Will it run?: how knobs change it, and what a rig answers."""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any

from advisor.advice.known_models import KnownModels
from advisor.answer.asked.problem import ProblemError
from advisor.answer.rig.compared_rig import ComparedRig, compared_rig
from advisor.answer.tasks.ask import (
    FindNearest,
    answer_question,
    asked_about,
    asked_workload,
    find_workload,
    task_models,
    usual_question,
)
from advisor.answer.tasks.better import with_better
from advisor.answer.text.setting import Chooser
from advisor.answer.which_device.room import leaves_room
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.task_answer import TaskAnswer
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.asked.question import Question
from advisor.facts.cards.workload import WorkloadCard
from advisor.facts.kept.settings import Settings
from advisor.facts.rig.rig import Rig
from advisor.facts.values.frozen import frozen
from advisor.present.tasks.knobs import with_choice
from advisor.present.tasks.shown import SHOWN, answer_verdict
from advisor.present.text.choices import AUTOMATIC, context_choices
from advisor.present.words.verdict import Verdict

if TYPE_CHECKING:
    from advisor.present.words.view import MyRigView, WillItRunView

FIRST_QUANT, FIRST_WORKLOAD = "q4_k_m", "chat"


@frozen
class PageQuestion:
    """What is asked `now`, what was asked last about a model to talk to, and in which other tasks before.

    `own` are the settings that a person chose for a model to talk to, by its id: they are not carried to another one.
    All others are the adviser's, anew for each model and rig.
    `picked` are the models that a person chose, by the workload for which that was; the last stands last.
    """

    now: Question
    text: Question
    others: tuple[Question, ...] = ()
    own: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    picked: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_text(self) -> bool:
        """Whether a model to talk to is asked about."""
        return self.now == self.text

    @property
    def quant_id(self) -> str:
        """The quantization of the model to talk to; it waits while a file with weights is chosen."""
        return str(self.text.fields["quant"])

    @property
    def context_tokens(self) -> int:
        """The length of the conversation to hold."""
        return int(self.text.fields["context_tokens"])

    @property
    def own_settings(self) -> Mapping[str, Any]:
        """What a person chose for the model to talk to, by the name of the field."""
        return self.own.get(self.text.model_id, {})

    def asking(self, now: Question, catalog: Catalog) -> "PageQuestion":
        """Another question in place of the present one; what was asked in other tasks is kept for the way back."""
        if now.workload_id in catalog.workloads:
            return replace(self, now=now, text=now)
        others = tuple(one for one in self.others if one.workload_id != now.workload_id)
        return replace(self, now=now, others=(*others, now))

    def with_own(self, **settings: Any) -> "PageQuestion":
        """The same with these chosen for the model to talk to; None leaves one to the adviser again."""
        chosen = {name: value for name, value in {**self.own_settings, **settings}.items() if value is not None}
        return replace(self, own={**self.own, self.text.model_id: chosen})


def first_question(
    settings: Settings, view: "MyRigView", answers: Sequence[TextAnswer], known: KnownModels
) -> PageQuestion:
    """What was asked last, else a model this rig is good for, for a chat."""
    linked = view.links[0].id if view.links else _first_with_room(answers, known)
    question = question_about(_known(settings.model_id, known, linked), settings, known)
    last = settings.workload_id or question.now.workload_id
    return turned(question, "workload", last, known) if last in known.catalog.other_workloads else question


def question_about(model_id: str, settings: Settings, known: KnownModels) -> PageQuestion:
    """The question about one model to talk to, with the settings that were chosen for it last."""
    workload_id = _known(settings.workload_id, known.catalog.workloads, FIRST_WORKLOAD)
    fields, own = _usual_fields(model_id, workload_id, known), dict[str, Any]()
    if settings.model_id == model_id:
        kept: dict[str, Any] = {"context_tokens": settings.context_tokens}
        kept |= {"quant": settings.quant} if settings.quant in known.catalog.quants else {}
        own = {name: one for name, one in kept.items() if one and (name == "quant" or one != fields[name])}
    question = Question(workload_id=workload_id, model_id=model_id, fields={**fields, **own})
    now = _with_possible_context(question, known)
    picked = {workload_id: model_id} if settings.model_id == model_id else {}
    return PageQuestion(now, now, own={model_id: own}, picked=picked)


def _usual_fields(model_id: str, workload_id: str, known: KnownModels) -> dict[str, Any]:
    """The settings from which the adviser starts."""
    native = None if known.file_weights(model_id) else known.native_quant(model_id)
    return {"quant": native or FIRST_QUANT, "context_tokens": known.catalog.workloads[workload_id].context_tokens}


class Chosen:
    """The quantizations chosen on one rig, so that a knob that has nothing to do with them does not ask again."""

    def __init__(self) -> None:
        self._about: tuple[Rig, Catalog] | None = None
        self._quants: dict[tuple[object, ...], str | None] = {}

    def quant(self, rig: Rig, catalog: Catalog, question: Question) -> str | None:
        """The id of the one that suits rig, model, workload and context best; None where the adviser knows none."""
        if self._about is None or self._about[0] is not rig or self._about[1] is not catalog:
            self._about, self._quants = (rig, catalog), {}
        context_tokens, wish = question.fields["context_tokens"], question.fields.get("thinking", "auto")
        key = (question.model_id, question.workload_id, context_tokens, question.fields.get("prompt_tokens"), wish)
        if key not in self._quants:
            self._quants[key] = _best_quant(rig, catalog, question)
        return self._quants[key]


def _best_quant(rig: Rig, catalog: Catalog, question: Question) -> str | None:
    model, fields = catalog.models.get(question.model_id), question.fields
    if model is None:
        return None
    try:
        workload = asked_workload(question, catalog)
        assert isinstance(workload, WorkloadCard)
        chooser = Chooser(rig, catalog, workload)
    except ProblemError:
        return None
    wish, context_tokens = fields.get("thinking", "auto"), fields["context_tokens"]
    return catalog.quants.find(chooser.best(model, context_tokens=context_tokens, thinking=wish).quant)


def settled(question: PageQuestion, rig: Rig, known: KnownModels, chosen: Chosen | None = None) -> PageQuestion:
    """The question with the quantization that suits the rig best, where nobody chose one; `chosen` remembers it."""
    if "quant" in question.own_settings:
        return question
    quant_id = (chosen or Chosen()).quant(rig, known.catalog, question.text) or question.quant_id
    text = question.text.changed(fields={**question.text.fields, "quant": quant_id})
    return replace(question, text=text, now=text if question.is_text else question.now)


def file_question(file_id: str, before: PageQuestion | None, settings: Settings, known: KnownModels) -> PageQuestion:
    """The question about a file that was opened, otherwise as before.

    Raises:
        ProblemError: it says too little for any answer.
    """
    known.check(file_id)
    if before is None:
        return question_about(file_id, settings, known)
    return turned(before, "text_model", file_id, known)


def home_workload(model_id: str, question: PageQuestion, known: KnownModels) -> str:
    """The workload in which a model is asked about: the present one where it can do that, else its own."""
    catalog, now_id = known.catalog, question.now.workload_id
    is_here = now_id in catalog.workloads or model_id in task_models(catalog.other_workloads[now_id], catalog)
    if model_id not in catalog.other_models:
        return now_id if is_here else question.text.workload_id
    if now_id in catalog.other_workloads and is_here:
        return now_id
    from advisor.present.rank.search import models_elsewhere  # brings the page of the ranking

    others = models_elsewhere(catalog, now_id)
    return next((one.workload_id for one in others if one.model_id == model_id), now_id)


def turned(question: PageQuestion, knob: str, choice: str, known: KnownModels) -> PageQuestion:
    """The question after one knob was turned; a workload brings its usual context or settings along.

    A model of another task brings its workload along; `text_model` is a model to talk to, whatever is asked about. A
    model that was chosen for a workload is asked about there again, and for another one that it can do where none was
    chosen; whoever sets what it makes has chosen it.
    """
    after = _turned(question, knob, choice, known)
    is_set = knob != "workload" and not after.is_text
    if knob in ("model", "text_model") or is_set:
        work = after.now.workload_id
        others = {one: model for one, model in after.picked.items() if one != work}
        return replace(after, picked={**others, work: after.now.model_id})
    before = None
    if knob == "workload":
        before = after.picked.get(after.now.workload_id) or _carried(question, choice, known)
    is_other = before and before in known and before != after.now.model_id
    return about_model(after, before, known) if before and is_other else after


def _carried(question: PageQuestion, workload_id: str, known: KnownModels) -> str | None:
    """The model that is asked about, where somebody chose it and it can do that work, too."""
    model_id, catalog = question.now.model_id, known.catalog
    if model_id not in question.picked.values():
        return None
    if workload_id in catalog.workloads:
        return model_id if model_id not in catalog.other_models else None
    return model_id if model_id in task_models(catalog.other_workloads[workload_id], catalog) else None


def about_model(question: PageQuestion, model_id: str, known: KnownModels) -> PageQuestion:
    """The question about another model, which nobody chose."""
    return _turned(question, "model", model_id, known)


def _turned(question: PageQuestion, knob: str, choice: str, known: KnownModels) -> PageQuestion:
    catalog = known.catalog
    if knob == "model" and (home_id := home_workload(choice, question, known)) != question.now.workload_id:
        if home_id in catalog.workloads:
            return _turned(question, "text_model", choice, known)
        question = _turned(question, "workload", home_id, known)
    if knob == "text_model" or (knob == "workload" and choice in catalog.workloads):
        return _turned_text(question, knob, choice, known)
    if knob == "workload":
        before = (one for one in question.others if one.workload_id == choice)
        return question.asking(next(before, None) or usual_question(choice, catalog), catalog)
    if question.is_text:
        return _turned_text(question, knob, choice, known)
    return question.asking(_turned_task(question.now, knob, choice, known), catalog)


def _turned_text(question: PageQuestion, knob: str, choice: str, known: KnownModels) -> PageQuestion:
    """A workload brings its usual context along; what was chosen for one model is not carried to the next."""
    now = question.text
    if knob in ("model", "text_model"):
        now = now.changed(model_id=choice, fields=_usual_fields(choice, now.workload_id, known))
        question = replace(question, text=now)
    elif knob == "workload":
        now = now.changed(workload_id=choice)
        question = question.with_own(context_tokens=None)
    elif knob in ("quant", AUTOMATIC):
        question = question.with_own(quant=None if AUTOMATIC in (knob, choice) else choice)
    elif knob == "context":
        question = question.with_own(context_tokens=int(choice))
    fields = dict(now.fields)
    if knob == AUTOMATIC:
        question = question.with_own(context_tokens=None)
        fields.pop("draft", None)
    if knob in (AUTOMATIC, "workload"):
        fields["context_tokens"] = known.catalog.workloads[now.workload_id].context_tokens
    if knob in ("draft", "thinking"):
        fields[knob] = choice
    elif knob == "images":
        fields["images"] = int(choice)
    now = now.changed(fields={**fields, **question.own_settings})
    return question.asking(_with_possible_context(now, known), known.catalog)


def _turned_task(question: Question, knob: str, choice: str, known: KnownModels) -> Question:
    """Another model brings the settings of its maker's example along."""
    if knob not in ("model", AUTOMATIC):
        return question.changed(fields=with_choice(question.fields, choice))
    if knob == AUTOMATIC:
        return question.changed(fields=automatic_fields(question, known.catalog))
    usual = usual_question(question.workload_id, known.catalog, choice)
    kept = {} if choice in known.catalog.other_models else question.fields
    return usual.changed(fields={**usual.fields, **kept})


def automatic_fields(question: Question, catalog: Catalog) -> dict[str, Any]:
    """The fields of a task with its advanced settings as they are where nobody chooses them."""
    plans = SHOWN[find_workload(question.workload_id, catalog).task].knobs
    names = {name for plan in plans if plan.is_advanced for name in plan.names}
    usual = usual_question(question.workload_id, catalog, question.model_id).fields
    asked = {name: value for name, value in question.fields.items() if name not in names}
    return {**asked, **{name: value for name, value in usual.items() if name in names}}


def page_answer(
    question: Question,
    rig: Rig,
    known: KnownModels,
    *,
    candidates: tuple[str, ...] | None = None,
    is_glance: bool = False,
    nearest: FindNearest | None = None,
) -> TaskAnswer:
    """What a rig answers; `candidates`, `is_glance` and `nearest` as `answer_question` takes them.

    Raises:
        ProblemError: there is no answer; the text says why.
    """
    file = known.files.get(question.model_id)
    return answer_question(
        rig, known.catalog, question, file=file, candidates=candidates, is_glance=is_glance, nearest=nearest
    )


def judged_answer(
    question: Question, rig: Rig, known: KnownModels, *, is_quant_own: bool = True
) -> tuple[TaskAnswer, Verdict]:
    """The answer of a rig and the verdict that `page_view` shows, without what charts alone need.

    Raises ProblemError like `page_answer`.
    """
    file, catalog = known.files.get(question.model_id), known.catalog
    found = page_answer(question, rig, known, is_glance=True, nearest=known.nearest)
    found = with_better(found, question, rig, catalog, file=file, is_quant_own=is_quant_own)
    return found, answer_verdict(found, asked_workload(question, catalog), file=file, rig=rig)


def page_view(
    question: Question,
    rig: Rig,
    known: KnownModels,
    *,
    is_quant_own: bool = True,
    nearest: FindNearest | None = None,
) -> "WillItRunView":
    """The answer of a rig as the page shows it, with what to try instead. Raises ProblemError like `page_answer`.

    `is_quant_own`: a person chose the quantization. `nearest` as `answer_question` takes it, None that of the models.
    """
    from advisor.present.tasks.view import answer_view  # brings the charts

    file = known.files.get(question.model_id)
    found = page_answer(question, rig, known, candidates=(), nearest=nearest or known.nearest)
    return answer_view(
        with_better(found, question, rig, known.catalog, file=file, is_quant_own=is_quant_own),
        asked_workload(question, known.catalog),
        file=file,
        notes=known.notes(question.model_id),
        rig=rig,
        candidates=lambda: page_answer(question, rig, known).candidates,
    )


def instead(question: Question, rig: Rig, known: KnownModels) -> Iterator[None]:
    """Work out in small pieces what `page_view` names instead of a model that is of no use.

    Raises ProblemError like `page_answer`.
    """
    asked = asked_about(question, known.catalog, file=known.files.get(question.model_id))
    yield from known.nearest.ahead(asked, rig, known.catalog)


def instead_ahead(question: Question, rig: Rig, known: KnownModels) -> Iterator[None]:
    """The same for what is asked once a knob makes the model of no use, with pictures or without."""
    fields = question.fields
    for images in (fields.get("images"), 0 if fields.get("images") else 1):
        yield from instead(question.changed(fields={**fields, "images": images}), rig, known)


def page_compared(question: Question, name: str, rig: Rig, known: KnownModels) -> ComparedRig:
    """The answer of one rig among several. Raises ProblemError like `page_answer`."""
    file = known.files.get(question.model_id)
    return compared_rig(name, rig, answer_question(rig, known.catalog, question, file=file, is_glance=True))


def _first_with_room(answers: Sequence[TextAnswer], known: KnownModels) -> str:
    """Where no speed is known yet: the first model asked about that fits and leaves room, else the first."""
    fitting = (answer.model_id for answer in answers if leaves_room(answer.chosen.fit))
    return next(fitting, answers[0].model_id if answers else next(iter(known.catalog.models)))


def _with_possible_context(question: Question, known: KnownModels) -> Question:
    """The offered context length nearest below the wished one."""
    steps = [int(choice.id) for choice in context_choices(known.longest_tokens(question.model_id))]
    wished: int = question.fields["context_tokens"]
    possible = max((step for step in steps if step <= wished), default=steps[0])
    return question.changed(fields={**question.fields, "context_tokens": possible})


def _known(wished: str | None, index: Container[str], otherwise: str) -> str:
    return wished if wished is not None and wished in index else otherwise
