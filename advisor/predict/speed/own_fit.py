"""What runs on one machine say of the parts of a step: least squares on the logarithm of time (docs/physics.md 8.4).

Each run took the sum over parts of seconds x e^x: one x for everything, one more for the fixed time per layer, and from
six runs on one for cache and attention, which else stay as they are. All are pulled to 0, the calibration's own
constants: what runs of one machine cannot tell stays as it is.
"""

from collections.abc import Mapping, Sequence
from math import exp, log
from typing import NamedTuple

PART_PULL = 0.1
FEWEST_FOR_CACHE = 6
"""With fewer runs what depth costs is not freed (docs/physics.md 8.4)."""
_STEPS = 5
_PARTS = {"overhead": 1, "interconnect": 1, "kv_cache": 2, "attention": 2}
"""Which of the unknowns a term of the prediction goes with; all others with the common one alone."""


class OwnFactors(NamedTuple):
    """Measured over predicted speed: of all that is not named, of the layers' fixed time, of cache and attention."""

    reading: float
    layers: float
    cache: float


class TimedRun(NamedTuple):
    """The seconds that a run took for a token, and those of each term as predicted."""

    measured_s: float
    terms_s: Mapping[str, float]


def fitted_factors(runs: Sequence[TimedRun], *, pull: float) -> OwnFactors:
    """Factors, measured over predicted speed, that explain these runs best (docs/physics.md 8.4).

    `pull` is that of the common factor, in squared errors of a run; fewer than six runs leave cache and attention as
    they are.
    """
    pulls = (pull, PART_PULL, PART_PULL)
    frees_cache = len(runs) >= FEWEST_FOR_CACHE
    parts = [_grouped(run.terms_s) for run in runs]
    found = [0.0, 0.0, 0.0]
    for _ in range(_STEPS):
        matrix = [[one if row == column else 0.0 for column in range(3)] for row, one in enumerate(pulls)]
        right = [-one * value for one, value in zip(pulls, found, strict=True)]
        for run, seconds in zip(runs, parts, strict=True):
            now = [one * power for one, power in zip(seconds, _powers(found), strict=True)]
            total = sum(now)
            off = log(total / run.measured_s)
            slopes = [(now[0] + now[1]) / total, now[1] / total, now[2] / total if frees_cache else 0.0]
            for row, slope in enumerate(slopes):
                right[row] -= slope * off
                for column, other in enumerate(slopes):
                    matrix[row][column] += slope * other
        found = [one + step for one, step in zip(found, solved(matrix, right), strict=True)]
    return OwnFactors(*(1 / one for one in _powers(found)))


def _powers(found: Sequence[float]) -> tuple[float, float, float]:
    """How many times as long each part takes."""
    return exp(found[0]), exp(found[0] + found[1]), exp(found[2])


def _grouped(terms_s: Mapping[str, float]) -> list[float]:
    """The seconds that go with each unknown."""
    seconds = [0.0, 0.0, 0.0]
    for name, one in terms_s.items():
        seconds[_PARTS.get(name, 0)] += one
    return seconds


def solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The solution of a small system with a positive definite matrix, by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for at, pivot in enumerate(rows):
        for below in rows[at + 1 :]:
            share = below[at] / pivot[at]
            for column in range(at, len(below)):
                below[column] -= share * pivot[column]
    found: list[float] = []
    for at in range(len(rows) - 1, -1, -1):
        known = sum(one * value for one, value in zip(rows[at][at + 1 : -1], found, strict=True))
        found.insert(0, (rows[at][-1] - known) / rows[at][at])
    return found
