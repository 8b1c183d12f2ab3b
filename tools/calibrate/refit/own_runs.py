"""What runs on a machine are worth: how near they bring the prediction of its other models. Devices stand for machines.

The constants are those fitted without the device (or, where one device has nearly all rows, without the model).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from advisor.facts.cards.calibration import Calibration
from advisor.facts.machine.measurement import OwnRun
from advisor.facts.values.range import Range, middle
from advisor.predict.speed.own_run import ScaledRun, is_same_model, own_scale
from tools.calibrate.quantiles import quantile_reached
from tools.calibrate.refit.cases import SPREAD_KINDS, Case

COUNTS = (0, 1, 2, 3, 6)
"""Runs given; 0 is the formula alone."""
MOST_TRIES = 4
"""Sets of runs tried for each predicted row."""
_DAY = "2026-01-01"

Pair = tuple[Case, Calibration]
"""A published row, and the constants that did not see it."""


class _Row(NamedTuple):
    """A row as something to predict, and as a run to predict from."""

    case: Case
    calibration: Calibration
    ran: ScaledRun


class Predicted(NamedTuple):
    """One row predicted with so many runs: relative error, whether its range holds it, high / low, and its weight."""

    error: float
    is_inside: bool
    width: float
    weight: float


@dataclass(frozen=True)
class OwnRunScore:
    """How well rows are predicted: `runs` given of the same program, kind and, where `same_build`, month."""

    kind: str
    runs: int
    same_build: bool
    rows: int
    median: float
    p75: float
    p90: float
    covered: float
    median_width: float


def own_run_scores(pairs: Sequence[Pair], counts: Sequence[int] = COUNTS) -> tuple[OwnRunScore, ...]:
    """The scores for generation and prompts; dense models, mixtures of experts, and both in a deep context.

    The runs given are in short contexts, as programs measure by themselves. Kinds without rows are left out.
    """
    rows = [_Row(case, calibration, _scaled(case, calibration)) for case, calibration in pairs]
    scores = []
    for phase, kind in product(("decode", "prefill"), SPREAD_KINDS):
        targets = [row for row in rows if row.case.phase == phase and row.case.spread_kind == kind]
        given = [row for row in rows if row.case.phase == phase and row.case.spread_kind != "deep"]
        name = f"{phase}, {kind}"
        scores += [_score(name, count, _predicted(targets, given, count)) for count in counts]
        scores.append(_score(name, 1, _other_builds(targets, given), same_build=False))
    return tuple(one for one in scores if one is not None)


def own_run_text(scores: Iterable[OwnRunScore]) -> str:
    """The scores as a table."""
    head = f"{'runs given':<36}{'rows':>6}{'median':>8}{'p75':>7}{'p90':>7}{'inside':>8}{'high/low':>10}\n"
    lines = []
    for one in scores:
        build = "" if one.same_build else " of another build"
        name = f"{one.kind}: {one.runs or 'none'}{build}"
        errors = f"{one.median:>8.1%}{one.p75:>7.0%}{one.p90:>7.0%}"
        lines.append(f"{name:<36}{one.rows:>6}{errors}{one.covered:>8.0%}{one.median_width:>10.2f}\n")
    return head + "".join(lines)


def _place(row: _Row) -> tuple[object, ...]:
    """The device with its program and constants, and what kind of model ran."""
    return row.calibration.name, row.case.row.device, row.ran.run.engine, row.case.subject.is_sparse


def _others(target: _Row, given: Sequence[_Row], *, same_build: bool) -> list[_Row]:
    """The runs of other models of the kind on its device, of its month and setting, or of others."""
    return [
        one
        for one in given
        if _place(one) == _place(target)
        and (one.ran.build == target.ran.build) == same_build
        and not is_same_model(one.case.subject, target.case.subject)
    ]


def _predicted(targets: Sequence[_Row], given: Sequence[_Row], count: int) -> Iterator[Predicted]:
    """Each row predicted from so many runs, sets taken in turn."""
    for target in targets:
        others = _others(target, given, same_build=True)
        if not others or len(others) < count:
            continue
        starts = range(min(len(others), MOST_TRIES)) if count else range(1)
        for start in starts:
            taken = [others[(start + step) % len(others)].ran for step in range(count)]
            yield _one(target, taken, weight=1 / len(starts))


def _other_builds(targets: Sequence[_Row], given: Sequence[_Row]) -> Iterator[Predicted]:
    """Each row predicted from one run in another build."""
    for target in targets:
        others = _others(target, given, same_build=False)[:MOST_TRIES]
        for other in others:
            yield _one(target, [other.ran], weight=1 / len(others))


def _one(target: _Row, given: Sequence[ScaledRun], *, weight: float) -> Predicted:
    """A row predicted with these runs."""
    case = target.case
    own = own_scale(given, case.subject, build=target.ran.build)
    name = "own_decode" if case.phase == "decode" else "own_prefill"
    speed = case.speed(target.calibration.changed(**{name: own}))
    measured = case.row.tokens_per_s
    low, best, high = speed.tokens_per_s or Range.exactly(0.0)
    return Predicted(abs(best / measured - 1), low <= measured <= high, high / low if low else 0.0, weight)


def _scaled(case: Case, calibration: Calibration) -> ScaledRun:
    """A published row as a run that a person did; month and setting stand for the build."""
    speed, asked = case.speed(calibration), case.row.asked
    run = OwnRun(
        model_id=asked.model or "a model",
        quant=asked.quant or "a type",
        processor="here",
        engine=asked.engine,
        build=f"{asked.build_date} {case.run.batching.flash_attention}",
        phase=case.phase,
        depth_tokens=case.run.depth_tokens,
        tokens_per_s=case.row.tokens_per_s,
        ran_on=_DAY,
    )
    factor = case.row.tokens_per_s / (middle(speed.tokens_per_s) or case.row.tokens_per_s)
    return ScaledRun(run, factor, case.subject, terms_s={term.name: term.s for term in speed.terms})


def _score(kind: str, runs: int, found: Iterator[Predicted], *, same_build: bool = True) -> OwnRunScore | None:
    rows = list(found)
    if not rows:
        return None
    total = sum(one.weight for one in rows)
    errors = [(one.error, one.weight) for one in rows]
    return OwnRunScore(
        kind=kind,
        runs=runs,
        same_build=same_build,
        rows=round(total),
        median=quantile_reached(errors, 0.5),
        p75=quantile_reached(errors, 0.75),
        p90=quantile_reached(errors, 0.9),
        covered=sum(one.weight for one in rows if one.is_inside) / total,
        median_width=quantile_reached(((one.width, one.weight) for one in rows), 0.5),
    )
