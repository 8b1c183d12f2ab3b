"""The question of page Will it run?: how knobs change it, which choices it offers, and what a rig answers."""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from advisor.advice.known_models import KnownModels
from advisor.answer.asked.problem import ProblemError
from advisor.answer.rig.compared_rig import ComparedRig, compared_rig
from advisor.answer.tasks.ask import answer_question, find_workload, longest_tokens, task_models, usual_question
from advisor.answer.tasks.better import with_better
from advisor.answer.text.setting import Chooser
from advisor.answer.which_device.room import leaves_room
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.task_answer import TaskAnswer
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.asked.question import Question
from advisor.facts.cards.model import ModelCard
from advisor.facts.kept.settings import Settings
from advisor.facts.rig.rig import Rig
from advisor.present.tasks.knobs import task_knobs, with_choice
from advisor.present.tasks.view import SHOWN, answer_view
from advisor.present.text.choices import (
    AUTOMATIC,
    FILE_QUANT_ID,
    NO_DRAFT,
    context_choices,
    draft_choices,
    file_quant_choices,
    model_choices,
    picture_choices,
    quant_choices,
    task_model_choices,
    thinking_choices,
    workload_choices,
)
from advisor.present.words.view import Choice, Knob, Knobs, MyRigView, WillItRunView
from advisor.present.words.words import say

FIRST_QUANT, FIRST_WORKLOAD = "q4_k_m", "chat"


@dataclass(frozen=True)
class PageQuestion:
    """What is asked `now`, what was asked last about a model to talk to, and in which other tasks before.

    `is_quant_own`: a person chose the quantization; else it is the adviser's, anew for each model and rig.
    """

    now: Question
    text: Question
    others: tuple[Question, ...] = ()
    is_quant_own: bool = False

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

    def asking(self, now: Question, catalog: Catalog) -> "PageQuestion":
        """Another question in place of the present one; what was asked in other tasks is kept for the way back."""
        if now.workload_id in catalog.workloads:
            return replace(self, now=now, text=now)
        others = tuple(one for one in self.others if one.workload_id != now.workload_id)
        return replace(self, now=now, others=(*others, now))


def first_question(
    settings: Settings, view: MyRigView, answers: Sequence[TextAnswer], known: KnownModels
) -> PageQuestion:
    """What was asked last, else a model this rig is good for, for a chat."""
    linked = view.links[0].id if view.links else _first_with_room(answers, known)
    question = _question_about(_known(settings.model_id, known, linked), settings, known)
    last = settings.workload_id or question.now.workload_id
    return turned(question, "workload", last, known) if last in known.catalog.other_workloads else question


def _question_about(model_id: str, settings: Settings, known: KnownModels) -> PageQuestion:
    """The question about one model to talk to, for the rest what was asked last."""
    workloads, quants = known.catalog.workloads, known.catalog.quants
    workload_id = _known(settings.workload_id, workloads, FIRST_WORKLOAD)
    is_own = settings.quant in quants and settings.model_id == model_id
    fields = {
        "quant": settings.quant if is_own else known.native_quant(model_id) or FIRST_QUANT,
        "context_tokens": settings.context_tokens or workloads[workload_id].context_tokens,
    }
    now = _with_possible_context(Question(workload_id=workload_id, model_id=model_id, fields=fields), known)
    return PageQuestion(now, now, is_quant_own=is_own)


def settled(question: PageQuestion, rig: Rig, known: KnownModels) -> PageQuestion:
    """The question with the quantization that suits the rig best, where nobody chose one."""
    model = known.catalog.models.get(question.text.model_id)
    if question.is_quant_own or model is None or model.shape is None:
        return question
    try:
        chooser = Chooser(rig, known.catalog, workload_id=question.text.workload_id)
    except ProblemError:
        return question
    wish = question.text.fields.get("thinking", "auto")
    best = chooser.best(model, context_tokens=question.context_tokens, thinking=wish)
    quant_id = known.catalog.quants.find(best.quant) or question.quant_id
    text = question.text.changed(fields={**question.text.fields, "quant": quant_id})
    return replace(question, text=text, now=text if question.is_text else question.now)


def file_question(file_id: str, before: PageQuestion | None, settings: Settings, known: KnownModels) -> PageQuestion:
    """The question about a file that was opened, otherwise as before.

    Raises:
        ProblemError: it says too little for any answer.
    """
    known.check(file_id)
    if before is None:
        return _question_about(file_id, settings, known)
    return turned(before, "text_model", file_id, known)


def turned(question: PageQuestion, knob: str, choice: str, known: KnownModels) -> PageQuestion:
    """The question after one knob was turned; a workload brings its usual context or settings along.

    `text_model` is a model to talk to, whatever task is asked about.
    """
    catalog = known.catalog
    if knob in ("model", "text_model", "quant"):
        question = replace(question, is_quant_own=knob == "quant" and choice != AUTOMATIC)
    if knob == "text_model":
        return question.asking(_turned_text(question.text, "model", choice, known), catalog)
    if knob == "workload" and choice in catalog.workloads:
        return question.asking(_turned_text(question.text, knob, choice, known), catalog)
    if knob == "workload":
        before = (one for one in question.others if one.workload_id == choice)
        return question.asking(next(before, None) or usual_question(choice, catalog), catalog)
    turn = _turned_text if question.is_text else _turned_task
    return question.asking(turn(question.now, knob, choice, known), catalog)


def _turned_text(question: Question, knob: str, choice: str, known: KnownModels) -> Question:
    """A workload brings its usual context along; what was chosen for one model is not carried to the next."""
    fields = dict(question.fields)
    if knob == "model":
        native = None if known.file_weights(choice) else known.native_quant(choice)
        question = question.changed(model_id=choice)
        fields["quant"] = native or FIRST_QUANT
        for of_model in ("draft", "images", "thinking"):
            fields.pop(of_model, None)
    elif knob == "quant" and choice != AUTOMATIC:
        fields["quant"] = choice
    elif knob == "workload":
        question = question.changed(workload_id=choice)
        fields["context_tokens"] = known.catalog.workloads[choice].context_tokens
    elif knob == "context":
        fields["context_tokens"] = int(choice)
    elif knob in ("draft", "thinking"):
        fields[knob] = choice
    elif knob == "images":
        fields["images"] = int(choice)
    return _with_possible_context(question.changed(fields=fields), known)


def _turned_task(question: Question, knob: str, choice: str, known: KnownModels) -> Question:
    """Another model brings the settings of its maker's example along."""
    if knob != "model":
        return question.changed(fields=with_choice(question.fields, choice))
    usual = usual_question(question.workload_id, known.catalog, choice)
    kept = {} if choice in known.catalog.other_models else question.fields
    return usual.changed(fields={**usual.fields, **kept})


def knobs(question: PageQuestion, known: KnownModels, before: Knobs | None = None) -> Knobs:
    """All choices and the chosen ones; lists that depend on the model only are taken over from `before`.

    For another model than before, quantizations have their names only: `sizing` makes `sized` quick.
    """
    catalog, now = known.catalog, question.now
    if question.is_text:
        models, others = model_choices(catalog, known.recent), _text_knobs(question, known, before)
    else:
        models, task = _models(now.workload_id, catalog), find_workload(now.workload_id, catalog).task
        others = task_knobs(SHOWN[task].knobs, now.fields, longest_tokens=longest_tokens(now.model_id, catalog))
    workloads = before.workloads if before else workload_choices(catalog)
    return Knobs(models, workloads, now.model_id, now.workload_id, others)


@lru_cache(maxsize=4)
def _models(workload_id: str, catalog: Catalog) -> tuple[Choice, ...]:
    return task_model_choices(task_models(catalog.other_workloads[workload_id], catalog))


def _text_knobs(question: PageQuestion, known: KnownModels, before: Knobs | None) -> tuple[Knob, ...]:
    model_id = question.now.model_id
    weights = known.file_weights(model_id)
    same = {knob.id: knob.choices for knob in before.others} if before and before.model_id == model_id else {}
    if weights is not None:
        quants = file_quant_choices(weights)
    else:
        quants = same.get("quant") or (quant_choices(known.catalog) if before else _sized_quants(model_id, known))
    contexts = same.get("context") or context_choices(known.longest_tokens(model_id))
    card = known.catalog.models.get(model_id)
    chosen = FILE_QUANT_ID if weights else question.quant_id
    if weights is None and model_id in known.catalog.models:
        quants = (_automatic(question, known), *(one for one in quants if one.id != AUTOMATIC))
        chosen = chosen if question.is_quant_own else AUTOMATIC
    return (
        Knob("quant", say("Quantization"), quants, chosen),
        Knob("context", say("Context"), contexts, str(question.context_tokens), is_scale=True),
        *(_model_knobs(card, question.now.fields, known.catalog) if card else ()),
    )


def _automatic(question: PageQuestion, known: KnownModels) -> Choice:
    """The choice that leaves it to the adviser; says what that is, where it is in force."""
    detail = say("The best quality that runs well on this rig.")
    if question.is_quant_own:
        return Choice(AUTOMATIC, say("Automatic"), detail)
    return Choice(AUTOMATIC, say("Automatic: {quant}", quant=known.catalog.quants[question.quant_id].name), detail)


def _model_knobs(card: ModelCard, fields: Mapping[str, Any], catalog: Catalog) -> Iterator[Knob]:
    """What only some models offer: something that guesses ahead, pictures, thinking."""
    offered = (
        ("draft", say("Draft model / MTP"), draft_choices(card, catalog.models), NO_DRAFT),
        ("images", say("Pictures"), picture_choices(card), "0"),
        ("thinking", say("Thinking"), thinking_choices(card), "auto"),
    )
    return (Knob(id, name, some, str(fields.get(id, usual))) for id, name, some, usual in offered if some)


def sizing(model_id: str, known: KnownModels) -> Iterator[None]:
    """Work out the size of a model at each quantization, one a step; what is known stays known for a while."""
    if known.file_weights(model_id) is None:
        for quant in known.catalog.quants.values():
            known.weights(model_id, quant)
            yield


def sized(knobs: Knobs, known: KnownModels) -> Knobs:
    """The same choices, quantizations with the size of the chosen model."""
    if known.file_weights(knobs.model_id) is not None:
        return knobs
    others = (
        replace(one, choices=(*_unsized(one), *_sized_quants(knobs.model_id, known))) if one.id == "quant" else one
        for one in knobs.others
    )
    return replace(knobs, others=tuple(others))


def _unsized(quants: Knob) -> tuple[Choice, ...]:
    return tuple(one for one in quants.choices if one.id == AUTOMATIC)


def needs_sizes(question: PageQuestion, before: Knobs | None) -> bool:
    """Whether quantizations were offered by their names only, as the knobs `before` did not tell their sizes."""
    if before is None or not question.is_text:
        return False
    return before.model_id != question.now.model_id or before.knob("quant") is None


def page_answer(
    question: Question, rig: Rig, known: KnownModels, *, candidates: tuple[str, ...] | None = None
) -> TaskAnswer[Any]:
    """What a rig answers; `candidates` as `answer_question` takes them.

    Raises:
        ProblemError: there is no answer; the text says why.
    """
    file = known.files.get(question.model_id)
    return answer_question(rig, known.catalog, question, file=file, candidates=candidates, nearest=known.nearest)


def page_view(question: Question, rig: Rig, known: KnownModels, *, is_quant_own: bool = True) -> WillItRunView:
    """The answer of a rig as the page shows it, with what to try instead. Raises ProblemError like `page_answer`.

    `is_quant_own`: a person chose the quantization.
    """
    file, found = known.files.get(question.model_id), page_answer(question, rig, known)
    return answer_view(
        with_better(found, question, rig, known.catalog, file=file, is_quant_own=is_quant_own),
        find_workload(question.workload_id, known.catalog),
        file=file,
        notes=known.notes(question.model_id),
        rig=rig,
    )


def page_compared(question: Question, name: str, rig: Rig, known: KnownModels) -> ComparedRig:
    """The answer of one rig among several. Raises ProblemError like `page_answer`."""
    return compared_rig(name, rig, page_answer(question, rig, known, candidates=()))


def _first_with_room(answers: Sequence[TextAnswer], known: KnownModels) -> str:
    """Where no speed is known yet: the first model asked about that fits and leaves room, else the first."""
    fitting = (answer.model_id for answer in answers if leaves_room(answer.chosen.fit))
    return next(fitting, answers[0].model_id if answers else next(iter(known.catalog.models)))


def _sized_quants(model_id: str, known: KnownModels) -> tuple[Choice, ...]:
    return quant_choices(known.catalog, lambda quant: known.weights(model_id, quant))


def _with_possible_context(question: Question, known: KnownModels) -> Question:
    """The offered context length nearest below the wished one."""
    steps = [int(choice.id) for choice in context_choices(known.longest_tokens(question.model_id))]
    wished: int = question.fields["context_tokens"]
    possible = max((step for step in steps if step <= wished), default=steps[0])
    return question.changed(fields={**question.fields, "context_tokens": possible})


def _known(wished: str | None, index: Container[str], otherwise: str) -> str:
    return wished if wished is not None and wished in index else otherwise
