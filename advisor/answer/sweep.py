"""Decode speed of one processor while the context fills."""

from typing import NamedTuple

from advisor.facts.calibration import Calibration
from advisor.facts.rig import Processor
from advisor.facts.rig_answer import Sweep, SweepPoint
from advisor.predict.decode import DecodeParts, decode_parts, with_tokens
from advisor.predict.largest_context import largest_context_tokens
from advisor.predict.offload import Placement, mixed_s
from advisor.predict.range import Certainty, speed_range
from advisor.predict.speed import decode_ceiling, decode_certainty
from advisor.predict.subject import Run, Subject, with_depth

POINTS = 25
SHORTEST_END_TOKENS = 32768


class Helper(NamedTuple):
    """The processor that computes what does not fit on the card, and how the model is divided."""

    processor: Processor
    calibration: Calibration
    placement: Placement


class _Side(NamedTuple):
    """A processor at work and one step on it, whatever the depth; None where its bandwidth is unknown."""

    processor: Processor
    calibration: Calibration
    step: DecodeParts | None


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
    sides = [_Side(processor, calibration, decode_parts(processor, subject, calibration, run))]
    if helper is not None:
        parts = decode_parts(helper.processor, subject, helper.calibration, run)
        sides.append(_Side(helper.processor, helper.calibration, parts))
    runs = [with_depth(run, round(end * index / (POINTS - 1))) for index in range(POINTS)]
    fits_tokens = None
    if helper is None:
        fits_tokens = largest_context_tokens(processor, subject, calibration, run, most_tokens=most_tokens)
    return Sweep(
        processor_id=processor.id,
        processor_name=processor.name,
        points=tuple(_point(sides, subject, one, helper) for one in runs),
        fits_tokens=fits_tokens,
    )


def _point(sides: list[_Side], subject: Subject, run: Run, helper: Helper | None) -> SweepPoint:
    depth, (processor, calibration, _) = run.depth_tokens, sides[0]
    step_s = _step_s(sides, subject, run, helper)
    if step_s is None:
        return SweepPoint(depth_tokens=depth, tokens_per_s=None, low_tokens_per_s=None, high_tokens_per_s=None)
    ceiling = decode_ceiling(processor, subject, run)
    middle = min(run.batch / step_s, ceiling or run.batch / step_s)
    certainty = Certainty("E") if helper else decode_certainty(processor, subject, calibration, run)
    low, high = speed_range(middle, certainty=certainty, ceiling=ceiling) or (None, None)
    return SweepPoint(depth_tokens=depth, tokens_per_s=middle, low_tokens_per_s=low, high_tokens_per_s=high)


def _step_s(sides: list[_Side], subject: Subject, run: Run, helper: Helper | None) -> float | None:
    """Seconds of a step at the depth of `run`; None where a side has no figure."""
    steps = [
        with_tokens(side.step, side.processor, subject, side.calibration, run, tokens=run.depth_tokens)
        for side in sides
        if side.step is not None
    ]
    if len(steps) < len(sides):
        return None
    return mixed_s(steps[0], steps[1], subject.weights, helper.placement) if helper else steps[0].total_s
