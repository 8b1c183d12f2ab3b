"""Decode speed of one processor while the context fills."""

from advisor.facts.calibration import Calibration
from advisor.facts.rig import Processor
from advisor.facts.rig_answer import Sweep, SweepPoint
from advisor.predict.decode import decode_parts
from advisor.predict.largest_context import largest_context_tokens
from advisor.predict.range import speed_range
from advisor.predict.speed import decode_ceiling, decode_confidence
from advisor.predict.subject import Run, Subject, with_depth

POINTS = 25
SHORTEST_END_TOKENS = 32768


def sweep(processor: Processor, subject: Subject, calibration: Calibration, run: Run, *, most_tokens: int) -> Sweep:
    """Points from an empty context to the chosen one or 32,768 tokens, whichever is longer, within the model's own."""
    end = min(most_tokens, max(run.context_tokens, SHORTEST_END_TOKENS))
    depths = [round(end * index / (POINTS - 1)) for index in range(POINTS)]
    return Sweep(
        processor_id=processor.id,
        processor_name=processor.name,
        points=tuple(_point(processor, subject, calibration, with_depth(run, depth)) for depth in depths),
        fits_tokens=largest_context_tokens(processor, subject, calibration, run, most_tokens=most_tokens),
    )


def _point(processor: Processor, subject: Subject, calibration: Calibration, run: Run) -> SweepPoint:
    parts = decode_parts(processor, subject, calibration, run, middle_tokens=run.depth_tokens)
    if parts is None:
        return SweepPoint(
            depth_tokens=run.depth_tokens, tokens_per_s=None, low_tokens_per_s=None, high_tokens_per_s=None
        )
    ceiling = decode_ceiling(processor, subject, run)
    middle = min(run.batch / parts.total_s, ceiling or run.batch / parts.total_s)
    known = decode_confidence(processor, subject, calibration, run)
    low, high = speed_range(middle, confidence=known, ceiling=ceiling) or (None, None)
    return SweepPoint(depth_tokens=run.depth_tokens, tokens_per_s=middle, low_tokens_per_s=low, high_tokens_per_s=high)
