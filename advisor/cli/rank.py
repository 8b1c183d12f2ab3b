"""`rig-advisor rank`: every model in the catalog for this rig, best first."""

import argparse
import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from advisor.advice.assembled import assembled
from advisor.answer.rig.rank import rank_models
from advisor.catalog.cards.catalog import load_catalog
from advisor.cli.profile import DEFAULT_WORKLOAD, add_machine_option, check_workload, read_profile
from advisor.facts.answers.answer import Ranking
from advisor.present.rank.what_can_i_run import ranking, ranking_table
from advisor.present.words.answer_text import unusable_words


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    add_machine_option(parser)
    parser.add_argument("--workload", default=DEFAULT_WORKLOAD, metavar="ID", help="what the models are used for")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """Print the models."""
    with _no_search_for_garbage():
        found = _found(arguments.machine, arguments.workload)
    if arguments.json:
        sys.stdout.write(found.model_dump_json() + "\n")
    else:
        sys.stdout.write("".join(f"{note}\n" for note in found.notes) + _aligned(ranking_table(found)))
    return 0


@contextmanager
def _no_search_for_garbage() -> Iterator[None]:
    """Tens of thousands of records come and none of them in a circle: looking for such takes a tenth of the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _found(file: Path | None, workload_id: str) -> Ranking:
    catalog = load_catalog()
    check_workload(workload_id, catalog, command="rank")
    profile = read_profile(file, catalog)
    rig = assembled(profile, catalog).rig
    return ranking(rank_models(rig, catalog, workload_id=workload_id), unusable=unusable_words(rig))


def _aligned(rows: tuple[tuple[str, ...], ...]) -> str:
    """Rows of texts under each other."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)) for row in rows)
    return "".join(f"{line.rstrip()}\n" for line in lines)
