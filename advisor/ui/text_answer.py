"""The answer of page Will it run? itself, for what is shown of it beside the page: steps, typing, more charts."""

from advisor.facts.rig import Rig
from advisor.facts.rig_answer import RigAnswer
from advisor.ui.known_models import KnownModels
from advisor.ui.question import Question


def text_answer(
    question: Question, rig: Rig, known: KnownModels, *, candidates: tuple[str, ...] | None = None
) -> RigAnswer | None:
    """The answer about text for one person; None where another task is asked about. `candidates` are card ids.

    Raises:
        ProblemError: there is no answer; the text says why.
    """
    if question.task is not None:
        return None
    return known.answer(
        rig,
        model_id=question.model_id,
        quant=question.quant_id,
        workload_id=question.workload_id,
        context_tokens=question.context_tokens,
        candidates=candidates,
    )
