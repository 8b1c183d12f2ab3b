"""How far a job is: progress that moves evenly and never back."""

from advisor.facts.values.units import PER_MILLE

_LEAST_LEFT_S = 0.4
"""A job that takes longer than planned goes on, and its bar with it: the end is reached when it is said to be."""


class Pace:
    """A bar that moves by the time passed in proportion to what is left, so that a new plan changes only its speed."""

    def __init__(self, *, now_s: float) -> None:
        self._last_s = now_s
        self._share = 0.0

    def per_mille(self, *, now_s: float, left_s: float) -> int:
        """Where the bar is when `left_s` seconds are still to come."""
        passed_s = max(0.0, now_s - self._last_s)
        if passed_s > 0:
            self._share += (1.0 - self._share) * passed_s / (passed_s + max(_LEAST_LEFT_S, left_s))
            self._last_s = now_s
        return int(PER_MILLE * self._share)
