"""One model on many rigs: how each runs it, which is the best, and which model is the best for all of them."""

from collections.abc import Callable, Iterator, Sequence

from advisor.answer.asked.problem import ProblemError
from advisor.answer.rig.rank import outdated_for, ranker
from advisor.answer.rig.ranked import Ranked
from advisor.answer.tasks.ask import find_task_model, find_workload, task_models, use_of
from advisor.answer.which_model.capability import capability
from advisor.answer.which_model.subject import find_quant
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.usability import USABILITIES
from advisor.facts.cards.model import ModelCard
from advisor.facts.cards.workload import TaskCard
from advisor.facts.rig.rig import Rig
from advisor.facts.values.frozen import frozen

RankedHere = Callable[[str, ModelCard], Ranked]


@frozen
class ForMany:
    """A model and how many rigs run it well."""

    model_id: str
    model: ModelCard
    rigs: int


def on_each(
    rigs: Sequence[Rig], catalog: Catalog, *, workload_id: str, model: str, quant: str | None = None
) -> tuple[str, tuple[Ranked | None, ...]]:
    """The id of the model, and how each rig runs it in one and the same file; None where nothing can be said of a rig.

    Without a quantization the file that is usual for the model: rigs compare only on the same.

    Raises:
        ProblemError: there is no such model or quantization, or it cannot do the work.
    """
    model_id, card = find_task_model(model, find_workload(workload_id, catalog), catalog)
    if quant is not None:
        find_quant(quant, card, catalog)
    ways = _rankers(rigs, catalog, workload_id, quant)
    return model_id, tuple(_asked(way, model_id, card) for way in ways)


def best_place(found: Ranked) -> tuple[float, ...]:
    """Smaller is better among rigs: the light, then the speed."""
    return (USABILITIES.index(found.usability), -(found.rate.middle if found.rate else 0.0))


def models_for_many(
    rigs: Sequence[Rig], counts: Sequence[int], catalog: Catalog, *, workload_id: str
) -> tuple[ForMany | None, ForMany | None]:
    """The most capable model that all rigs run well, and the most capable for more than half; `counts` of each rig.

    Models that nobody starts with any more, or that are too weak for the work, are left out.
    """
    ways = [one for one in zip(_rankers(rigs, catalog, workload_id, None), counts, strict=True) if one[0] is not None]
    whole, for_most = sum(counts), None
    if not ways:
        return None, None
    for model_id, card in _able_first(workload_id, catalog):
        run_well, failed, at = 0, 0, 0
        least = whole // 2 + 1 if for_most is None else whole
        while at < len(ways) and failed <= whole - least:
            way, count = ways[at]
            found = _asked(way, model_id, card)
            if found is not None and found.is_weak:
                failed = whole + 1
            elif found is not None and found.light_is_useful:
                run_well += count
            else:
                failed += count
                ways.insert(0, ways.pop(at))  # who fails is asked first about the next model
            at += 1
        if failed > whole - least:
            continue
        for_most = for_most or ForMany(model_id, card, run_well)
        if run_well == whole:
            return ForMany(model_id, card, whole), for_most
    return None, for_most


def _rankers(rigs: Sequence[Rig], catalog: Catalog, workload_id: str, quant: str | None) -> Iterator[RankedHere | None]:
    def quant_of(model: ModelCard) -> str:
        return find_quant(quant, model, catalog)[0].name

    for rig in rigs:
        try:
            yield ranker(rig, catalog, workload_id, quant_of=quant_of)
        except ProblemError:
            yield None


def _asked(way: RankedHere | None, model_id: str, card: ModelCard) -> Ranked | None:
    """What a rig answers; None where that is nothing: figures of strangers may be valid, and of no machine."""
    if way is None:
        return None
    try:
        found = way(model_id, card)
        _ = found.light, found.rate, found.limit, found.wait_s
    except (ArithmeticError, ValueError):
        return None
    return found


def _able_first(workload_id: str, catalog: Catalog) -> Iterator[tuple[str, ModelCard]]:
    workload, old = find_workload(workload_id, catalog), outdated_for(workload_id, catalog)
    models = task_models(workload, catalog) if isinstance(workload, TaskCard) else catalog.models
    use = use_of(workload_id, catalog)
    able = {one: capability(card, catalog.blocks, use=use) for one, card in models.items() if one not in old}
    yield from ((one, models[one]) for one in sorted(able, key=lambda one: (-able[one], one)))
