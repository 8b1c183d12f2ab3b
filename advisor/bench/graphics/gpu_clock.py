"""Whether the card's own clock is believed, beside the wall clock that includes the way to the card and back."""

_TOLERANCE = 1.05
_OVERHEAD_S = 0.001
_JUDGED_FROM_S = 0.015
_MOST_STRIKES = 5


class GpuClock:
    """Decides for each timed submit; once caught, the card's clock is not asked again.

    A host that is busy makes single wall times late; a clock with wrong ticks is always off.
    """

    def __init__(self, *, exists: bool) -> None:
        self._exists = exists
        self.is_believed = exists
        self._strikes = 0

    @property
    def is_doubted(self) -> bool:
        """Whether there is a clock that turned out wrong."""
        return self._exists and not self.is_believed

    def seconds(self, *, wall_s: float, card_s: float) -> float:
        """The card's time of the work, or the wall's where the card's cannot be true."""
        if not self.is_believed:
            return wall_s
        if not 0 < card_s <= wall_s * _TOLERANCE:
            self.is_believed = False
        elif wall_s >= _JUDGED_FROM_S:
            is_late = wall_s - _OVERHEAD_S > card_s * _TOLERANCE
            self._strikes = self._strikes + 1 if is_late else 0
            self.is_believed = self._strikes < _MOST_STRIKES
        return card_s if self.is_believed else wall_s
