"""The part of a sweep that a chart shows: where there are figures, and as far as the conversation fits."""

from dataclasses import dataclass
from itertools import pairwise

from advisor.facts.answers.estimate import Estimate
from advisor.facts.answers.text_answer import Sweep, SweepPoint
from advisor.facts.values.range import Range
from advisor.predict.memory.load import STEP_TOKENS


@dataclass(frozen=True)
class ShownSweep:
    """Points with a speed, the last one where the memory is full if `is_full`."""

    processor_id: str
    processor_name: str
    points: tuple[SweepPoint, ...]
    fits_tokens: int | None
    is_full: bool


def shown_sweep(sweep: Sweep, chosen: Estimate, *, cut: bool) -> ShownSweep | None:
    """The points of a sweep; with `cut` only those that fit. None without any speed.

    At the depth of the answer the chosen processor has the answer's figure, so that one depth has one number.
    """
    points = [point for point in sweep.points if point.tokens_per_s is not None]
    if not points:
        return None
    if sweep.processor_name == chosen.processor_name:
        points = [_answered(point, chosen) for point in points]
    fits = sweep.fits_tokens
    is_full = cut and fits is not None and fits < points[-1].depth_tokens // STEP_TOKENS * STEP_TOKENS
    if is_full and fits is not None:
        points = [*(point for point in points if point.depth_tokens < fits), _between(points, fits)]
    return ShownSweep(sweep.processor_id, sweep.processor_name, tuple(points), fits, is_full)


def _answered(point: SweepPoint, chosen: Estimate) -> SweepPoint:
    decode = chosen.decode
    if point.depth_tokens != chosen.depth_tokens or decode.tokens_per_s is None:
        return point
    return point.changed(tokens_per_s=decode.tokens_per_s)


def _between(points: list[SweepPoint], depth_tokens: int) -> SweepPoint:
    """The point at a depth between two others, on the straight line between them."""
    before, after = next(pair for pair in pairwise(points) if pair[1].depth_tokens >= depth_tokens)
    share = (depth_tokens - before.depth_tokens) / (after.depth_tokens - before.depth_tokens)
    return SweepPoint(depth_tokens=depth_tokens, tokens_per_s=_mean(before.tokens_per_s, after.tokens_per_s, share))


def _mean(before: Range | None, after: Range | None, share: float) -> Range | None:
    if before is None or after is None:
        return None
    return Range(*(one + share * (other - one) for one, other in zip(before, after, strict=True)))
