"""What running everything once on a computer showed: the document `rig-advisor prove` writes."""

from typing import Any, Literal

from advisor.facts.machine.measurement import Measurements
from advisor.facts.machine.witness import ComparedWitness
from advisor.facts.rig.rig import Judgement
from advisor.facts.values.record import Record

StepEnd = Literal["ok", "failed", "crashed", "timed_out", "skipped"]
"""`failed` said why it could not; `crashed` was ended by a signal, a fault of its own or an answer of a wrong form."""


Cause = Literal["stopped", "no_time", "no_window", "wrong_form"]
"""Why a step was left out, or that its answer had not the form it should have."""


class ProvenStep(Record):
    """One command that was run. `said`: what it printed of why it did not go well; people's names hidden."""

    name: str
    end: StepEnd
    seconds: float = 0.0
    exit_code: int | None = None
    cause: Cause | None = None
    said: str = ""


class Proof(Record):
    """Which steps went well, what other tools tell otherwise, and measured figures beside those on paper.

    `doctor` and `layer` are the documents of `doctor --json` and `bench --layer --json`; `proven_on` is an ISO date.
    """

    schema_version: Literal[1] = 1
    app_version: str
    python: str
    platform: str
    is_packaged: bool
    proven_on: str
    steps: tuple[ProvenStep, ...]
    witnesses: tuple[ComparedWitness, ...] = ()
    judgements: tuple[Judgement, ...] = ()
    measurements: Measurements | None = None
    layer: dict[str, Any] | None = None
    doctor: dict[str, Any] | None = None

    @property
    def is_right(self) -> bool:
        """Whether all that was run went well, and no other tool tells anything else."""
        return all(one.end in ("ok", "skipped") for one in self.steps) and not any(
            fact for one in self.witnesses for fact in one.facts if not fact.agrees
        )
