"""A run that a person did: what a program really reached on this machine."""

from typing import Annotated, Literal

from pydantic import Field

from advisor.facts.cards.model import ModelShape
from advisor.facts.cards.weights import ModelWeights
from advisor.facts.values.record import Record
from advisor.facts.values.units import GIGA, MEGA

Tokens = Annotated[int, Field(ge=0, le=GIGA)]


class RanModel(Record):
    """A model as its own file describes it: what makes a run of it tell something after the file is gone."""

    name: str = Field(min_length=1)
    shape: ModelShape
    weights: ModelWeights
    shape_known: bool = True
    is_gguf: bool = True


class OwnRun(Record):
    """One speed as the program printed it: one sequence, nothing speculative.

    `model_id` and `quant` are those of the catalog, `processor` the id in the rig. `model` is there where a file was
    not the one the catalog has; `model_id` is then only its name. `phase` decode: generation with `depth_tokens` in the
    context before; prefill: a prompt of `prompt_tokens`. `spread` is (max - min) / value of several tries. `threads`
    and `ubatch_tokens` are None for the program's own choice. `ran_on` is an ISO date.
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
    threads: int | None = Field(default=None, gt=0, le=MEGA)
    ubatch_tokens: int | None = Field(default=None, gt=0, le=MEGA)
    model: RanModel | None = None
    ran_on: str = Field(pattern=r"^\d{4}-\d{2}-\d{2}$")
