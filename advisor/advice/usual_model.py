"""The model that a question is about where only the work was named: the best of the ranking on this rig."""

from collections.abc import Iterator

from advisor.answer.rig.rank import Rank, first_steps, kept_rank
from advisor.answer.rig.ranked import Ranked
from advisor.answer.tasks.ask import find_workload, task_models
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.cards.workload import TaskCard
from advisor.facts.rig.rig import Rig


def usual_model_steps(
    rig: Rig, workload_id: str, catalog: Catalog, *, picked_id: str | None = None, while_it_runs: bool = False
) -> Iterator[str | None]:
    """The id of the first of the ranking, in steps that yield None: what Overview and Models call best.

    `picked_id` is a model that a person chose for other work: it stays where it does this work, too, or does it no
    worse than the best; `while_it_runs` where it runs at all, for it was chosen for this work, but on another rig.

    Raises:
        ProblemError: nothing can run it.
    """
    best = yield from first_steps(rig, catalog, workload_id)
    if best is not None:
        found = _ranked(picked_id, workload_id, kept_rank(rig, catalog, workload_id), catalog)
        stays = found and (found.light_is_useful or found.usability == best.usability)
        stays = stays or (while_it_runs and found and found.usability != "wont_run")
        yield picked_id if stays else best.model_id


def known_usual_model(
    rig: Rig, workload_id: str, catalog: Catalog, *, picked_id: str | None = None, while_it_runs: bool = False
) -> str | None:
    """The same where no model has to be asked for it any more, else None. Raises ProblemError as the steps do."""
    rank = kept_rank(rig, catalog, workload_id)
    if rank.first is None or not (picked_id is None or rank.knows(picked_id)):
        return None
    steps = usual_model_steps(rig, workload_id, catalog, picked_id=picked_id, while_it_runs=while_it_runs)
    return next(steps, None)


def usual_model(rig: Rig, workload_id: str, catalog: Catalog) -> str | None:
    """The same at once. Raises ProblemError as the steps do."""
    return next(filter(None, usual_model_steps(rig, workload_id, catalog)), None)


def _ranked(model_id: str | None, workload_id: str, rank: Rank, catalog: Catalog) -> Ranked | None:
    workload = find_workload(workload_id, catalog)
    models = task_models(workload, catalog) if isinstance(workload, TaskCard) else catalog.models
    model = models.get(model_id or "")
    return rank(model_id, model) if model_id and model else None
