"""Language models: their shape, exactly as their published configuration states it."""

from typing import Annotated, Literal

from pydantic import Field, Strict

from advisor.facts.card import Sourced, Texts
from advisor.facts.pipeline import ModelKind, Pipeline
from advisor.facts.record import Record

Layers = Annotated[tuple[int, ...], Strict(False)]
"""A TOML array of layer numbers."""


class ModelShape(Record):
    """The matrices of a decoder-only transformer, enough to list every tensor and every cached row.

    Widths are in elements. `ffn` is the dense width, `expert_ffn` one expert's. `full_attention_every` = p says
    that layer i attends to everything when i mod p == p - 1 (`dense_first`: i mod p == 0); the other layers see
    `sliding_window` tokens (kind "window") or keep a constant state (kind "recurrent").
    `full_head_dim`, `full_kv_heads` and `full_value_is_key` (no value matrix, but cached values) replace the
    common ones in the full layers where those differ (Gemma 4). `output_gate` doubles the query matrix. A
    recurrent (gated delta) layer has a matrix hidden x 2 (keys + values), two hidden x `state_value_heads` and
    one values x hidden, with keys = `state_key_heads` x `state_head_dim` and values likewise, and no q, k, v, o.
    With latent attention (`kv_lora_rank`) `head_dim` is the unrotated part of a query or key head
    (qk_nope_head_dim); the whole is `head_dim` + `rope_head_dim`.
    """

    architecture: str
    layers: int = Field(gt=0, le=1000)
    hidden: int = Field(gt=0)
    heads: int = Field(gt=0)
    kv_heads: int = Field(gt=0)
    head_dim: int = Field(gt=0)
    value_head_dim: int | None = Field(default=None, gt=0)
    full_head_dim: int | None = Field(default=None, gt=0)
    full_kv_heads: int | None = Field(default=None, gt=0)
    full_value_is_key: bool = False
    ffn: int | None = Field(default=None, gt=0)
    expert_ffn: int | None = Field(default=None, gt=0)
    shared_expert_ffn: int | None = Field(default=None, gt=0)
    experts: int | None = Field(default=None, gt=0)
    active_experts: int | None = Field(default=None, gt=0)
    leading_dense_layers: int = Field(default=0, ge=0)
    vocab: int = Field(gt=0)
    tied_embeddings: bool
    context_tokens: int | None = Field(default=None, gt=0)
    sliding_window: int | None = Field(default=None, gt=0)
    full_attention_every: int | None = Field(default=None, gt=0)
    dense_first: bool = False
    full_attention_layers: Layers | None = None
    qk_norm: bool = False
    attention_bias: bool = False
    attention_sinks: bool = False
    output_gate: bool = False
    fused_qkv_and_gate: bool = False
    post_norms: bool = False
    kv_lora_rank: int | None = Field(default=None, gt=0)
    q_lora_rank: int | None = Field(default=None, gt=0)
    rope_head_dim: int | None = Field(default=None, gt=0)
    other_layers: Literal["window", "recurrent"] | None = None
    state_key_heads: int | None = Field(default=None, gt=0)
    state_value_heads: int | None = Field(default=None, gt=0)
    state_head_dim: int | None = Field(default=None, gt=0)
    state_bytes_per_layer: int | None = Field(default=None, gt=0)


class ModelCard(Sourced):
    """One published model. `shape` is None where its configuration has parts the tensor list does not cover yet.

    `params` and `active_params` are counts of weights as published. `native_quant` names the only form in which
    the weights were released (gpt-oss: MXFP4). `quality` is a plain sentence for people. Models of another `kind`
    than language have a `pipeline` instead of a shape; their `params` are those of the main network.
    """

    family: str
    maker: str
    params: int = Field(gt=0)
    active_params: int = Field(gt=0)
    license: str | None = None
    released: str | None = Field(default=None, pattern=r"^\d{4}(-\d{2})?$")
    native_quant: str | None = None
    good_for: Texts = ()
    quality: str | None = None
    shape: ModelShape | None = None
    kind: ModelKind = "language"
    pipeline: Pipeline | None = None
