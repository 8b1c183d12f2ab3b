"""The work that people take a model for, where they name a model and no work."""

from collections.abc import Iterator

from advisor.answer.tasks.ask import task_models
from advisor.answer.tasks.registry import TASKS
from advisor.catalog.cards.catalog import Catalog

USUAL_WORK = "chat"
"""Of a model that writes text."""
_MADE = ("image", "video")
_UNLISTED = 99


def works_of_models(catalog: Catalog) -> Iterator[tuple[str, str]]:
    """Ids of every workload and model that go together, in the order of the list of workloads."""
    ways = [(card.list_place, one, tuple(catalog.models)) for one, card in catalog.workloads.items()]
    for one, other in catalog.other_workloads.items():
        ways.append((other.list_place or _UNLISTED, one, tuple(task_models(other, catalog))))
    for _, workload_id, models in sorted(ways, key=lambda way: way[:2]):
        yield from ((workload_id, model_id) for model_id in models)


def own_work(model_id: str, catalog: Catalog) -> str | None:
    """The id of the workload that people take a model for; None where none takes it, as too little is known of it."""
    if model_id in catalog.models:
        return USUAL_WORK
    found = next((workload_id for workload_id, one in works_of_models(catalog) if one == model_id), None)
    return found or _work_of_its_kind(model_id, catalog)


def _work_of_its_kind(model_id: str, catalog: Catalog) -> str | None:
    """The work of making pictures or films, for a model of its kind that no list offers: one that changes pictures."""
    card = catalog.other_models.get(model_id)
    if card is None or card.pipeline is None:
        return None
    works = sorted(catalog.other_workloads.items(), key=lambda way: way[1].list_place or _UNLISTED)
    made = ((workload_id, TASKS[one.task].kind) for workload_id, one in works if one.task in _MADE)
    return next((workload_id for workload_id, kind in made if kind == card.kind), None)


def own_work_of_name(name: str | None, catalog: Catalog) -> str | None:
    """The same of a model by its name; None where there is none of that name that writes no text."""
    model_id = catalog.other_models.find(name) if name and catalog.models.find(name) is None else None
    return None if model_id is None else own_work(model_id, catalog)
