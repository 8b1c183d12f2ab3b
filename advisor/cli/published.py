"""`rig-advisor published FOLDER`: how far the predictions lie from published figures of other tasks than generation.

Every row becomes a request as a person would write it; the error is the factor between answer and row, less one.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple

from advisor.answer.request.request import answer_request
from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.cli.command import CommandError
from advisor.cli.published_case import Case
from advisor.cli.published_models import model_cases
from advisor.cli.published_offload import offload_cases
from advisor.cli.published_serving import serving_cases
from advisor.cli.published_training import training_cases

SOURCES: dict[str, Callable[[Path], Iterable[Case]]] = {
    "serving_published.csv": serving_cases,
    "other_models_published.csv": model_cases,
    "training_published.csv": training_cases,
    "offload_published.csv": offload_cases,
}
"""What makes cases of the rows of each file."""


class Scored(NamedTuple):
    """One row with what was answered; `error` None where nothing was."""

    case: Case
    answered: float | None
    why: str

    @property
    def error(self) -> float | None:
        """The factor between both, less one."""
        if not self.answered:
            return None
        ratio = self.answered / self.case.measured
        return max(ratio, 1 / ratio) - 1


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser("published", help="compare predictions of other tasks with published figures")
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="the folder with the published rows (CSV)")
    parser.add_argument("--rows", action="store_true", help="print every row, too")


def run(arguments: argparse.Namespace) -> int:
    """Print one line per group of rows."""
    found = {name: read for name, read in SOURCES.items() if (arguments.folder / name).is_file()}
    if not found:
        raise CommandError(f"{arguments.folder} holds none of {', '.join(SOURCES)}")
    catalog = load_catalog()
    scored = [score(case, catalog) for name, read in found.items() for case in read(arguments.folder / name)]
    if arguments.rows:
        for one in scored:
            sys.stdout.write(_row(one) + "\n")
    sys.stdout.write("\n".join(table(scored)) + "\n")
    return 0


def score(case: Case, catalog: Catalog) -> Scored:
    """One row answered."""
    answer = answer_request(case.request, catalog)
    if answer.error is not None:
        return Scored(case, None, answer.error.message)
    value: Any = answer
    for name in case.figure.split("."):
        value = getattr(value, name, None)
    return Scored(case, value, "; ".join(answer.notes))


def table(scored: list[Scored]) -> list[str]:
    """Rows, answered ones and their errors by group, in the order of the files."""
    groups: dict[str, list[Scored]] = defaultdict(list)
    for one in scored:
        groups[one.case.group].append(one)
    lines = [f"{'group':44} {'rows':>4} {'answered':>8} {'median':>7} {'p75':>6} {'p90':>6}"]
    for name, rows in groups.items():
        errors = sorted(one.error for one in rows if one.error is not None)
        shares = [f"{_quantile(errors, share):.0%}" if errors else "-" for share in (0.5, 0.75, 0.9)]
        lines.append(f"{name:44} {len(rows):4} {len(errors):8} {shares[0]:>7} {shares[1]:>6} {shares[2]:>6}")
    return lines


def _quantile(ordered: list[float], share: float) -> float:
    """The value that this share of the ordered ones does not exceed; of an even number the mean of both middle ones."""
    middle = len(ordered) // 2
    if share == 0.5 and len(ordered) % 2 == 0:
        return (ordered[middle - 1] + ordered[middle]) / 2
    return ordered[max(0, ceil(share * len(ordered)) - 1)]


def _row(one: Scored) -> str:
    request = one.case.request
    what = f"{request.get('device')} x{request.get('device_count', 1)} {request.get('model')} {one.case.label}"
    answered = (
        f"{one.answered:.4g} / {one.case.measured:.4g} = {one.answered / one.case.measured:.2f}"
        if one.answered
        else one.why
    )
    return f"{one.case.group[:24]:24} {what[:84]:84} {answered}"
