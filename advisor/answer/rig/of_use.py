"""Whether a rig does a work well with a model, asked with as little as tells that: a ranking works out far more."""

from collections.abc import Callable

from advisor.answer.judge.too_weak import Workload
from advisor.answer.tasks.ask import task_fields, task_models
from advisor.answer.tasks.device_options import is_of_use
from advisor.answer.tasks.registry import TASKS
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.cards.workload import TaskCard
from advisor.facts.rig.rig import Rig

IsOfUse = Callable[[str], bool]
"""Asked about the id of a model: False where the ranking would find it of no use."""


def of_use(rig: Rig, catalog: Catalog, workload: Workload) -> IsOfUse:
    """Asks about one model after the other; True of all where only the ranking can tell.

    That is so of text for one person, and of rigs with a part that no program can use as it is.
    """
    if not isinstance(workload, TaskCard) or any(one.blocked is not None for one in rig.processors):
        return lambda _: True
    task, models = TASKS[workload.task], task_models(workload, catalog)

    def asked(model_id: str) -> bool:
        fields = task_fields(workload, model_id, catalog)
        fields |= {"task": workload.task, "model": models[model_id].name}
        return is_of_use(rig, task, fields, catalog, workload)

    return asked
