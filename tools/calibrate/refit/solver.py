"""Least squares on the logarithm of speed: the constants that rows tell, and what a device left out would get."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.optimize import least_squares

from advisor.facts.cards.calibration import Calibration
from tools.calibrate.refit.cases import Case
from tools.calibrate.refit.constants import Path, constants_of, pooled, prior_of, table_of, tied_of, with_constants
from tools.calibrate.speed_rows import Phase

Array = np.ndarray[tuple[int, ...], np.dtype[np.float64]]

SOFT = 0.1
"""Errors beyond about 10 % count less and less (soft-L1): slow paths must not bend the rest."""
PULL = 0.14
"""Weight of the priors, so that what the rows do not tell stays bounded."""
STEP = 1e-4
"""Of a logarithm, for derivatives."""
FEW_STEPS, MANY_STEPS = 4, 40
"""A fit without one device starts from the fit of all rows and is near its end."""


class Solver:
    """Fits the constants of one calibration and phase to some of its cases.

    Each constant is pulled to its mean in `siblings`, which were fitted on other devices, times what the others of its
    table lie off theirs: a share of the peak that no row tells is like the backend's other shares, not like that of
    another maker's matrix units.
    """

    def __init__(
        self, calibration: Calibration, phase: Phase, cases: list[Case], siblings: Sequence[Calibration] = ()
    ) -> None:
        self.calibration, self.phase, self.cases = calibration, phase, cases
        tied = tied_of(calibration)
        known = {path: value for path, value in constants_of(calibration, phase).items() if path not in tied}
        self.paths = list(known)
        priors = [prior for path in self.paths if (prior := prior_of(path, phase))]
        pulls = [pooled(path, siblings) or prior.value for path, prior in zip(self.paths, priors, strict=True)]
        self.origin = np.log(pulls)
        with np.errstate(divide="ignore"):
            self.bounds = tuple(np.log([(prior.least, prior.most) for prior in priors]).T.reshape(2, -1))
        self._pulls = PULL * _pulls([table_of(path) for path in self.paths])
        self._known: dict[bytes, tuple[Array, Array]] = {}
        shipped = np.array(list(known.values()))
        self._touches = (self._all_slopes(self.origin) != 0) | (self._all_slopes(shipped) != 0)

    def fit(self, keep: Array | None = None, start: Array | None = None) -> Array:
        """Logarithms of the constants that fit the kept cases best, each device weighted by the root of its rows."""
        kept = np.ones(len(self.cases), bool) if keep is None else keep
        weights = self._weights(kept)

        def residuals(point: Array) -> Array:
            return np.concatenate([weights * self._at(point)[0][kept], self._pulls @ (point - self.origin)])

        def slopes(point: Array) -> Array:
            return np.concatenate([weights[:, None] * self._at(point)[1][kept], self._pulls])

        options: dict[str, Any] = {"loss": "soft_l1", "f_scale": SOFT, "bounds": self.bounds}
        first = self._inside(self.origin if start is None else start)
        steps = MANY_STEPS if start is None else FEW_STEPS
        return np.asarray(least_squares(residuals, first, jac=slopes, max_nfev=steps, ftol=1e-4, **options).x)

    def made(self, point: Array) -> Calibration:
        """The calibration with these constants."""
        return with_constants(self.calibration, dict(zip(self.paths, point.tolist(), strict=True)), self.phase)

    def named(self, point: Array) -> dict[Path, float]:
        """The constants by where they stand, of those that the cases tell anything about."""
        told = {path for path, is_told in zip(self.paths, self._touches.any(axis=0), strict=True) if is_told}
        told |= tied_of(self.calibration).keys()
        made = constants_of(self.made(point), self.phase)
        return {path: float(np.exp(value)) for path, value in made.items() if path in told}

    def _weights(self, kept: Array) -> Array:
        devices = [case.row.device for case, one in zip(self.cases, kept, strict=True) if one]
        counts = Counter(devices)
        weights = np.array([1 / np.sqrt(counts[device]) for device in devices])
        return np.asarray(np.sqrt(weights * len(weights) / weights.sum()))

    def _inside(self, point: Array) -> Array:
        """A point that the search may start from: strictly within the limits."""
        least, most = self.bounds
        return np.clip(point, least + STEP, most - STEP)

    def _at(self, point: Array) -> tuple[Array, Array]:
        """Residuals of all cases and their derivatives; the same points come again for every device left out."""
        key = point.tobytes()
        if key not in self._known:
            residuals = self._residuals(point)
            self._known[key] = (residuals, self._slopes(point, residuals, touched=self._touches))
        return self._known[key]

    def _residuals(self, point: Array) -> Array:
        made = self.made(point)
        return np.array([case.residual(made) for case in self.cases])

    def _all_slopes(self, point: Array) -> Array:
        return self._slopes(point, self._residuals(point), touched=None)

    def _slopes(self, point: Array, residuals: Array, *, touched: Array | None) -> Array:
        """Derivatives by forward differences, only of the cases that a constant touches at all."""
        slopes = np.zeros((len(self.cases), len(self.paths)))
        for column in range(len(self.paths)):
            moved = point.copy()
            moved[column] += STEP if moved[column] + STEP <= self.bounds[1][column] else -STEP
            made = self.made(moved)
            for number, case in enumerate(self.cases):
                if touched is None or touched[number, column]:
                    difference = case.residual(made) - residuals[number]
                    slopes[number, column] = difference / (moved[column] - point[column])
        return slopes


def _pulls(tables: Sequence[str]) -> Array:
    """What pulls the constants, one row a pull: each to the mean of its table, and that mean to 0."""
    same = np.array([[float(one == other) for other in tables] for one in tables])
    mean = same / same.sum(axis=1, keepdims=True)
    first = [tables.index(table) for table in dict.fromkeys(tables)]
    return np.concatenate([np.eye(len(tables)) - mean, mean[first]])
