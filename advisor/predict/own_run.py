"""What runs on this machine say of other models there (prediction section 8): scale and spread.

A run corrects the formula by measured over predicted. It holds for the same program, backend and build, and for its
own kind: dense models and mixtures of experts are off by different factors.
"""

from collections.abc import Sequence
from math import exp, log
from typing import NamedTuple

from advisor.facts.calibration import Calibration, OwnScale, Spread
from advisor.facts.own_run import OwnRun
from advisor.predict.decode import DecodeParts
from advisor.predict.range import combined
from advisor.predict.subject import Subject

SAME_MODEL: Spread = (0.97, 1.03)
"""A run repeated: the least that is claimed (section 8, class A)."""

SAME_KIND: dict[tuple[str, bool], Spread] = {
    ("decode", False): (0.88, 1.14),
    ("decode", True): (0.81, 1.23),
    ("prefill", False): (0.84, 1.18),
    ("prefill", True): (0.78, 1.32),
}
"""Another model of the same kind in the same build, by phase and whether it is a mixture of experts.

One run each predicting the other models of its machine, program and month in the published rows: the tenths outside
(generation with dense models 4 % off in the median, 19 % in the worst tenth; section 8 says 4.5 and 16).
"""

OTHER_BUILD: Spread = (0.8, 1.25)
"""Builds differ more than cards: one program got 1.7 times as fast on one machine within a year (section 8)."""


class ScaledRun(NamedTuple):
    """A run with what the formula says of it: `factor` is measured over predicted.

    One that is `far_below` what was expected may have another cause than the machine: it speaks for its own model only.
    """

    run: OwnRun
    factor: float
    subject: Subject
    far_below: bool = False


def own_scale(runs: Sequence[ScaledRun], subject: Subject, *, build: str | None) -> OwnScale | None:
    """What runs of one program, backend and phase, oldest first, say of a model; None where none is of its kind.

    The newest run of the very model decides, else all of its kind together. `build` is the present one.
    """
    same = [one for one in runs if _file(one.subject) == _file(subject)]
    alike = [one for one in runs if one.subject.is_sparse == subject.is_sparse and not one.far_below]
    of_build = [one for one in alike if one.run.build == build]
    used = same[-1:] or of_build or alike
    if not used:
        return None
    spread = _repeated(used[0].run) if same else SAME_KIND[used[0].run.phase, subject.is_sparse]
    if any(one.run.build != build for one in used):
        spread = combined(spread, OTHER_BUILD)
    return OwnScale(
        factor=exp(sum(log(one.factor) for one in used) / len(used)),
        spread=spread,
        same_model=bool(same),
        depth_tokens=used[-1].run.depth_tokens,
        evidence=_evidence(used, same_model=bool(same)),
    )


def scaled_parts(parts: DecodeParts, calibration: Calibration) -> DecodeParts:
    """The seconds of a step as runs on this machine say they are: all parts longer or shorter alike."""
    own = calibration.own_decode
    return parts if own is None else DecodeParts(*(part / own.factor for part in parts))


def _file(subject: Subject) -> tuple[str, str]:
    """What tells one model file from another."""
    return subject.name, subject.weights.quant


def _repeated(run: OwnRun) -> Spread:
    """The spread of several tries, at least that of a run repeated."""
    return min(SAME_MODEL[0], 1 - run.spread / 2), max(SAME_MODEL[1], 1 + run.spread / 2)


def _evidence(used: Sequence[ScaledRun], *, same_model: bool) -> str:
    last = used[-1].run
    build = f", build {last.build}" if last.build else ""
    if same_model:
        return f"this model ran here on {last.ran_on} ({last.engine}{build})"
    runs = "a run" if len(used) == 1 else f"{len(used)} runs"
    return f"{runs} here of {last.engine}{build}, the last on {last.ran_on}: {used[-1].subject.name}"
