"""The model that a question is about where only the work was named: the best of the ranking on this rig."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from advisor.answer.asked.problem import ProblemError
from advisor.answer.rig.rank import Rank, first_steps, kept_rank
from advisor.answer.rig.ranked import Ranked
from advisor.answer.tasks.ask import find_workload, task_models
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.cards.workload import TRAINING, TaskCard
from advisor.facts.rig.rig import Rig

if TYPE_CHECKING:
    from advisor.advice.known_models import KnownModels
    from advisor.advice.question import PageQuestion


def usual_model_steps(
    rig: Rig, workload_id: str, catalog: Catalog, *, picked_id: str | None = None, while_it_runs: bool = False
) -> Iterator[str | None]:
    """The id of the first of the ranking, in steps that yield None: what Overview and Models call best.

    Where none is of use for training, the model that the work is known for: what is slow and first is small.

    `picked_id` is a model that a person chose for other work: it stays where it does this work, too, or does it no
    worse than the best; `while_it_runs` where it runs at all, for it was chosen for this work, but on another rig.

    Raises:
        ProblemError: nothing can run it.
    """
    best = yield from first_steps(rig, catalog, workload_id)
    if best is not None and not best.light_is_useful and (known_id := _known_for(workload_id, catalog)) is not None:
        yield known_id
    elif best is not None:
        found = _ranked(picked_id, workload_id, kept_rank(rig, catalog, workload_id), catalog)
        stays = found and (found.light_is_useful or found.usability == best.usability)
        stays = stays or (while_it_runs and found and found.usability != "wont_run")
        yield picked_id if stays else best.model_id


def _known_for(workload_id: str, catalog: Catalog) -> str | None:
    """The id of the model that such training is known for; None for other work."""
    card = find_workload(workload_id, catalog)
    return catalog.models.find(card.model) if card.task in TRAINING and card.model else None


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


def with_best_steps(question: "PageQuestion", rig: Rig, known: "KnownModels") -> "Iterator[PageQuestion | None]":
    """The question after its workload was chosen, about the model that suits it best here, in steps that yield None.

    Where nothing can run it the model stays.
    """
    from advisor.advice.question import about_model  # too slow for a command

    pick = kept_pick(question, known)
    if pick is None:
        yield question
        return
    picked_id, is_picked = pick
    steps = usual_model_steps(
        rig, question.now.workload_id, known.catalog, picked_id=picked_id, while_it_runs=is_picked
    )
    try:
        for best_id in steps:
            yield about_model(question, best_id, known) if best_id else None
    except ProblemError:
        yield question


def kept_pick(
    question: "PageQuestion", known: "KnownModels", *, is_other_rig: bool = False
) -> tuple[str | None, bool] | None:
    """The model that a person chose and that stays, if it can, once the best one for this work is known.

    With it whether it was chosen for this very work. None where nothing takes the place of the present model: a file
    that was opened, and what was chosen here for this work.
    """
    now = question.now
    picked_here = question.picked.get(now.workload_id)
    if now.model_id in known.files or (picked_here == now.model_id and not is_other_rig):
        return None
    return picked_here or _picked_before(question, known), picked_here is not None


def _picked_before(question: "PageQuestion", known: "KnownModels") -> str | None:
    """The model to talk to that a person chose last, for other work."""
    texts = [one for work, one in question.picked.items() if work in known.catalog.workloads]
    return texts[-1] if texts and question.is_text else None


def _ranked(model_id: str | None, workload_id: str, rank: Rank, catalog: Catalog) -> Ranked | None:
    workload = find_workload(workload_id, catalog)
    models = task_models(workload, catalog) if isinstance(workload, TaskCard) else catalog.models
    model = models.get(model_id or "")
    return rank(model_id, model) if model_id and model else None
