"""From samples to one figure: the median of block medians, and how far it can be trusted.

A median of about one second is within one percent inside one regime of the machine; the best sample is not.
"""

from collections.abc import Sequence
from statistics import median

from advisor.facts.machine.disturbance import has_two_speeds
from advisor.facts.machine.measurement import WIDE_SPREAD, Stability
from advisor.facts.values.frozen import frozen
from advisor.facts.values.reason import Reason, reason

STABLE_SPREAD = 0.03

Blocks = Sequence[Sequence[float]]


@frozen
class Summary:
    """What blocks of samples say together; values in the unit of the samples."""

    value: float
    spread: float
    stability: Stability
    samples: int
    block_medians: tuple[float, ...]
    p10: float
    p90: float
    warnings: tuple[Reason, ...]


def summary(blocks: Blocks) -> Summary:
    """The figure of these blocks of positive samples; none of them may be empty."""
    medians = tuple(median(block) for block in blocks)
    ordered = sorted(sample for block in blocks for sample in block)
    spread = _spread(medians)
    warnings: list[Reason] = []
    if spread > WIDE_SPREAD:
        warnings.append(reason("readings_vary", spread=spread))
    if has_two_speeds(medians):
        warnings.append(reason("two_speeds_seen"))
    return Summary(
        value=median(medians),
        spread=spread,
        stability="stable" if spread <= STABLE_SPREAD else "noisy",
        samples=len(ordered),
        block_medians=medians,
        p10=percentile(ordered, 0.1),
        p90=percentile(ordered, 0.9),
        warnings=tuple(warnings),
    )


def is_too_wide(blocks: Blocks) -> bool:
    """Whether the blocks differ so much that more of them are worth their time."""
    return _spread([median(block) for block in blocks]) > WIDE_SPREAD


def percentile(ordered: Sequence[float], share: float) -> float:
    """The value below which `share` of the sorted samples lie, between two samples in proportion."""
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


def _spread(medians: Sequence[float]) -> float:
    return (max(medians) - min(medians)) / median(medians)
