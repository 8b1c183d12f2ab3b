"""What several runs on one machine say of the parts of a step: least squares on the logarithm of time (section 8.3).

Each run took sum over parts of seconds x e^x. The common x, that of the fixed time per layer beside it and, from six
runs on, that of cache and attention are each pulled to 0, the calibration's own constants: what one machine cannot tell
stays as it is.
"""

from collections.abc import Mapping, Sequence
from math import exp, log
from typing import NamedTuple

COMMON_PULL, PART_PULL = 0.1, 0.1
"""Squared error of a run over squared spread of a constant from machine to machine: published rows, each machine left
out of the fit, were predicted best from runs of their machine with these (0.05 to 0.3 do nearly as well).
"""
FEWEST_FOR_CACHE = 6
"""With fewer runs what depth costs is not freed (section 8.3)."""
_STEPS = 8
_PARTS = {"overhead": 1, "interconnect": 1, "kv_cache": 2, "attention": 2}
"""Which of the unknowns beside the common one a term of the prediction goes with."""


class OwnFactors(NamedTuple):
    """Measured over predicted speed: of all that is not named, of the layers' fixed time, of cache and attention."""

    reading: float
    layers: float
    cache: float


class TimedRun(NamedTuple):
    """The seconds that a run took for a token, and those of each term as predicted."""

    measured_s: float
    terms_s: Mapping[str, float]


def fitted_factors(runs: Sequence[TimedRun]) -> OwnFactors:
    """The factors that explain these runs best."""
    count = 3 if len(runs) >= FEWEST_FOR_CACHE else 2
    parts = [_grouped(run.terms_s, count) for run in runs]
    found = [0.0] * count
    for _ in range(_STEPS):
        matrix = [[COMMON_PULL if row == column == 0 else 0.0 for column in range(count)] for row in range(count)]
        right = [-COMMON_PULL * found[0]] + [-PART_PULL * one for one in found[1:]]
        for row in range(1, count):
            matrix[row][row] = PART_PULL
        for run, seconds in zip(runs, parts, strict=True):
            now = [one * exp(_power(found, part)) for part, one in enumerate(seconds)]
            total = sum(now)
            off = log(total / run.measured_s)
            slopes = [1.0, *(one / total for one in now[1:])]
            for row, slope in enumerate(slopes):
                right[row] -= slope * off
                for column, other in enumerate(slopes):
                    matrix[row][column] += slope * other
        found = [one + step for one, step in zip(found, solved(matrix, right), strict=True)]
    factors = [exp(-_power(found, part)) for part in range(count)]
    return OwnFactors(factors[0], factors[1], factors[2] if count > 2 else factors[0])


def _power(found: Sequence[float], part: int) -> float:
    """The logarithm by which a part takes longer: the common one, and its own beside it."""
    return found[0] + (found[part] if part else 0.0)


def _grouped(terms_s: Mapping[str, float], count: int) -> list[float]:
    """The seconds that go with each unknown."""
    seconds = [0.0] * count
    for name, one in terms_s.items():
        part = _PARTS.get(name, 0)
        seconds[part if part < count else 0] += one
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
