"""Over how many devices an engine can share each layer of a model: what does not divide evenly it refuses.

Source: vLLM, model_executor/layers (divide() of the widths, get_total_num_kv_heads of the attention).
"""

from advisor.facts.cards.model import ModelShape


def shares_layers(shape: ModelShape, devices: int) -> bool:
    """Whether query heads and widths divide evenly, and key heads do or are repeated evenly."""
    widths = (shape.heads, shape.ffn, shape.expert_ffn, shape.shared_expert_ffn, shape.state_value_heads)
    keys = (shape.kv_heads, shape.state_key_heads)
    return all(one % devices == 0 for one in widths if one) and all(
        one % devices == 0 or devices % one == 0 for one in keys if one
    )


def most_that_share(shape: ModelShape, devices: int) -> int:
    """The most of so many devices that can share each layer; at least one."""
    return next(one for one in range(devices, 0, -1) if one == 1 or shares_layers(shape, one))
