"""The shape of a model from the metadata of its GGUF file.

Keys and their defaults: src/llama-arch.cpp, src/llama-model.cpp and src/models/*.cpp of llama.cpp.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pydantic import ValidationError

from advisor.catalog.gguf.header import Metadata
from advisor.facts.cards.model import MOST_LAYERS, ModelShape
from advisor.facts.cards.model_architecture import WindowRule, model_architecture

_LARGEST = 1 << 31
"""No width, count or context of a model is larger; beyond it a number is nonsense."""


class GgufKeys:
    """Whole numbers of a model's own section of the metadata; what is missing or absurd is None."""

    def __init__(self, metadata: Metadata) -> None:
        self._metadata = metadata
        named = metadata.get("general.architecture")
        self.architecture = named if isinstance(named, str) and named else None

    def number(self, name: str) -> int | None:
        """One positive number; of a list the largest."""
        return max(self.listed(name), default=0) or None

    def listed(self, name: str) -> tuple[int, ...]:
        """All numbers under a name: one for each layer, or a single one, or none."""
        value = self._metadata.get(f"{self.architecture}.{name}")
        numbers = value if isinstance(value, tuple) else (value,)
        return tuple(int(one) for one in numbers if isinstance(one, int)) if _are_sound(numbers) else ()

    def by_layer(self, name: str, layers: int) -> tuple[int, ...] | None:
        """One number for each layer where the layers differ; None where they do not."""
        numbers = self.listed(name)[:layers]
        return numbers if len(numbers) == layers and len(set(numbers)) > 1 else None


class GgufTable(NamedTuple):
    """What the list of tensors tells about the shape."""

    vocab: int | None
    tied: bool
    first_sparse_layer: int | None


def gguf_layers(keys: GgufKeys) -> int | None:
    """Layers that write text: all but those that only draft; no number that no model has."""
    layers = (keys.number("block_count") or 0) - (keys.number("nextn_predict_layers") or 0)
    return layers if 0 < layers <= MOST_LAYERS else None


def gguf_shape(keys: GgufKeys, table: GgufTable) -> ModelShape | None:
    """The shape as far as memory and speed go by it; None where the file does not say enough.

    The weights come from the list of tensors, so flags that only list tensors stay at their defaults.
    """
    layers, hidden, heads = gguf_layers(keys), keys.number("embedding_length"), keys.number("attention.head_count")
    if not (keys.architecture and layers and hidden and table.vocab):
        return None
    heads = heads or 1
    experts, ffn = keys.number("expert_count"), keys.number("feed_forward_length")
    expert_ffn = (keys.number("expert_feed_forward_length") or ffn) if experts else None
    shared = keys.number("expert_shared_count")
    kv_heads = keys.listed("attention.head_count_kv") or keys.listed("attention.head_count")
    fields: dict[str, object] = {
        "architecture": keys.architecture,
        "layers": layers,
        "hidden": hidden,
        "heads": heads,
        "kv_heads": max(kv_heads, default=0) or heads,
        "heads_by_layer": keys.by_layer("attention.head_count", layers),
        "kv_heads_by_layer": keys.by_layer("attention.head_count_kv", layers) or _none_at_all(kv_heads, layers),
        "ffn": ffn,
        "ffn_by_layer": keys.by_layer("feed_forward_length", layers),
        "experts": experts,
        "active_experts": keys.number("expert_used_count") if experts else None,
        "expert_ffn": expert_ffn,
        "shared_expert_ffn": keys.number("expert_shared_feed_forward_length")
        or (shared * expert_ffn if shared and expert_ffn else None),
        "leading_dense_layers": table.first_sparse_layer or 0,
        "vocab": table.vocab,
        "tied_embeddings": table.tied,
        "context_tokens": keys.number("context_length"),
        "shared_kv_layers": _shared_kv_layers(keys, layers),
        "single_part_layers": model_architecture(keys.architecture).single_part_layers,
        "per_layer_embedding": keys.number("embedding_length_per_layer_input"),
        **_head_widths(keys, heads=heads, hidden=hidden),
        **_window(keys, layers),
        **_state(keys),
        **_picked(keys, layers, dense=table.first_sparse_layer or 0),
    }
    try:
        return ModelShape.model_validate(fields)
    except ValidationError:
        return None


def _are_sound(numbers: Sequence[object]) -> bool:
    return all(isinstance(one, int) and 0 <= one < _LARGEST for one in numbers)


def _none_at_all(kv_heads: tuple[int, ...], layers: int) -> tuple[int, ...] | None:
    """Layers without any keys, where the file says so: nothing is cached."""
    return (0,) * layers if kv_heads and not any(kv_heads) else None


def _head_widths(keys: GgufKeys, *, heads: int, hidden: int) -> Mapping[str, object]:
    """Widths of keys and values; latent rows where the file keeps the compressed form of both."""
    whole = keys.number("attention.key_length") or max(1, hidden // heads)
    value = keys.number("attention.value_length") or whole
    latent, rope = keys.number("attention.kv_lora_rank"), keys.number("rope.dimension_count")
    mla = keys.number("attention.key_length_mla")
    if model_architecture(keys.architecture).latent_rows and latent and rope and mla and mla > rope:
        return {
            "head_dim": mla - rope,
            "value_head_dim": keys.number("attention.value_length_mla"),
            "kv_lora_rank": latent,
            "rope_head_dim": rope,
            "q_lora_rank": keys.number("attention.q_lora_rank"),
        }
    narrow = keys.number("attention.key_length_swa")
    if narrow and narrow != whole:
        return {
            "head_dim": narrow,
            "value_head_dim": keys.number("attention.value_length_swa") or narrow,
            "full_head_dim": whole,
        }
    return {"head_dim": whole, "value_head_dim": value}


def _window(keys: GgufKeys, layers: int) -> Mapping[str, object]:
    """Layers that see a window: by the list in the file, else by the program's own rule for the architecture."""
    rule = model_architecture(keys.architecture).window
    pattern = keys.listed("attention.sliding_window_pattern")
    stated = keys.number("attention.sliding_window")
    window = rule.window(stated) if rule else stated
    if window is None or not (rule or len(pattern) > 1):
        return {}
    found: dict[str, object] = {"sliding_window": window, "other_layers": "window"}
    if len(pattern) >= layers and len(pattern) > 1:
        return found | {"full_attention_layers": tuple(n for n, seen in enumerate(pattern[:layers]) if not seen)}
    rule = rule or WindowRule(1)
    every = pattern[0] if len(pattern) == 1 and pattern[0] else rule.full_attention_every
    if not every:
        return found | {"full_attention_layers": ()}
    return found | {"full_attention_every": every, "dense_first": rule.dense_first}


def _shared_kv_layers(keys: GgufKeys, layers: int) -> int:
    """The last layers that look at the cache of earlier ones."""
    stated, cached = keys.number("attention.shared_kv_layers"), model_architecture(keys.architecture).own_cache_layers
    return stated or (max(0, layers - cached) if cached else 0)


def _picked(keys: GgufKeys, layers: int, *, dense: int) -> Mapping[str, object]:
    """Attention that picks the tokens it looks at by an index, and rows that stand for several tokens.

    The index is in the layers that `attention.indexer.types` lists as 1, without that in all but `dense` ones at the
    start where keys and values are plain (MiniMax M3), else in all.
    """
    index = {
        "index_heads": keys.number("attention.indexer.head_count"),
        "index_head_dim": keys.number("attention.indexer.key_length"),
        "index_tokens": keys.number("attention.indexer.top_k"),
    }
    kind = model_architecture(keys.architecture).picks
    if kind == "rows":
        kinds = keys.listed("attention.indexer.types")[:layers]
        if len(kinds) == layers:
            return index | {"index_layers": tuple(layer for layer, one in enumerate(kinds) if one)}
        return index if keys.number("attention.kv_lora_rank") else index | {"index_layers": tuple(range(dense, layers))}
    folded = keys.listed("attention.compress_ratios")[:layers]
    if kind != "folded" or len(folded) < layers:
        return {}
    return index | {
        "compress_by_layer": folded,
        "q_lora_rank": keys.number("attention.q_lora_rank"),
        "output_groups": keys.number("attention.output_group_count"),
        "output_lora_rank": keys.number("attention.output_lora_rank"),
        "streams": keys.number("hyper_connection.count"),
    }


def _state(keys: GgufKeys) -> Mapping[str, object]:
    """Layers that keep a state of constant size: their kind, and the widths that make its size."""
    every = keys.number("full_attention_interval")
    cached = keys.listed("attention.head_count_kv") or keys.listed("attention.head_count")
    offloaded = len(cached) > 1 and 0 in cached
    width, inner = keys.number("ssm.conv_kernel"), keys.number("ssm.inner_size")
    if keys.number("shortconv.l_cache"):
        return {
            "other_layers": "recurrent",
            "recurrent": "short_convolution",
            "state_conv_width": keys.number("shortconv.l_cache"),
        }
    if keys.number("kda.head_dim"):
        return {
            "other_layers": "recurrent",
            "recurrent": "kimi_delta",
            "state_head_dim": keys.number("kda.head_dim"),
            "state_conv_width": width or 4,
        }
    if not (width and inner):
        return {}
    by_heads = keys.number("ssm.group_count")
    heads = keys.number("ssm.time_step_rank") if by_heads else 1
    state = {
        "recurrent": "gated_delta" if every else "mamba2" if by_heads else "mamba1",
        "state_key_heads": by_heads or 1,
        "state_key_dim": keys.number("ssm.state_size"),
        "state_value_heads": heads or 1,
        "state_head_dim": max(1, inner // (heads or 1)),
        "state_conv_width": width,
    }
    if every:
        return state | {"other_layers": "recurrent", "full_attention_every": every}
    if offloaded or (cached and not any(cached)):
        return state | {"other_layers": "recurrent"}
    return state | {"parallel_state": True}
