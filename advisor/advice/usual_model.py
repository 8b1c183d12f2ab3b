"""The model that a question is about where only the work was named: the best of the ranking on this rig."""

from collections.abc import Iterator

from advisor.answer.rig.rank import Rank, first_steps, kept_rank
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
    best = yield from first_steps(rig, catalog, workload_id)
    if best is not None:
        stays = _does_as_well(picked_id, best.usability, kept_rank(rig, catalog, workload_id), catalog)
        yield picked_id if stays else best.model_id


def known_usual_model(rig: Rig, workload_id: str, catalog: Catalog, *, picked_id: str | None = None) -> str | None:
    """The same where no model has to be asked for it any more, else None. Raises ProblemError as the steps do."""
    rank = kept_rank(rig, catalog, workload_id)
    is_known = rank.first is not None and (picked_id not in catalog.models or rank.knows(picked_id or ""))
    return next(usual_model_steps(rig, workload_id, catalog, picked_id=picked_id), None) if is_known else None


def usual_model(rig: Rig, workload_id: str, catalog: Catalog) -> str | None:
    """The same at once. Raises ProblemError as the steps do."""
    return next(filter(None, usual_model_steps(rig, workload_id, catalog)), None)


def _does_as_well(picked_id: str | None, usability: str, rank: Rank, catalog: Catalog) -> bool:
    model = catalog.models.get(picked_id or "")
    if model is None or picked_id is None:
        return False
    ranked = rank(picked_id, model)
    return ranked.light_is_useful or ranked.usability == usability
