"""What one timed submit does, and how much of it makes a submit of the right length."""

from collections.abc import Callable
from typing import Any, Protocol

from advisor.bench.part import CannotMeasure

SHORTEST_S = 0.020
"""A timed submit lasts so long at least: then the way to the card and back is below one percent."""

LONGEST_S = 0.100
"""The longest that anything may keep the card: the system resets drivers that take about two seconds."""

SLICES = 64
"""A load begins with this part of its memory or of its lanes."""

_FORETELLS_S = 0.005


class Load(Protocol):
    """Work on the card in units that can be doubled; `most` units make sense in one submit.

    `in_pass`: it is recorded into a compute pass, else into a command encoder.
    """

    most: int
    in_pass: bool

    def record(self, target: Any, units: int) -> None:
        """Put this many units of work into the pass or encoder."""

    def work(self, units: int) -> float:
        """Bytes, FLOP or dispatches in this many units."""


def calibrated_units(seconds: Callable[[int], float], *, most: int) -> int:
    """How many units last 20 to 50 ms; `seconds` runs that many and says how long they took.

    Doubles from one unit on, by several steps at once where some milliseconds foretell how many. The last time is
    taken twice: in a first run a driver may be busy preparing.

    Raises:
        CannotMeasure: even one unit keeps the card too long.
    """
    units = 1
    while True:
        took_s = seconds(units)
        if took_s >= SHORTEST_S:
            took_s = min(took_s, seconds(units))
        if took_s >= SHORTEST_S or units >= most:
            break
        foretold_s = took_s if took_s >= _FORETELLS_S else SHORTEST_S / 2
        while foretold_s < SHORTEST_S and units < most:
            units, foretold_s = units * 2, foretold_s * 2
    if units == 1 and took_s > LONGEST_S:
        raise CannotMeasure("gpu_too_slow")
    return units
