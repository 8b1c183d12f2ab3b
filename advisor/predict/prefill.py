"""Time to process a prompt (prediction section 7)."""

from typing import NamedTuple

from advisor.facts.calibration import Calibration
from advisor.facts.rig import Processor
from advisor.facts.units import GIGA
from advisor.predict.bytes_per_token import bytes_read_by_type, flop_per_token
from advisor.predict.decode import layer_s, used_cores
from advisor.predict.layers import LayerGroups
from advisor.predict.prefill_share import prefill_share
from advisor.predict.rates import matrix_peak, read_rate
from advisor.predict.subject import Run, Subject

INCLUDED_TOKENS = 1024
"""Attention over about so many tokens is part of the fitted shares of the matrix peak."""


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
    """Sum over micro batches of max(arithmetic, reading the weights) + attention beyond the first thousand tokens.

    Arithmetic: 2 x active parameters x tokens / (peak x share). The weights a batch touches are read once per batch.
    None where peak or bandwidth is unknown.
    """
    rate = read_rate(processor, calibration)
    arithmetic = prompt_flop_rate(processor, subject, calibration, run)
    if rate is None or arithmetic is None:
        return None
    ubatch = min(run.batching.ubatch_tokens, run.batching.batch_tokens)
    batches = -(-run.prompt_tokens // ubatch)
    parallel = run.devices if run.split == "tensor" else 1
    read = sum(size for _, size in bytes_read_by_type(subject.weights, batch=min(ubatch, run.prompt_tokens)))
    read_s = batches * read / (rate.value * parallel)
    compute_s = flop_per_token(subject.weights) * run.prompt_tokens / (arithmetic * parallel)
    return PrefillParts(
        compute_s=compute_s,
        weights_s=max(0.0, read_s - compute_s),
        attention_s=_attention_s(processor, subject, calibration, run) / parallel,
        layers_s=batches * subject.shape.layers * layer_s(calibration, run, sparse=subject.is_sparse),
    )


def prompt_flop_rate(processor: Processor, subject: Subject, calibration: Calibration, run: Run) -> float | None:
    """FLOP per second that prompt processing reaches on one device, without the longer attention."""
    if processor.kind == "cpu":
        per_core = calibration.prefill_core_gflop_per_s
        name = subject.weights.main_type
        rate = per_core.get(name, per_core.get("other"))
        cores = used_cores(processor, run)
        return rate * GIGA * cores if rate and cores else None
    peak = matrix_peak(processor)
    share = prefill_share(calibration, processor=processor, subject=subject)
    return peak.value * share if peak and share else None


def attention_flop(groups: LayerGroups, *, heads: int, tokens: int, before: int, window: int | None) -> float:
    """4 x heads x head dimension x layers x new tokens x mean visible tokens; beyond the first thousand tokens."""
    total = 0.0
    for attention, count in groups:
        if attention.kind == "recurrent":
            continue
        visible = before + tokens / 2
        if attention.kind == "window" and window:
            visible = min(visible, float(window))
        beyond = max(0.0, visible - INCLUDED_TOKENS / 2)
        total += 4.0 * heads * attention.head_dim * count * tokens * beyond
    return total


def _attention_s(processor: Processor, subject: Subject, calibration: Calibration, run: Run) -> float:
    shape = subject.shape
    work = attention_flop(
        subject.groups,
        heads=shape.heads,
        tokens=run.prompt_tokens,
        before=run.depth_tokens,
        window=shape.sliding_window,
    )
    flash = run.batching.flash_attention
    share = calibration.attention_share_flash if flash else calibration.attention_share_plain
    peak = matrix_peak(processor)
    if processor.kind == "cpu":
        return work / (calibration.attention_core_gflop_per_s * GIGA * (used_cores(processor, run) or 1))
    return work / (peak.value * share) if peak else 0.0
