"""Bytes of a model's weights: in the file, and what one token reads by block type (docs/physics.md 2, 6.1)."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from advisor.facts.cards.model import ModelShape
from advisor.facts.cards.quant import BlockType, ModelWeights, QuantCard, TypeBytes
from advisor.facts.values.units import BITS_PER_BYTE
from advisor.predict.model.alike_tensors import LAST_SHAPES, alike_tensors
from advisor.predict.model.quantized_type import base_type, block_type, experts_type, least_type
from advisor.predict.model.tensor import Tensor

_WEIGHT_BITS_16 = 16

INTERLEAVED_ROWS = 8
"""Rows that llama.cpp stores side by side for its CPU kernels (ggml/src/ggml-cpu/repack.cpp)."""

_SPARSE_BELOW = 0.8
"""Active share that tells mixtures of experts (at most about half) from dense models (all, or all but embeddings)."""

_STOCK = {"Q3_K": "Q3_K_M", "Q4_K": "Q4_K_M", "Q5_K": "Q5_K_M"}
"""The stock file type that stands for a maker's own mixture over a base type."""


def model_weights(
    shape: ModelShape,
    quant: QuantCard,
    *,
    blocks: Mapping[str, BlockType],
) -> ModelWeights:
    """Bytes of all tensors: sum of rows x (columns / block weights) x block bytes (docs/physics.md 2.2 to 2.4).

    Exact for stock GGUF file types; makers' own mixtures are the stock one of the same base at their typical bits;
    formats of other engines take their stated bits on linear weights. KeyError for a block type that `blocks` lacks.
    """
    file_type = quant.name.upper()
    file_type = "MXFP4_MOE" if file_type == "MXFP4" and shape.experts else file_type
    if quant.format == "gguf" and base_type(file_type) not in blocks:
        stock = quant.changed(name=_STOCK.get(quant.base_type, quant.base_type))
        weights = model_weights(shape, stock, blocks=blocks).changed(quant=quant.name)
        total_bytes = round(weights.params * quant.typical_bits_per_weight / BITS_PER_BYTE)
        return weights if experts_type(file_type, shape) else scaled_weights(weights, total_bytes=total_bytes)
    counted = _counted(shape)
    stored = [_stored(one, shape=shape, quant=quant, file_type=file_type, blocks=blocks) for one in counted.tensors]
    one_bytes = [size_bytes for _, size_bytes in stored]
    shared: dict[str, float] = defaultdict(float)
    experts: dict[str, float] = defaultdict(float)
    interleavable: dict[str, float] = defaultdict(float)
    total = embedding = 0.0
    for one, (block, each_bytes) in zip(counted.tensors, stored, strict=True):
        size_bytes = each_bytes * one.number
        total += size_bytes
        if one.is_interleavable:
            interleavable[block] += size_bytes
        if one.reads == "row":
            embedding += size_bytes
        elif one.reads == "experts":
            experts[block] += size_bytes
        else:
            shared[block] += size_bytes
    return ModelWeights(
        quant=quant.name,
        main_type=_main_type(file_type, shape) if quant.format == "gguf" else quant.base_type,
        total_bytes=round(total),
        embedding_bytes=round(embedding),
        by_type=_by_type(shared, experts, interleavable),
        expert_share=counted.expert_share,
        params=counted.params,
        active_params=counted.active_params,
        exact=quant.format == "gguf",
        layer_bytes=_of_layers(counted.in_layers, one_bytes),
        layer_expert_bytes=_of_layers(counted.experts_in_layers, one_bytes),
    )


class _CountedTensor(NamedTuple):
    """`number` tensors that get the same type; `reads` is what of them a token does: all, a row, some experts."""

    tensor: Tensor
    weights: float
    number: int
    reads: Literal["all", "row", "experts"]
    is_interleavable: bool


class _InLayers(NamedTuple):
    """Which tensors, by their place, are in each kind of layer, and of which kind each layer is.

    Of equal layers the bytes are added once: of all models these are a hundred thousand.
    """

    kinds: tuple[tuple[int, ...], ...]
    kind_of: tuple[int, ...]


class _Counted(NamedTuple):
    """What all quantizations of a model have in common."""

    tensors: tuple[_CountedTensor, ...]
    expert_share: float
    params: int
    active_params: int
    in_layers: _InLayers
    experts_in_layers: _InLayers


@lru_cache(maxsize=LAST_SHAPES)
def _counted(shape: ModelShape) -> _Counted:
    alike = alike_tensors(shape)
    share = (shape.active_experts or 0) / shape.experts if shape.experts else 1.0
    params = active = 0.0
    for tensor, layers in alike:
        here = float(tensor.weights) * len(layers)
        params += here
        active += here * (share if tensor.experts else 0.0 if tensor.role == "layer_embd" else 1.0)
    in_layers = [(at, one.layers) for at, one in enumerate(alike) if one.tensor.layer >= 0]
    return _Counted(
        tuple(_counted_tensor(tensor, len(layers), shape) for tensor, layers in alike),
        share,
        round(params),
        round(active),
        _in_layers(in_layers, shape.layers),
        _in_layers([(at, layers) for at, layers in in_layers if alike[at].tensor.experts], shape.layers),
    )


def _counted_tensor(tensor: Tensor, count: int, shape: ModelShape) -> _CountedTensor:
    is_row = tensor.role == "layer_embd" or (tensor.role == "token_embd" and not shape.tied_embeddings)
    is_matrix = tensor.role not in ("token_embd", "layer_embd", "vector")
    return _CountedTensor(
        tensor,
        float(tensor.weights),
        count,
        "row" if is_row else "experts" if tensor.experts else "all",
        is_matrix and tensor.rows % INTERLEAVED_ROWS == 0,
    )


def _in_layers(tensors: Sequence[tuple[int, tuple[int, ...]]], count: int) -> _InLayers:
    """Of `count` layers; `tensors` are their places, each with its layers."""
    each: list[list[int]] = [[] for _ in range(count)]
    for at, layers in tensors:
        for layer in layers:
            each[layer].append(at)
    kinds: dict[tuple[int, ...], int] = {}
    kind_of = tuple([kinds.setdefault(tuple(one), len(kinds)) for one in each])
    return _InLayers(tuple(kinds), kind_of)


def least_bytes(
    weights_in_layers: int, shape: ModelShape, quant: QuantCard, *, blocks: Mapping[str, BlockType]
) -> float:
    """Bytes that no file is smaller than, without counting its tensors; 0 where it goes by other rules."""
    file_type = quant.name.upper()
    least = blocks.get(least_type(file_type))
    if quant.format != "gguf" or least is None or experts_type(file_type, shape):
        return 0.0
    return weights_in_layers * bits_of(least) / BITS_PER_BYTE


def _main_type(file_type: str, shape: ModelShape) -> str:
    return experts_type(file_type, shape) or base_type(file_type)


def _by_type(
    shared: Mapping[str, float], experts: Mapping[str, float], interleavable: Mapping[str, float]
) -> tuple[TypeBytes, ...]:
    return tuple(
        TypeBytes(
            block_type=name,
            shared_bytes=round(shared.get(name, 0.0)),
            expert_bytes=round(experts.get(name, 0.0)),
            interleavable_bytes=round(interleavable.get(name, 0.0)),
        )
        for name in sorted({*shared, *experts})
    )


def _of_layers(layers: _InLayers, one_bytes: Sequence[float]) -> tuple[int, ...]:
    """Whole bytes of each layer, first to last."""
    sizes = [round(sum([one_bytes[at] for at in kind])) for kind in layers.kinds]
    return tuple([sizes[kind] for kind in layers.kind_of])


def typical_weights(params: int, active_params: int, quant: QuantCard, *, like: ModelWeights) -> ModelWeights:
    """Bytes of a model whose shape is unknown, divided like those of a similar one (docs/physics.md 2.5).

    Solves shared + experts = total and shared + share x experts = active, both in bytes at the same mean bits. The
    experts are at most the whole: then one token reads the active share of it.
    """
    total = params * quant.typical_bits_per_weight / BITS_PER_BYTE
    sparse, active_share = is_sparse(params, active_params=active_params), active_params / params
    share = min(like.expert_share, active_share) if sparse else 1.0
    experts = total * (1 - active_share) / (1 - share) if sparse else 0.0
    embedding = total * like.embedding_bytes / like.total_bytes if not sparse else 0.0
    return ModelWeights(
        quant=quant.name,
        main_type=quant.base_type,
        total_bytes=round(total),
        embedding_bytes=round(embedding),
        by_type=(
            TypeBytes(
                block_type=quant.base_type,
                shared_bytes=max(0, round(total - experts - embedding)),
                expert_bytes=round(experts),
            ),
        ),
        expert_share=share,
        params=params,
        active_params=active_params,
        exact=False,
    )


def is_sparse(params: int, *, active_params: int) -> bool:
    """Whether a model of so many parameters is a mixture of experts: active < 0.8 of all."""
    return active_params < _SPARSE_BELOW * params


_KEPT_TYPE = "Q8_0"
"""What makers of mixtures give the tensors that every token uses, where they have bytes to spare."""


def larger_weights(weights: ModelWeights, *, total_bytes: int, blocks: Mapping[str, BlockType]) -> ModelWeights:
    """The same tensors in a larger file: in a mixture of experts what every token uses gets the bytes first.

    Up to 8 bits a weight, the experts what is left (docs/physics.md 2.3). Dense models and smaller files are scaled.
    """
    extra = total_bytes - weights.total_bytes
    if extra <= 0 or not weights.expert_bytes:
        return scaled_weights(weights, total_bytes=total_bytes)
    kept = blocks[_KEPT_TYPE]
    grown = {
        part.block_type: part.shared_bytes * bits_of(kept) / bits_of(blocks[part.block_type])
        for part in weights.by_type
        if bits_of(blocks[part.block_type]) < bits_of(kept)
    }
    room = sum(grown[part.block_type] - part.shared_bytes for part in weights.by_type if part.block_type in grown)
    if not room:
        return scaled_weights(weights, total_bytes=total_bytes)
    moved = min(1.0, extra / room)
    stay = tuple(
        part.changed(shared_bytes=round(part.shared_bytes * (1 - moved))) if part.block_type in grown else part
        for part in weights.by_type
        if part.block_type != _KEPT_TYPE
    )
    before = next(
        (part for part in weights.by_type if part.block_type == _KEPT_TYPE),
        TypeBytes(block_type=_KEPT_TYPE, shared_bytes=0),
    )
    more = round(moved * sum(grown.values()))
    made = weights.changed(
        by_type=(*stay, before.changed(shared_bytes=before.shared_bytes + more)),
        total_bytes=weights.total_bytes + round(moved * room),
    )
    left = total_bytes / made.total_bytes
    return scaled_weights(made, total_bytes=total_bytes) if left > 1 else made.changed(exact=False)


def bits_of(block: BlockType) -> float:
    """Bits per weight."""
    return block.block_bytes * BITS_PER_BYTE / block.block_weights


def scaled_weights(weights: ModelWeights, *, total_bytes: int) -> ModelWeights:
    """The same tensors in a file of another size (mixtures whose rules are not published): all in proportion."""
    factor = total_bytes / weights.total_bytes
    by_type = tuple(
        TypeBytes(
            block_type=part.block_type,
            shared_bytes=round(part.shared_bytes * factor),
            expert_bytes=round(part.expert_bytes * factor),
            interleavable_bytes=round(part.interleavable_bytes * factor),
        )
        for part in weights.by_type
    )
    return weights.changed(
        total_bytes=total_bytes,
        embedding_bytes=round(weights.embedding_bytes * factor),
        by_type=by_type,
        exact=False,
        layer_bytes=tuple(round(size * factor) for size in weights.layer_bytes),
        layer_expert_bytes=tuple(round(size * factor) for size in weights.layer_expert_bytes),
    )


def _stored(
    one: _CountedTensor,
    *,
    shape: ModelShape,
    quant: QuantCard,
    file_type: str,
    blocks: Mapping[str, BlockType],
) -> tuple[str, float]:
    """Block type and bytes of one tensor."""
    tensor, weights = one.tensor, one.weights
    if quant.format == "gguf":
        stored = block_type(tensor, file_type=file_type, shape=shape, blocks=blocks)
        block = blocks[stored]
        return stored, weights / block.block_weights * block.block_bytes
    if _kept_at_16_bits(tensor, shape=shape, quant=quant):
        return "F16", weights * _WEIGHT_BITS_16 / BITS_PER_BYTE
    bits = (quant.head_bits if tensor.role == "output" else None) or quant.linear_bits or quant.typical_bits_per_weight
    return quant.base_type, weights * bits / BITS_PER_BYTE


def _kept_at_16_bits(tensor: Tensor, *, shape: ModelShape, quant: QuantCard) -> bool:
    if quant.keeps_16_bit == "all" or tensor.role in ("vector", "router", "kept"):
        return True
    if quant.keeps_16_bit == "all_but_experts" and shape.experts:
        return not tensor.experts
    if tensor.role == "output":
        return quant.keeps_16_bit in ("all_but_experts", "embeddings_and_head")
    return tensor.role in ("token_embd", "layer_embd") and quant.keeps_16_bit != "norms"


_DRAWN_APART = 0.8
"""Tokens of one step want the same experts more often than by chance: B of them touch as many as B to this power would
if each drew its own.

Counted: 1.74 times the experts of one for two tokens of GLM-4.7-Flash, 4 of 64 (ml-explore/mlx-lm pull 1485: a power
of 0.84), 39.4 and 58.9 of 256 for 8 and 15 of Laguna XS 2.1, 8 each (Luce-Org/lucebox pull 501: 0.80, 0.78). By the
time of steps 0.82 for 2 to 32 streams of Qwen3 30B in llama.cpp (its benches/dgx-spark.md) and 0.75 for 1 to 32 users
of gpt-oss 120B in vLLM (kubis.ai/blog/dgx_series/benchmarks/gpt-oss-120b-topology-benchmark), on a DGX Spark both.
"""


def experts_touched(expert_share: float, *, batch: float) -> float:
    """Share of the experts, 0 to 1, that a step of `batch` >= 1 tokens reads: 1 - (1 - Eu/E)^(batch^0.8).

    docs/physics.md 6.1.
    """
    return 1 - float((1 - expert_share) ** batch**_DRAWN_APART)


def bytes_read_by_type(weights: ModelWeights, *, batch: float = 1) -> tuple[tuple[str, float], ...]:
    """(block type, bytes per step): all shared tensors once, the experts touched, no untied embedding."""
    share = experts_touched(weights.expert_share, batch=batch)
    return tuple((part.block_type, part.shared_bytes + part.expert_bytes * share) for part in weights.by_type)


def expert_bytes_read(weights: ModelWeights, *, batch: int = 1) -> dict[str, float]:
    """Bytes per step of the experts alone, by block type: a part of `bytes_read_by_type`."""
    share = experts_touched(weights.expert_share, batch=batch)
    return {part.block_type: part.expert_bytes * share for part in weights.by_type}


def flop_per_token(weights: ModelWeights) -> float:
    """FLOP of one token in one forward pass: 2 Na, a multiply and an add for each active parameter."""
    return 2.0 * weights.active_params
