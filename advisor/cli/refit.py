"""`rig-advisor refit`: fits the constants of specs/engines to a table of published speeds and scores them.

For every calibration and phase: the error as shipped, the fitted constants, and the error on each machine when it was
left out of the fit. Nothing is written to specs/; a person judges the constants and copies them.
"""

import argparse
import csv
import json
import sys
from dataclasses import asdict, fields
from pathlib import Path

from advisor.catalog.cards.catalog import load_catalog
from advisor.cli.command import CommandError
from advisor.cli.measured_rows import measured_rows
from advisor.cli.refit_cases import cases_by_calibration, siblings_of
from advisor.cli.refit_own_run import OwnRunScore, own_run_scores, own_run_text
from advisor.cli.refit_score import HeldOutRow, Refit, refit
from advisor.cli.refit_text import refit_text


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser("refit", help="fit the speed constants to published rows and score them")
    parser.add_argument("measured", type=Path, help="published speeds (CSV)")
    parser.add_argument("hardware", type=Path, help="data sheets of their machines (CSV)")
    parser.add_argument("--only", metavar="ID", help="one calibration, by its id in specs/engines")
    parser.add_argument("--phase", choices=("decode", "prefill"), help="one phase")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--own-run", action="store_true", help="say what runs on a machine tell of its other models")
    parser.add_argument("--rows", type=Path, metavar="FILE", help="write each row with its left-out prediction (CSV)")


def run(arguments: argparse.Namespace) -> int:
    """Print one block per calibration and phase."""
    try:
        rows = measured_rows(arguments.measured, arguments.hardware)
    except (OSError, KeyError, ValueError) as error:
        raise CommandError(f"the tables cannot be read: {error}") from None
    catalog = load_catalog()
    done: list[Refit] = []
    all_cases = cases_by_calibration(rows, catalog)
    for (calibration_id, phase), cases in sorted(all_cases.items(), key=lambda pair: pair[0]):
        if arguments.only in (None, calibration_id) and arguments.phase in (None, phase):
            siblings = siblings_of(calibration_id, all_cases, catalog)
            done.append(refit(calibration_id, catalog.calibrations[calibration_id], phase, cases, siblings))
            if not arguments.json:
                sys.stdout.write(refit_text(done[-1]))
                sys.stdout.flush()
    own_runs = _own_runs(done) if arguments.own_run else {}
    if not arguments.json:
        for left_out, scores in own_runs.items():
            sys.stdout.write(f"Own runs, {left_out} left out of the fit\n{own_run_text(scores)}\n")
    if arguments.json:
        document = {"schema_version": 1, "calibrations": [one.document() for one in done]}
        document |= {"own_runs": {name: [asdict(one) for one in scores] for name, scores in own_runs.items()}}
        sys.stdout.write(json.dumps(document, indent=1) + "\n")
    if arguments.rows:
        _write_rows(arguments.rows, [row for one in done for row in one.held_out])
    return 0


def _own_runs(done: list[Refit]) -> dict[str, tuple[OwnRunScore, ...]]:
    """The worth of own runs where the machine was left out, and where (one machine having nearly all) the model was."""
    return {
        left_out: own_run_scores([pair for one in done if one.left_out == left_out for pair in one.unseen])
        for left_out in ("machine", "model")
    }


def _write_rows(path: Path, rows: list[HeldOutRow]) -> None:
    with path.open("w", newline="", encoding="utf-8") as handle:
        out = csv.DictWriter(handle, [field.name for field in fields(HeldOutRow)])
        out.writeheader()
        out.writerows(asdict(row) for row in rows)
