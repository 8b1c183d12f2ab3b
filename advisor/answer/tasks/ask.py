"""One question of any task, asked of a whole rig."""

from typing import Any

from advisor.answer.asked.problem import ProblemError, UnknownModelError
from advisor.answer.tasks.registry import TASKS
from advisor.answer.tasks.task import Asked
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.model_file import ModelFile
from advisor.facts.answers.task_answer import TaskAnswer
from advisor.facts.asked.question import Question
from advisor.facts.cards.workload import TaskCard, WorkloadCard
from advisor.facts.rig.rig import Rig


def answer_question(
    rig: Rig,
    catalog: Catalog,
    question: Question,
    *,
    file: ModelFile | None = None,
    candidates: tuple[str, ...] | None = None,
) -> TaskAnswer[Any]:
    """Every way of a rig to do what is asked, the best one, and what graphics cards that are not there would do.

    `file` is the model's where it was opened. `candidates` are card ids; None picks some by rule, () takes none.

    Raises:
        ProblemError: no such workload or model, a request that cannot be answered, or no processor that can do it.
    """
    workload = find_workload(question.workload_id, catalog)
    task, model_id = TASKS[workload.task], question.model_id
    models = catalog.other_models if task.kind else catalog.models
    if file is None and model_id not in models:
        raise UnknownModelError("no_model_id", name=model_id)
    model = None if file is not None else models[model_id]
    return task.of_rig(Asked(question, task, workload, model, file, candidates), rig, catalog)  # type: ignore[no-any-return]


def find_workload(workload_id: str, catalog: Catalog) -> WorkloadCard | TaskCard:
    """The card of a workload, whatever its task.

    Raises:
        ProblemError: there is none of that id.
    """
    card = catalog.workloads.get(workload_id) or catalog.other_workloads.get(workload_id)
    if card is None:
        known = (*catalog.workloads, *catalog.other_workloads)
        raise ProblemError("workload_unknown", name=workload_id, known=known)
    return card
