"""Output and compute buffers of llama.cpp (prediction section 4)."""

from typing import NamedTuple

from advisor.facts.model import ModelShape
from advisor.facts.units import BITS_PER_BYTE
from advisor.predict.kv_cache import CacheSetup, stream_cells, window_cells
from advisor.predict.tensors import query_width

_F32_BYTES = 32 // BITS_PER_BYTE


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
    Fitted on llama.cpp's CPU graph: f16 cache median 0 %, p90 below 1 %; other types p90 7 %. Not verified on GPUs.
    """
    cells = stream_cells(context_tokens, setup)
    ubatch = min(batch.ubatch_tokens, batch.batch_tokens, context_tokens)
    outputs = min(ubatch, batch.outputs_max or batch.batch_tokens)
    mask = _mask_elements(shape, cells, setup=setup, flash=batch.flash_attention)
    query, row = query_width(shape), shape.kv_heads * shape.head_dim
    scores = 0 if batch.flash_attention else cells * shape.heads
    moments = (
        outputs * (shape.vocab + 2 * shape.hidden),
        ubatch * (mask + _feed_forward_elements(shape, query)),
        ubatch * (mask + 3 * shape.hidden + 2 * query + 2 * row + scores),
    )
    return round(_F32_BYTES * max(moments))


def _mask_elements(shape: ModelShape, cells: int, *, setup: CacheSetup, flash: bool) -> float:
    """Attention mask per token: f32 without flash attention, f16 with; window models have a second one."""
    visible = cells + (window_cells(shape, cells, setup) if shape.other_layers == "window" else 0)
    return visible / 2 if flash else visible


def _feed_forward_elements(shape: ModelShape, query: int) -> int:
    if shape.experts:
        width = (shape.expert_ffn or 0) * (shape.active_experts or 1)
    else:
        width = max(shape.ffn_by_layer or (shape.ffn or 0,))
    if not shape.experts and 10 * query > 11 * shape.hidden:
        query = shape.hidden
    elements = 3 * width + 3 * shape.hidden + query
    if shape.experts and shape.hidden > 2 * (shape.expert_ffn or 0):
        elements += (shape.active_experts or 1) * shape.hidden
    return elements
