"""Quantizations: block types of GGUF and the file types that mix them."""

from typing import Literal

from pydantic import Field

from advisor.facts.cards.card import Sourced
from advisor.facts.cards.named import BlockName
from advisor.facts.values.record import Record

PLAIN_TYPES = ("F32", "F16", "BF16")
"""Block types that hold each weight as a number of its own: computed with as they are stored."""


class BlockType(Record):
    """How one tensor is stored: `block_weights` weights in `block_bytes` bytes."""

    block_weights: int = Field(gt=0)
    block_bytes: int = Field(gt=0)


class QuantCard(Sourced):
    """A file type as people name it (`Q4_K_M`): its main block type, typical bits, and a plain quality note.

    `typical_bits_per_weight` is used only where a model's shape is unknown. `linear_bits` and `keeps_16_bit`
    describe formats other than GGUF (AWQ, GPTQ, fp8, MLX): bits on linear weights, and what stays at 16 bits
    (`all_but_experts` holds for mixtures of experts, in dense models it means embeddings and head). `head_bits` is
    for formats that give the output matrix bits of its own (EXL).
    """

    format: Literal["gguf", "safetensors", "mlx"]
    base_type: BlockName
    typical_bits_per_weight: float = Field(gt=1, lt=33)
    linear_bits: float | None = Field(default=None, gt=1, lt=33)
    head_bits: float | None = Field(default=None, gt=1, lt=33)
    keeps_16_bit: Literal["all", "all_but_experts", "embeddings_and_head", "embeddings", "norms"] | None = None
    quality: str
    rank: int = Field(ge=0, le=100)
