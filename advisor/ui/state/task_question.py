"""The question about a task other than text for one person, and the view that answers it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from advisor.answer.rig.rig_task import answer_rig_task
from advisor.answer.rig.task_fields import find_task_model, longest_tokens, task_fields, task_models
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.task_answer import RigTaskAnswer
from advisor.facts.rig.rig import Rig
from advisor.present.tasks.knobs import task_knobs, with_choice
from advisor.present.tasks.view import task_view
from advisor.present.text.choices import task_model_choices
from advisor.present.words.view import Choice, Knobs, WillItRunView


@dataclass(frozen=True)
class TaskQuestion:
    """One workload with one model, and the fields of its request."""

    workload_id: str
    model_id: str
    fields: Mapping[str, Any]


def task_question(workload_id: str, catalog: Catalog) -> TaskQuestion:
    """The question as the card of a workload puts it."""
    workload = catalog.other_workloads[workload_id]
    model_id, _ = find_task_model(workload.model, workload, catalog)
    return TaskQuestion(workload_id, model_id, task_fields(workload, model_id, catalog))


def task_turned(question: TaskQuestion, knob: str, choice: str, catalog: Catalog) -> TaskQuestion:
    """The question after one knob was turned; another model brings the settings of its maker's example along."""
    if knob == "model":
        fields = task_fields(catalog.other_workloads[question.workload_id], choice, catalog)
        kept = {} if choice in catalog.other_models else question.fields
        return replace(question, model_id=choice, fields={**fields, **kept})
    return replace(question, fields=with_choice(question.fields, choice))


def task_choices(question: TaskQuestion, catalog: Catalog, workloads: tuple[Choice, ...]) -> Knobs:
    """All choices and the chosen ones."""
    workload = catalog.other_workloads[question.workload_id]
    return Knobs(
        models=_models(question.workload_id, catalog),
        workloads=workloads,
        model_id=question.model_id,
        workload_id=question.workload_id,
        others=task_knobs(workload.task, question.fields, longest_tokens=longest_tokens(question.model_id, catalog)),
    )


@lru_cache(maxsize=4)
def _models(workload_id: str, catalog: Catalog) -> tuple[Choice, ...]:
    return task_model_choices(task_models(catalog.other_workloads[workload_id], catalog))


def task_will_it_run(question: TaskQuestion, rig: Rig, catalog: Catalog) -> WillItRunView:
    """The answer for a rig.

    Raises:
        ProblemError: there is no answer; the text says why.
    """
    answer = task_answer(question, rig, catalog)
    return task_view(answer, workload_name=workload_name(question, catalog))


def workload_name(question: TaskQuestion, catalog: Catalog) -> str:
    """What the task is called."""
    return catalog.other_workloads[question.workload_id].name


def task_answer(
    question: TaskQuestion, rig: Rig, catalog: Catalog, *, candidates: tuple[str, ...] | None = None
) -> RigTaskAnswer:
    """What a rig answers; `candidates` as `answer_rig_task` takes them.

    Raises:
        ProblemError: there is no answer; the text says why.
    """
    return answer_rig_task(
        rig,
        catalog,
        workload=catalog.other_workloads[question.workload_id],
        model=question.model_id,
        fields=question.fields,
        candidates=candidates,
    )
