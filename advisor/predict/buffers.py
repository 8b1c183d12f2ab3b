"""Output and compute buffers of llama.cpp (prediction section 4)."""

from typing import NamedTuple

from advisor.facts.model import ModelShape
from advisor.facts.units import BITS_PER_BYTE
from advisor.predict.kv_cache import CacheSetup, stream_cells, window_cells
from advisor.predict.tensors import query_width

_F32_BYTES = 32 // BITS_PER_BYTE
_PLAIN = ("F16", "BF16", "F32")
_TURNED_WIDTH = 64


class BatchSetup(NamedTuple):
    """How an engine batches: logical and micro batch, outputs at once (None: every token), flash attention."""

    batch_tokens: int = 2048
    ubatch_tokens: int = 512
    outputs_max: int | None = None
    flash_attention: bool = True


def output_bytes(shape: ModelShape, *, sequences: int) -> int:
    """Logits of one token per sequence: vocabulary x sequences x 4 B. Exact against the engine's log."""
    return shape.vocab * sequences * _F32_BYTES


def compute_bytes(shape: ModelShape, *, context_tokens: int, batch: BatchSetup, setup: CacheSetup) -> int:
    """The largest of three moments of the graph, in elements of 4 B: the logits, the feed-forward part, the attention.

    max( outputs x (vocab + 2 hidden), ubatch x (mask + 3 ffn + 3 hidden + q),
    ubatch x (mask + 3 hidden + 2 q + 2 kv + [no flash attention: cells x heads]) ).
    With quantized keys and heads of a multiple of 64, queries and keys are turned by a small matrix first
    (https://github.com/ggml-org/llama.cpp/pull/21038): where queries are as wide as the hidden state, their copy
    takes a place that was free in the last two moments and one more in the first; where they are narrower, one more
    in the second. Norms after each part (Gemma) keep one more hidden state at the end and one more copy of the
    queries. An f32 cache is copied to f16 for flash attention.
    Fitted on llama.cpp's CPU graph, 17 models. Not verified on GPUs.
    """
    cells = stream_cells(context_tokens, setup)
    ubatch = min(batch.ubatch_tokens, batch.batch_tokens, context_tokens)
    outputs = min(ubatch, batch.outputs_max or batch.batch_tokens)
    mask = _mask_elements(shape, cells, setup=setup, flash=batch.flash_attention)
    query, row = query_width(shape), shape.kv_heads * shape.head_dim
    rotated, same = _is_turned(shape, setup.key_type), query == shape.hidden
    turn = shape.head_dim**2 * (2 if shape.other_layers == "window" else 1) if rotated else 0
    last = 2 * shape.hidden + (query if rotated and same else 0) + (shape.hidden if shape.post_norms else 0)
    copies = 2 + (1 if shape.post_norms else 0) - (1 if rotated else 0)
    scores = 0 if batch.flash_attention else cells * shape.heads
    moments = (
        outputs * (shape.vocab + last),
        ubatch * (mask + _feed_forward_elements(shape, setup.key_type)) + turn,
        ubatch * (mask + 3 * shape.hidden + copies * query + 2 * row + scores) + turn,
        _copied_cache_elements(shape, cells, setup=setup, batch=batch) + ubatch * (mask + 3 * shape.hidden + 2 * query),
    )
    return round(_F32_BYTES * max(moments))


def _is_turned(shape: ModelShape, key_type: str) -> bool:
    return key_type not in _PLAIN and shape.head_dim % _TURNED_WIDTH == 0


def _copied_cache_elements(shape: ModelShape, cells: int, *, setup: CacheSetup, batch: BatchSetup) -> int:
    """Keys and values of one layer in f16, two to an element, where flash attention has to copy them."""
    if not batch.flash_attention or setup.key_type != "F32":
        return 0
    return cells * shape.kv_heads * (shape.head_dim + (shape.value_head_dim or shape.head_dim)) // 2


def _mask_elements(shape: ModelShape, cells: int, *, setup: CacheSetup, flash: bool) -> float:
    """Attention mask per token: f32 without flash attention, f16 with; window models have a second one."""
    visible = cells + (window_cells(shape, cells, setup) if shape.other_layers == "window" else 0)
    return visible / 2 if flash else visible


def _feed_forward_elements(shape: ModelShape, key_type: str) -> int:
    """Elements per token while the feed-forward part runs, by the type of the cached keys."""
    query = query_width(shape)
    if shape.experts:
        width = (shape.expert_ffn or 0) * (shape.active_experts or 1)
    else:
        width = max(shape.ffn_by_layer or (shape.ffn or 0,))
    if not shape.experts and 10 * query > 11 * shape.hidden:
        query = shape.hidden
    elif key_type != "F16" and query == shape.hidden:
        query = 0
    elif _is_turned(shape, key_type) and query < shape.hidden:
        query *= 2
    elements = 3 * width + 3 * shape.hidden + query
    if shape.experts and shape.hidden > 2 * (shape.expert_ffn or 0):
        elements += (shape.active_experts or 1) * shape.hidden
    return elements
