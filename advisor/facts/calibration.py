"""Calibrations: how an engine uses a kind of hardware, fitted on published or own measurements (specs/engines)."""

from typing import Annotated, Literal

from pydantic import Field, Strict

from advisor.facts.card import Sourced, Texts
from advisor.facts.estimate import Confidence
from advisor.facts.record import Record

Rates = dict[str, float]
"""A rate by block type (`Q4_K`, `F16`)."""


class PrefillShare(Record):
    """Share of the matrix peak that prompt processing reaches, by kind of model; `architectures` empty = the rest.

    Against the fp16-accumulate peak where the device has one of its own, else the fp16 peak, else fp32.
    """

    architectures: Texts = ()
    quantized: float = Field(gt=0, lt=4)
    sixteen_bit: float = Field(gt=0, lt=4)
    sparse: float = Field(gt=0, lt=4)


class Calibration(Sourced):
    """Constants of the speed formulas for one engine family on one kind of hardware.

    `bandwidth_share` of the theoretical bandwidth is what reading weights reaches; `layer_us` passes per layer of a
    token, times `sparse_layer_factor` in mixtures of experts; `kv_factor_*` multiply the time of reading the KV cache;
    `cap_bytes_per_clock` bounds the bytes of weights one compute unit takes in per clock, by block type. On a CPU
    `core_gb_per_s` takes the place of the cap: bytes of weights one core works through per second. The key `other`
    holds for block types that are not named.
    `architectures` narrows the card to hardware whose architecture contains one of the words; the narrowest wins.
    """

    engines: Texts
    backends: Texts
    vendors: Texts = ()
    architectures: Texts = ()
    bandwidth_share: float = Field(gt=0, le=1.05)
    layer_us: float = Field(ge=0)
    sparse_layer_factor: float = Field(default=1.0, ge=1)
    kv_factor_flash: float = Field(gt=0)
    kv_factor_plain: float = Field(gt=0)
    flash_by_default: bool = True
    split: Literal["layer", "tensor"] = "layer"
    cap_bytes_per_clock: Rates = Field(default_factory=dict)
    core_gb_per_s: Rates = Field(default_factory=dict)
    prefill_core_gflop_per_s: Rates = Field(default_factory=dict)
    attention_core_gflop_per_s: float = Field(default=50, gt=0)
    prefill: Annotated[tuple[PrefillShare, ...], Strict(False)] = ()
    attention_share_flash: float = Field(default=0.35, gt=0)
    attention_share_plain: float = Field(default=0.07, gt=0)
    runtime_mib: float = Field(default=0, ge=0)
    confidence: Confidence
    prefill_confidence: Confidence = "D"
    evidence: str = Field(min_length=5)
