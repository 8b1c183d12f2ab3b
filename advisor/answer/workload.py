"""A question by workload: its typical request, cut to the context it gets."""

from advisor.answer.rig_answer import answer_rig
from advisor.catalog.catalog import Catalog
from advisor.facts.rig import Rig
from advisor.facts.rig_answer import RigAnswer


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
    """The answer for one model and workload; `context_tokens` None takes the workload's, at most the model's own.

    The prompt takes at most half of the context. Raises ProblemError like `answer_rig`.
    """
    workload = catalog.workloads[workload_id]
    context = context_tokens or workload.context_tokens
    model = catalog.models.get(model_id)
    if context_tokens is None and model is not None and model.shape is not None and model.shape.context_tokens:
        context = min(context, model.shape.context_tokens)
    prompt = min(workload.prompt_tokens, context // 2)
    return answer_rig(
        rig,
        model_id=model_id,
        quant=quant,
        context_tokens=context,
        prompt_tokens=prompt,
        depth_tokens=0,
        generated_tokens=min(workload.generated_tokens, context - prompt),
        catalog=catalog,
        candidates=candidates,
    )
