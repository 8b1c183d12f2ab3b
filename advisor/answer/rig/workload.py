"""A question by workload: its typical request, cut to the context it gets."""

from typing import NamedTuple

from advisor.answer.rig.rig_answer import answer_rig
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.rig_answer import RigAnswer
from advisor.facts.cards.model import ModelCard
from advisor.facts.cards.workload import WorkloadCard
from advisor.facts.rig.rig import Rig


class TypicalRequest(NamedTuple):
    """Tokens of one request of a workload, and the context held for it."""

    context_tokens: int
    prompt_tokens: int
    generated_tokens: int


def typical_request(
    workload: WorkloadCard, model: ModelCard | None, *, context_tokens: int | None = None
) -> TypicalRequest:
    """What a workload asks of a model; `context_tokens` None takes the workload's, at most the model's own.

    The prompt leaves room for the answer, and has at least half of the context.
    """
    context = context_tokens or workload.context_tokens
    if context_tokens is None and model is not None and model.shape is not None and model.shape.context_tokens:
        context = min(context, model.shape.context_tokens)
    prompt = min(workload.prompt_tokens, max(context // 2, context - workload.generated_tokens))
    return TypicalRequest(context, prompt, min(workload.generated_tokens, context - prompt))


def answer_workload(
    rig: Rig,
    catalog: Catalog,
    *,
    model_id: str,
    quant: str,
    workload_id: str,
    context_tokens: int | None = None,
    candidates: tuple[str, ...] | None = None,
) -> RigAnswer:
    """The answer for the typical request of a workload. Raises ProblemError like `answer_rig`."""
    workload, model = catalog.workloads[workload_id], catalog.models.get(model_id)
    request = typical_request(workload, model, context_tokens=context_tokens)
    return answer_rig(
        rig,
        model_id=model_id,
        quant=quant,
        context_tokens=request.context_tokens,
        prompt_tokens=request.prompt_tokens,
        depth_tokens=0,
        generated_tokens=request.generated_tokens,
        catalog=catalog,
        candidates=candidates,
    )
