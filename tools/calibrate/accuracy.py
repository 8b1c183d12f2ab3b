"""Print the accuracy tables of README.md and docs/accuracy.md, or renew them and the pictures there.

All of it is made from data/ and specs/ alone.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import exp
from pathlib import Path

import numpy as np

from advisor.catalog.cards.catalog import Catalog, load_catalog
from tools.calibrate.others.compared import Compared, compared, compared_lines
from tools.calibrate.others.memory_rules import logged, memory_rule_lines
from tools.calibrate.others.picture import write_picture
from tools.calibrate.ranges.alike import alike_lines
from tools.calibrate.ranges.components import PHASES
from tools.calibrate.ranges.coverage import Judged, coverage_lines, judged, machine_of, source_of
from tools.calibrate.ranges.deviations import published, reported
from tools.calibrate.refit.command import refits
from tools.calibrate.refit.held_out import KINDS, HeldOutRow, Refit
from tools.calibrate.score import HEAD, predicted, score_lines
from tools.calibrate.sizes import Sizes, size_lines, sizes
from tools.calibrate.speed_rows import PUBLISHED, REPORTED, Phase, speed_rows
from tools.calibrate.tasks import scored_tasks, task_lines
from tools.made_part import REPOSITORY, renew

MAKER = "python -m tools.calibrate accuracy --write"
_PHASES: dict[Phase, str] = {"decode": "generation", "prefill": "prompts"}
DOCUMENT = REPOSITORY / "docs" / "accuracy.md"
PICTURES = REPOSITORY / "docs" / "pictures"
_SHORT: tuple[tuple[str, Phase, bool, str], ...] = (
    ("tokens/s, NVIDIA", "decode", True, "llama-cpp-cuda"),
    ("tokens/s, Apple", "decode", True, "llama-cpp-metal"),
    ("tokens/s, AMD GPUs", "decode", True, "llama-cpp-rocm-amd llama-cpp-vulkan-amd"),
    ("tokens/s, Strix Halo", "decode", True, "llama-cpp-rocm-strix-halo llama-cpp-vulkan-strix-halo"),
    ("tokens/s, several GPUs", "decode", False, ""),
    ("tokens/s, CPUs by their data sheets", "decode", True, "llama-cpp-cpu"),
    ("prompts, one device", "prefill", True, ""),
    ("prompts, several GPUs", "prefill", False, ""),
)
"""Lines of the table in README.md: rows of one device and one stream or of more, of these calibrations or of all."""

Table = tuple[str, Iterable[str]]
"""Title and lines."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """What can be said to this command."""
    parser.add_argument("--write", action="store_true", help="put the tables into README.md and docs/accuracy.md")
    parser.add_argument("--quick", action="store_true", help="only the tables of this version as shipped, without fits")


def run(arguments: argparse.Namespace) -> None:
    """Print the tables as Markdown, or write them down with the pictures."""
    catalog, folder = load_catalog(), arguments.data
    shipped = markdown(shipped_tables(folder, catalog))
    if arguments.write:
        renew(DOCUMENT, "tables", MAKER, shipped)
    else:
        sys.stdout.write(shipped)
    if arguments.quick:
        return
    done = list(refits(speed_rows(folder), catalog))
    by_source, by_machine = _left_out(done, folder, catalog)
    seen = {name: compared(ones, catalog) for name, ones in _by_table(by_source).items()}
    short = _lines(short_lines(sizes(folder), by_source))
    left_out = markdown(left_out_tables(done, by_source, by_machine, seen))
    if not arguments.write:
        sys.stdout.write(f"{short}\n{left_out}")
        return
    renew(REPOSITORY / "README.md", "accuracy", MAKER, short)
    renew(DOCUMENT, "left out", MAKER, left_out)
    for name, ones in seen.items():
        write_picture(ones, PICTURES / f"{name}.png")


def range_lines(done: Sequence[Refit], folder: Path, catalog: Catalog) -> Iterator[str]:
    """How ranges hold with the source left out of constants and range; or device and machine."""
    return coverage_lines(*_left_out(done, folder, catalog))


def _left_out(done: Sequence[Refit], folder: Path, catalog: Catalog) -> tuple[list[Judged], list[Judged]]:
    """All rows of both tables by what the others tell, their source or their machine left out."""
    reports, without_source = reported(folder, catalog), refits(speed_rows(folder), catalog, by="source")
    by_source = judged([*published(without_source, catalog), *reports], source_of)
    return by_source, judged([*published(done, catalog), *reports], machine_of)


def _by_table(by_source: Sequence[Judged]) -> dict[str, list[Judged]]:
    names = ("speeds", "speeds_reported")
    return {name: [one for one in by_source if one.row.is_reported == bool(at)] for at, name in enumerate(names)}


def _lines(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def markdown(tables: Iterable[Table]) -> str:
    """Tables under their titles."""
    return "\n".join(_lines((f"### {title}", "", "```", *lines, "```")) for title, lines in tables)


def short_lines(memory: Sequence[Sizes], by_source: Sequence[Judged]) -> Iterator[str]:
    """The table of README.md: what, rows, median error, what nine of ten rows are within, and how far ranges hold."""
    yield "| what | rows | median error | nine of ten within | range holds |"
    yield "|---|---|---|---|---|"
    for one in memory:
        yield _short_line(one.name, one.errors, "")
    for name, phase, is_alone, calibrations in _SHORT:
        wanted = [
            one
            for one in by_source
            if one.row.phase == phase and one.row.is_alone == is_alone and not one.row.is_reported
            if not calibrations or one.row.calibration in calibrations.split()
        ]
        yield _short_judged(name, wanted)
    yield _short_judged("speeds that people reported of their own runs", [o for o in by_source if o.row.is_reported])


def _short_judged(name: str, rows: Sequence[Judged]) -> str:
    held = sum(one.is_inside() for one in rows) / len(rows)
    return _short_line(name, [abs(exp(-one.row.off) - 1) for one in rows], f"{held:.0%}")


def _short_line(name: str, errors: Sequence[float], held: str) -> str:
    middle, most = (float(one) for one in np.quantile(errors, (0.5, 0.9)))
    digits = 0 if most >= 0.01 else 1
    text = "exact | exact" if max(errors) == 0 else f"{middle:.{digits}%} | {most:.{digits}%}"
    return f"| {name} | {len(errors)} | {text} | {held} |".replace("|  |", "| |")


def shipped_tables(folder: Path, catalog: Catalog) -> Iterator[Table]:
    """What this version answers."""
    yield "Sizes, beside what llama.cpp logs", size_lines(sizes(folder))
    yield "Memory by the formulas of other tools", memory_rule_lines(logged(folder, catalog))
    for title, name in (("Published speeds", PUBLISHED), ("Speeds that people reported of their own runs", REPORTED)):
        found, silent = predicted(speed_rows(folder, name), catalog)
        yield f"{title}, every row alike", (HEAD, *score_lines(found, by_source=False), *silent)
        yield f"{title}, every source alike", (HEAD, *score_lines(found, by_source=True))
    yield "Other tasks, and models partly in main memory", task_lines(scored_tasks(folder))


def left_out_tables(
    done: Sequence[Refit],
    by_source: Sequence[Judged],
    by_machine: Sequence[Judged],
    seen: Mapping[str, Sequence[Compared]],
) -> Iterator[Table]:
    """What it would answer for devices, sources and machines that it does not know, and what other tools answer."""
    for name, ones in seen.items():
        yield (
            f"This app without the source of each row, and the formulas of other tools: data/{name}.csv",
            compared_lines(ones),
        )
    yield "Ranges, source or machine of each row left out of fit and range", coverage_lines(by_source, by_machine)
    yield "How near anyone could come: the same device in other machines", alike_lines(by_source)
    yield "Published speeds, the device of each row left out of the fit", _left_out_lines(done)


def _left_out_lines(done: Sequence[Refit]) -> Iterator[str]:
    """The errors of all calibrations together, and of each."""
    yield f"{'':48}{'rows':>6}{'devices':>9}{'median':>8}{'p75':>7}{'p90':>7}  left out"
    for phase, kind in product(PHASES, KINDS):
        groups = [(one, [row for row in one.held_out if row.kind == kind]) for one in done if one.phase == phase]
        every = [row for _, rows in groups for row in rows]
        if every:
            yield _left_out_line(f"{_PHASES[phase]}, {kind}", every, "")
        yield from (_left_out_line(f"  {one.calibration}", rows, one.left_out) for one, rows in groups if rows)


def _left_out_line(name: str, rows: Sequence[HeldOutRow], left_out: str) -> str:
    errors = np.quantile([row.error for row in rows], (0.5, 0.75, 0.9))
    figures = f"{len(rows):>6}{len({row.device for row in rows}):>9}{errors[0]:>8.1%}{errors[1]:>7.0%}{errors[2]:>7.0%}"
    return f"{name:48}{figures}  {left_out}".rstrip()
