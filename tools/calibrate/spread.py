"""Work out how wide the ranges of specs/engines must be, from speeds that were left out of the fits.

Each speed is compared with the prediction of constants fitted without its device (without its model where there is
only one device). Prints the keys of every calibration, and how many of its rows lie inside when the spread comes from
the other devices; with `--write` puts the keys on the cards.
"""

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import exp, sqrt
from pathlib import Path
from statistics import median_high
from typing import NamedTuple

from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.catalog.cards.folder import data_folder
from tools.calibrate.quantiles import quantile_between
from tools.calibrate.refit.cases import SPREAD_KINDS, SpreadKind
from tools.calibrate.refit.command import refits
from tools.calibrate.refit.held_out import HeldOutRow, Refit
from tools.calibrate.speed_rows import Phase, speed_rows

LEFT_OUT_SHARE = 0.08
"""Of the held-out speeds that lie below a range and above it. A tenth would be outside if the devices to come were
like those seen; judged by the other devices, a fifth of the rows of a device are outside with this share.
"""
POOLED_DEVICES, POOLED_DEVICES_IF_NARROWER = 4.0, 1.0
"""As many devices as all calibrations together count for beside those of one: few rows easily look too good, and
seldom too bad.
"""
NARROWEST = 0.03
"""No spread is narrower: repeated runs differ by as much."""
FEWEST_ROWS = 8
"""Rows that a spread of one kind rests on at least."""

PHASES: tuple[Phase, ...] = ("decode", "prefill")
Ends = tuple[float, float]


class Judged(NamedTuple):
    """A row of one calibration, judged by the spread that the other devices give: whether it holds it, high / low."""

    row: HeldOutRow
    is_inside: bool
    width: float


def add_options(parser: argparse.ArgumentParser) -> None:
    """What can be said to this command."""
    parser.add_argument("--write", action="store_true", help="put the spreads on the cards in specs/engines")


def run(arguments: argparse.Namespace) -> None:
    """Print, or write, the spreads of every calibration."""
    catalog = load_catalog()
    for calibration, rows in rows_by_calibration(refits(speed_rows(arguments.data), catalog), catalog):
        lines = spread_lines(calibration, rows)
        sys.stdout.write("\n".join((calibration, *lines, *_check_lines(judged(calibration, rows)), "")) + "\n")
        if arguments.write:
            write_keys(data_folder("specs") / "engines" / f"{calibration}.toml", lines)


def rows_by_calibration(done: Iterable[Refit], catalog: Catalog) -> Iterator[tuple[str, list[HeldOutRow]]]:
    """Each calibration with the left-out rows of one device of all calibrations for processors, or of all others."""
    found = [row for one in done for row in one.held_out if row.device_count == 1]
    processors = {one for one, card in catalog.calibrations.items() if "cpu" in card.backends}
    for calibration in sorted({row.calibration for row in found}):
        yield calibration, [row for row in found if (row.calibration in processors) == (calibration in processors)]


def spread_lines(calibration: str, rows: Sequence[HeldOutRow]) -> list[str]:
    """The keys of one card: a table for each phase that has rows, and the hardware that they are of.

    `rows` are those of all cards of its kind.
    """
    lines = []
    for phase in PHASES:
        of_phase = [row for row in rows if row.phase == phase]
        if any(row.calibration == calibration for row in of_phase):
            ends = {kind: spread(calibration, kind, of_phase) for kind in SPREAD_KINDS}
            parts = (f"{kind} = [{low:.2f}, {high:.2f}]" for kind, (low, high) in ends.items())
            lines.append(f"{phase}_spread = {{ {', '.join(parts)} }}")
    cards = sorted({row.card for row in rows if row.calibration == calibration and row.card})
    if cards:
        lines.append(f"seen = {json.dumps(cards)}")
    return lines


def judged(calibration: str, rows: Sequence[HeldOutRow]) -> list[Judged]:
    """The rows of one calibration; `rows` are those of all cards of its kind."""
    found = []
    for phase, kind in product(PHASES, SPREAD_KINDS):
        of_phase = [row for row in rows if row.phase == phase]
        own = [row for row in of_phase if (row.calibration, row.spread_kind) == (calibration, kind)]
        others = {
            device: spread(calibration, kind, [row for row in of_phase if row.device != device])
            for device in {row.device for row in own}
        }
        for row in own:
            low, high = others[row.device]
            found.append(Judged(row, low <= exp(row.off) <= high, high / low))
    return found


def _check_lines(rows: Sequence[Judged]) -> Iterator[str]:
    for phase, kind in product(PHASES, SPREAD_KINDS):
        own = [one for one in rows if (one.row.phase, one.row.spread_kind) == (phase, kind)]
        if own:
            share, width = sum(one.is_inside for one in own) / len(own), median_high(one.width for one in own)
            yield f"  {phase}, {kind}: {share:.0%} of {len(own)} rows inside, high / low {width:.2f}"


def spread(calibration: str, kind: SpreadKind, rows: Sequence[HeldOutRow]) -> Ends:
    """The spread of one calibration and kind: `rows` are those of one phase and of all cards of its kind.

    Pulled to that of the kind everywhere, and that to all kinds, the more, the fewer devices it was seen on.
    """
    of_kind = [row for row in rows if row.spread_kind == kind]
    levels = [[row for row in of_kind if row.calibration == calibration], of_kind]
    low, high = _ends(rows)
    for level in reversed(levels):
        devices = len({row.device for row in level}) * min(1.0, len(level) / FEWEST_ROWS)
        own_low, own_high = _ends(level)
        low, high = _pulled(own_low, low, devices=devices), _pulled(own_high, high, devices=devices)
    return exp(min(low, -NARROWEST)), exp(max(high, NARROWEST))


def _pulled(own: float, everywhere: float, *, devices: float) -> float:
    """One end between that of a calibration and that of all."""
    others = POOLED_DEVICES_IF_NARROWER if abs(own) > abs(everywhere) else POOLED_DEVICES
    return (devices * own + others * everywhere) / (devices + others)


def _ends(rows: Sequence[HeldOutRow]) -> Ends:
    """The tenth and ninetieth percentile of log(measured / predicted), a device weighted by the root of its rows."""
    counts = Counter((row.calibration, row.device) for row in rows)
    offs = [(row.off, 1 / sqrt(counts[row.calibration, row.device])) for row in rows]
    return quantile_between(offs, LEFT_OUT_SHARE), quantile_between(offs, 1 - LEFT_OUT_SHARE)


def write_keys(card: Path, lines: Sequence[str]) -> None:
    """Put these keys on a card, in the place of those of the same name, before its first table."""
    text = card.read_text(encoding="utf-8")
    for line in lines:
        key = line.partition(" ")[0]
        text = re.sub(rf"^{key} = .*\n", "", text, flags=re.MULTILINE)
    head, mark, tables = text.partition("\n[[")
    card.write_text(f"{head.rstrip()}\n" + "".join(f"{line}\n" for line in lines) + mark + tables, encoding="utf-8")
