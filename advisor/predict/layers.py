"""What each layer of a model attends to, and how wide its cached rows are."""

from collections import Counter
from typing import Literal, NamedTuple

from advisor.facts.model import ModelShape

LayerKind = Literal["full", "window", "recurrent"]


class LayerAttention(NamedTuple):
    """One layer: what it sees, and elements of one cached key row and value row."""

    kind: LayerKind
    kv_heads: int
    head_dim: int
    key_elements: int
    value_elements: int


def layer_attention(shape: ModelShape, layer: int) -> LayerAttention:
    """The attention of one layer. Latent attention caches one row of kv_lora_rank + rope dimensions and no values."""
    kind: LayerKind = "full" if is_full_layer(shape, layer) else (shape.other_layers or "full")
    wide = kind == "full" and shape.other_layers is not None
    head_dim = (shape.full_head_dim if wide else None) or shape.head_dim
    kv_heads = (shape.full_kv_heads if wide else None) or shape.kv_heads
    if shape.kv_lora_rank:
        return LayerAttention(kind, kv_heads, head_dim, shape.kv_lora_rank + (shape.rope_head_dim or 0), 0)
    value_dim = head_dim if wide and shape.full_head_dim else shape.value_head_dim or head_dim
    return LayerAttention(kind, kv_heads, head_dim, kv_heads * head_dim, kv_heads * value_dim)


LayerGroups = tuple[tuple[LayerAttention, int], ...]
"""The different kinds of layers of a model and how many there are of each."""


def layer_groups(shape: ModelShape) -> LayerGroups:
    """Layers with the same attention counted together."""
    return tuple(Counter(layer_attention(shape, layer) for layer in range(shape.layers)).items())


def is_full_layer(shape: ModelShape, layer: int) -> bool:
    """Whether the layer attends to everything: by the listed layers, else every p-th (the last or first of p)."""
    if shape.full_attention_layers is not None:
        return layer in shape.full_attention_layers
    every = shape.full_attention_every
    if shape.other_layers is None or every is None:
        return shape.other_layers is None
    return layer % every == (0 if shape.dense_first else every - 1)
