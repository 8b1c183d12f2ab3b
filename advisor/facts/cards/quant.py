"""Quantizations: block types of GGUF, the file types that mix them, and what a model's weights weigh in them."""

from typing import Literal

from pydantic import Field

from advisor.facts.cards.card import BlockName, Sourced
from advisor.facts.values.record import Record

PLAIN_TYPES = ("F32", "F16", "BF16")
"""Block types that hold each weight as a number of its own: computed with as they are stored."""


class BlockType(Record):
    """How one tensor is stored: `block_weights` weights in `block_bytes` bytes."""

    block_weights: int = Field(gt=0)
    block_bytes: int = Field(gt=0)


class Lost(Record):
    """How many of 100 answers of a test a model of `params_b` (in units of 1e9) parameters no longer gets right."""

    params_b: float = Field(gt=0)
    answers: float = Field(ge=0, le=100)
    source: str = Field(min_length=10)


class QuantCard(Sourced):
    """A file type as people name it (`Q4_K_M`): its main block type, typical bits, and a plain quality note.

    `typical_bits_per_weight` is used only where a model's shape is unknown. `linear_bits` and `keeps_16_bit`
    describe formats other than GGUF (AWQ, GPTQ, fp8, MLX): bits on linear weights, and what stays at 16 bits
    (`all_but_experts` holds for mixtures of experts, in dense models it means embeddings and head). `head_bits` is
    for formats that give the output matrix bits of its own (EXL). `lost` is what somebody measured of its quality.
    """

    format: Literal["gguf", "safetensors", "mlx"]
    base_type: BlockName
    typical_bits_per_weight: float = Field(gt=1, lt=33)
    linear_bits: float | None = Field(default=None, gt=1, lt=33)
    head_bits: float | None = Field(default=None, gt=1, lt=33)
    keeps_16_bit: Literal["all", "all_but_experts", "embeddings_and_head", "embeddings", "norms"] | None = None
    quality: str
    rank: int = Field(ge=0, le=100)
    lost: tuple[Lost, ...] = Field(default=(), strict=False)


class TypeBytes(Record):
    """Bytes of one block type: `shared_bytes` are read for every token, `expert_bytes` count all experts together.

    `interleavable_bytes` are those of both that a CPU can store a second time with eight rows side by side.
    """

    block_type: str
    shared_bytes: int
    expert_bytes: int = 0
    interleavable_bytes: int = 0


class ModelWeights(Record):
    """All tensors of one model at one quantization.

    `by_type` holds what decoding reads: everything but an untied token embedding, of which one row is read
    (`embedding_bytes`). `expert_share` is the share of the experts one token uses. `exact` is True where the tensors
    were listed from the model's published shape and the file type's own rules. `layer_bytes` is the whole of each
    layer, first to last, `layer_expert_bytes` its experts; both are empty where tensors were not listed.
    """

    quant: str
    main_type: str
    total_bytes: int
    embedding_bytes: int
    by_type: tuple[TypeBytes, ...]
    expert_share: float
    params: int
    active_params: int
    exact: bool
    layer_bytes: tuple[int, ...] = ()
    layer_expert_bytes: tuple[int, ...] = ()

    @property
    def expert_bytes(self) -> int:
        """Bytes of all experts of all layers."""
        return sum(part.expert_bytes for part in self.by_type)

    @property
    def bytes_per_token(self) -> int:
        """Bytes read for one token of one sequence."""
        return round(sum(part.shared_bytes + part.expert_bytes * self.expert_share for part in self.by_type))
