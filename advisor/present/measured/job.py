"""The line that says what a running job does and how long it still takes."""

from advisor.facts.values.frozen import frozen
from advisor.present.words.quantity import duration
from advisor.present.words.words import joined, say

_SOONEST_PER_MILLE = 50
"""Before this much is done, the remaining time is not worth saying."""


@frozen
class JobView:
    """One line of text and the progress in per-mille."""

    line: str
    per_mille: int
    can_cancel: bool = True


def job_view(job: str, *, phase: str = "", per_mille: int = 0, elapsed_s: float = 0.0) -> JobView:
    """What a job shows; the remaining time follows from the pace so far."""
    words = joined((job, phase), ": ") if phase else f"{job} …"
    if per_mille >= _SOONEST_PER_MILLE and elapsed_s > 0:
        remaining_s = elapsed_s * (1000 - per_mille) / per_mille
        words = say("{words}, about {time} left", words=words, time=duration(max(1.0, round(remaining_s))))
    return JobView(words, per_mille)
