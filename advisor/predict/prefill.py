"""Time to process a prompt (prediction section 7)."""

from typing import NamedTuple

from advisor.facts.calibration import Calibration
from advisor.facts.model import ModelShape
from advisor.facts.rig import Processor
from advisor.facts.units import GIGA
from advisor.predict.arithmetic_rate import arithmetic_flop_per_s
from advisor.predict.bytes_per_token import bytes_read_by_type, flop_per_token
from advisor.predict.decode import layer_s
from advisor.predict.kv_cache import attention_elements
from advisor.predict.layers import LayerGroups
from advisor.predict.rates import matrix_peak, read_rate, used_cores
from advisor.predict.subject import Run, Subject

PIPELINE_COPIES = 4
"""Micro batches under way at once in a layer split (GGML_SCHED_MAX_COPIES)."""

PIPELINE_SHARE = 0.85
"""What each further device of a layer split adds of itself, fitted on rows of 2 to 8 cards."""


class PrefillParts(NamedTuple):
    """Seconds of a whole prompt by cause; the sum is the time of the prompt."""

    compute_s: float
    weights_s: float
    attention_s: float
    layers_s: float

    @property
    def total_s(self) -> float:
        """Seconds of the whole prompt."""
        return sum(self)


def prefill_parts(processor: Processor, subject: Subject, calibration: Calibration, run: Run) -> PrefillParts | None:
    """Sum over micro batches of max(arithmetic, reading the weights) + attention + fixed times.

    Arithmetic: 2 x active parameters x tokens / (peak x share). The weights a batch touches are read once per batch.
    None where peak or bandwidth is unknown.
    """
    rate = read_rate(processor, calibration)
    arithmetic = arithmetic_flop_per_s(processor, subject, calibration, run)
    if rate is None or arithmetic is None:
        return None
    ubatch = min(run.batching.ubatch_tokens, run.batching.batch_tokens)
    batches = -(-run.prompt_tokens // ubatch)
    parallel = run.devices if run.split == "tensor" else pipeline_speed_up(batches, devices=run.devices)
    read = sum(size for _, size in bytes_read_by_type(subject.weights, batch=min(ubatch, run.prompt_tokens)))
    read_s = batches * read / (rate.value * parallel)
    compute_s = flop_per_token(subject.weights) * run.prompt_tokens / (arithmetic * parallel)
    return PrefillParts(
        compute_s=compute_s,
        weights_s=max(0.0, read_s - compute_s),
        attention_s=_attention_s(processor, subject, calibration, run) / parallel,
        layers_s=batches
        / parallel
        * subject.shape.layers
        * layer_s(calibration, run, sparse=subject.is_sparse, cores=used_cores(processor, run)),
    )


def pipeline_speed_up(batches: int, *, devices: int) -> float:
    """How much faster a layer split reads a prompt of several micro batches than one device.

    Micro batches follow each other through the devices: b batches take b + d - 1 steps instead of b x d, with d at
    most `PIPELINE_COPIES` and each device after the first counted as `PIPELINE_SHARE`.
    """
    deep = 1 + (min(devices, PIPELINE_COPIES) - 1) * PIPELINE_SHARE
    return deep * batches / (batches + deep - 1)


def attention_flop(shape: ModelShape, groups: LayerGroups, *, tokens: int, before: int) -> float:
    """4 x heads x key width x layers x new tokens x mean visible tokens (a product with keys and one with values)."""
    return 4 * tokens * attention_elements(shape, groups, depth_tokens=before + tokens / 2)


def _attention_s(processor: Processor, subject: Subject, calibration: Calibration, run: Run) -> float:
    work = attention_flop(subject.shape, subject.groups, tokens=run.prompt_tokens, before=run.depth_tokens)
    if processor.kind == "cpu":
        return work / (calibration.attention_core_gflop_per_s * GIGA * (used_cores(processor, run) or 1))
    flash = run.batching.flash_attention
    share = calibration.attention_share_flash if flash else calibration.attention_share_plain
    peak = matrix_peak(processor)
    return work / (peak.value * share) if peak else 0.0
