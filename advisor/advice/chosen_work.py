"""About which model a question goes on once its work was chosen: what a person picked, else what suits that best."""

from advisor.advice.known_models import KnownModels
from advisor.advice.question import PageQuestion, about_model
from advisor.advice.usual_model import known_usual_model
from advisor.answer.asked.problem import ProblemError
from advisor.facts.rig.rig import Rig


def with_known_best(question: PageQuestion, rig: Rig, known: KnownModels) -> PageQuestion | None:
    """The question after its workload was chosen, about the model that suits it best here; None where that takes time.

    Where nothing can run it the model stays.
    """
    pick = kept_pick(question, known)
    if pick is None:
        return question
    picked_id, is_picked = pick
    workload_id = question.now.workload_id
    try:
        best_id = known_usual_model(rig, workload_id, known.catalog, picked_id=picked_id, while_it_runs=is_picked)
    except ProblemError:
        return question
    return about_model(question, best_id, known) if best_id else None


def kept_pick(
    question: PageQuestion, known: KnownModels, *, is_other_rig: bool = False
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


def _picked_before(question: PageQuestion, known: KnownModels) -> str | None:
    """The model to talk to that a person chose last, for other work."""
    texts = [one for work, one in question.picked.items() if work in known.catalog.workloads]
    return texts[-1] if texts and question.is_text else None
