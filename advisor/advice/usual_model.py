"""The model that a question is about where only the work was named: the best of the ranking on this rig."""

from collections.abc import Iterator

from advisor.answer.rig.rank import Rank, each_of_best, kept, ranker
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.rig.rig import Rig


def usual_model_steps(
    rig: Rig, workload_id: str, catalog: Catalog, *, picked_id: str | None = None
) -> Iterator[str | None]:
    """The id of the first of the ranking, in steps that yield None: what Overview and Models call best.

    `picked_id` is a model that a person chose for other work: it stays where it does this work, too, or does it no
    worse than the best.

    Raises:
        ProblemError: nothing can run it.
    """
    rank = kept(ranker(rig, catalog, workload_id))
    for best in each_of_best(rig, catalog, workload_id=workload_id, count=1, rank=rank):
        if best is None:
            yield None
        else:
            stays = _does_as_well(picked_id, best.usability, rank, catalog)
            yield picked_id if stays else best.model_id


def usual_model(rig: Rig, workload_id: str, catalog: Catalog) -> str | None:
    """The same at once. Raises ProblemError as the steps do."""
    return next(filter(None, usual_model_steps(rig, workload_id, catalog)), None)


def _does_as_well(picked_id: str | None, usability: str, rank: Rank, catalog: Catalog) -> bool:
    model = catalog.models.get(picked_id or "")
    if model is None or picked_id is None:
        return False
    ranked = rank(picked_id, model)
    return ranked.light_is_useful or ranked.usability == usability
