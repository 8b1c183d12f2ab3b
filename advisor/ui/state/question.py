"""The question of page Will it run?, and the views that answer it: here the window asks the rooms below."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace

from advisor.advice.known_models import KnownModels
from advisor.answer.rig.compared_rig import ComparedRig, task_compared, text_compared
from advisor.answer.which_device.room import leaves_room
from advisor.facts.answers.rig_answer import RigAnswer
from advisor.facts.kept.settings import Settings
from advisor.facts.rig.rig import Rig
from advisor.present.tasks.view import task_subject
from advisor.present.text.choices import (
    FILE_QUANT_ID,
    context_choices,
    file_quant_choices,
    model_choices,
    quant_choices,
    workload_choices,
)
from advisor.present.text.will_it_run import text_subject, will_it_run_view
from advisor.present.words.view import Choice, Knob, Knobs, MyRigView, WillItRunView
from advisor.present.words.words import say
from advisor.ui.state.task_question import (
    TaskQuestion,
    task_answer,
    task_choices,
    task_question,
    task_turned,
    task_will_it_run,
    workload_name,
)

FIRST_QUANT, FIRST_WORKLOAD = "q4_k_m", "chat"


@dataclass(frozen=True)
class Question:
    """One model, quantization, workload and context; the quantization waits while a file with weights is chosen.

    All of that waits while another `task` is asked about; `asked` are the tasks that were asked about before.
    """

    model_id: str
    quant_id: str
    workload_id: str
    context_tokens: int
    task: TaskQuestion | None = None
    asked: tuple[TaskQuestion, ...] = ()

    @property
    def asked_workload_id(self) -> str:
        """The workload that is asked about now."""
        return self.task.workload_id if self.task else self.workload_id


def first_question(settings: Settings, view: MyRigView, answers: Sequence[RigAnswer], known: KnownModels) -> Question:
    """What was asked last, else a model this rig is good for, for a chat."""
    linked = view.links[0].model_id if view.links else _largest_with_room(answers, known)
    return _question_about(_known(settings.model_id, known, linked), settings, known)


def _question_about(model_id: str, settings: Settings, known: KnownModels) -> Question:
    """The question about one model, for the rest what was asked last."""
    workloads, quants = known.catalog.workloads, known.catalog.quants
    workload_id = _known(settings.workload_id, workloads, FIRST_WORKLOAD)
    question = Question(
        model_id=model_id,
        quant_id=_known(settings.quant, quants, known.native_quant(model_id) or FIRST_QUANT),
        workload_id=workload_id,
        context_tokens=settings.context_tokens or workloads[workload_id].context_tokens,
    )
    last = settings.workload_id or workload_id
    question = _with_possible_context(question, known)
    return turned(question, "workload", last, known) if last in known.catalog.other_workloads else question


def file_question(file_id: str, before: Question | None, settings: Settings, known: KnownModels) -> Question:
    """The question about a file that was opened, otherwise as before.

    Raises:
        ProblemError: it says too little for any answer.
    """
    known.check(file_id)
    if before is None:
        return replace(_question_about(file_id, settings, known), task=None)
    return turned(replace(before, task=None), "model", file_id, known)


def turned(question: Question, knob: str, choice: str, known: KnownModels) -> Question:
    """The question after one knob was turned; a workload brings its usual context or settings along.

    `text_model` is a model to talk to, whatever task is asked about.
    """
    if knob == "text_model":
        question, knob = replace(question, task=None), "model"
    if knob == "workload" and choice in known.catalog.other_workloads:
        before = (one for one in question.asked if one.workload_id == choice)
        return _asking(question, next(before, None) or task_question(choice, known.catalog))
    if question.task is not None and knob != "workload":
        return _asking(question, task_turned(question.task, knob, choice, known.catalog))
    question = replace(question, task=None)
    if knob == "model":
        native = None if known.file_weights(choice) else known.native_quant(choice)
        question = replace(question, model_id=choice, quant_id=native or question.quant_id)
    elif knob == "quant":
        question = replace(question, quant_id=choice)
    elif knob == "workload":
        tokens = known.catalog.workloads[choice].context_tokens
        question = replace(question, workload_id=choice, context_tokens=tokens)
    elif knob == "context":
        question = replace(question, context_tokens=int(choice))
    return _with_possible_context(question, known)


def knobs(question: Question, known: KnownModels, before: Knobs | None = None) -> Knobs:
    """All choices and the chosen ones; lists that depend on the model only are taken over from `before`.

    For another model than before, quantizations have their names only: `sizing` makes `sized` quick.
    """
    catalog, model_id = known.catalog, question.model_id
    workloads = before.workloads if before else workload_choices(catalog)
    if question.task is not None:
        return task_choices(question.task, catalog, workloads)
    weights = known.file_weights(model_id)
    same = {knob.id: knob.choices for knob in before.others} if before and before.model_id == model_id else {}
    if weights is not None:
        quants = file_quant_choices(weights)
    else:
        quants = same.get("quant") or (quant_choices(catalog) if before else _sized_quants(model_id, known))
    contexts = same.get("context") or context_choices(known.longest_tokens(model_id))
    quant_id = FILE_QUANT_ID if weights else question.quant_id
    return Knobs(
        models=model_choices(catalog, known.recent),
        workloads=workloads,
        model_id=model_id,
        workload_id=question.workload_id,
        others=(
            Knob("quant", say("Quantization"), quants, quant_id),
            Knob("context", say("Context"), contexts, str(question.context_tokens), is_scale=True),
        ),
    )


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
        replace(one, choices=_sized_quants(knobs.model_id, known)) if one.id == "quant" else one for one in knobs.others
    )
    return replace(knobs, others=tuple(others))


def needs_sizes(question: Question, before: Knobs | None) -> bool:
    """Whether quantizations were offered by their names only, as the knobs `before` did not tell their sizes."""
    if before is None or question.task is not None:
        return False
    return before.model_id != question.model_id or before.knob("quant") is None


def answer_view(question: Question, rig: Rig, known: KnownModels) -> WillItRunView:
    """The answer for a rig.

    Raises:
        ProblemError: there is no answer; the text says why.
    """
    if question.task is not None:
        return task_will_it_run(question.task, rig, known.catalog)
    answer = text_answer(question, rig, known)
    file = known.files.get(question.model_id)
    wait_s = known.catalog.workloads[question.workload_id].enough_first_word_s
    return will_it_run_view(answer, file=file, notes=known.notes(question.model_id), enough_wait_s=wait_s)


def compared_rig(question: Question, name: str, rig: Rig, known: KnownModels) -> tuple[ComparedRig, str]:
    """The answer of one rig among several, and what it is about in words.

    Raises:
        ProblemError: there is no answer; the text says why.
    """
    if question.task is not None:
        done = task_answer(question.task, rig, known.catalog, candidates=())
        return task_compared(name, rig, done), task_subject(done, workload_name(question.task, known.catalog))
    answer = text_answer(question, rig, known, candidates=())
    return text_compared(name, rig, answer), text_subject(answer)


def text_answer(
    question: Question, rig: Rig, known: KnownModels, *, candidates: tuple[str, ...] | None = None
) -> RigAnswer:
    """The answer about a model to talk to, for a question without a task; `candidates` as `answer_rig` takes them.

    Raises:
        ProblemError: there is no answer; the text says why.
    """
    return known.answer(
        rig,
        model_id=question.model_id,
        quant=question.quant_id,
        workload_id=question.workload_id,
        context_tokens=question.context_tokens,
        candidates=candidates,
    )


def _asking(question: Question, task: TaskQuestion) -> Question:
    """The question about a task; what was asked in it before is kept for the way back."""
    others = tuple(one for one in question.asked if one.workload_id != task.workload_id)
    return replace(question, task=task, asked=(*others, task))


def _largest_with_room(answers: Sequence[RigAnswer], known: KnownModels) -> str:
    """Where no speed is known yet: the largest model asked about that fits and leaves room, else the smallest."""
    sizes = {answer.model_id: answer.chosen.memory.weights_bytes for answer in answers}
    fitting = [answer.model_id for answer in answers if leaves_room(answer.chosen.fit)]
    if fitting:
        return max(fitting, key=sizes.__getitem__)
    return min(sizes, key=sizes.__getitem__, default=next(iter(known.catalog.models)))


def _sized_quants(model_id: str, known: KnownModels) -> tuple[Choice, ...]:
    return quant_choices(known.catalog, lambda quant: known.weights(model_id, quant))


def _with_possible_context(question: Question, known: KnownModels) -> Question:
    """The offered context length nearest below the wished one."""
    steps = [int(choice.id) for choice in context_choices(known.longest_tokens(question.model_id))]
    return replace(question, context_tokens=max((s for s in steps if s <= question.context_tokens), default=steps[0]))


def _known(wished: str | None, index: Container[str], otherwise: str) -> str:
    return wished if wished is not None and wished in index else otherwise
