"""Every model for a workload on one rig: each at its best setting, the best model first.

Order: how capable a model is (published rating, else size and age; what its file keeps of it) times how usable it is
here: its light, then speed beyond the need with quickly falling worth. What is slow, too weak for the work, of unknown
speed or does not run stands behind, in that order; older models behind all others, unless nothing newer is of use.
"""

from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial
from typing import Any, Generic, NamedTuple, TypeVar

from advisor.answer.asked.problem import ProblemError
from advisor.answer.judge.too_weak import is_below, is_too_weak
from advisor.answer.rig.of_use import IsOfUse, of_use
from advisor.answer.rig.prospects import prospects
from advisor.answer.rig.ranked import Ranked, kept_bits
from advisor.answer.tasks.ask import find_workload, task_fields, task_models, use_of
from advisor.answer.tasks.device_options import best_option, task_options
from advisor.answer.tasks.registry import TASKS
from advisor.answer.text.one_setting import Setting
from advisor.answer.text.setting import Chooser
from advisor.answer.which_model.capability import capability
from advisor.answer.which_model.outdated import newest_month, outdated
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.task_answer import TaskOption
from advisor.facts.cards.model import ModelCard
from advisor.facts.cards.workload import TaskCard, WorkloadCard, whole_amount
from advisor.facts.rig.rig import Rig
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.same import Same

Rank = Callable[[str, ModelCard], Ranked]
"""Ranks one model by its id and card."""

Told = TypeVar("Told")

_KEPT_RANKS = 16
"""So many pairs of a rig and a workload: all workloads of the rig that is shown, about."""

Many = Callable[[Callable[[str], Any], Sequence[str]], list[Any]]
"""Does some work for each of several models, in whatever order; the results are in theirs."""


def rank_models(rig: Rig, catalog: Catalog, *, workload_id: str) -> tuple[Ranked, ...]:
    """All models that can do a workload, best first.

    Raises:
        ProblemError: no such workload, a rig without processors, or a catalog without engines.
    """
    return told_ranking(rig, catalog, workload_id=workload_id, told=_itself, with_older=True)[0]


def rank_current(rig: Rig, catalog: Catalog, *, workload_id: str) -> tuple[tuple[Ranked, ...], int]:
    """The ranking without its older models, and how many those are: they are not asked where a newer one is of use.

    Raises:
        ProblemError: as `rank_models` does.
    """
    return told_ranking(rig, catalog, workload_id=workload_id, told=_itself)


def told_ranking(
    rig: Rig,
    catalog: Catalog,
    *,
    workload_id: str,
    told: Callable[[Ranked], Told],
    with_older: bool = False,
    many: Many | None = None,
) -> tuple[tuple[Told, ...], int]:
    """What is `told` of each model, best first, and how many older ones are left out.

    `many` asks about all of them, one after the other unless given; in other processes nothing comes back of a ranked
    model but what is told of it.

    Raises:
        ProblemError: as `rank_models` does.
    """
    return _told_ranking(ranker(rig, catalog, workload_id), catalog, workload_id, told, with_older, many or _in_turn)


class _Placed(NamedTuple, Generic[Told]):
    place: tuple[float, ...]
    older: bool
    light_is_useful: bool
    told: Told


def _told_ranking(
    rank: Rank, catalog: Catalog, workload_id: str, told: Callable[[Ranked], Told], with_older: bool, many: Many
) -> tuple[tuple[Told, ...], int]:
    old, models = outdated_for(workload_id, catalog), _models(workload_id, catalog)

    def placed(model_id: str, *, is_current: bool = False) -> _Placed[Told]:
        one = rank(model_id, models[model_id])
        one = replace(one, older=False) if is_current else one
        return _Placed(one.place, one.older, one.light_is_useful, told(one))

    found: list[_Placed[Told]] = many(placed, [model_id for model_id in models if with_older or model_id not in old])
    if not with_older and not any(one.light_is_useful for one in found):
        found = [*found, *many(placed, [model_id for model_id in models if model_id in old])]
    if _are_only_older_of_use(found):
        found = many(partial(placed, is_current=True), list(models))
    shown = [one for one in sorted(found, key=lambda one: one.place) if with_older or not one.older]
    return tuple(one.told for one in shown), len(models) - len(shown)


def _are_only_older_of_use(found: Sequence[Ranked] | Sequence[_Placed[Any]]) -> bool:
    """Whether something is of use, and nothing newer: then none is called older."""
    useful = [one.older for one in found if one.light_is_useful]
    return bool(useful) and all(useful)


def _in_turn(work: Callable[[str], Any], model_ids: Sequence[str]) -> list[Any]:
    return [work(one) for one in model_ids]


def _itself(one: Ranked) -> Ranked:
    return one


def each_ranked(rig: Rig, catalog: Catalog, *, workload_id: str) -> Iterator[Ranked]:
    """The same in the catalog's order, one model a step: all at once hold a window up."""
    rank = ranker(rig, catalog, workload_id)
    for model_id, model in _models(workload_id, catalog).items():
        yield rank(model_id, model)


def each_of_best(
    rig: Rig,
    catalog: Catalog,
    *,
    workload_id: str,
    count: int,
    wanted: Callable[[ModelCard], bool] = lambda _: True,
    workload: WorkloadCard | TaskCard | None = None,
    rank: Rank | None = None,
    only_useful: bool = False,
) -> Iterator[Ranked | None]:
    """The first `count` of `rank_models` among those `wanted`, in steps that yield None until all of them are known.

    `workload` is that of the id with another prompt or other users, where they were asked for; `rank` another than the
    usual one.
    `only_useful`: of those of no use it need not be known which is the first.
    The most capable of those within reach are asked first, and nobody more once no speed could bring one of the others
    before those found.
    """
    models = {one: model for one, model in _models(workload_id, catalog).items() if wanted(model)}
    if rank is None:
        is_usual = workload is None or workload is find_workload(workload_id, catalog)
        rank = (
            kept_rank(rig, catalog, workload_id) if is_usual else ranker(rig, catalog, workload_id, workload=workload)
        )
    about = workload or find_workload(workload_id, catalog)
    hopeful = _hopeful(rig, models, catalog, workload_id, about)
    may_be = of_use(rig, catalog, about) if only_useful else _any
    yield from _best_of(rank, models, catalog, workload_id=workload_id, count=count, hopeful=hopeful, may_be=may_be)


def _any(_: str) -> bool:
    return True


def _best_of(
    rank: Rank,
    models: Mapping[str, ModelCard],
    catalog: Catalog,
    *,
    workload_id: str,
    count: int,
    hopeful: Collection[str],
    may_be: IsOfUse = _any,
) -> Iterator[Ranked | None]:
    """As `each_of_best`; `hopeful` are those that may be of use, which stand before the others.

    Of which `may_be` says no, none is asked.
    """
    use, old = use_of(workload_id, catalog), outdated_for(workload_id, catalog)
    able = {one: capability(model, catalog.blocks, use=use) for one, model in models.items()}
    found: list[Ranked] = []
    first: list[tuple[tuple[float, ...], int]] = []
    for model_id in sorted(models, key=lambda one: (one in old, one not in hopeful, -able[one])):
        if len(first) == count:
            best = [found[at] for _, at in first]
            if all(one.is_before_any(able[model_id]) or (one.is_advised and model_id not in hopeful) for one in best):
                break
        if not may_be(model_id):
            yield None
            continue
        found.append(rank(model_id, models[model_id]))
        first = sorted((*first, (found[-1].place, len(found) - 1)))[:count]
        found[-1].let_go()
        yield None
    yield from best_first(found)[:count]


class KeptRank:
    """A rank that is asked about no model twice; `first` is the best of all once somebody found it."""

    def __init__(self, rank: Rank) -> None:
        self._rank = rank
        self._asked: dict[str, Ranked] = {}
        self.first: Ranked | None = None

    def __call__(self, model_id: str, model: ModelCard) -> Ranked:
        """As the rank itself."""
        if model_id not in self._asked:
            self._asked[model_id] = self._rank(model_id, model)
        return self._asked[model_id]

    def knows(self, model_id: str) -> bool:
        """Whether it was asked about a model."""
        return model_id in self._asked


def kept_rank(rig: Rig, catalog: Catalog, workload_id: str) -> KeptRank:
    """That of a rig and a workload, shared by all who look for the best. Raises ProblemError as `ranker` does."""
    return _kept_rank(Same(rig), Same(catalog), workload_id)


def first_steps(rig: Rig, catalog: Catalog, workload_id: str) -> Generator[None, None, Ranked | None]:
    """The first of `rank_models`, in short steps; it is looked for once. Raises ProblemError as `ranker` does."""
    rank = kept_rank(rig, catalog, workload_id)
    if rank.first is None:
        for one in each_of_best(rig, catalog, workload_id=workload_id, count=1, rank=rank):
            rank.first = one or rank.first
            yield None
    return rank.first


def is_any_of_use(rig: Rig, catalog: Catalog, workload_id: str) -> Generator[None, None, bool | None]:
    """Whether any model does a work well, in short steps; None where nobody knows. Raises ProblemError as `ranker`."""
    rank, models = kept_rank(rig, catalog, workload_id), _models(workload_id, catalog)
    if rank.first is not None:
        return _known_of_use(rank.first)
    old = outdated_for(workload_id, catalog)
    hopeful = _hopeful(rig, models, catalog, workload_id, find_workload(workload_id, catalog))
    are_unknown, may_be = len(hopeful) == len(models), of_use(rig, catalog, find_workload(workload_id, catalog))
    for model_id in sorted(hopeful, key=lambda one: (one in old, models[one].params)):
        if not are_unknown and not may_be(model_id):
            yield None
            continue
        found = _known_of_use(rank(model_id, models[model_id]))
        if found:
            return True
        are_unknown = are_unknown and found is None
        yield None
    return None if are_unknown else False


def _hopeful(
    rig: Rig, models: Mapping[str, ModelCard], catalog: Catalog, workload_id: str, workload: WorkloadCard | TaskCard
) -> frozenset[str]:
    """Ids of those that may be of use, as far as bounds tell."""
    may_be = prospects(rig, catalog, workload, use=use_of(workload_id, catalog))
    return frozenset(model_id for model_id, model in models.items() if may_be(model))


def _known_of_use(one: Ranked) -> bool | None:
    return None if one.usability == "unknown" else one.light_is_useful


@lru_cache(maxsize=_KEPT_RANKS)
def _kept_rank(rig: Same[Rig], catalog: Same[Catalog], workload_id: str) -> KeptRank:
    return KeptRank(ranker(rig.one, catalog.one, workload_id))


def first_current(rig: Rig, catalog: Catalog, *, workload_id: str, count: int) -> tuple[tuple[Ranked, ...], int]:
    """The first `count` of `rank_current`, and how many older models are left out; hardly more models are asked.

    Raises:
        ProblemError: as `rank_models` does.
    """
    rank = kept_rank(rig, catalog, workload_id)
    old = outdated_for(workload_id, catalog)
    current = {one: model for one, model in _models(workload_id, catalog).items() if one not in old}
    hopeful = _hopeful(rig, current, catalog, workload_id, find_workload(workload_id, catalog))
    steps = _best_of(rank, current, catalog, workload_id=workload_id, count=count, hopeful=hopeful)
    found = tuple(one for one in steps if one is not None)
    if any(one.light_is_useful for one in found):
        return found, len(old)
    whole, folded = _told_ranking(rank, catalog, workload_id, _itself, False, _in_turn)
    return whole[:count], folded


def ranker(
    rig: Rig,
    catalog: Catalog,
    workload_id: str,
    *,
    quant_of: Callable[[ModelCard], str] | None = None,
    precision: str | None = None,
    workload: WorkloadCard | TaskCard | None = None,
) -> Rank:
    """Ranks one model after the other on a rig; `quant_of` names the file of a model that writes text, None the best.

    `precision` is that of models for another task, None the best. `workload` as in `each_of_best`.

    Raises:
        ProblemError: no such workload, a rig without processors, or a catalog without engines.
    """
    use, old = use_of(workload_id, catalog), outdated_for(workload_id, catalog)
    workload = workload or find_workload(workload_id, catalog)
    if isinstance(workload, WorkloadCard):
        way: Callable[[str], Setting | TaskOption | Reason | None] = _text_way(rig, catalog, workload, quant_of)
    else:
        way = _task_way(rig, catalog, workload, precision)
    amount, pixels = _amount(workload), _pixels(workload)

    def ranked(model_id: str, model: ModelCard) -> Ranked:
        answer = way(model_id)
        found, refused = (None, _about(answer, model)) if isinstance(answer, Reason) else (answer, None)
        bits = kept_bits(found) if isinstance(found, Setting) else None
        able = capability(model, catalog.blocks, use=use, kept_bits=bits)
        size = found.option.subject.weights.total_bytes if isinstance(found, Setting) else None
        hardly = is_too_weak(model, workload, catalog, use=use, weights_bytes=size)
        is_old, is_weak = model_id in old, is_below(able, workload)
        return Ranked(model_id, model, found, able, is_old, is_weak, amount, hardly, pixels, refused)

    return ranked


def _amount(workload: WorkloadCard | TaskCard) -> float | None:
    """What a person waits for: one picture or film, one recording, one whole run of training, a pile of requests."""
    return None if workload.enough_s is None else whole_amount(workload)


def _pixels(workload: WorkloadCard | TaskCard) -> int | None:
    """Of pictures and films, how many are asked for."""
    width, height = (workload.fields.get(name) for name in ("width", "height"))
    return int(width) * int(height) if width and height else None


def best_first(ranked: Iterable[Ranked]) -> tuple[Ranked, ...]:
    """Ranked models in their order; where no newer one is of use, none is called older."""
    found = tuple(ranked)
    if _are_only_older_of_use(found):
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


def _text_way(
    rig: Rig, catalog: Catalog, workload: WorkloadCard, quant_of: Callable[[ModelCard], str] | None
) -> Callable[[str], Setting]:
    chooser = Chooser(rig, catalog, workload)
    if quant_of is not None:
        return lambda model_id: chooser.at(catalog.models[model_id], quant_of(catalog.models[model_id]))
    setting = cache(lambda model_id: chooser.best(catalog.models[model_id]))
    like = _alike(catalog.models, lambda one: (one.shape, one.native_quant, one.thinking))
    return lambda model_id: setting(like[model_id])


def _task_way(
    rig: Rig, catalog: Catalog, workload: TaskCard, precision: str | None
) -> Callable[[str], TaskOption | Reason | None]:
    """The best way, or why no processor can do it."""
    if not rig.processors:
        raise ProblemError("no_processor")
    task, models = TASKS[workload.task], task_models(workload, catalog)

    @cache
    def way(model_id: str) -> TaskOption | Reason | None:
        fields = {**task_fields(workload, model_id, catalog), "task": workload.task, "model": models[model_id].name}
        fields |= {"precision": precision} if precision else {}
        options, refusals = task_options(rig, task, fields, catalog, workload, is_each=False)
        if not options:
            return refusals[-1].reason if refusals else None
        return best_option(options)

    like = _alike(models, lambda one: (one.shape, one.native_quant, one.discouraged))
    return lambda model_id: way(like[model_id])


def _about(refused: Reason, model: ModelCard) -> Reason:
    """The same of a model that runs like the one that was asked about."""
    told = refused.parameters
    return reason(refused.code, **{**told, "name": model.name}) if "name" in told else refused


def _alike(models: Mapping[str, ModelCard], key: Callable[[ModelCard], object]) -> dict[str, str]:
    """For each model the first one that runs like it: fine-tunes run like what they were made of."""
    first: dict[object, str] = {}
    return {one: first.setdefault(key(model) if model.shape else one, one) for one, model in models.items()}
