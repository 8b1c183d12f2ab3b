"""Every tensor of a model from its shape, in the order and with the roles llama.cpp's files use."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from advisor.facts.model import ModelShape
from advisor.predict.layers import layer_attention

Role = Literal[
    "vector",
    "router",
    "token_embd",
    "output",
    "attn_q",
    "attn_k",
    "attn_v",
    "attn_output",
    "attn_other",
    "ffn_gate",
    "ffn_up",
    "ffn_down",
]
"""What a tensor does; the quantization rules go by it. `vector` covers norms, biases and sinks."""


class Tensor(NamedTuple):
    """`columns` is the contiguous dimension; `experts` counts the stacked matrices (0 for a tensor without experts)."""

    role: Role
    layer: int
    columns: int
    rows: int
    experts: int = 0

    @property
    def weights(self) -> int:
        """How many weights it holds."""
        return self.columns * self.rows * max(1, self.experts)


def tensors(shape: ModelShape) -> tuple[Tensor, ...]:
    """All tensors of the model.

    Source: tensor names and shapes of llama.cpp's model files (src/llama-arch.cpp, src/llama-model.cpp).
    """
    listed = [Tensor("token_embd", -1, shape.hidden, shape.vocab), Tensor("vector", -1, shape.hidden, 1)]
    if not shape.tied_embeddings:
        listed.append(Tensor("output", -1, shape.hidden, shape.vocab))
    for layer in range(shape.layers):
        listed.extend(_norms(shape, layer))
        listed.extend(_mixing(shape, layer))
        listed.extend(_experts(shape, layer) if is_sparse_layer(shape, layer) else _dense(shape, layer))
    return tuple(listed)


def is_sparse_layer(shape: ModelShape, layer: int) -> bool:
    """Whether the layer routes its tokens to experts."""
    return bool(shape.experts and shape.expert_ffn) and layer >= shape.leading_dense_layers


def query_width(shape: ModelShape) -> int:
    """Elements of all queries of one token: heads x head dimension, with latent attention plus the rotated part."""
    rotated = (shape.rope_head_dim or 0) if shape.kv_lora_rank else 0
    return shape.heads * (shape.head_dim + rotated)


def _norms(shape: ModelShape, layer: int) -> Iterator[Tensor]:
    for _ in range(4 if shape.post_norms else 2):
        yield Tensor("vector", layer, shape.hidden, 1)
    attention = layer_attention(shape, layer)
    if shape.qk_norm and attention.kind != "recurrent":
        whole = shape.architecture == "olmoe"  # normalizes the concatenated heads, the others each head
        yield Tensor("vector", layer, query_width(shape) if whole else attention.head_dim, 1)
        yield Tensor("vector", layer, attention.kv_heads * attention.head_dim if whole else attention.head_dim, 1)
    if shape.attention_sinks:
        yield Tensor("vector", layer, shape.heads, 1)


def _mixing(shape: ModelShape, layer: int) -> Iterator[Tensor]:
    """The part of a layer that mixes tokens: latent attention, a gated delta layer, or plain attention."""
    if layer_attention(shape, layer).kind == "recurrent":
        return _recurrent(shape, layer)
    return _latent_attention(shape, layer) if shape.kv_lora_rank else _attention(shape, layer)


def _attention(shape: ModelShape, layer: int) -> Iterator[Tensor]:
    attention = layer_attention(shape, layer)
    query, key, value = shape.heads * attention.head_dim, attention.key_elements, attention.value_elements
    if shape.fused_qkv_and_gate:
        yield Tensor("attn_v", layer, shape.hidden, query + key + value)
    else:
        yield Tensor("attn_q", layer, shape.hidden, query * (2 if shape.output_gate else 1))
        yield Tensor("attn_k", layer, shape.hidden, key)
        if not (shape.full_value_is_key and attention.kind == "full"):
            yield Tensor("attn_v", layer, shape.hidden, value)
    if shape.attention_bias:
        yield Tensor("vector", layer, query + key + value, 1)
    yield Tensor("attn_output", layer, shape.heads * value // attention.kv_heads, shape.hidden)


def _recurrent(shape: ModelShape, layer: int) -> Iterator[Tensor]:
    """A gated delta layer: fused queries, keys and values, a gate, two small projections, the way out."""
    heads, size = shape.state_value_heads or shape.heads, shape.state_head_dim or shape.head_dim
    keys, values = (shape.state_key_heads or heads) * size, heads * size
    yield Tensor("attn_v", layer, shape.hidden, 2 * keys + values)
    yield Tensor("attn_other", layer, shape.hidden, values)
    yield Tensor("attn_other", layer, shape.hidden, 2 * heads)
    yield Tensor("attn_other", layer, values, shape.hidden)


def _latent_attention(shape: ModelShape, layer: int) -> Iterator[Tensor]:
    """Multi-head latent attention: low-rank queries (where given), one latent row for keys and values.

    The latent row unfolds to the unrotated keys and the values of all heads; the rotated key is shared as it is.
    """
    latent, rope = shape.kv_lora_rank or 0, shape.rope_head_dim or 0
    value_dim = shape.value_head_dim or shape.head_dim
    if shape.q_lora_rank:
        yield Tensor("attn_other", layer, shape.hidden, shape.q_lora_rank)
        yield Tensor("vector", layer, shape.q_lora_rank, 1)
        yield Tensor("attn_other", layer, shape.q_lora_rank, query_width(shape))
    else:
        yield Tensor("attn_q", layer, shape.hidden, query_width(shape))
    yield Tensor("attn_other", layer, shape.hidden, latent + rope)
    yield Tensor("vector", layer, latent, 1)
    yield Tensor("attn_v", layer, latent, shape.heads * (shape.head_dim + value_dim))
    yield Tensor("attn_output", layer, shape.heads * value_dim, shape.hidden)


def _dense(shape: ModelShape, layer: int) -> Iterator[Tensor]:
    width = shape.ffn or 0
    if shape.fused_qkv_and_gate:
        yield Tensor("ffn_up", layer, shape.hidden, 2 * width)
    else:
        yield Tensor("ffn_gate", layer, shape.hidden, width)
        yield Tensor("ffn_up", layer, shape.hidden, width)
    yield Tensor("ffn_down", layer, width, shape.hidden)


def _experts(shape: ModelShape, layer: int) -> Iterator[Tensor]:
    experts, width = shape.experts or 0, shape.expert_ffn or 0
    yield Tensor("router", layer, shape.hidden, experts)
    yield Tensor("ffn_gate", layer, shape.hidden, width, experts)
    yield Tensor("ffn_up", layer, shape.hidden, width, experts)
    yield Tensor("ffn_down", layer, width, shape.hidden, experts)
    if shape.attention_sinks:  # gpt-oss adds biases to the router and to every expert
        yield Tensor("vector", layer, experts * (2 * width + shape.hidden + 1), 1)
    if shape.shared_expert_ffn:
        yield Tensor("ffn_gate", layer, shape.hidden, shape.shared_expert_ffn)
        yield Tensor("ffn_up", layer, shape.hidden, shape.shared_expert_ffn)
        yield Tensor("ffn_down", layer, shape.shared_expert_ffn, shape.hidden)
