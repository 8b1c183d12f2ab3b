"""The shape of a model from its Hugging Face config.json.

Keys: configuration classes of the transformers library (src/transformers/models/*/configuration_*.py), and those of
models that bring their own code (names in parentheses in convert_hf_to_gguf.py of llama.cpp).
"""

from collections.abc import Iterable, Mapping
from math import ceil

from pydantic import ValidationError

from advisor.catalog.config.keys import ConfigKeys
from advisor.catalog.config.layers import layer_fields, nemotron_fields
from advisor.facts.cards.model import MOST_LAYERS, ModelCard, ModelShape
from advisor.facts.cards.model_architecture import model_architecture


def config_layers(keys: ConfigKeys) -> int | None:
    """Layers that write text; no number that no model has."""
    stated = keys.number("num_hidden_layers", "n_layer", "n_layers", "num_layers")
    return stated if stated and stated <= MOST_LAYERS else None


def config_context_tokens(keys: ConfigKeys) -> int | None:
    """The longest conversation: the stated one, stretched where the stretching starts from just that length."""
    stated = keys.number("max_position_embeddings", "n_positions", "max_seq_len", "seq_length", "max_sequence_length")
    scaling = keys.raw("rope_scaling", "rope_parameters")
    if not stated or not isinstance(scaling, dict):
        return stated
    factor, original = scaling.get("factor"), scaling.get("original_max_position_embeddings")
    if isinstance(factor, int | float) and 1 < factor < stated and original == stated:
        return int(stated * factor)
    return stated


def config_shape(keys: ConfigKeys, architecture: str, traits: Mapping[str, object]) -> ModelShape | None:
    """The shape; `traits` are fields that all models of the architecture share and configurations do not state.

    None where the configuration does not say enough.
    """
    keys = keys.with_defaults(dict(model_architecture(architecture).config_defaults))
    layers, hidden = config_layers(keys), keys.number("hidden_size", "n_embd", "d_model", "dim")
    heads = keys.number("num_attention_heads", "n_head", "n_heads", "num_heads")
    vocab = keys.number("vocab_size", "padded_vocab_size")
    if not (layers and hidden and vocab and heads):
        return None
    ffn = _ffn(keys) or 4 * hidden
    kv_heads = _kv_heads(keys, heads)
    stated: dict[str, object] = {
        "architecture": architecture,
        "layers": layers,
        "hidden": hidden,
        "heads": heads,
        "kv_heads": kv_heads,
        "vocab": vocab,
        "context_tokens": config_context_tokens(keys),
        "tied_embeddings": keys.flag("tie_word_embeddings"),
        "attention_bias": keys.flag("attention_bias", "qkv_bias", "add_qkv_bias"),
        "qk_norm": keys.flag("use_qk_norm", "qk_layernorm"),
        "shared_kv_layers": keys.number("num_kv_shared_layers"),
        "per_layer_embedding": keys.number("hidden_size_per_layer_input"),
        "altup_inputs": keys.number("altup_num_inputs"),
        "laurel_rank": keys.number("laurel_rank"),
        **_head_widths(keys, heads=heads, hidden=hidden),
        **_feed_forward(keys, ffn=ffn, layers=layers),
        **layer_fields(keys, architecture, layers),
        **nemotron_fields(keys, kv_heads=kv_heads, ffn=ffn),
    }
    known = {name: value for name, value in stated.items() if value is not None}
    try:
        return ModelShape.model_validate({"tied_embeddings": True, **traits, **known})
    except ValidationError:
        return None


def _kv_heads(keys: ConfigKeys, heads: int) -> int:
    if keys.flag("multi_query") and not keys.flag("new_decoder_architecture"):
        return 1
    return keys.number("num_key_value_heads", "num_kv_heads", "n_kv_heads", "multi_query_group_num") or heads


def _head_widths(keys: ConfigKeys, *, heads: int, hidden: int) -> Mapping[str, object]:
    whole = keys.number("head_dim", "attention_head_dim", "kv_channels") or max(1, hidden // heads)
    latent, plain = keys.number("kv_lora_rank"), keys.number("qk_nope_head_dim")
    if latent and plain:
        return {
            "head_dim": plain,
            "value_head_dim": keys.number("v_head_dim"),
            "kv_lora_rank": latent,
            "q_lora_rank": keys.number("q_lora_rank"),
            "rope_head_dim": keys.number("qk_rope_head_dim"),
            **_index(keys),
        }
    return {
        "head_dim": whole,
        "full_head_dim": keys.number("global_head_dim"),
        "full_kv_heads": keys.number("num_global_key_value_heads"),
        "full_value_is_key": keys.flag("attention_k_eq_v"),
    }


def _index(keys: ConfigKeys) -> Mapping[str, object]:
    """What picks the tokens that attention looks at, and in which layers."""
    kinds = keys.texts("indexer_types")
    own = tuple(layer for layer, kind in enumerate(kinds) if kind == "full")
    return {
        "index_heads": keys.number("index_n_heads"),
        "index_head_dim": keys.number("index_head_dim"),
        "index_tokens": keys.number("index_topk"),
        "index_layers": own if kinds else None,
    }


def _ffn(keys: ConfigKeys) -> int | None:
    """The stated width of the feed-forward part; LFM2 states one that is adjusted (modeling_lfm2.py)."""
    stated = keys.number("block_ff_dim")
    if stated is None or not keys.flag("block_auto_adjust_ff_dim"):
        return keys.number("intermediate_size", "n_inner", "ffn_hidden_size", "ffn_dim", "block_ff_dim")
    factor, step = keys.raw("block_ffn_dim_multiplier"), keys.number("block_multiple_of") or 256
    adjusted = 2 * stated // 3
    if isinstance(factor, int | float) and 0 < factor < stated:
        adjusted = int(adjusted * factor)
    return ceil(adjusted / step) * step


def _ffn_by_layer(keys: ConfigKeys, *, ffn: int, layers: int) -> tuple[int, ...] | None:
    """One width for each layer where they differ: as listed, or double where layers share the cache of others."""
    listed = keys.numbers("intermediate_size")
    if len(listed) == layers and len(set(listed)) > 1:
        return listed
    shared = keys.number("num_kv_shared_layers")
    if keys.flag("use_double_wide_mlp") and shared and shared < layers:
        return (ffn,) * (layers - shared) + (2 * ffn,) * shared
    return None


def _feed_forward(keys: ConfigKeys, *, ffn: int, layers: int) -> Mapping[str, object]:
    """Widths of the feed-forward parts, of all layers or of each, and of the experts where there are any."""
    experts = keys.number(
        "num_experts", "num_local_experts", "n_routed_experts", "moe_num_experts", "num_moe_experts", "n_experts"
    )
    dense = {"ffn": ffn, "ffn_by_layer": _ffn_by_layer(keys, ffn=ffn, layers=layers)}
    if not experts or experts == 1:
        return dense | {"ffn": keys.number("shared_intermediate_size") or ffn}
    used = keys.number(
        "num_experts_per_tok", "num_experts_per_token", "moe_topk", "moe_k", "top_k_experts", "num_selected_experts"
    )
    expert_ffn = keys.number("moe_intermediate_size", "expert_intermediate_size", "expert_ffn_hidden_size") or ffn
    together = keys.number("n_shared_experts", "num_shared_experts", "num_shared_expert", "moe_num_shared_experts")
    return dense | {
        "ffn": keys.number("intermediate_size_mlp") or ffn,
        "experts": experts,
        "active_experts": used if used and used <= experts else experts,
        "expert_ffn": expert_ffn,
        "shared_expert_ffn": keys.number(
            "shared_expert_intermediate_size", "shared_intermediate_size", "moe_shared_expert_intermediate_size"
        )
        or (together * expert_ffn if together else None),
        "leading_dense_layers": keys.number("first_k_dense_replace", "moe_layer_start_index", "num_dense_layers"),
        "experts_every": keys.number("interleave_moe_layer_step", "expert_layer_period"),
    }


_TRAITS = (
    "qk_norm",
    "attention_bias",
    "attention_sinks",
    "projection_bias",
    "output_gate",
    "head_gate",
    "fused_qkv_and_gate",
    "post_norms",
    "norms_per_layer",
    "ffn_gated",
    "full_value_is_key",
    "expert_hidden",
    "tied_embeddings",
)


def architecture_traits(models: Iterable[ModelCard], architecture: str) -> Mapping[str, object]:
    """Fields of a shape on which the models of an architecture agree; a field they differ in is left out."""
    shapes = [card.shape for card in models if card.shape and card.shape.architecture == architecture]
    agreed: dict[str, object] = {}
    for name in _TRAITS:
        values = {getattr(shape, name) for shape in shapes}
        if len(values) == 1:
            agreed[name] = values.pop()
    return agreed
