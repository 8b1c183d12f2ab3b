"""Bytes of a model's weights: in the file, and what one token reads by block type (prediction section 2 and 6.1)."""

from collections import defaultdict
from collections.abc import Mapping

from advisor.facts.model import ModelShape
from advisor.facts.quant import BlockType, QuantCard
from advisor.facts.units import BITS_PER_BYTE
from advisor.facts.weights import ModelWeights, TypeBytes
from advisor.predict.quantized_type import base_type, block_type
from advisor.predict.tensor import Tensor
from advisor.predict.tensors import tensors

_WEIGHT_BITS_16 = 16

INTERLEAVED_ROWS = 8
"""Rows that llama.cpp stores side by side for its CPU kernels (ggml/src/ggml-cpu/repack.cpp)."""

_SPARSE_BELOW = 0.8
"""Active share that tells mixtures of experts (at most about half) from dense models (all, or all but embeddings)."""

_STOCK = {"Q3_K": "Q3_K_M", "Q4_K": "Q4_K_M", "Q5_K": "Q5_K_M"}
"""The stock file type that stands for a maker's own mixture over a base type."""


def model_weights(shape: ModelShape, quant: QuantCard, *, blocks: Mapping[str, BlockType]) -> ModelWeights:
    """Sum of all tensors. bytes = rows x (columns / block weights) x block bytes, per tensor.

    Exact for stock GGUF file types; makers' own mixtures are the stock one of the same base at their typical bits;
    formats of other engines take their stated bits on linear weights.
    """
    if quant.format == "gguf" and base_type(_file_type(quant, shape)) not in blocks:
        stock = quant.changed(name=_STOCK.get(quant.base_type, quant.base_type))
        alike = model_weights(shape, stock, blocks=blocks)
        total_bytes = round(alike.params * quant.typical_bits_per_weight / BITS_PER_BYTE)
        return scaled_weights(alike, total_bytes=total_bytes).changed(quant=quant.name)
    shared: dict[str, float] = defaultdict(float)
    experts: dict[str, float] = defaultdict(float)
    interleavable: dict[str, float] = defaultdict(float)
    layers, layer_experts = [0.0] * shape.layers, [0.0] * shape.layers
    total = embedding = 0.0
    params = active = 0.0
    share = (shape.active_experts or 0) / shape.experts if shape.experts else 1.0
    for tensor in tensors(shape):
        stored, size_bytes = _stored(tensor, shape=shape, quant=quant, blocks=blocks)
        total += size_bytes
        params += tensor.weights
        active += tensor.weights * (share if tensor.experts else 0.0 if tensor.role == "layer_embd" else 1.0)
        if tensor.layer >= 0:
            layers[tensor.layer] += size_bytes
            layer_experts[tensor.layer] += size_bytes if tensor.experts else 0.0
        if tensor.role not in ("token_embd", "layer_embd", "vector") and tensor.rows % INTERLEAVED_ROWS == 0:
            interleavable[stored] += size_bytes
        if tensor.role == "layer_embd" or (tensor.role == "token_embd" and not shape.tied_embeddings):
            embedding += size_bytes
        elif tensor.experts:
            experts[stored] += size_bytes
        else:
            shared[stored] += size_bytes
    by_type = tuple(
        TypeBytes(
            block_type=name,
            shared_bytes=round(shared[name]),
            expert_bytes=round(experts[name]),
            interleavable_bytes=round(interleavable[name]),
        )
        for name in sorted({*shared, *experts})
    )
    return ModelWeights(
        quant=quant.name,
        main_type=base_type(_file_type(quant, shape)) if quant.format == "gguf" else quant.base_type,
        total_bytes=round(total),
        embedding_bytes=round(embedding),
        by_type=by_type,
        expert_share=share,
        params=round(params),
        active_params=round(active),
        exact=quant.format == "gguf",
        layer_bytes=tuple(map(round, layers)),
        layer_expert_bytes=tuple(map(round, layer_experts)),
    )


def typical_weights(params: int, active_params: int, quant: QuantCard, *, like: ModelWeights) -> ModelWeights:
    """Weights of a model whose shape is unknown, divided like those of a similar one.

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
    """Whether a model of so many parameters is a mixture of experts."""
    return active_params < _SPARSE_BELOW * params


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


def _file_type(quant: QuantCard, shape: ModelShape) -> str:
    name = quant.name.upper()
    return "MXFP4_MOE" if name == "MXFP4" and shape.experts else name


def _stored(
    tensor: Tensor, *, shape: ModelShape, quant: QuantCard, blocks: Mapping[str, BlockType]
) -> tuple[str, float]:
    """Block type and bytes of one tensor."""
    if quant.format == "gguf":
        stored = block_type(tensor, file_type=_file_type(quant, shape), shape=shape, blocks=blocks)
        block = blocks[stored]
        return stored, tensor.weights / block.block_weights * block.block_bytes
    if _kept_at_16_bits(tensor, shape=shape, quant=quant):
        return "F16", tensor.weights * _WEIGHT_BITS_16 / BITS_PER_BYTE
    return quant.base_type, tensor.weights * (quant.linear_bits or quant.typical_bits_per_weight) / BITS_PER_BYTE


def _kept_at_16_bits(tensor: Tensor, *, shape: ModelShape, quant: QuantCard) -> bool:
    if quant.keeps_16_bit == "all" or tensor.role in ("vector", "router", "kept"):
        return True
    return quant.keeps_16_bit == "embeddings_and_head" and tensor.role in ("token_embd", "layer_embd", "output")
