"""Decode speed of one processor while the context fills, and the ceilings over both phases."""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from advisor.facts.answers.estimate import Estimate
from advisor.facts.answers.text_answer import PeakKind, Roofline, Sweep, SweepPoint
from advisor.facts.cards.calibration import Calibration
from advisor.facts.rig.rig import Processor
from advisor.facts.values.range import middle
from advisor.facts.values.units import GIGA
from advisor.predict.model.prompt_work import prompt_work
from advisor.predict.model.subject import Run, Subject
from advisor.predict.model.weights import bytes_read_by_type
from advisor.predict.rates.arithmetic_rate import arithmetic_flop_per_s
from advisor.predict.rates.certainty import (
    Certainty,
    decode_knowledge,
    depth_widening,
    offload_certainty,
    speed_range,
)
from advisor.predict.rates.rates import Rate, known_bandwidth, measured_bandwidth, prompt_peak, prompt_peak_kind
from advisor.predict.speed.decode import DecodeParts, DepthRates, decode_parts, depth_rates, with_tokens
from advisor.predict.speed.offload import Placement, host_share, offload_ceiling, offload_s
from advisor.predict.speed.own_run import scaled_parts
from advisor.predict.speed.sanity import decode_ceiling

POINTS = 17
"""Of powers of two every one from a sixteenth on is among them."""
SHORTEST_END_TOKENS = 32768


class Helper(NamedTuple):
    """The processor that computes what does not fit on the card, and how the model is divided."""

    processor: Processor
    calibration: Calibration
    placement: Placement


class _Side(NamedTuple):
    """A processor at work, and all of it that is the same at every depth; no step where its bandwidth is unknown."""

    processor: Processor
    calibration: Calibration
    step: DecodeParts | None
    rates: DepthRates
    known_at: Callable[[float], Certainty]


def _side(processor: Processor, subject: Subject, calibration: Calibration, run: Run) -> _Side:
    return _Side(
        processor,
        calibration,
        decode_parts(processor, subject, calibration, run),
        depth_rates(processor, subject, calibration, run),
        cache(decode_knowledge(processor, subject, calibration, run).widened),
    )


def sweep(
    processor: Processor,
    subject: Subject,
    calibration: Calibration,
    run: Run,
    *,
    most_tokens: int,
    fits_tokens: int | None = None,
    helper: Helper | None = None,
) -> Sweep:
    """Points from an empty context to the chosen one or 32,768 tokens, whichever is longer, within the model's own."""
    end = min(most_tokens, max(run.context_tokens, SHORTEST_END_TOKENS))
    sides = [_side(processor, subject, calibration, run)]
    if helper is not None:
        sides.append(_side(helper.processor, subject, helper.calibration, run.of_one))
    depths = (round(end * index / (POINTS - 1)) for index in range(POINTS))
    return Sweep(
        processor_id=processor.id,
        processor_name=processor.counted_name,
        points=tuple(_point(sides, subject, run, depth, helper) for depth in depths),
        fits_tokens=fits_tokens,
    )


def _point(sides: list[_Side], subject: Subject, run: Run, depth: int, helper: Helper | None) -> SweepPoint:
    steps = [
        scaled_parts(with_tokens(side.step, side.rates, subject, run, tokens=depth), side.calibration)
        for side in sides
        if side.step is not None
    ]
    if len(steps) < len(sides):
        return SweepPoint(depth_tokens=depth, tokens_per_s=None)
    step_s = offload_s(steps[0], steps[1], helper.placement) if helper else steps[0].total_s
    known = [side.known_at(depth_widening(depth + run.generated_tokens / 2)) for side in sides]
    certainty = known[0]
    if helper is not None:
        share = host_share(steps[0], steps[1], helper.placement)
        certainty = offload_certainty(known[0], known[1], host_share=share)
    ceilings = [
        decode_ceiling(side.processor, subject, run if side is sides[0] else run.of_one, depth_tokens=depth)
        for side in sides
    ]
    ceiling = offload_ceiling(ceilings[0], ceilings[1], helper.placement) if helper else ceilings[0]
    middle = min(run.batch / step_s, ceiling or run.batch / step_s)
    rate = speed_range(middle, certainty=certainty, ceiling=ceiling)
    return SweepPoint(depth_tokens=depth, tokens_per_s=rate)


def roofline(processor: Processor, calibration: Calibration, subject: Subject, one: Estimate, run: Run) -> Roofline:
    """Arithmetic intensity of both phases (FLOP per byte read) and the rates reached."""
    bandwidth = measured_bandwidth(processor) or known_bandwidth(processor)
    peak = _peak(processor, calibration, subject, run)
    together = min(run.prompt_tokens, run.batching.ubatch_tokens)
    prompt_flop = prompt_work(subject).total_flop
    batch_bytes = sum(size for _, size in bytes_read_by_type(subject.weights, batch=together))
    return Roofline(
        processor_id=processor.id,
        processor_name=processor.counted_name,
        bandwidth_bytes_per_s=bandwidth.value if bandwidth else None,
        bandwidth_origin=bandwidth.origin if bandwidth else None,
        peak_flop_per_s=peak.value if peak else None,
        peak_origin=peak.origin if peak else None,
        decode_flop_per_byte=decode_flop_per_byte(one),
        decode_flop_per_s=_rate(one.flop_per_token, middle(one.decode.tokens_per_s)),
        prefill_flop_per_byte=prompt_flop * together / batch_bytes,
        prefill_flop_per_s=_rate(prompt_flop, middle(one.prefill.tokens_per_s)),
        cache_curve=processor.core.cache_curve,
        bandwidth_is_uncertain=bandwidth is not None and bandwidth.is_uncertain,
        peak_is_uncertain=peak is not None and peak.is_uncertain,
        peak_kind=_peak_kind(processor, main_type=subject.weights.main_type) if peak else None,
    )


def decode_flop_per_byte(one: Estimate) -> float:
    """Arithmetic of one token over what is read for it, the conversation so far included."""
    return one.flop_per_token / (one.weight_bytes_per_token + one.kv_bytes_per_token_at_depth)


def turning_flop_per_byte(processor: Processor, *, main_type: str) -> float | None:
    """Arithmetic per byte read from which on the peak of prompts is the limit, not memory; None where unknown."""
    bandwidth = measured_bandwidth(processor) or known_bandwidth(processor)
    peak = prompt_peak(processor, main_type=main_type, reached=True)
    return None if bandwidth is None or peak is None else peak.value / bandwidth.value


def _peak(processor: Processor, calibration: Calibration, subject: Subject, run: Run) -> Rate | None:
    """The peak of prompts; of a CPU, cores x the fastest rate one core is known to reach, in this build, too."""
    peak = prompt_peak(processor, main_type=subject.weights.main_type, reached=True)
    if peak is not None or processor.kind == "gpu":
        return peak
    rates, cores = calibration.prefill_core_gflop_per_s.values(), processor.cores.value
    if not rates or not cores:
        return None
    reached = arithmetic_flop_per_s(processor, subject, calibration, run) or 0.0
    return Rate(max(max(rates) * GIGA * cores, reached), "estimated", calibration.name)


def _peak_kind(processor: Processor, *, main_type: str) -> PeakKind:
    """What `_peak` counts: a rate per core is that of prompts themselves."""
    return prompt_peak_kind(processor, main_type=main_type, reached=True) or "prompts"


def _rate(flop: float, per_s: float | None) -> float | None:
    return None if per_s is None else flop * per_s
