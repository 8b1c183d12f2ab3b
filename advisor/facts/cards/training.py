"""How programs train on hardware: constants of the formulas of memory and time, one card per program and per device."""

from typing import Annotated, Literal

from pydantic import Field, Strict

from advisor.facts.cards.calibration import Share, Spread
from advisor.facts.cards.card import ArchitectureIds, Sourced, Texts
from advisor.facts.cards.engine import TrainingPrograms
from advisor.facts.cards.pipeline import CoreWidth

Method = Literal["full", "lora", "qlora"]
TrainingPrecision = Literal["bf16", "amp", "fp32", "fp8"]
"""`bf16` keeps everything in 16 bits, `amp` masters and states in 32 and computes in 16, `fp8` computes in 8."""

Optimizer = Literal["adamw", "adamw_8bit", "adafactor", "sgd", "lion", "muon"]
Checkpointing = Literal["none", "selective", "full"]
"""What is computed again in the backward pass: nothing, what costs little, or whole layers."""

Shard = Literal["none", "zero1", "zero2", "zero3"]
"""What devices divide among them instead of each keeping all: states, also gradients, also weights."""


class TrainingEngine(Sourced):
    """What one program keeps and does beside the arithmetic.

    Memory: a norm keeps its input in `norm_input_bytes` an element, and `keeps_normed` the value before its weight
    where that is trained; `keeps_activated` the result of the activation beside its input; `repeats_kv` the keys and
    values once for each query head. `logit_bytes` an entry are kept around the loss. `quantized_input_bytes` an element
    are kept of the input of every matrix that lies in 4 bits. All of that takes `held_factor` of itself in the pool of
    the allocator. `lora_targets`: which matrices get adapters; `drops_inputs`: each keeps an input of its own with some
    values dropped, and which. `offloads_layer_inputs`: with full checkpointing the input of every layer waits
    in main memory. `filled_share` is how much of a device's memory runs with the program are known to fill.

    Time: the values kept pass through memory `passes` times, the logits with `logit_traffic_bytes` an entry;
    `attention_factor` is how much faster than PyTorch's kernels its attention is, `exposed_share` what of the time on
    links it does not hide behind arithmetic, `wait_per_doubling` how much longer a step takes for each doubling of the
    computers that wait for each other. 4-bit weights unpack at `unpack_share` of the bandwidth. A program that is
    not named is the one with its `precisions`, else the `usual` one.
    """

    engines: TrainingPrograms = Field(min_length=1)
    precisions: Annotated[tuple[TrainingPrecision, ...], Strict(False)] = ()
    usual: bool = False
    norm_input_bytes: float = Field(gt=0, le=8)
    keeps_normed: bool
    keeps_activated: bool
    repeats_kv: bool
    logit_bytes: float = Field(ge=0, le=16)
    quantized_input_bytes: float = Field(ge=0, le=8)
    held_factor: float = Field(ge=1, le=2)
    lora_targets: Literal["query_value", "all"]
    drops_inputs: bool = False
    offloads_layer_inputs: bool = False
    filled_share: float | None = Field(default=None, gt=0, le=1)
    exposed_share: Share
    wait_per_doubling: float = Field(ge=0, lt=1)
    runtime_mib: float = Field(ge=0)
    passes: float = Field(gt=0)
    logit_traffic_bytes: float = Field(ge=0)
    attention_factor: float = Field(default=1.0, gt=0)
    unpack_share: Share
    kernels_per_layer: float = Field(gt=0)
    evidence: str = Field(min_length=5)


class TrainingDevice(Sourced):
    """Shares of a device's peak that training reaches, and how it reaches its neighbors.

    `matmul_share` and `attention_share` are of the dense 16-bit rate that accumulates in 32 bits, attention counted
    causal; `fp8_share` of twice that rate, None where the device has no matrix units for floats of 8 bits. `has_bf16`
    False: 16 bits are fp16, which needs `amp`. From computer to computer each device has `network_gb_per_s`, None where
    that is not sold with it. The card with `core_gflop_per_s` is for
    processors: what one core reaches of fp32 matrices by its vector instructions, at most `gflop_per_j` of the power.
    The other card without architectures is for all others.
    """

    architectures: ArchitectureIds = ()
    names: Texts = ()
    matmul_share: Share
    attention_share: Share
    fp8_share: Share | None = None
    has_bf16: bool = True
    network_gb_per_s: float | None = Field(default=None, gt=0)
    core_gflop_per_s: dict[CoreWidth, float] | None = None
    gflop_per_j: float | None = Field(default=None, gt=0)
    spread: Spread
    evidence: str = Field(min_length=5)
