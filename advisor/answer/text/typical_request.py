"""The typical request of a workload, cut to the context it gets."""

from typing import NamedTuple

from advisor.facts.cards.model import ModelCard
from advisor.facts.cards.workload import WorkloadCard
from advisor.predict.model.subject import Run


class TypicalRequest(NamedTuple):
    """Tokens of one request of a workload, and the context held for it."""

    context_tokens: int
    prompt_tokens: int
    generated_tokens: int

    @property
    def run(self) -> Run:
        """How it runs a model, from its start."""
        return Run(
            context_tokens=self.context_tokens,
            prompt_tokens=self.prompt_tokens,
            generated_tokens=self.generated_tokens,
        )


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
