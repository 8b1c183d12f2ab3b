"""Compressed attention (DeepSeek V4): its tensors, and what it keeps beside its window (docs/physics.md 3.1).

Sources: src/models/deepseek4.cpp and src/llama-kv-cache-dsv4.cpp of llama.cpp.
"""

from collections.abc import Iterator

from advisor.facts.cards.model import ModelShape
from advisor.predict.model.layers import LayerAttention
from advisor.predict.model.tensor import Tensor

_KEPT_ROWS = 2
"""Running sums a layer keeps until a row is full: of the keys and of their weights."""


def compressed_attention(shape: ModelShape, layer: int, attention: LayerAttention) -> Iterator[Tensor]:
    """The tensors of one layer: low-rank queries, one row for keys and values, grouped way out, folding, index."""
    hidden, rank = shape.hidden, shape.q_lora_rank or 0
    query, groups = attention.heads * attention.head_dim, shape.output_groups or 1
    out = (shape.output_lora_rank or 0) * groups
    yield Tensor("attn_other", layer, hidden, rank)
    yield Tensor("attn_other", layer, rank, query)
    yield Tensor("attn_other", layer, hidden, attention.key_elements)
    yield Tensor("attn_other", layer, query // groups, out)
    yield Tensor("attn_other", layer, out, hidden)
    yield Tensor("vector", layer, rank + attention.key_elements + attention.heads, 1)
    yield from _folding(hidden, layer, attention, attention.key_elements)
    if attention.index_elements:
        heads = shape.index_heads or 0
        yield Tensor("attn_other", layer, hidden, heads)
        yield Tensor("attn_other", layer, rank, heads * attention.index_elements)
        yield from _folding(hidden, layer, attention, attention.index_elements)


def stream_mixing(shape: ModelShape, layer: int) -> Iterator[Tensor]:
    """The vectors that mix the residual streams around the two parts of a layer."""
    streams = shape.streams or 0
    for _ in ("attention", "feed-forward"):
        yield Tensor("vector", layer, streams * shape.hidden, streams * (streams + 2))
        yield Tensor("vector", layer, streams * (streams + 2) + 3, 1)


def folded_state_elements(attention: LayerAttention) -> int:
    """F32 elements one layer keeps per sequence for rows not yet full; 0 where nothing is folded."""
    if not attention.folded_tokens:
        return 0
    overlap = _overlap(attention)
    widths = attention.key_elements + attention.index_elements
    return _KEPT_ROWS * overlap * attention.folded_tokens * overlap * widths


def _folding(hidden: int, layer: int, attention: LayerAttention, width: int) -> Iterator[Tensor]:
    if attention.folded_tokens:
        wide = _overlap(attention) * width
        yield Tensor("attn_other", layer, hidden, wide)
        yield Tensor("attn_other", layer, hidden, wide)
        yield Tensor("vector", layer, wide * attention.folded_tokens + width, 1)


def _overlap(attention: LayerAttention) -> int:
    """Rows that are chosen by an index overlap: each also sees the tokens of the one before."""
    return 2 if attention.index_elements else 1
