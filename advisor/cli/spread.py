"""`rig-advisor spread`: the spreads of specs/engines from speeds that were left out of the fits.

Reads what `refit --rows` wrote: one speed per row with the prediction of constants fitted without its machine (without
its model where there is only one machine). Prints the keys of every calibration; with `--write` puts them on the cards.
"""

import argparse
import csv
import re
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from pathlib import Path

from advisor.catalog.folder import data_folder
from advisor.cli.command import CommandError
from advisor.predict.range import DEEP_TOKENS

LEFT_OUT_SHARE = 0.1
"""Of the measured speeds that lie below a range and above it: four of five are inside."""
POOLED_MACHINES = 2.0
"""As many machines as the rows of all calibrations together count for beside those of one."""
NARROWEST = 0.03
"""No spread is narrower: repeated runs differ by as much."""
FEWEST_ROWS = 8
"""Rows that a spread of one kind rests on at least."""

Ends = tuple[float, float]


@dataclass(frozen=True)
class HeldOut:
    """One speed that a calibration did not see: log(measured / predicted)."""

    calibration: str
    phase: str
    machine: str
    is_sparse: bool
    is_deep: bool
    off: float


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser("spread", help="work out how wide the ranges must be from held-out speeds")
    parser.add_argument("rows", type=Path, nargs="+", metavar="FILE", help="held-out rows that refit wrote (CSV)")
    parser.add_argument("--write", action="store_true", help="put the spreads on the cards in specs/engines")


def run(arguments: argparse.Namespace) -> int:
    """Print, or write, the spreads of every calibration."""
    try:
        rows = [row for path in arguments.rows for row in held_out_rows(path)]
    except (OSError, KeyError, ValueError) as error:
        raise CommandError(f"the rows cannot be read: {error}") from None
    for calibration in sorted({row.calibration for row in rows}):
        lines = spread_lines(calibration, rows)
        sys.stdout.write("\n".join((calibration, *lines, "")) + "\n")
        if arguments.write:
            _write(data_folder("specs") / "engines" / f"{calibration}.toml", lines)
    return 0


def held_out_rows(path: Path) -> list[HeldOut]:
    """The rows of one device that `refit --rows` wrote."""
    with path.open(newline="", encoding="utf-8") as handle:
        return [
            HeldOut(
                calibration=row["calibration"],
                phase=row["phase"],
                machine=row["machine"],
                is_sparse=row["is_moe"] == "True",
                is_deep=float(row["depth"]) >= DEEP_TOKENS / 2,
                off=log(float(row["measured"]) / float(row["predicted_held_out"])),
            )
            for row in csv.DictReader(handle)
            if row["devices"] == "1"
        ]


def spread_lines(calibration: str, rows: Sequence[HeldOut]) -> list[str]:
    """The keys of one card: a table for each phase that has rows."""
    lines = []
    for phase in ("decode", "prefill"):
        of_phase = [row for row in rows if row.phase == phase]
        if not any(row.calibration == calibration for row in of_phase):
            continue
        kinds = {
            "dense": [row for row in of_phase if not row.is_sparse and not row.is_deep],
            "sparse": [row for row in of_phase if row.is_sparse and not row.is_deep],
            "deep": [row for row in of_phase if row.is_deep],
        }
        parts = []
        for kind, pooled in kinds.items():
            low, high = _shrunk([row for row in pooled if row.calibration == calibration], pooled)
            parts.append(f"{kind} = [{low:.2f}, {high:.2f}]")
        lines.append(f"{phase}_spread = {{ {', '.join(parts)} }}")
    return lines


def _shrunk(own: Sequence[HeldOut], pooled: Sequence[HeldOut]) -> Ends:
    """The spread of one calibration, pulled to that of all the more, the fewer machines it was seen on."""
    everywhere = _ends(pooled)
    machines = len({row.machine for row in own}) * min(1.0, len(own) / FEWEST_ROWS)
    here = _ends(own) if own else everywhere
    weight = machines / (machines + POOLED_MACHINES)
    low, high = (weight * mine + (1 - weight) * all_ for mine, all_ in zip(here, everywhere, strict=True))
    return exp(min(low, -NARROWEST)), exp(max(high, NARROWEST))


def _ends(rows: Sequence[HeldOut]) -> Ends:
    """The tenth and ninetieth percentile of log(measured / predicted), a machine weighted by the root of its rows."""
    counts = Counter((row.calibration, row.machine) for row in rows)
    ordered = sorted((row.off, 1 / sqrt(counts[row.calibration, row.machine])) for row in rows)
    return _quantile(ordered, LEFT_OUT_SHARE), _quantile(ordered, 1 - LEFT_OUT_SHARE)


def _quantile(ordered: Sequence[tuple[float, float]], share: float) -> float:
    """The value below which that share of the weight lies, interpolated between the middles of the weights."""
    if not ordered:
        return 0.0
    total = sum(weight for _, weight in ordered)
    passed, before = 0.0, (ordered[0][0], 0.0)
    for value, weight in ordered:
        middle = (passed + weight / 2) / total
        if middle >= share:
            span = middle - before[1]
            return before[0] + (value - before[0]) * ((share - before[1]) / span if span else 1.0)
        before, passed = (value, middle), passed + weight
    return ordered[-1][0]


def _write(card: Path, lines: Sequence[str]) -> None:
    """Put these keys on a card, in the place of those of the same name, before its first table."""
    text = card.read_text(encoding="utf-8")
    for line in lines:
        key = line.partition(" ")[0]
        text = re.sub(rf"^{key} = .*\n", "", text, flags=re.MULTILINE)
    head, mark, tables = text.partition("\n[[")
    card.write_text(f"{head.rstrip()}\n" + "".join(f"{line}\n" for line in lines) + mark + tables, encoding="utf-8")
