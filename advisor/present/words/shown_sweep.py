"""The part of a sweep that a chart shows: where there are figures, and as far as the conversation fits."""

from collections.abc import Sequence
from itertools import pairwise

from advisor.facts.answers.estimate import Estimate
from advisor.facts.answers.text_answer import Sweep, SweepPoint
from advisor.facts.values.range import Range
from advisor.predict.memory.load import STEP_TOKENS


class ShownSweep(Sweep):
    """Points with a speed, the last one where the memory is full if `is_full`."""

    is_full: bool


def shown_sweep(sweep: Sweep, chosen: Estimate, *, cut: bool) -> ShownSweep | None:
    """The points of a sweep; with `cut` only those that fit. None without any speed.

    At the depth of the answer the chosen processor has the answer's figure, so that one depth has one number.
    """
    points = [point for point in sweep.points if point.tokens_per_s is not None]
    if not points:
        return None
    if sweep.processor_name == chosen.processor_name:
        answered = chosen.decode.tokens_per_s
        points = [
            point.changed(tokens_per_s=answered) if answered and point.depth_tokens == chosen.depth_tokens else point
            for point in points
        ]
    fits = sweep.fits_tokens
    is_full = cut and fits is not None and fits < points[-1].depth_tokens // STEP_TOKENS * STEP_TOKENS
    if is_full and fits is not None:
        points = [*(point for point in points if point.depth_tokens < fits), _between(points, fits)]
    return ShownSweep(**{**dict(sweep), "points": tuple(points)}, is_full=is_full)


def rate_at(sweep: Sweep, depth_tokens: int) -> SweepPoint:
    """The point at a depth, at the ends of the sweep for what lies beyond."""
    points = sweep.points
    if len(points) == 1:
        return points[0]
    return _between(points, min(max(depth_tokens, points[0].depth_tokens), points[-1].depth_tokens))


def _between(points: Sequence[SweepPoint], depth_tokens: int) -> SweepPoint:
    """The point at a depth between two others, on the straight line between them."""
    before, after = next(pair for pair in pairwise(points) if pair[1].depth_tokens >= depth_tokens)
    share = (depth_tokens - before.depth_tokens) / (after.depth_tokens - before.depth_tokens)
    ends = zip(before.tokens_per_s or (), after.tokens_per_s or (), strict=True)
    rate = Range(*(one + share * (other - one) for one, other in ends))
    return SweepPoint(depth_tokens=depth_tokens, tokens_per_s=rate)
