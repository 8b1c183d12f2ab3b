"""Time to process a prompt (prediction section 7)."""

import math
from typing import NamedTuple

from advisor.facts.calibration import Calibration
from advisor.facts.model import ModelShape
from advisor.facts.rig import Processor
from advisor.facts.units import GIGA, TERA
from advisor.predict.bytes_per_token import bytes_read_by_type, flop_per_token
from advisor.predict.decode import OTHER, layer_s, used_cores
from advisor.predict.kv_cache import attention_elements
from advisor.predict.layers import LayerGroups
from advisor.predict.prefill_share import prefill_share
from advisor.predict.rates import matrix_peak, read_rate
from advisor.predict.subject import Run, Subject

UNKNOWN_POWER_SHARE = 0.7
"""What a typical power limit leaves of the share of the matrix peak, where the limit is not known."""

PIPELINE_COPIES = 4
PIPELINE_SHARE = 0.85


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
    arithmetic = prompt_flop_rate(processor, subject, calibration, run)
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

    Micro batches follow each other through the devices: b batches take b + d - 1 steps instead of b x d. At most four
    are under way (GGML_SCHED_MAX_COPIES), and each further device adds 85 % of itself (fitted on 2 to 8 cards).
    """
    deep = 1 + (min(devices, PIPELINE_COPIES) - 1) * PIPELINE_SHARE
    return deep * batches / (batches + deep - 1)


def prompt_flop_rate(processor: Processor, subject: Subject, calibration: Calibration, run: Run) -> float | None:
    """FLOP per second that prompt processing reaches on one device, attention aside.

    CPU: cores x the rate of one core. GPU: share of the matrix peak, and power limit x FLOP per joule together.
    """
    sparse = calibration.sparse_prefill_share if subject.is_sparse else 1.0
    if processor.kind == "cpu":
        per_core, cores = calibration.prefill_core_gflop_per_s, used_cores(processor, run)
        rate = per_core.get(subject.weights.main_type, per_core.get(OTHER))
        return rate * GIGA * cores * sparse if rate and cores else None
    peak = matrix_peak(processor)
    share = prefill_share(calibration, processor=processor, subject=subject)
    if peak is None or share is None:
        return None
    power_w, per_joule = processor.power_w.value, calibration.prefill_tflop_per_j
    if per_joule is None:
        return peak.value * share
    if power_w is None:
        return peak.value * share * UNKNOWN_POWER_SHARE * sparse
    return 1 / math.hypot(1 / (peak.value * share), 1 / (power_w * per_joule * TERA * sparse))


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
