"""What runs on this machine say of other models there (docs/physics.md 8.3, 8.4): scale and spread.

A run corrects the formula by measured over predicted. It holds for the same program, backend and build, and for its
own kind: dense models and mixtures of experts are off by different factors.

Of the parts of a step they tell by least squares on the logarithm of time. Each run took the sum over parts of
seconds x e^x: one x for everything, one more for the fixed time per layer, and from six runs on one for cache and
attention, which else stay as they are. All are pulled to 0, the calibration's own constants: what runs of one machine
cannot tell stays as it is.
"""

from collections.abc import Mapping, Sequence
from math import exp, log
from typing import NamedTuple

from advisor.facts.cards.calibration import Calibration, OwnScale, Spread
from advisor.facts.machine.measurement import OwnRun
from advisor.facts.values.reason import Reason, reason
from advisor.predict.model.subject import Subject
from advisor.predict.rates.certainty import combined
from advisor.predict.speed.decode import DECODE_TERMS, DecodeParts

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


SAME_MODEL: Spread = (0.97, 1.03)
"""A run repeated: the least that is claimed (docs/physics.md 8.3)."""

SAME_KIND: dict[tuple[str, bool], Spread] = {
    ("decode", False): (0.88, 1.14),
    ("decode", True): (0.81, 1.23),
    ("prefill", False): (0.84, 1.18),
    ("prefill", True): (0.78, 1.32),
}
"""Another model of the same kind in the same build, by phase and whether it is a mixture of experts.

One run each predicting the other models of its machine, program and month in the published rows: the tenths outside
(generation with dense models 4 % off in the median, 16 % in the worst tenth: `refit --own-run`).
"""

PULLS: dict[tuple[str, bool], float] = {
    ("decode", False): 0.1,
    ("decode", True): 1.0,
    ("prefill", False): 1.0,
    ("prefill", True): 3.0,
}
"""How much the calibration's own constants count beside runs, in runs: where models differ from each other nearly as
much as machines do, one tells little of another (published rows, their machine or else their model out of the fit).
"""

OTHER_BUILD: Spread = (0.8, 1.25)
"""Builds differ more than cards: one got 1.7 times as fast on one machine within a year (docs/physics.md 8.2)."""


MOST_TOGETHER = 12
"""Runs that are taken together, the newest: more tell little more, and every model of a ranking asks for them."""

SAME_BYTES = 0.01
"""Files of one type and as many layers whose bytes per token differ by less run alike, whatever they are called."""


class Build(NamedTuple):
    """A program and the build of it, None where it is not known."""

    engine: str
    build: str | None


class ScaledRun(NamedTuple):
    """A run with what the formula says of it: `factor` is measured over predicted, `terms_s` seconds of its terms.

    One that is `far_below` what was expected may have another cause than the machine: it speaks for its own model only.
    """

    run: OwnRun
    factor: float
    subject: Subject
    far_below: bool = False
    terms_s: Mapping[str, float] = {}

    @property
    def build(self) -> Build:
        """What it ran with."""
        return Build(self.run.engine, self.run.build)


def own_scale(runs: Sequence[ScaledRun], subject: Subject, *, build: Build) -> OwnScale | None:
    """What runs of one backend and phase, oldest first, say of a model; None where none is of its kind.

    The newest run of the very model decides, best one of the present build, else all of its kind together. `build` is
    what runs at present.
    """
    same = [one for one in runs if is_same_model(one.subject, subject)]
    alike = [one for one in runs if one.subject.is_sparse == subject.is_sparse and not one.far_below]
    of_build = [one for one in alike if one.build == build]
    used = [one for one in same if one.build == build][-1:] or same[-1:] or (of_build or alike)[-MOST_TOGETHER:]
    if not used:
        return None
    spread, tries = SAME_KIND[used[0].run.phase, subject.is_sparse], used[0].run.spread / 2
    if same:
        spread = min(SAME_MODEL[0], 1 - tries), max(SAME_MODEL[1], 1 + tries)
    if any(one.build != build for one in used):
        spread = combined(spread, OTHER_BUILD)
    factors = _factors(used, same_model=bool(same))
    return OwnScale(
        factor=factors.reading,
        layer_factor=factors.layers,
        cache_factor=factors.cache,
        spread=spread,
        same_model=bool(same),
        depth_tokens=used[-1].run.depth_tokens,
        evidence=_evidence(used, same_model=bool(same)),
    )


def _factors(used: Sequence[ScaledRun], *, same_model: bool) -> OwnFactors:
    """One factor for all parts of a step where the very model ran; else as far as runs tell the parts apart."""
    if same_model or not all(one.terms_s for one in used):
        return OwnFactors(*[exp(sum(log(one.factor) for one in used) / len(used))] * 3)
    runs = [TimedRun(sum(one.terms_s.values()) / one.factor, one.terms_s) for one in used]
    return fitted_factors(runs, pull=PULLS[used[0].run.phase, used[0].subject.is_sparse])


def scaled_parts(parts: DecodeParts, calibration: Calibration) -> DecodeParts:
    """The seconds of a step as runs on this machine say they are."""
    own = calibration.own_decode
    if own is None:
        return parts
    return DecodeParts(*(one_s / own.of(name) for name, one_s in zip(DECODE_TERMS, parts, strict=True)))


def is_same_model(one: Subject, other: Subject) -> bool:
    """Whether two files do the same work: tunings of one model at one quantization differ only in their name."""
    first, second = one.weights, other.weights
    apart = abs(log(first.bytes_per_token / second.bytes_per_token))
    alike = (first.quant, one.shape.layers, one.is_sparse) == (second.quant, other.shape.layers, other.is_sparse)
    return alike and apart < SAME_BYTES


def _evidence(used: Sequence[ScaledRun], *, same_model: bool) -> Reason:
    last = used[-1].run
    engine = reason("engine_build", engine=last.engine, build=last.build) if last.build else last.engine
    if same_model:
        return reason("model_ran_here", date=last.ran_on, engine=engine)
    model = used[-1].subject.name
    return reason("alike_ran_here", count=len(used), engine=engine, date=last.ran_on, model=model)
