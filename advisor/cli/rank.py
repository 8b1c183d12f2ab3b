"""`rig-advisor rank`: every model that can do a workload, for this rig, best first."""

import argparse
import sys

from advisor.advice.assembled import assembled
from advisor.answer.rig.rank import each_of_best, first_current, rank_current, rank_models
from advisor.answer.rig.ranked import Ranked
from advisor.answer.tasks.ask import find_workload
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.frame.cards import all_cards
from advisor.cli.frame.command import UsageError
from advisor.cli.frame.no_search import no_search_for_garbage
from advisor.cli.frame.profile import DEFAULT_WORKLOAD, find_workload_id
from advisor.cli.frame.rig_options import add_rig_options, asked_rig
from advisor.cli.frame.table import add_forms, aligned, csv_text
from advisor.facts.rig.rig import Rig
from advisor.present.rank.filters import RankFilter
from advisor.present.rank.records import ranking, ranking_table
from advisor.present.rank.rows import ABILITIES, facets
from advisor.present.rank.what_can_i_run import asked_words
from advisor.present.words.answer_text import unusable_words
from advisor.present.words.search import model_words, nearest_first

_ONLY = ("great", "fine", "vram", *ABILITIES)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    add_rig_options(parser)
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
    parser.add_argument("--limit", type=int, metavar="N", help="only the first N")
    add_forms(parser, "print the table as CSV, figures in base units")


def run(arguments: argparse.Namespace) -> int:
    """Print the models."""
    if arguments.limit is not None and arguments.limit < 1:
        raise UsageError("--limit takes a number of models above zero")
    with no_search_for_garbage():
        catalog = all_cards()
        workload_id = find_workload_id(arguments.workload, catalog)
        asked = asked_rig(arguments, catalog)
        rig = assembled(asked.profile, catalog, name=asked.name).rig
        ranked, folded = _ranked(rig, catalog, workload_id, arguments)
        notes = tuple(filter(None, (unusable_words(rig), _own_cards(rig, catalog), asked.note)))
        if arguments.json or arguments.csv:
            found = ranking(ranked[: arguments.limit], workload_id, catalog, notes=notes)
            rows = csv_text(one.model_dump(mode="json") for one in found.models) if arguments.csv else ""
            sys.stdout.write(rows or found.model_dump_json() + "\n")
            return 0
    table = ranking_table(ranked[: arguments.limit], workload_id, catalog)
    sys.stdout.write("".join(f"{note}\n" for note in notes) + aligned(table))
    sys.stdout.write(f"\n{asked_words(find_workload(workload_id, catalog))}\n")
    if folded:
        sys.stdout.write(f"{folded} older models: --all\n")
    return 0


def _own_cards(rig: Rig, catalog: Catalog) -> str:
    """Which of the processors are known by a person's own cards; empty where none is."""
    own = dict.fromkeys(one.name for one in rig.processors if one.card in catalog.own)
    return f"By your own cards: {', '.join(own)}." if own else ""


def _ranked(
    rig: Rig, catalog: Catalog, workload_id: str, arguments: argparse.Namespace
) -> tuple[tuple[Ranked, ...], int]:
    """What is asked for, and how many older models are left out of it."""
    is_all = arguments.json or arguments.all
    if arguments.limit and is_all and not (arguments.find or arguments.only):
        first = each_of_best(rig, catalog, workload_id=workload_id, count=arguments.limit)
        return tuple(one for one in first if one is not None), 0
    if arguments.limit and not (is_all or arguments.find or arguments.only):
        return first_current(rig, catalog, workload_id=workload_id, count=arguments.limit)
    if not (is_all or arguments.find or arguments.only):
        return rank_current(rig, catalog, workload_id=workload_id)
    found = _found(rank_models(rig, catalog, workload_id=workload_id), arguments)
    shown = tuple(one for one in found if arguments.json or arguments.all or arguments.find or not one.older)
    return shown, len(found) - len(shown)


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
