"""What `rig-advisor rank` answers: every model on one rig, best first."""

from typing import Literal

from advisor.facts.answers.estimate import Limit, Verdict
from advisor.facts.values.range import Range, Ranged
from advisor.facts.values.record import Record


class RankedModel(Ranged):
    """One model at its best quantization for the rig; a speed or context that is not known is None, and `why` says so.

    `largest_context_tokens` is the longest conversation that still fits in one memory.
    """

    model: str
    quant: str
    fit: Verdict
    tokens_per_s: Range | None
    limit: Limit | None
    largest_context_tokens: int | None
    why: str


class Ranking(Record):
    """All models that write text, best first."""

    schema_version: Literal[1] = 1
    models: tuple[RankedModel, ...]
