"""Decode speed of one processor while the context fills."""

from typing import NamedTuple

from advisor.facts.calibration import Calibration
from advisor.facts.rig import Processor
from advisor.facts.rig_answer import Sweep, SweepPoint
from advisor.predict.decode import decode_parts
from advisor.predict.largest_context import largest_context_tokens
from advisor.predict.offload import Placement, mixed_s
from advisor.predict.range import speed_range
from advisor.predict.speed import decode_ceiling, decode_confidence
from advisor.predict.subject import Run, Subject, with_depth

POINTS = 25
SHORTEST_END_TOKENS = 32768


class Helper(NamedTuple):
    """The processor that computes what does not fit on the card, and how the model is divided."""

    processor: Processor
    calibration: Calibration
    placement: Placement


def sweep(
    processor: Processor,
    subject: Subject,
    calibration: Calibration,
    run: Run,
    *,
    most_tokens: int,
    helper: Helper | None = None,
) -> Sweep:
    """Points from an empty context to the chosen one or 32,768 tokens, whichever is longer, within the model's own."""
    end = min(most_tokens, max(run.context_tokens, SHORTEST_END_TOKENS))
    runs = [with_depth(run, round(end * index / (POINTS - 1))) for index in range(POINTS)]
    fits_tokens = None
    if helper is None:
        fits_tokens = largest_context_tokens(processor, subject, calibration, run, most_tokens=most_tokens)
    return Sweep(
        processor_id=processor.id,
        processor_name=processor.name,
        points=tuple(_point(processor, subject, calibration, one, helper) for one in runs),
        fits_tokens=fits_tokens,
    )


def _point(
    processor: Processor, subject: Subject, calibration: Calibration, run: Run, helper: Helper | None
) -> SweepPoint:
    depth = run.depth_tokens
    step_s = _step_s(processor, subject, calibration, run, helper)
    if step_s is None:
        return SweepPoint(depth_tokens=depth, tokens_per_s=None, low_tokens_per_s=None, high_tokens_per_s=None)
    ceiling = decode_ceiling(processor, subject, run)
    middle = min(run.batch / step_s, ceiling or run.batch / step_s)
    known = "E" if helper else decode_confidence(processor, subject, calibration, run)
    low, high = speed_range(middle, confidence=known, ceiling=ceiling) or (None, None)
    return SweepPoint(depth_tokens=depth, tokens_per_s=middle, low_tokens_per_s=low, high_tokens_per_s=high)


def _step_s(
    processor: Processor, subject: Subject, calibration: Calibration, run: Run, helper: Helper | None
) -> float | None:
    card = decode_parts(processor, subject, calibration, run, middle_tokens=run.depth_tokens)
    if card is None or helper is None:
        return card.total_s if card else None
    host = decode_parts(helper.processor, subject, helper.calibration, run, middle_tokens=run.depth_tokens)
    return mixed_s(card, host, subject.weights, helper.placement) if host else None
