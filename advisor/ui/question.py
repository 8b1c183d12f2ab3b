"""The question of page Will it run?, and the views that answer it: the one place where the window asks the rooms below."""

from dataclasses import dataclass, replace

from advisor.answer.rig_answer import answer_rig
from advisor.answer.rig_models import answer_models
from advisor.catalog.catalogue import Catalogue
from advisor.catalog.rig import assemble_rig, with_cards
from advisor.facts.machine import Machine
from advisor.facts.measurement import Measurements
from advisor.facts.settings import Settings
from advisor.present.choices import context_choices, model_choices, quant_choices, workload_choices
from advisor.present.my_rig import my_rig_view
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


def first_question(settings: Settings, view: MyRigView, catalogue: Catalogue) -> Question:
    """What was asked last, else the first model this rig is good for, for a chat."""
    linked = view.links[0].model_id if view.links else next(iter(catalogue.models))
    workload_id = _known(settings.workload_id, catalogue.workloads, FIRST_WORKLOAD)
    question = Question(
        model_id=_known(settings.model_id, catalogue.models, linked),
        quant_id=_known(settings.quant, catalogue.quants, FIRST_QUANT),
        workload_id=workload_id,
        context_tokens=settings.context_tokens or catalogue.workloads[workload_id].context_tokens,
    )
    return _with_possible_context(question, catalogue)


def turned(question: Question, knob: str, choice: str, catalogue: Catalogue) -> Question:
    """The question after one knob was turned; a workload brings its usual context along."""
    if knob == "model":
        native = catalogue.models[choice].native_quant
        quant_id = catalogue.quants.find(native) if native else None
        question = replace(question, model_id=choice, quant_id=quant_id or question.quant_id)
    elif knob == "quant":
        question = replace(question, quant_id=choice)
    elif knob == "workload":
        tokens = catalogue.workloads[choice].context_tokens
        question = replace(question, workload_id=choice, context_tokens=tokens)
    elif knob == "context":
        question = replace(question, context_tokens=int(choice))
    return _with_possible_context(question, catalogue)


def knobs(question: Question, catalogue: Catalogue) -> Knobs:
    """All choices and the chosen ones."""
    model = catalogue.models[question.model_id]
    return Knobs(
        models=model_choices(catalogue),
        quants=quant_choices(model, catalogue),
        workloads=workload_choices(catalogue),
        contexts=context_choices(model),
        model_id=question.model_id,
        quant_id=question.quant_id,
        workload_id=question.workload_id,
        context_id=str(question.context_tokens),
    )


def rig_view(machine: Machine, measurements: Measurements | None, catalogue: Catalogue) -> MyRigView:
    """Page My rig of a machine."""
    carded = with_cards(machine, catalogue)
    rig = assemble_rig(carded, measurements, catalogue)
    answers = answer_models(rig, catalogue)
    return my_rig_view(machine=carded, rig=rig, measurements=measurements, answers=answers, models=catalogue.models)


def answer_view(
    question: Question, machine: Machine, measurements: Measurements | None, catalogue: Catalogue
) -> WillItRunView:
    """The answer for a machine.

    Raises:
        ProblemError: there is no answer; the text says why.
    """
    workload = catalogue.workloads[question.workload_id]
    prompt_tokens = min(workload.prompt_tokens, question.context_tokens // 2)
    answer = answer_rig(
        assemble_rig(with_cards(machine, catalogue), measurements, catalogue),
        model_id=question.model_id,
        quant=question.quant_id,
        context_tokens=question.context_tokens,
        prompt_tokens=prompt_tokens,
        depth_tokens=0,
        generated_tokens=min(workload.generated_tokens, question.context_tokens - prompt_tokens),
        catalogue=catalogue,
    )
    return will_it_run_view(answer)


def _with_possible_context(question: Question, catalogue: Catalogue) -> Question:
    """The offered context length nearest below the wished one."""
    choices: tuple[Choice, ...] = context_choices(catalogue.models[question.model_id])
    steps = [int(choice.id) for choice in choices]
    return replace(question, context_tokens=max((s for s in steps if s <= question.context_tokens), default=steps[0]))


def _known(wished: str | None, shelf: object, otherwise: str) -> str:
    return wished if wished is not None and wished in shelf else otherwise  # type: ignore[operator]
