"""A model run for real on this computer, beside what was predicted with the same settings."""

from typing import Literal

from advisor.facts.machine.measurement import Tokens
from advisor.facts.values.range import Range, Ranged
from advisor.facts.values.reason import Reason
from advisor.facts.values.record import Record


class TriedRun(Ranged):
    """One speed: a prompt read (`prefill`), or tokens written with `depth_tokens` in the context (`decode`).

    `predicted` is the range for the same settings by the formula alone, None where a rate is not known. `is_kept`: it
    counts in what is predicted from now on; `not_kept` says why it does not, None where nobody wanted it to.
    """

    phase: Literal["prefill", "decode"]
    prompt_tokens: Tokens
    depth_tokens: Tokens
    generated_tokens: Tokens
    tokens_per_s: float
    spread: float
    predicted: Range | None = None
    is_kept: bool = False
    not_kept: Reason | None = None
    notes: tuple[Reason, ...] = ()

    @property
    def is_inside(self) -> bool | None:
        """Whether it lies in the predicted range; None where nothing was predicted."""
        return None if self.predicted is None else self.predicted.low <= self.tokens_per_s <= self.predicted.high


class Tried(Record):
    """What `rig-advisor try --json` prints: the engine, the settings it ran with, and its speeds.

    `processor` is the id in the rig, None where that is not known. `threads` and `gpu_layers` are as the engine was
    told, None for its own choice. `first_token_s` is reading the prompt and writing one token.
    """

    schema_version: Literal[1] = 1
    engine: str
    build: str | None
    model_name: str
    quant: str
    processor: str | None
    processor_name: str | None
    context_tokens: Tokens
    threads: int | None
    gpu_layers: int | None
    flash_attention: bool
    ran_on: str
    runs: tuple[TriedRun, ...]
    first_token_s: float | None = None
    predicted_first_token_s: float | None = None
