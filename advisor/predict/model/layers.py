"""What each layer of a model attends to, and how wide its cached rows are (docs/physics.md 3.1)."""

from collections import Counter
from functools import lru_cache
from typing import Literal, NamedTuple

from advisor.facts.cards.model import ModelShape

LayerKind = Literal["full", "window", "recurrent", "none"]


class LayerAttention(NamedTuple):
    """One layer: what it sees, its heads, and elements of one cached key row and value row.

    `keeps_cache` is False where the layer attends to an earlier layer's rows, `keeps_state` True where it carries
    a constant state (also beside attention). `folded_tokens` older tokens each share one more row like the keys'.
    Where the layer chooses what it looks at, there is an index row of `index_elements` for each of them, or for each
    token where nothing is folded.
    """

    kind: LayerKind
    heads: int
    kv_heads: int
    head_dim: int
    key_elements: int
    value_elements: int
    keeps_cache: bool = True
    keeps_state: bool = False
    folded_tokens: int = 0
    index_elements: int = 0


def layer_attention(shape: ModelShape, layer: int) -> LayerAttention:
    """The attention of one layer. Latent attention caches one row of kv_lora_rank + rope dimensions and no values.

    Where it picks the tokens it looks at (DeepSeek V3.2), the row of its index lies beside that.
    """
    kind = _kind(shape, layer)
    if kind in ("recurrent", "none"):
        return LayerAttention(kind, 0, 0, 0, 0, 0, keeps_cache=False, keeps_state=kind == "recurrent")
    wide = kind == "full" and shape.other_layers is not None
    head_dim = (shape.full_head_dim if wide else None) or shape.head_dim
    heads = shape.heads_by_layer[layer] if shape.heads_by_layer else shape.heads
    kv_heads = (shape.full_kv_heads if wide else None) or shape.kv_heads
    if shape.kv_heads_by_layer:
        kv_heads = shape.kv_heads_by_layer[layer]
    if shape.kv_lora_rank:
        key, value = shape.kv_lora_rank + (shape.rope_head_dim or 0), 0
    else:
        value_dim = head_dim if wide and shape.full_head_dim else shape.value_head_dim or head_dim
        key, value = kv_heads * head_dim, kv_heads * value_dim
    keeps_cache = layer < shape.layers - shape.shared_kv_layers
    attention = LayerAttention(kind, heads, kv_heads, head_dim, key, value, keeps_cache, shape.parallel_state)
    if shape.compress_by_layer:
        return _folded(attention, shape, shape.compress_by_layer[layer])
    has_index = shape.index_layers is None or layer in shape.index_layers
    return attention._replace(index_elements=shape.index_head_dim or 0) if has_index else attention


def _folded(attention: LayerAttention, shape: ModelShape, folded_tokens: int) -> LayerAttention:
    """With compressed attention: no values of their own, rows that several tokens share, an index of the finest."""
    finest = min((tokens for tokens in shape.compress_by_layer or () if tokens), default=0)
    index = shape.index_head_dim or 0 if folded_tokens == finest > 0 else 0
    return attention._replace(value_elements=0, folded_tokens=folded_tokens, index_elements=index)


LayerGroups = tuple[tuple[LayerAttention, int], ...]
"""The different kinds of layers of a model and how many there are of each."""


@lru_cache(maxsize=512)
def layer_groups(shape: ModelShape) -> LayerGroups:
    """The different layers of a model, each with how many there are: the form in which other formulas take them."""
    return tuple(Counter(layer_attentions(shape)).items())


@lru_cache(maxsize=512)
def layer_attentions(shape: ModelShape) -> tuple[LayerAttention, ...]:
    """The attention of every layer, `shape.layers` long, first to last."""
    by_number = shape.heads_by_layer, shape.kv_heads_by_layer, shape.compress_by_layer, shape.index_layers
    if shape.shared_kv_layers or any(listed is not None for listed in by_number):
        return tuple(layer_attention(shape, layer) for layer in range(shape.layers))
    if shape.other_layers is None:
        return (layer_attention(shape, 0),) * shape.layers
    kinds = [_kind(shape, layer) for layer in range(shape.layers)]
    of_kind = {kind: layer_attention(shape, kinds.index(kind)) for kind in set(kinds)}
    return tuple(of_kind[kind] for kind in kinds)


def feed_forward_width(shape: ModelShape, layer: int) -> int:
    """Width of the layer's dense feed-forward part; 0 where the layer has no feed-forward part at all."""
    return shape.ffn_by_layer[layer] if shape.ffn_by_layer else shape.ffn or shape.expert_ffn or 0


def is_sparse_layer(shape: ModelShape, layer: int) -> bool:
    """Whether the layer routes its tokens to experts."""
    if not shape.experts or not shape.expert_ffn or not feed_forward_width(shape, layer):
        return False
    return layer >= shape.leading_dense_layers and layer % shape.experts_every == shape.experts_every - 1


@lru_cache(maxsize=512)
def sparse_layers(shape: ModelShape) -> int:
    """How many layers route their tokens to experts."""
    return sum(is_sparse_layer(shape, layer) for layer in range(shape.layers))


def _kind(shape: ModelShape, layer: int) -> LayerKind:
    if shape.kv_heads_by_layer and not shape.kv_heads_by_layer[layer]:
        only_feed_forward = shape.single_part_layers and feed_forward_width(shape, layer) > 0
        return "recurrent" if shape.other_layers == "recurrent" and not only_feed_forward else "none"
    if shape.kv_heads_by_layer and shape.other_layers == "recurrent":
        return "full"
    return "full" if _is_full_layer(shape, layer) else (shape.other_layers or "full")


def _is_full_layer(shape: ModelShape, layer: int) -> bool:
    """Whether the layer attends to everything: by the listed layers, else every p-th (the last or first of p)."""
    if shape.full_attention_layers is not None:
        return layer in shape.full_attention_layers
    every = shape.full_attention_every
    if shape.other_layers is None or every is None:
        return shape.other_layers is None
    return layer % every == (0 if shape.dense_first else every - 1)
