"""Times work of the card by its own clock, and watches that clock by the system's."""

from collections.abc import Callable

from advisor.bench.nvidia.cuda import Cuda
from advisor.bench.part import CannotMeasure
from advisor.facts.values.reason import reason

TARGET_S = 0.020
"""A sample lasts this long up to twice as long: far from the limits of the system's watchdogs, and of one launch."""
_FASTER = 1.05
_SLOWER = 0.5
_CLOCK_STEP_S = 0.001
_TELLING_S = 0.005
"""Below it the way to the card and back takes too much of the system's time to compare."""
_DISAGREE = reason("clocks_disagree")

Clock = Callable[[], float]
"""Seconds of the system's steady clock."""

Work = Callable[[int], None]
"""Gives the card so much work and returns at once."""


class Stopwatch:
    """Two marks in the queue of one context; `meanwhile` is called while the card works."""

    def __init__(self, cuda: Cuda, context: int, meanwhile: Callable[[], None], clock: Clock) -> None:
        self._cuda = cuda
        self._clock = clock
        self._context = context
        self._meanwhile = meanwhile
        self._begin, self._end = cuda.event(), cuda.event()

    def seconds(self, work: Work, amount: int) -> float:
        """How long the card took for this amount of work.

        Raises:
            CannotMeasure: the driver refused, the device is lost, or the clock cannot be right.
        """
        return self._both_s(work, amount, self._meanwhile)[0]

    def calibrated(self, work: Work, first: int, most: int) -> int:
        """The amount of work, doubled from the first on, that takes the target's time; never above `most`."""
        self._both_s(work, first)  # the driver loads kernels at their first use
        amount = first
        while self._agreed_s(work, amount) < TARGET_S and amount < most:
            amount = min(2 * amount, most)
        return amount

    def _agreed_s(self, work: Work, amount: int) -> float:
        """The card's time where the system's clock agrees: one that stands still must not make the work grow for ever.

        A hiccup of the system has a second try.
        """
        for _ in range(2):
            card_s, wall_s = self._both_s(work, amount)
            if wall_s < _TELLING_S or card_s >= _SLOWER * wall_s:
                return card_s
        raise CannotMeasure(_DISAGREE)

    def _both_s(self, work: Work, amount: int, meanwhile: Callable[[], None] | None = None) -> tuple[float, float]:
        self._cuda.use(self._context)
        began_s = self._clock()
        self._cuda.mark(self._begin)
        work(amount)
        self._cuda.mark(self._end)
        if meanwhile is not None:
            meanwhile()
        self._cuda.wait(self._end)
        wall_s = self._clock() - began_s
        card_s = self._cuda.between_s(self._begin, self._end)
        if not 0.0 < card_s <= _FASTER * wall_s + _CLOCK_STEP_S:
            raise CannotMeasure(_DISAGREE)
        return card_s, wall_s
