"""Widths of a recurrent layer."""

from typing import NamedTuple

from advisor.facts.model import ModelShape


class StateWidths(NamedTuple):
    """Value heads, elements of all keys and all values of one token, of one head's key, and of the convolution."""

    heads: int
    keys: int
    values: int
    key_dim: int
    channels: int


def state_widths(shape: ModelShape) -> StateWidths:
    """The widths of a recurrent layer; where the shape names no state, those of its attention heads."""
    if shape.recurrent == "short_convolution":
        return StateWidths(heads=1, keys=0, values=shape.hidden, key_dim=0, channels=shape.hidden)
    heads, head_dim = shape.state_value_heads or shape.heads, shape.state_head_dim or shape.head_dim
    key_dim = shape.state_key_dim or head_dim
    keys, values = (shape.state_key_heads or heads) * key_dim, heads * head_dim
    return StateWidths(heads=heads, keys=keys, values=values, key_dim=key_dim, channels=2 * keys + values)
