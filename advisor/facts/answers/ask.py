"""What `rig-advisor ask` answers about one model on one computer."""

from typing import Literal

from advisor.facts.answers.estimate import Limit, RateUnit, Verdict
from advisor.facts.answers.usability import USEFUL, Usability
from advisor.facts.cards.card import Pool
from advisor.facts.values.range import Range, Ranged
from advisor.facts.values.record import Record

Placement = Literal["gpu", "gpu+ram", "cpu"]
"""Who does the work: one GPU or several, with a part of the model in RAM, or the CPU."""


class AskSettings(Record):
    """How it is run: `quant` is a file type, or the numbers another task calculates with, None where it has none.

    `device` is called as on the pages. `command` starts llama.cpp that way, None where no program of it runs the model.
    """

    quant: str | None
    context_tokens: int | None
    placement: Placement
    device: str
    command: str | None


class AskAnswer(Ranged):
    """One model, one kind of work, one computer.

    `rate_per_s` counts `rate_unit`; `tokens_per_s` is the same where those are tokens. Where it does not fit, they are
    what it would reach with enough memory. `first_token_s` is the wait for the first word. `sentence` is the headline
    of the window with its reason, `next` what to do, `notes` what was assumed or is not counted.
    """

    schema_version: Literal[1] = 1
    model: str
    model_id: str
    workload: str
    rig: str
    usability: Usability
    fit: Verdict
    settings: AskSettings
    tokens_per_s: Range | None
    rate_per_s: Range | None
    rate_unit: RateUnit
    first_token_s: float | None
    need_bytes: dict[Pool, int]
    limit: Limit | None
    sentence: str
    next: str
    notes: tuple[str, ...] = ()

    @property
    def is_useful(self) -> bool:
        """Whether the work can be done well."""
        return self.usability in USEFUL
