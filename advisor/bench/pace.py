"""How long the parts of a job take and how far it is: progress that moves evenly and never back."""

from advisor.facts.message import Progress
from advisor.facts.units import PER_MILLE

WARM_UP_S = 0.5
BLOCK_S = 0.2
FILL_S = 0.4
_CLOSE_S = 0.1
"""Kept for the end, so that blocks added late still find room on the bar."""
_STEP_LIMIT_S = 3.0
_FILL_LIMIT_S = 10.0
_BATTERY_FACTOR = 3.0


class Pace:
    """The plan of one job: `blocks` sample blocks and a warm-up, stretched or squeezed to `seconds` if given.

    A step moves the bar by its part of what is left, so that a job that turns out longer still moves evenly.
    """

    def __init__(self, *, blocks: int, seconds: float | None, battery: bool) -> None:
        timed_s = WARM_UP_S + blocks * BLOCK_S
        factor = 1.0 if seconds is None else max(0.0, seconds - FILL_S) / timed_s
        self.may_extend = seconds is None
        self.warm_up_s = WARM_UP_S * factor
        self.block_s = BLOCK_S * factor
        self._left_s = FILL_S + timed_s * factor + _CLOSE_S
        self._share = 0.0
        self._slowness = _BATTERY_FACTOR if battery else 1.0

    def extend(self, blocks: int) -> None:
        """Plan more blocks than foreseen."""
        self._left_s += blocks * self.block_s

    def fill_progress(self, phase: str, *, after_share: float) -> Progress:
        """Another `after_share` (0 to 1) of the buffers is ready."""
        return self._progress(phase, FILL_S * after_share, _FILL_LIMIT_S)

    def progress(self, phase: str, *, after_s: float) -> Progress:
        """Another `after_s` planned seconds of the job are done and `phase` goes on."""
        return self._progress(phase, after_s, _STEP_LIMIT_S + 2 * self.block_s)

    def _progress(self, phase: str, after_s: float, limit_s: float) -> Progress:
        self._share += (1.0 - self._share) * min(1.0, after_s / self._left_s)
        self._left_s = max(_CLOSE_S, self._left_s - after_s)
        return Progress(per_mille=int(PER_MILLE * self._share), phase=phase, limit_s=limit_s * self._slowness)
