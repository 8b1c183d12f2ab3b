"""Which layers of a configuration attend to everything, to a window, or keep a state instead.

Keys: configuration classes of the transformers library (src/transformers/models/*/configuration_*.py).
"""

from collections.abc import Mapping
from math import ceil

from advisor.catalog.config.keys import ConfigKeys
from advisor.facts.cards.model_architecture import model_architecture

_FULL = ("full_attention", "attention", "global", "global_attention", "full")
_WINDOW = ("sliding_attention", "chunked_attention", "sliding", "local", "local_attention")
_PATTERN_FULL, _PATTERN_STATE = "*", "M"
_DEFAULT_CONV = 4


def layer_fields(keys: ConfigKeys, architecture: str, layers: int) -> Mapping[str, object]:
    """The fields of a shape that tell its layers apart; none where all attend to everything."""
    state = _state(keys)
    kinds = keys.texts("layer_types", "layers_block_type")[:layers]
    if not kinds:
        kinds = _listed_otherwise(keys, layers)
    if len(kinds) == layers:
        full = tuple(number for number, kind in enumerate(kinds) if kind in _FULL)
        if len(full) == layers:
            return state if state.get("parallel_state") else {}
        if all(kind in (*_FULL, *_WINDOW) for kind in kinds):
            return _window(keys, architecture) | {"full_attention_layers": full}
        return state | {"other_layers": "recurrent", "full_attention_layers": full}
    if state.get("parallel_state"):
        return state
    every = keys.number("full_attention_interval")
    if every and state:
        return state | {"other_layers": "recurrent", "full_attention_every": every}
    return _window_by_rule(keys, architecture)


def _listed_otherwise(keys: ConfigKeys, layers: int) -> tuple[str, ...]:
    """Kinds of layers where they are told by numbers or by a period."""
    numbered = frozenset(keys.numbers("full_attn_idxs"))
    linear = keys.part("linear_attn_config")
    if linear.numbers("full_attn_layers"):  # counted from one
        numbered = frozenset(one - 1 for one in linear.numbers("full_attn_layers"))
    period = keys.number("attn_layer_period")
    if period:
        first = keys.number("attn_layer_offset") or 0
        numbered = frozenset(range(first, layers, period))
    if not numbered:
        return ()
    return tuple("attention" if number in numbered else "state" for number in range(layers))


def _window(keys: ConfigKeys, architecture: str) -> dict[str, object]:
    rule = model_architecture(architecture).window
    window = keys.number("attention_chunk_size", "sliding_window") or (rule.window_tokens if rule else None)
    return {"other_layers": "window", "sliding_window": window} if window else {}


def _window_by_rule(keys: ConfigKeys, architecture: str) -> Mapping[str, object]:
    """Windows where the configuration lists no layers: by its period, else by the architecture's own."""
    rule, found = model_architecture(architecture).window, _window(keys, architecture)
    if rule is None or not found or keys.flag("use_sliding_window") is False:
        return {}
    pattern = keys.text("sliding_window_pattern")
    every = keys.number("sliding_window_pattern") or (len(pattern) if pattern else None)
    return found | {"full_attention_every": every or rule.full_attention_every, "dense_first": rule.dense_first}


def _state(keys: ConfigKeys) -> dict[str, object]:
    """Widths of layers that keep a state: gated delta, Kimi delta, short convolution or Mamba 2."""
    linear = keys.part("linear_attn_config")
    if keys.number("linear_num_value_heads"):
        return {
            "recurrent": "gated_delta",
            "state_key_heads": keys.number("linear_num_key_heads"),
            "state_value_heads": keys.number("linear_num_value_heads"),
            "state_head_dim": keys.number("linear_value_head_dim"),
            "state_key_dim": keys.number("linear_key_head_dim"),
            "state_conv_width": keys.number("linear_conv_kernel_dim") or _DEFAULT_CONV,
        }
    if linear.number("head_dim"):
        return {
            "recurrent": "kimi_delta",
            "state_value_heads": linear.number("num_heads"),
            "state_head_dim": linear.number("head_dim"),
            "state_conv_width": linear.number("short_conv_kernel_size") or _DEFAULT_CONV,
        }
    if keys.number("conv_L_cache"):
        return {"recurrent": "short_convolution", "state_conv_width": keys.number("conv_L_cache")}
    heads = keys.number("mamba_n_heads", "mamba_num_heads")
    width = keys.number("mamba_d_conv", "conv_kernel", "conv_kernel_size") or _DEFAULT_CONV
    if heads:
        return {
            "recurrent": "mamba2",
            "parallel_state": keys.text("model_type") == "falcon_h1",
            "state_key_heads": keys.number("mamba_n_groups", "n_groups"),
            "state_key_dim": keys.number("mamba_d_state", "ssm_state_size", "state_size"),
            "state_value_heads": heads,
            "state_head_dim": _head_width(keys, heads),
            "state_conv_width": width,
        }
    inner = (keys.number("mamba_expand") or 0) * (keys.number("hidden_size") or 0)
    if not inner:
        return {}
    return {
        "recurrent": "mamba2",
        "state_key_heads": 1,
        "state_key_dim": keys.number("mamba_d_state"),
        "state_value_heads": 1,
        "state_head_dim": inner,
        "state_conv_width": width,
    }


def _head_width(keys: ConfigKeys, heads: int) -> int | None:
    """The stated width of a Mamba head, else that of the widened stream divided among the heads."""
    stated = keys.number("mamba_d_head", "mamba_head_dim")
    if stated:
        return stated
    inner = keys.number("mamba_d_ssm") or (keys.number("mamba_expand") or 0) * (keys.number("hidden_size") or 0)
    return ceil(inner / heads) or None


def nemotron_fields(keys: ConfigKeys, *, kv_heads: int, ffn: int | None) -> Mapping[str, object]:
    """Layers of one part each, by the letters of `hybrid_override_pattern`: M state, * attention, else feed-forward."""
    stated = keys.raw("hybrid_override_pattern")
    pattern = stated if isinstance(stated, str) else keys.texts("hybrid_override_pattern")
    if not pattern:
        return {}
    return _state(keys) | {
        "other_layers": "recurrent",
        "single_part_layers": True,
        "kv_heads_by_layer": tuple(kv_heads if letter == _PATTERN_FULL else 0 for letter in pattern),
        "ffn_by_layer": tuple(0 if letter in (_PATTERN_FULL, _PATTERN_STATE) else ffn or 1 for letter in pattern),
    }
