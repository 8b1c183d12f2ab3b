"""Every model for a workload on one rig: each at its best setting, the best model first.

Order: how capable a model is (published rating, else size and age; what its file keeps of it) times how usable it is
here: its light, then speed beyond the need with quickly falling worth. What is slow, too weak for the work, of unknown
speed or does not run stands behind, in that order; older models behind all others, unless nothing newer is of use.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache, lru_cache

from advisor.answer.asked.problem import ProblemError
from advisor.answer.rig.ranked import Ranked, kept_bits
from advisor.answer.tasks.ask import find_workload, task_fields, task_models, use_of
from advisor.answer.tasks.device_options import best_option, task_options
from advisor.answer.tasks.registry import TASKS
from advisor.answer.text.setting import Chooser, Setting
from advisor.answer.which_model.capability import able_at, capability
from advisor.answer.which_model.outdated import newest_month, outdated
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.task_answer import TaskOption
from advisor.facts.cards.model import ModelCard
from advisor.facts.cards.workload import TaskCard, WorkloadCard
from advisor.facts.rig.rig import Rig


def rank_models(rig: Rig, catalog: Catalog, *, workload_id: str) -> tuple[Ranked, ...]:
    """All models that can do a workload, best first.

    Raises:
        ProblemError: no such workload, a rig without processors, or a catalog without engines.
    """
    return best_first(each_ranked(rig, catalog, workload_id=workload_id))


def each_ranked(rig: Rig, catalog: Catalog, *, workload_id: str) -> Iterator[Ranked]:
    """The same in the catalog's order, one model a step: all at once hold a window up."""
    use, old = use_of(workload_id, catalog), outdated_for(workload_id, catalog)
    workload = find_workload(workload_id, catalog)
    enough = None if workload.enough_score is None else able_at(workload.enough_score)
    ways = _text_ways if workload_id in catalog.workloads else _task_ways
    for model_id, model, way in ways(rig, catalog, workload_id):
        bits = kept_bits(way) if isinstance(way, Setting) else None
        able = capability(model, catalog.blocks, use=use, kept_bits=bits)
        is_weak = enough is not None and able < enough
        yield Ranked(model_id, model, way, able, model_id in old, is_weak, _amount(workload))


def _amount(workload: WorkloadCard | TaskCard) -> float | None:
    """What a person waits for: one picture or film, one recording, one whole run of training."""
    if workload.enough_s is None:
        return None
    return float(workload.fields.get("data_tokens") or workload.fields.get("audio_s") or 1)


def best_first(ranked: Iterable[Ranked]) -> tuple[Ranked, ...]:
    """Ranked models in their order; where no newer one is of use, none is called older."""
    found = tuple(ranked)
    useful = [one for one in found if one.light_is_useful]
    if useful and all(one.older for one in useful):
        found = tuple(replace(one, older=False) for one in found)
    return tuple(sorted(found, key=lambda one: one.place))


@lru_cache(maxsize=32)
def outdated_for(workload_id: str, catalog: Catalog) -> frozenset[str]:
    """Ids of the models for a workload that people no longer start with."""
    newest = newest_month((*catalog.models.values(), *catalog.other_models.values()))
    models = _models(workload_id, catalog)
    return outdated(models, newest_month=newest, use=use_of(workload_id, catalog))


def _models(workload_id: str, catalog: Catalog) -> dict[str, ModelCard]:
    workload = find_workload(workload_id, catalog)
    return task_models(workload, catalog) if isinstance(workload, TaskCard) else dict(catalog.models)


def _text_ways(rig: Rig, catalog: Catalog, workload_id: str) -> Iterator[tuple[str, ModelCard, Setting]]:
    chooser = Chooser(rig, catalog, workload_id=workload_id)
    of_shape: dict[object, Setting] = {}
    for model_id, model in catalog.models.items():
        key = (model.shape, model.native_quant, model.thinking) if model.shape else model_id
        if key not in of_shape:  # fine-tunes run like what they were made of
            of_shape[key] = chooser.best(model)
        yield model_id, model, of_shape[key]


def _task_ways(rig: Rig, catalog: Catalog, workload_id: str) -> Iterator[tuple[str, ModelCard, TaskOption | None]]:
    if not rig.processors:
        raise ProblemError("no_processor")
    workload = find_workload(workload_id, catalog)
    assert isinstance(workload, TaskCard)
    task = TASKS[workload.task]

    @cache
    def way(model_id: str) -> TaskOption | None:
        card = models[model_id]
        fields = {**task_fields(workload, model_id, catalog), "task": workload.task, "model": card.name}
        options, _ = task_options(rig, task, fields, catalog, workload)
        return best_option(options) if options else None

    models = task_models(workload, catalog)
    of_shape: dict[object, str] = {}
    for model_id, model in models.items():
        key = (model.shape, model.native_quant) if model.shape else model_id
        yield model_id, model, way(of_shape.setdefault(key, model_id))
