"""`rig-advisor refit`: fits the constants of specs/engines to a table of published speeds and scores them.

For every calibration: the error as it stands, the fitted constants, and the error on each machine when it was left out
of the fit. Nothing is written; a person judges the constants and copies them.
"""

import argparse
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from advisor.answer.calibration import find_calibration
from advisor.answer.device import find_processor
from advisor.answer.problem import ProblemError
from advisor.answer.request import checked_request, run_of
from advisor.answer.subject import find_subject
from advisor.catalog.catalog import Catalog, load_catalog
from advisor.cli.command import CommandError
from advisor.cli.measured_rows import MeasuredRow, decode_rows
from advisor.facts.calibration import Calibration
from advisor.facts.rig import Processor
from advisor.predict.decode import decode_parts
from advisor.predict.subject import Run, Subject

Array = np.ndarray[tuple[int, ...], np.dtype[np.float64]]

PRIORS = {
    "bandwidth_share": 0.87,
    "layer_us": 60.0,
    "core_layer_us": 6.0,
    "sparse_layer_factor": 2.0,
    "kv_factor_flash": 1.2,
    "kv_factor_plain": 1.2,
    "attention_per_clock_flash": 20.0,
    "attention_per_clock_plain": 5.0,
}
"""Where every fit starts and what it is weakly pulled to: nothing of the rows is in these."""
RATE_PRIORS = {"cap_bytes_per_clock": 5.0, "core_gb_per_s": 20.0}
OLD_LAYER = "old_builds.layer_us"
SOFT = 0.1
"""Errors beyond about 10 % count less and less (soft-L1): slow paths must not bend the rest."""
PULL = 0.14
"""Weight of the priors, so that what the rows do not tell stays bounded."""
LIMITS = {
    "bandwidth_share": (0.0, 1.0),
    "sparse_layer_factor": (1.0, np.inf),
    "kv_factor_flash": (1.0, np.inf),
    "kv_factor_plain": (1.0, np.inf),
}
"""What a calibration may say: nothing is faster than the memory."""
FEWEST_ROWS = 6


@dataclass(frozen=True)
class _Case:
    machine: str
    processor: Processor
    subject: Subject
    run: Run
    measured_s: float


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser("refit", help="fit the speed constants to published rows and score them")
    parser.add_argument("measured", type=Path, help="published speeds (CSV)")
    parser.add_argument("hardware", type=Path, help="data sheets of their machines (CSV)")
    parser.add_argument("--only", metavar="ID", help="one calibration, by its id in specs/engines")


def run(arguments: argparse.Namespace) -> int:
    """Print one block per calibration."""
    try:
        rows = decode_rows(arguments.measured, arguments.hardware)
    except (OSError, KeyError, ValueError) as error:
        raise CommandError(f"the tables cannot be read: {error}") from None
    catalog = load_catalog()
    for calibration_id, cases in sorted(_cases(rows, catalog).items()):
        if arguments.only in (None, calibration_id) and len(cases) >= FEWEST_ROWS:
            _report(calibration_id, catalog.calibrations[calibration_id], cases)
    return 0


def _cases(rows: list[MeasuredRow], catalog: Catalog) -> dict[str, list[_Case]]:
    """The rows by the calibration that answers them; rows that cannot be answered are left out."""
    ids = {card.name: card_id for card_id, card in catalog.calibrations.items()}
    found: dict[str, list[_Case]] = defaultdict(list)
    for row in rows:
        try:
            request = checked_request(row.request)
            processor = find_processor(request, catalog).processor
            subject, _ = find_subject(request, catalog)
        except ProblemError:
            continue
        chosen = find_calibration(
            processor, catalog, engine=request.engine, backend=request.backend, is_gguf=subject.is_gguf
        )
        if chosen is None or chosen[1]:
            continue
        made = run_of(request, chosen[0], catalog.blocks)
        found[ids[chosen[0].name]].append(_Case(row.machine, processor, subject, made, 1 / row.tokens_per_s))
    return found


def _report(calibration_id: str, calibration: Calibration, cases: list[_Case]) -> None:
    present = _constants(calibration)
    fitted = _fit(calibration, cases)
    held_out = []
    machines = sorted({case.machine for case in cases})
    for machine in machines if len(machines) > 1 else ():
        rest = [case for case in cases if case.machine != machine]
        without = _fit(calibration, rest)
        held_out += list(_residuals(calibration, without, [case for case in cases if case.machine == machine]))
    sys.stdout.write(f"{calibration_id}: {len(cases)} rows, {len(machines)} machines\n")
    sys.stdout.write(f"  as it stands   {_score(_residuals(calibration, present, cases))}\n")
    sys.stdout.write(f"  fitted         {_score(_residuals(calibration, fitted, cases))}\n")
    if held_out:
        sys.stdout.write(f"  machine unseen {_score(np.array(held_out))}\n")
    texts = (f"{name} {np.exp(present[name]):.3g} -> {np.exp(value):.3g}" for name, value in fitted.items())
    sys.stdout.write("  " + ", ".join(texts) + "\n")


def _score(residuals: Array) -> str:
    """Errors of speed: predicted over measured is exp(-residual), the residual being log(predicted / measured time)."""
    errors = np.abs(np.exp(-residuals) - 1)
    return f"median {np.median(errors):6.1%}   p90 {np.quantile(errors, 0.9):6.1%}"


def _constants(calibration: Calibration) -> dict[str, float]:
    """Logarithms of all constants above zero; rates by block type as `cap_bytes_per_clock.Q4_K`."""
    values = {name: getattr(calibration, name) for name in PRIORS}
    values |= {f"{rates}.{name}": rate for rates in RATE_PRIORS for name, rate in getattr(calibration, rates).items()}
    if calibration.old_builds is not None:
        values[OLD_LAYER] = calibration.old_builds.layer_us
    return {name: float(np.log(value)) for name, value in values.items() if value}


def _prior(name: str) -> float:
    """Logarithm of the prior of a constant."""
    group = name.partition(".")[0]
    return float(np.log(PRIORS["layer_us"] if name == OLD_LAYER else PRIORS.get(group) or RATE_PRIORS[group]))


def _with_constants(calibration: Calibration, constants: dict[str, float]) -> Calibration:
    values: dict[str, object] = {name: float(np.exp(constants[name])) for name in PRIORS if name in constants}
    for name, (least, most) in LIMITS.items():  # rounding of logarithms and steps of the search end just outside
        if name in values:
            values[name] = float(np.clip(np.exp(constants[name]), least, most))
    for rates in RATE_PRIORS:
        values[rates] = {name: float(np.exp(constants[f"{rates}.{name}"])) for name in getattr(calibration, rates)}
    if calibration.old_builds is not None:
        values["old_builds"] = calibration.old_builds.changed(layer_us=float(np.exp(constants[OLD_LAYER])))
    return calibration.changed(**values)


def _residuals(calibration: Calibration, constants: dict[str, float], cases: list[_Case]) -> Array:
    made = _with_constants(calibration, constants)
    times = [decode_parts(case.processor, case.subject, made, case.run) for case in cases]
    pairs = zip(times, cases, strict=True)
    return np.array([np.log(parts.total_s / case.measured_s) if parts else 0.0 for parts, case in pairs])


def _fit(calibration: Calibration, cases: list[_Case]) -> dict[str, float]:
    """Least squares on the logarithm of time, soft-L1, each machine weighted by the root of its rows."""
    try:
        from scipy.optimize import least_squares
    except ImportError as error:
        raise CommandError(
            "refit needs a package that only people who change the app need: pip install scipy"
        ) from error
    names = list(_constants(calibration))
    counts = Counter(case.machine for case in cases)
    weights = np.array([1 / np.sqrt(counts[case.machine]) for case in cases])
    weights = np.sqrt(weights * len(weights) / weights.sum())
    origin = np.array([_prior(name) for name in names])
    limits = [LIMITS.get(name, (0.0, np.inf)) for name in names]

    def residuals(point: Array) -> Array:
        constants = dict(zip(names, point.tolist(), strict=True))
        return np.concatenate([weights * _residuals(calibration, constants, cases), PULL * (point - origin)])

    with np.errstate(divide="ignore"):
        bounds = np.log(np.array(limits)).T
    found = least_squares(residuals, origin, bounds=tuple(bounds), loss="soft_l1", f_scale=SOFT)
    return dict(zip(names, found.x.tolist(), strict=True))
