"""Recurrent layers: their widths and their tensors (docs/physics.md 3.3)."""

from collections.abc import Iterator
from typing import NamedTuple

from advisor.facts.cards.model import ModelShape
from advisor.predict.model.tensor import Tensor

_MAMBA1_STATE = 16
"""Values of state per channel where nothing is stated."""


class StateWidths(NamedTuple):
    """Value heads, elements of all keys and all values of one token, of one head's key, and of the convolution."""

    heads: int
    keys: int
    values: int
    key_dim: int
    channels: int


def state_widths(shape: ModelShape) -> StateWidths:
    """The widths of a recurrent layer in elements; where the shape names no state, those of its attention heads."""
    if shape.recurrent == "short_convolution":
        return StateWidths(heads=1, keys=0, values=shape.hidden, key_dim=0, channels=shape.hidden)
    if shape.recurrent == "mamba1":
        inner, key_dim = shape.state_head_dim or 2 * shape.hidden, shape.state_key_dim or _MAMBA1_STATE
        return StateWidths(heads=1, keys=key_dim, values=inner, key_dim=key_dim, channels=inner)
    heads, head_dim = shape.state_value_heads or shape.heads, shape.state_head_dim or shape.head_dim
    key_dim = shape.state_key_dim or head_dim
    keys, values = (shape.state_key_heads or heads) * key_dim, heads * head_dim
    return StateWidths(heads=heads, keys=keys, values=values, key_dim=key_dim, channels=2 * keys + values)


def state_elements(shape: ModelShape) -> int:
    """Elements of the state of one layer that a token changes: values x width of a key; a convolution has none."""
    widths = state_widths(shape)
    return widths.values * widths.key_dim


def recurrent_tensors(shape: ModelShape, layer: int) -> Iterator[Tensor]:
    """The matrices of one recurrent layer, and as a vector its convolution, which stays in F32.

    Sources: src/models/qwen3next.cpp, jamba.cpp, mamba-base.cpp, kimi-linear.cpp and lfm2.cpp of llama.cpp.
    """
    widths = state_widths(shape)
    yield Tensor("vector", layer, shape.state_conv_width * widths.channels, 1)
    match shape.recurrent:
        case "gated_delta":
            return (yield from _gated_delta(shape.hidden, layer, widths))
        case "mamba1":
            return (yield from _mamba1(shape, layer, widths))
        case "mamba2":
            return (yield from _mamba2(shape.hidden, layer, widths))
        case "kimi_delta":
            return (yield from _kimi_delta(shape.hidden, layer, widths))
        case "short_convolution":
            yield Tensor("attn_other", layer, shape.hidden, 3 * shape.hidden)
            yield Tensor("attn_other", layer, shape.hidden, shape.hidden)


def _gated_delta(hidden: int, layer: int, widths: StateWidths) -> Iterator[Tensor]:
    """Fused queries, keys and values, a gate, two values per head (decay and step), the way out."""
    yield Tensor("attn_v", layer, hidden, widths.channels)
    yield Tensor("attn_other", layer, hidden, widths.values)
    yield Tensor("attn_other", layer, hidden, 2 * widths.heads)
    yield Tensor("vector", layer, 2 * widths.heads + widths.values // widths.heads, 1)
    yield Tensor("attn_other", layer, widths.values, hidden)


def _mamba1(shape: ModelShape, layer: int, widths: StateWidths) -> Iterator[Tensor]:
    """The way in for channels and gate; keys, queries and a low-rank step, normalized; decay, skip; the way out."""
    rank, inner = shape.state_step_rank or -(-shape.hidden // _MAMBA1_STATE), widths.values
    yield Tensor("attn_other", layer, shape.hidden, 2 * inner)
    yield Tensor("attn_other", layer, inner, rank + 2 * widths.keys)
    yield Tensor("attn_other", layer, rank, inner)
    yield Tensor("vector", layer, inner * (3 + widths.keys) + rank + 2 * widths.keys, 1)
    yield Tensor("attn_other", layer, inner, shape.hidden)


def _mamba2(hidden: int, layer: int, widths: StateWidths) -> Iterator[Tensor]:
    """One way in for gate, convolution channels and steps; biases, decay, skip and norm; the way out."""
    yield Tensor("attn_other", layer, hidden, widths.values + widths.channels + widths.heads)
    yield Tensor("vector", layer, widths.channels + 3 * widths.heads + widths.values, 1)
    yield Tensor("attn_other", layer, widths.values, hidden)


def _kimi_delta(hidden: int, layer: int, widths: StateWidths) -> Iterator[Tensor]:
    """Queries, keys, values; low-rank decay and output gate; one step per head; the way out."""
    head_dim = widths.values // widths.heads
    yield Tensor("attn_q", layer, hidden, widths.keys)
    yield Tensor("attn_k", layer, hidden, widths.keys)
    yield Tensor("attn_v", layer, hidden, widths.values)
    for _ in ("decay", "gate"):
        yield Tensor("attn_other", layer, hidden, head_dim)
        yield Tensor("attn_other", layer, head_dim, widths.values)
    yield Tensor("attn_other", layer, hidden, widths.heads)
    yield Tensor("vector", layer, widths.values + widths.heads + head_dim, 1)
    yield Tensor("attn_output", layer, widths.values, hidden)
