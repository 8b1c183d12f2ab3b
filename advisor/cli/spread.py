"""`rig-advisor spread`: the spreads of specs/engines from speeds that were left out of the fits.

Reads what `refit --rows` wrote: one speed per row with the prediction of constants fitted without its machine (without
its model where there is only one machine). Prints the keys of every calibration, and how many of its rows lie inside
when the spread comes from the other machines; with `--write` puts the keys on the cards.
"""

import argparse
import csv
import json
import re
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import exp, log, sqrt
from pathlib import Path
from typing import Literal

from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.cards.folder import data_folder
from advisor.cli.command import CommandError
from advisor.predict.rates.range import DEEP_TOKENS

LEFT_OUT_SHARE = 0.08
"""Of the held-out speeds that lie below a range and above it. A tenth would be outside if the machines to come were
like those seen; judged by the other machines, a fifth of the rows of a machine are outside with this share.
"""
POOLED_MACHINES, POOLED_MACHINES_IF_NARROWER = 4.0, 1.0
"""As many machines as all calibrations together count for beside those of one: few rows easily look too good, and
seldom too bad.
"""
NARROWEST = 0.03
"""No spread is narrower: repeated runs differ by as much."""
FEWEST_ROWS = 8
"""Rows that a spread of one kind rests on at least."""

Kind = Literal["dense", "sparse", "deep"]
KINDS: tuple[Kind, ...] = ("dense", "sparse", "deep")
Ends = tuple[float, float]


@dataclass(frozen=True)
class HeldOut:
    """One speed that a calibration did not see: log(measured / predicted)."""

    calibration: str
    phase: str
    machine: str
    kind: Kind
    off: float
    card: str = ""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser("spread", help="work out how wide the ranges must be from held-out speeds")
    parser.add_argument("rows", type=Path, nargs="+", metavar="FILE", help="held-out rows that refit wrote (CSV)")
    parser.add_argument("--write", action="store_true", help="put the spreads on the cards in specs/engines")


def run(arguments: argparse.Namespace) -> int:
    """Print, or write, the spreads of every calibration."""
    try:
        found = [row for path in arguments.rows for row in held_out_rows(path)]
    except (OSError, KeyError, ValueError) as error:
        raise CommandError(f"the rows cannot be read: {error}") from None
    processors = {one for one, card in load_catalog().calibrations.items() if "cpu" in card.backends}
    for calibration in sorted({row.calibration for row in found}):
        rows = [row for row in found if (row.calibration in processors) == (calibration in processors)]
        lines = spread_lines(calibration, rows)
        sys.stdout.write("\n".join((calibration, *lines, *_check(calibration, rows), "")) + "\n")
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
                kind=_kind(row),
                card=row.get("card") or "",
                off=log(float(row["measured"]) / float(row["predicted_held_out"])),
            )
            for row in csv.DictReader(handle)
            if row["devices"] == "1"
        ]


def _kind(row: dict[str, str]) -> Kind:
    if float(row["depth"]) >= DEEP_TOKENS / 2:
        return "deep"
    return "sparse" if row["is_moe"] == "True" else "dense"


def spread_lines(calibration: str, rows: Sequence[HeldOut]) -> list[str]:
    """The keys of one card: a table for each phase that has rows, and the hardware that they are of.

    `rows` are those of all cards of its kind.
    """
    lines = []
    for phase in ("decode", "prefill"):
        of_phase = [row for row in rows if row.phase == phase]
        if any(row.calibration == calibration for row in of_phase):
            ends = {kind: spread(calibration, kind, of_phase) for kind in KINDS}
            parts = (f"{kind} = [{low:.2f}, {high:.2f}]" for kind, (low, high) in ends.items())
            lines.append(f"{phase}_spread = {{ {', '.join(parts)} }}")
    cards = sorted({row.card for row in rows if row.calibration == calibration and row.card})
    if cards:
        lines.append(f"seen = {json.dumps(cards)}")
    return lines


def _check(calibration: str, rows: Sequence[HeldOut]) -> list[str]:
    """For each phase and kind: the rows inside and the width, each machine judged by the spread of the others."""
    lines = []
    for phase, kind in product(("decode", "prefill"), KINDS):
        of_phase = [row for row in rows if row.phase == phase]
        own = [row for row in of_phase if (row.calibration, row.kind) == (calibration, kind)]
        others = {
            machine: spread(calibration, kind, [row for row in of_phase if row.machine != machine])
            for machine in {row.machine for row in own}
        }
        inside = sum(others[row.machine][0] <= exp(row.off) <= others[row.machine][1] for row in own)
        if own:
            widths = sorted(others[row.machine][1] / others[row.machine][0] for row in own)
            share, width = inside / len(own), widths[len(widths) // 2]
            lines.append(f"  {phase}, {kind}: {share:.0%} of {len(own)} rows inside, high / low {width:.2f}")
    return lines


def spread(calibration: str, kind: Kind, rows: Sequence[HeldOut]) -> Ends:
    """The spread of one calibration and kind: `rows` are those of one phase and of all cards of its kind.

    Pulled to that of the kind everywhere, and that to all kinds, the more, the fewer machines it was seen on.
    """
    of_kind = [row for row in rows if row.kind == kind]
    levels = [[row for row in of_kind if row.calibration == calibration], of_kind]
    low, high = _ends(rows)
    for level in reversed(levels):
        machines = len({row.machine for row in level}) * min(1.0, len(level) / FEWEST_ROWS)
        own_low, own_high = _ends(level)
        low, high = _pulled(own_low, low, machines=machines), _pulled(own_high, high, machines=machines)
    return exp(min(low, -NARROWEST)), exp(max(high, NARROWEST))


def _pulled(own: float, everywhere: float, *, machines: float) -> float:
    """One end between that of a calibration and that of all."""
    others = POOLED_MACHINES_IF_NARROWER if abs(own) > abs(everywhere) else POOLED_MACHINES
    return (machines * own + others * everywhere) / (machines + others)


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
