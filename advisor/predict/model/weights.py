"""Bytes of a model's weights: in the file, and what one token reads by block type (docs/physics.md 2, 6.1)."""

from collections import defaultdict
from collections.abc import Mapping

from advisor.facts.cards.model import ModelShape
from advisor.facts.cards.quant import BlockType, ModelWeights, QuantCard, TypeBytes
from advisor.facts.values.units import BITS_PER_BYTE
from advisor.predict.model.alike_tensors import alike_tensors
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
    shared: dict[str, float] = defaultdict(float)
    experts: dict[str, float] = defaultdict(float)
    interleavable: dict[str, float] = defaultdict(float)
    by_layers: dict[tuple[int, ...], float] = defaultdict(float)
    experts_by_layers: dict[tuple[int, ...], float] = defaultdict(float)
    total = embedding = params = active = 0.0
    share = (shape.active_experts or 0) / shape.experts if shape.experts else 1.0
    for tensor, layers in alike_tensors(shape):
        count, tensor_params = len(layers), float(tensor.weights)
        stored, one_bytes = _stored(tensor, tensor_params, shape=shape, quant=quant, file_type=file_type, blocks=blocks)
        size_bytes = one_bytes * count
        total += size_bytes
        params += tensor_params * count
        active += count * tensor_params * (share if tensor.experts else 0.0 if tensor.role == "layer_embd" else 1.0)
        if tensor.layer >= 0:
            by_layers[layers] += one_bytes
        if tensor.experts:
            experts_by_layers[layers] += one_bytes
        if tensor.role not in ("token_embd", "layer_embd", "vector") and tensor.rows % INTERLEAVED_ROWS == 0:
            interleavable[stored] += size_bytes
        if tensor.role == "layer_embd" or (tensor.role == "token_embd" and not shape.tied_embeddings):
            embedding += size_bytes
        elif tensor.experts:
            experts[stored] += size_bytes
        else:
            shared[stored] += size_bytes
    return ModelWeights(
        quant=quant.name,
        main_type=_main_type(file_type, shape) if quant.format == "gguf" else quant.base_type,
        total_bytes=round(total),
        embedding_bytes=round(embedding),
        by_type=_by_type(shared, experts, interleavable),
        expert_share=share,
        params=round(params),
        active_params=round(active),
        exact=quant.format == "gguf",
        layer_bytes=_of_layers(by_layers, shape.layers),
        layer_expert_bytes=_of_layers(experts_by_layers, shape.layers),
    )


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


def _of_layers(by_layers: Mapping[tuple[int, ...], float], count: int) -> tuple[int, ...]:
    """Whole bytes of each layer, one number for equal layers: of all models these are a hundred thousand."""
    sizes = [0.0] * count
    for layers, size_bytes in by_layers.items():
        for layer in layers:
            sizes[layer] += size_bytes
    rounded = {size: round(size) for size in set(sizes)}
    return tuple([rounded[size] for size in sizes])


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
    tensor: Tensor,
    weights: float,
    *,
    shape: ModelShape,
    quant: QuantCard,
    file_type: str,
    blocks: Mapping[str, BlockType],
) -> tuple[str, float]:
    """Block type and bytes of one tensor of so many weights."""
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
