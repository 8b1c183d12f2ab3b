"""Which block type llama.cpp gives each tensor in a file type such as Q4_K_M (docs/physics.md 2.3).

Source: src/llama-quant.cpp of llama.cpp, without importance matrix; all divisions are integer divisions.
"""

from collections.abc import Mapping, Sequence

from advisor.facts.cards.model import ModelShape
from advisor.facts.cards.model_architecture import model_architecture
from advisor.facts.cards.quant import PLAIN_TYPES, BlockType
from advisor.predict.model.layers import layer_attention
from advisor.predict.model.tensor import Tensor

_BASE = {
    "Q2_K_S": "Q2_K",
    "Q3_K_S": "Q3_K",
    "Q3_K_M": "Q3_K",
    "Q3_K_L": "Q3_K",
    "Q4_K_S": "Q4_K",
    "Q4_K_M": "Q4_K",
    "Q5_K_S": "Q5_K",
    "Q5_K_M": "Q5_K",
    "IQ3_M": "IQ3_S",
    "IQ3_XS": "IQ3_S",
    "IQ2_M": "IQ2_S",
    "IQ2_S": "IQ2_XS",
    "MXFP4_MOE": "MXFP4",
}
_SMALLEST = ("IQ1_S", "IQ1_M", "IQ2_XXS", "IQ2_XS", "IQ2_S", "IQ2_M")
_EIGHT_EXPERTS_OUTPUT = ("Q2_K", "Q3_K_S", "Q3_K_M", "Q4_K_S", "Q4_K_M", "IQ3_", "IQ4_", "IQ1_", "IQ2_")
_FALCON_OWN = ("Q3_K_M", "Q3_K_L", "Q4_K_M", "Q4_K_S")
_ATTENTION_OUTPUT = {
    "Q3_K_L": "Q5_K",
    "Q3_K_M": "Q4_K",
    "Q2_K": "Q3_K",
    "IQ3_M": "Q4_K",
    "IQ3_XXS": "IQ3_S",
    "IQ2_M": "IQ3_S",
    "IQ2_S": "IQ3_S",
    "IQ1_M": "IQ2_XXS",
    "IQ1_S": "IQ2_XXS",
}
_UNPACKED = ("BF16", "F32")
_WHEN_UNEVEN = {"Q4_K": "Q5_0", "Q5_K": "Q5_1", "Q6_K": "Q8_0", "Q2_K": "Q4_0", "Q3_K": "Q4_0"}


def base_type(file_type: str) -> str:
    """The block type that most tensors of a file type have: `Q4_K_M` -> `Q4_K`."""
    return _BASE.get(file_type, file_type)


_LEAST = {"IQ3_XS": "IQ3_XXS", "IQ3_XXS": "IQ2_S"}
"""What queries and keys get in file types that save bits there."""


def least_type(file_type: str) -> str:
    """The block type below which no matrix goes in the layers of a model whose experts go by the file type."""
    return _LEAST.get(file_type, base_type(file_type))


def experts_type(file_type: str, shape: ModelShape) -> str | None:
    """The block type that the experts of a model keep from its release; None where they go by the file type."""
    own = model_architecture(shape.architecture).experts_type
    return own if file_type not in _UNPACKED else None


def block_type(tensor: Tensor, *, file_type: str, shape: ModelShape, blocks: Mapping[str, BlockType]) -> str:
    """The stored type of one tensor: F32 for vectors and routers, else by role, with the fallback for uneven rows.

    `blocks` are all block types by name; the result is one of them.
    """
    if tensor.role in ("vector", "router"):
        return "F32"
    base = base_type(file_type)
    if tensor.experts and (own := experts_type(file_type, shape)):
        return own
    if tensor.role == "kept":
        return base if file_type in PLAIN_TYPES else "F16"
    if base in PLAIN_TYPES:
        return base
    return _fallback(_by_role(tensor, base, file_type=file_type, shape=shape, blocks=blocks), tensor.columns, blocks)


def _by_role(tensor: Tensor, base: str, *, file_type: str, shape: ModelShape, blocks: Mapping[str, BlockType]) -> str:
    if tensor.role == "output" or (tensor.role in ("token_embd", "layer_embd") and shape.tied_embeddings):
        uneven = model_architecture(shape.architecture).own_mixtures or tensor.columns % blocks[base].block_weights > 0
        return _head(file_type, uneven=uneven)
    if file_type == "MXFP4_MOE":
        return "MXFP4" if tensor.experts else "Q8_0"
    match tensor.role:
        case "token_embd" | "layer_embd":
            return _embedding(file_type, base)
        case "attn_v":
            return _attention_value(tensor, base, file_type=file_type, shape=shape)
        case "attn_k" if shape.experts == 8:
            return "Q4_K" if file_type in _SMALLEST else "Q8_0"
        case "attn_k" | "attn_q":
            return _LEAST.get(file_type, base)
        case "attn_output":
            return _attention_output(file_type, base, shape)
        case "ffn_down" if file_type in _FALCON_OWN and model_architecture(shape.architecture).own_mixtures:
            return _falcon_down(tensor.place, file_type=file_type, layers=shape.layers)
        case "ffn_down":
            counts_layers = shape.experts and file_type not in _SMALLEST
            index = tensor.layer if counts_layers else tensor.place
            return _feed_forward_down(index, base, file_type=file_type, shape=shape)
        case "ffn_gate" | "ffn_up" if file_type == "IQ3_XS":
            return "IQ3_XXS" if tensor.layer in middle_layers(shape.layers) else base
    return base


def _head(file_type: str, *, uneven: bool) -> str:
    if uneven or file_type in ("MXFP4_MOE", "Q8_0"):
        return "Q8_0"
    return "Q5_K" if file_type in (*_SMALLEST, "IQ3_XXS") else "Q6_K"


def _embedding(file_type: str, base: str) -> str:
    if file_type in ("IQ1_S", "IQ1_M", "IQ2_XXS", "IQ2_XS"):
        return "Q2_K"
    if file_type in ("IQ2_S", "IQ2_M", "IQ3_XXS"):
        return "IQ3_S"
    return "Q4_K" if file_type.startswith("TQ") else base


def _more_bits(index: int, count: int) -> bool:
    """The layers that "_M" mixtures favor: the first and last eighth and every third between."""
    return index < count // 8 or index >= 7 * count // 8 or (index - count // 8) % 3 == 2


def _all_more_bits(layers: int, count: int | None = None) -> list[bool]:
    """The same of each of `count` layers, or of all."""
    first, last = layers // 8, 7 * layers // 8
    between = [(index - first) % 3 == 2 for index in range(first, last)]
    return [True] * first + between + [True] * ((count or layers) - last)


COUNTED_ROLES = ("attn_v", "ffn_down")
"""Tensors whose type depends on their layer or on how many of their kind come before them."""


def counted_classes(role: str, in_layers: list[int], *, layers: int) -> Sequence[object]:
    """All that the rules ask about the counted tensors of a role, in their order: those of one class get one type.

    `in_layers` are the layers they are in.
    """
    count = len(in_layers)
    if role == "attn_v":
        return list(zip((*range(min(count, 4)), *(4,) * (count - 4)), _all_more_bits(count), strict=True))
    most = max(layers, count)
    by_index = list(
        zip(_first(layers // 16, most), _first(layers // 8, most), _all_more_bits(layers, most), strict=True)
    )
    if in_layers == list(range(layers)):
        return by_index
    return [(by_index[layer], by_index[place]) for place, layer in enumerate(in_layers)]


def _first(those: int, count: int) -> list[bool]:
    """Whether each of `count` is among the first of them."""
    return [True] * those + [False] * (count - those)


def middle_layers(layers: int) -> range:
    """All layers but the first and the last eighth: what the rules ask about feed-forward gates and ways up."""
    return range(layers // 8, 7 * layers // 8)


def _attention_value(tensor: Tensor, base: str, *, file_type: str, shape: ModelShape) -> str:
    if shape.experts == 8:
        return "Q4_K" if file_type in _SMALLEST else "Q8_0"
    chosen = _attention_value_by_mixture(tensor, base, file_type=file_type, shape=shape)
    if shape.layers != 80 or file_type in _SMALLEST or chosen not in ("Q3_K", "Q4_K"):
        return chosen
    wide = model_architecture(shape.architecture).wide_values
    return "Q5_K" if wide == "always" or (wide == "shared_keys" and shape.heads != shape.kv_heads) else chosen


def _shares_keys(shape: ModelShape) -> bool:
    """Whether at least four query heads share a key head, judged by the first layer as llama.cpp does.

    Files of hybrids other than gated delta ones state no key heads for their recurrent layers: then it is False.
    """
    first = layer_attention(shape, 0)
    if not first.kv_heads:
        return shape.recurrent == "gated_delta" and shape.heads // shape.kv_heads >= 4
    return first.heads // first.kv_heads >= 4


def _attention_value_by_mixture(tensor: Tensor, base: str, *, file_type: str, shape: ModelShape) -> str:
    match file_type:
        case "Q4_K_M" | "Q5_K_M":
            return "Q6_K" if _more_bits(tensor.place, tensor.group_size) else base
        case "Q4_K_S":
            return "Q5_K" if tensor.place < 4 else base
        case "Q3_K_L":
            return "Q5_K"
        case "Q3_K_M":
            return "Q5_K" if tensor.place < 2 else "Q4_K"
        case "IQ3_M":
            return "Q4_K"
        case "Q2_K":
            return "Q4_K" if _shares_keys(shape) else "Q3_K"
        case "Q2_K_S" | "IQ3_S" | "IQ3_XS":
            return "Q4_K" if _shares_keys(shape) else base
        case "IQ4_XS" | "IQ4_NL":
            return "Q5_K" if _shares_keys(shape) else base
        case "IQ3_XXS":
            return "Q4_K" if _shares_keys(shape) else "IQ3_S"
        case "IQ2_M" | "IQ2_S":
            return "Q4_K" if _shares_keys(shape) or (shape.experts or 0) >= 4 else "IQ3_S"
        case "IQ2_XS" | "IQ2_XXS" | "IQ1_M" | "IQ1_S":
            return "Q4_K" if _shares_keys(shape) or (shape.experts or 0) >= 4 else "Q2_K"
    return base


def _attention_output(file_type: str, base: str, shape: ModelShape) -> str:
    if file_type not in _SMALLEST and model_architecture(shape.architecture).own_mixtures:
        return "Q4_K" if file_type == "Q3_K_L" else base
    if shape.experts == 8:
        return "Q5_K" if file_type.startswith(_EIGHT_EXPERTS_OUTPUT) else base
    return _ATTENTION_OUTPUT.get(file_type, base)


def _falcon_down(index: int, *, file_type: str, layers: int) -> str:
    """Falcon's own rules."""
    first, favored = index < layers // 16, _more_bits(index, layers)
    match file_type:
        case "Q3_K_M":
            return "Q5_K" if first else "Q4_K" if favored else "Q3_K"
        case "Q4_K_M":
            return "Q6_K" if first else "Q5_K" if favored else "Q4_K"
    return "Q4_K"


def _feed_forward_down(layer: int, base: str, *, file_type: str, shape: ModelShape) -> str:
    early = layer < shape.layers // 8
    favored = _more_bits(layer, shape.layers)
    match file_type:
        case "Q4_K_M" | "Q5_K_M":
            return "Q6_K" if favored else base
        case "Q4_K_S" | "IQ4_XS" | "IQ4_NL":
            return "Q5_K" if early else base
        case "Q3_K_L":
            return "Q5_K"
        case "Q3_K_M":
            return "Q5_K" if layer < shape.layers // 16 else "Q4_K"
        case "Q2_K":
            return "Q3_K"
        case "Q2_K_S":
            return "Q4_K" if early else base
        case "IQ3_M":
            return "Q4_K" if early or (shape.experts == 8 and favored) else base
        case "IQ3_XXS":
            return "Q4_K" if early else "Q3_K"
        case "IQ2_M" | "IQ2_S":
            return "IQ3_S" if early else base
        case "IQ2_XS" | "IQ2_XXS" | "IQ1_M" | "IQ1_S":
            return "Q2_K" if early else base
    return base


def _fallback(chosen: str, columns: int, blocks: Mapping[str, BlockType]) -> str:
    """A type whose block divides the row: rows that are no multiple of 256 take 32-weight blocks, else F16."""
    if columns % blocks[chosen].block_weights == 0:
        return chosen
    second = _WHEN_UNEVEN.get(chosen) or ("IQ4_NL" if chosen.startswith("IQ") else "Q4_0")
    return second if columns % blocks[second].block_weights == 0 else "F16"
