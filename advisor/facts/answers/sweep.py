"""What `rig-advisor fleet sweep` answers: a row for each computer, workload and model."""

from advisor.facts.answers.estimate import Limit, RateUnit, Verdict
from advisor.facts.answers.usability import Usability
from advisor.facts.values.range import Range, Ranged


class SweepRow(Ranged):
    """One model at its best setting on one computer, as `rig-advisor rank` has it; what is not known is None."""

    label: str
    workload: str
    model_id: str
    quant: str
    usability: Usability
    fit: Verdict
    rate_per_s: Range | None
    rate_unit: RateUnit
    wait_s: Range | None
    memory_bytes: int | None
    memory_total_bytes: int | None
    limit: Limit | None
    older: bool
    too_weak: bool
