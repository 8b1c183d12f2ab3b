"""The model that a question is about where only the work was named: the best of the ranking on this rig."""

from collections.abc import Iterator

from advisor.answer.rig.rank import each_of_best, outdated_for
from advisor.answer.tasks.ask import find_workload
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.cards.workload import TRAINING
from advisor.facts.rig.rig import Rig


def usual_model_steps(rig: Rig, workload_id: str, catalog: Catalog) -> Iterator[str | None]:
    """The id of the first of the ranking, in steps that yield None; nothing at last leaves a task to its usual model.

    That is where none is of use, where what is trained counts, and where only models run that nobody begins with today.

    Raises:
        ProblemError: nothing can run it.
    """
    if find_workload(workload_id, catalog).task in TRAINING:
        return
    is_text = workload_id in catalog.workloads
    for best in each_of_best(rig, catalog, workload_id=workload_id, count=1):
        if best is None:
            yield None
        elif is_text or (best.light_is_useful and best.model_id not in outdated_for(workload_id, catalog)):
            yield best.model_id


def usual_model(rig: Rig, workload_id: str, catalog: Catalog) -> str | None:
    """The same at once. Raises ProblemError as the steps do."""
    return next(filter(None, usual_model_steps(rig, workload_id, catalog)), None)
