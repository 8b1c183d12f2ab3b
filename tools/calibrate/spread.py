"""Work out how wide ranges must be, and from what: source, machine, model; and what rows are of.

Published speeds are held against constants fitted without their device (or model), those that people reported against
the constants as shipped. Prints the parts by kind of hardware and phase, and how well ranges hold for sources and
machines that they have not seen; with `--write` puts the keys on the cards of specs/engines.
"""

import argparse
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.catalog.cards.folder import data_folder
from advisor.facts.cards.calibration import Spreads
from tools.calibrate.accuracy import range_lines
from tools.calibrate.ranges.components import PHASES, Key, components
from tools.calibrate.ranges.deviations import GROUPS, Deviation, group_of, published, reported
from tools.calibrate.refit.command import refits
from tools.calibrate.speed_rows import speed_rows

_PARTS = ("source", "machine", "linux", "windows", "macos", "dense", "sparse", "deep")


def add_options(parser: argparse.ArgumentParser) -> None:
    """What can be said to this command."""
    parser.add_argument("--write", action="store_true", help="put the spreads on the cards in specs/engines")
    parser.add_argument("--quick", action="store_true", help="without the check on what is left out")


def run(arguments: argparse.Namespace) -> None:
    """Print, or write, the parts of ranges."""
    catalog = load_catalog()
    done = list(refits(speed_rows(arguments.data), catalog))
    rows = [*published(done, catalog), *reported(arguments.data, catalog)]
    found = components(rows)
    for phase in PHASES:
        sys.stdout.writelines(f"{phase}, {group}: {_spread_text(found[group, phase])}\n" for group in GROUPS)
    for calibration in sorted(catalog.calibrations):
        lines = card_lines(calibration, rows, found, catalog)
        if arguments.write:
            write_keys(data_folder("specs") / "engines" / f"{calibration}.toml", lines)
    if not arguments.quick:
        sys.stdout.writelines(f"{line}\n" for line in range_lines(done, arguments.data, catalog))


def card_lines(
    calibration: str, rows: Sequence[Deviation], found: Mapping[Key, Spreads], catalog: Catalog
) -> Iterator[str]:
    """The keys of one card: for each phase that its constants were fitted in the parts, and what the rows are of."""
    group = group_of(catalog.calibrations[calibration])
    for phase in PHASES:
        own = [row for row in rows if (row.calibration, row.phase, row.is_reported) == (calibration, phase, False)]
        if own:
            yield f"{phase}_spread = {{ {_spread_text(found[group, phase])} }}"
            seen = (
                ("hardware", _names(row.seen.hardware for row in own)),
                ("architectures", _names(row.seen.architecture for row in own)),
                ("types", _names(row.seen.block_type for row in own)),
            )
            yield f"{phase}_seen = {{ {', '.join(f'{key} = {json.dumps(names)}' for key, names in seen if names)} }}"


def _names(names: Iterable[str | None]) -> list[str]:
    return sorted({name for name in names if name})


def _spread_text(spreads: Spreads) -> str:
    parts = ((name, getattr(spreads, name)) for name in _PARTS)
    text = ", ".join(f"{name} = [{ends[0]:.3f}, {ends[1]:.3f}]" for name, ends in parts if ends is not None)
    return f"{text}, several = {spreads.several:.2f}"


def write_keys(card: Path, lines: Iterable[str]) -> None:
    """Put these keys on a card, before its first table, in the place of all that such a command wrote before."""
    text = card.read_text(encoding="utf-8")
    text = re.sub(r"^(decode|prefill)_(spread|seen) = .*\n", "", text, flags=re.MULTILINE)
    head, *tables = re.split(r"^(?=\[)", text, maxsplit=1, flags=re.MULTILINE)
    keys = "".join(f"{line}\n" for line in lines)
    card.write_text(f"{head.rstrip()}\n{keys}" + "".join(f"\n{table}" for table in tables), encoding="utf-8")
