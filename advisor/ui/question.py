"""The question of page Will it run?, and the views that answer it: here the window asks the rooms below."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace

from advisor.answer.rig_models import leaves_room
from advisor.answer.subject import subject_of
from advisor.answer.workload import answer_workload
from advisor.catalog.catalog import Catalog
from advisor.facts.rig import Rig
from advisor.facts.rig_answer import RigAnswer
from advisor.facts.settings import Settings
from advisor.present.choices import context_choices, model_choices, quant_choices, workload_choices
from advisor.present.view import Choice, Knobs, MyRigView, WillItRunView
from advisor.present.will_it_run import will_it_run_view

FIRST_QUANT, FIRST_WORKLOAD = "q4_k_m", "chat"


@dataclass(frozen=True)
class Question:
    """One model file, workload and context."""

    model_id: str
    quant_id: str
    workload_id: str
    context_tokens: int


def first_question(settings: Settings, view: MyRigView, answers: Sequence[RigAnswer], catalog: Catalog) -> Question:
    """What was asked last, else a model this rig is good for, for a chat."""
    linked = view.links[0].model_id if view.links else _largest_with_room(answers, catalog)
    workload_id = _known(settings.workload_id, catalog.workloads, FIRST_WORKLOAD)
    model_id = _known(settings.model_id, catalog.models, linked)
    question = Question(
        model_id=model_id,
        quant_id=_known(settings.quant, catalog.quants, _native_quant(model_id, catalog) or FIRST_QUANT),
        workload_id=workload_id,
        context_tokens=settings.context_tokens or catalog.workloads[workload_id].context_tokens,
    )
    return _with_possible_context(question, catalog)


def turned(question: Question, knob: str, choice: str, catalog: Catalog) -> Question:
    """The question after one knob was turned; a workload brings its usual context along."""
    if knob == "model":
        quant_id = _native_quant(choice, catalog) or question.quant_id
        question = replace(question, model_id=choice, quant_id=quant_id)
    elif knob == "quant":
        question = replace(question, quant_id=choice)
    elif knob == "workload":
        tokens = catalog.workloads[choice].context_tokens
        question = replace(question, workload_id=choice, context_tokens=tokens)
    elif knob == "context":
        question = replace(question, context_tokens=int(choice))
    return _with_possible_context(question, catalog)


def knobs(question: Question, catalog: Catalog, before: Knobs | None = None) -> Knobs:
    """All choices and the chosen ones; lists that depend on the model only are taken over from `before`.

    For another model than before, quantizations have their names only: `sizing` makes `sized` quick.
    """
    if before is not None and before.model_id == question.model_id:
        return replace(
            before,
            quant_id=question.quant_id,
            workload_id=question.workload_id,
            context_id=str(question.context_tokens),
        )
    model = catalog.models[question.model_id]
    return Knobs(
        models=before.models if before else model_choices(catalog),
        quants=_names(before.quants, catalog) if before else quant_choices(model, catalog),
        workloads=before.workloads if before else workload_choices(catalog),
        contexts=context_choices(model),
        model_id=question.model_id,
        quant_id=question.quant_id,
        workload_id=question.workload_id,
        context_id=str(question.context_tokens),
    )


def sizing(model_id: str, catalog: Catalog) -> Iterator[None]:
    """Work out the size of a model at each quantization, one a step; what is known stays known for a while."""
    for quant in catalog.quants.values():
        subject_of(catalog.models[model_id], quant, catalog)
        yield


def sized(knobs: Knobs, catalog: Catalog) -> Knobs:
    """The same choices, quantizations with the size of the chosen model."""
    return replace(knobs, quants=quant_choices(catalog.models[knobs.model_id], catalog))


def answer_view(question: Question, rig: Rig, catalog: Catalog) -> WillItRunView:
    """The answer for a rig.

    Raises:
        ProblemError: there is no answer; the text says why.
    """
    answer = answer_workload(
        rig,
        catalog,
        model_id=question.model_id,
        quant=question.quant_id,
        workload_id=question.workload_id,
        context_tokens=question.context_tokens,
    )
    return will_it_run_view(answer)


def _largest_with_room(answers: Sequence[RigAnswer], catalog: Catalog) -> str:
    """Where no speed is known yet: the largest model asked about that fits and leaves room, else the smallest."""
    sizes = {answer.model_id: answer.chosen.memory.weights_bytes for answer in answers}
    fitting = [answer.model_id for answer in answers if leaves_room(answer.chosen.fit)]
    if fitting:
        return max(fitting, key=sizes.__getitem__)
    return min(sizes, key=sizes.__getitem__, default=next(iter(catalog.models)))


def _names(quants: tuple[Choice, ...], catalog: Catalog) -> tuple[Choice, ...]:
    return tuple(replace(choice, text=catalog.quants[choice.id].name) for choice in quants)


def _with_possible_context(question: Question, catalog: Catalog) -> Question:
    """The offered context length nearest below the wished one."""
    choices: tuple[Choice, ...] = context_choices(catalog.models[question.model_id])
    steps = [int(choice.id) for choice in choices]
    return replace(question, context_tokens=max((s for s in steps if s <= question.context_tokens), default=steps[0]))


def _native_quant(model_id: str, catalog: Catalog) -> str | None:
    """The form in which a model was released, where that is a quantization."""
    native = catalog.models[model_id].native_quant
    return catalog.quants.find(native) if native else None


def _known(wished: str | None, shelf: Container[str], otherwise: str) -> str:
    return wished if wished is not None and wished in shelf else otherwise
