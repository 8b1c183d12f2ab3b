"""A run that a person did: what a program really reached on this machine."""

from typing import Annotated, Literal

from pydantic import Field

from advisor.facts.record import Record
from advisor.facts.units import GIGA, MEGA

Tokens = Annotated[int, Field(ge=0, le=GIGA)]


class OwnRun(Record):
    """One speed as the program printed it: one sequence, nothing speculative.

    `model_id` and `quant` are those of the catalog, `processor` the id in the rig. `phase` decode: generation with
    `depth_tokens` in the context before; prefill: a prompt of `prompt_tokens`. `spread` is (max - min) / value of
    several tries. `ran_on` is an ISO date.
    """

    model_id: str = Field(min_length=1)
    quant: str = Field(min_length=1)
    processor: str = Field(min_length=1)
    engine: str = "llama.cpp"
    build: str | None = None
    backend: str | None = None
    flash_attention: bool | None = None
    phase: Literal["decode", "prefill"] = "decode"
    depth_tokens: Tokens = 0
    prompt_tokens: Tokens = 512
    generated_tokens: Tokens = 128
    tokens_per_s: float = Field(gt=0, le=MEGA)
    spread: float = Field(default=0, ge=0, lt=1)
    ran_on: str = Field(pattern=r"^\d{4}-\d{2}-\d{2}$")
