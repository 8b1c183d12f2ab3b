"""`rig-advisor rank`: every model that can do a workload, for this rig, best first."""

import argparse
import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from advisor.advice.assembled import assembled
from advisor.answer.rig.rank import rank_current, rank_models
from advisor.answer.rig.ranked import Ranked
from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.cli.frame.command import CommandError
from advisor.cli.frame.profile import DEFAULT_WORKLOAD, add_machine_option, find_task, read_profile
from advisor.facts.rig.rig import Rig
from advisor.present.rank.filters import RankFilter
from advisor.present.rank.records import ranking, ranking_table
from advisor.present.rank.rows import ABILITIES, facets
from advisor.present.words.answer_text import unusable_words
from advisor.present.words.search import model_words, nearest_first

_ONLY = ("great", "fine", "vram", *ABILITIES)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    add_machine_option(parser)
    parser.add_argument("--workload", default=DEFAULT_WORKLOAD, metavar="ID", help="what the models are used for")
    parser.add_argument("--all", action="store_true", help="older models, too")
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        choices=_ONLY,
        help="what runs great, fits in VRAM, sees, ...; repeatable",
    )
    parser.add_argument("--find", metavar="WORDS", help="models by name, older ones too, the nearest name first")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """Print the models."""
    with _no_search_for_garbage():
        catalog = load_catalog()
        workload_id = _workload_id(arguments.workload, catalog)
        rig = assembled(read_profile(arguments.machine, catalog), catalog).rig
        ranked, folded = _ranked(rig, catalog, workload_id, arguments)
        notes = tuple(filter(None, (unusable_words(rig),)))
        if arguments.json:
            sys.stdout.write(ranking(ranked, workload_id, catalog, notes=notes).model_dump_json() + "\n")
            return 0
    sys.stdout.write("".join(f"{note}\n" for note in notes) + _aligned(ranking_table(ranked, workload_id, catalog)))
    if folded:
        sys.stdout.write(f"\n{folded} older models: --all\n")
    return 0


def _ranked(
    rig: Rig, catalog: Catalog, workload_id: str, arguments: argparse.Namespace
) -> tuple[tuple[Ranked, ...], int]:
    """What is asked for, and how many older models are left out of it."""
    if not (arguments.json or arguments.all or arguments.find or arguments.only):
        return rank_current(rig, catalog, workload_id=workload_id)
    found = _found(rank_models(rig, catalog, workload_id=workload_id), arguments)
    shown = tuple(one for one in found if arguments.json or arguments.all or arguments.find or not one.older)
    return shown, len(found) - len(shown)


@contextmanager
def _no_search_for_garbage() -> Iterator[None]:
    """Tens of thousands of records come and none of them in a circle: looking for such takes a tenth of the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_enabled:
            gc.enable()


def _workload_id(name: str, catalog: Catalog) -> str:
    """The id of a workload by its id or one of its names. Raises CommandError where there is none."""
    workload_id = name if name in catalog.workloads else catalog.workloads.find(name) or find_task(name, catalog)
    if workload_id is None:
        known = ", ".join((*catalog.workloads, *catalog.other_workloads))
        raise CommandError(f"no workload is known as {name!r}; known: {known}")
    return workload_id


def _found(ranked: tuple[Ranked, ...], arguments: argparse.Namespace) -> tuple[Ranked, ...]:
    """What is asked for."""
    asked = set(arguments.only)
    wanted = RankFilter(
        light="great" if "great" in asked else "fine" if "fine" in asked else "",
        is_inside="vram" in asked,
        abilities=frozenset(one for one in ABILITIES if one in asked),
        with_older=True,
    )
    if asked:
        ranked = tuple(one for one in ranked if wanted.shows(facets(one)))
    if not arguments.find:
        return ranked
    rows = ((one, one.model.name, model_words(one.model_id, one.model)) for one in ranked)
    return nearest_first(rows, arguments.find)


def _aligned(rows: tuple[tuple[str, ...], ...]) -> str:
    """Rows of texts under each other."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)) for row in rows)
    return "".join(f"{line.rstrip()}\n" for line in lines)
