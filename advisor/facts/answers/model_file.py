"""What the header of a model's file says, and what `rig-advisor model` prints of it."""

from typing import Literal

from pydantic import Field

from advisor.facts.cards.model import ModelShape
from advisor.facts.cards.quant import ModelWeights
from advisor.facts.values.reason import Reason
from advisor.facts.values.record import Record

FileFormat = Literal["gguf", "safetensors", "config"]


class ModelFile(Record):
    """One model as its files describe it; what they do not say is None, and `notes` say why.

    `weights` are summed from the list of tensors (None for a configuration alone), `quant` is the name of the file
    type as the file states it. `shape` is None where they do not say enough; `layers_known` is False where its layers
    may be of a kind that is not known here: then `layers`, `context_tokens` and the weights are still right.
    """

    path: str
    format: FileFormat
    name: str
    architecture: str | None = None
    layers: int | None = None
    context_tokens: int | None = None
    quant: str | None = None
    bytes_by_type: dict[str, int] = Field(default_factory=dict)
    weights: ModelWeights | None = None
    shape: ModelShape | None = None
    layers_known: bool = False
    notes: tuple[Reason, ...] = ()


class ContextMemory(Record):
    """All memory of the loaded model with a context of so many tokens: weights, cache and buffers, no reserve."""

    context_tokens: int
    total_bytes: int


class ModelDescription(Record):
    """What a model's file holds, as `rig-advisor model --json` prints it; None where it is not known."""

    schema_version: Literal[1] = 1
    architecture: str | None
    params: int | None
    active_params: int | None
    layers: int | None
    context_tokens: int | None
    weights_bytes: int | None
    bytes_by_type: dict[str, int]
    kv_bytes_per_token: int | None
    memory: tuple[ContextMemory, ...]
    notes: tuple[Reason, ...] = ()
