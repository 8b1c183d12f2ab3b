"""All models that can do a workload on one rig, as `rig-advisor rank` prints them."""

from typing import Literal

from advisor.facts.answers.estimate import Limit, RateUnit, Verdict
from advisor.facts.answers.usability import Holder, Usability
from advisor.facts.values.range import Range, Ranged
from advisor.facts.values.record import Record


class RankedModel(Ranged):
    """One model at its best setting for the rig; a speed or context that is not known is None, and `why` says so.

    `rate_per_s` counts `rate_unit`; `tokens_per_s` is the same where those are tokens. `wait_s` is the time to the
    useful answer, the item or the whole run. `memory_bytes` lie in the memory of the processor that runs it.
    `largest_context_tokens` is the longest conversation that still fits. `released` is a year or a month,
    `older` models are replaced or of years ago; `too_weak`: it does the work too badly to be recommended for it,
    however fast. `held_by` is what keeps `usability` from the next better one. `thinks`:
    whether it thinks before; None where it cannot, or nobody looked.
    """

    model: str
    model_id: str = ""
    quant: str
    fit: Verdict
    tokens_per_s: Range | None
    rate_per_s: Range | None = None
    rate_unit: RateUnit = "tokens"
    limit: Limit | None
    usability: Usability = "unknown"
    held_by: Holder | None = None
    thinks: bool | None = None
    wait_s: Range | None = None
    memory_bytes: int | None = None
    memory_total_bytes: int | None = None
    largest_context_tokens: int | None
    released: str | None = None
    older: bool = False
    too_weak: bool = False
    why: str


class Ranking(Record):
    """All models that can do a workload, best first, older ones behind; `notes`: what of the rig is not counted."""

    schema_version: Literal[1] = 1
    models: tuple[RankedModel, ...]
    notes: tuple[str, ...] = ()
