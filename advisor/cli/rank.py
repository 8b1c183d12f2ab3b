"""`rig-advisor rank`: every model that can do a workload, for this rig, best first."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from math import inf
from typing import NamedTuple

from advisor.advice.assembled import assembled
from advisor.answer.rig.rank import each_of_best, first_current, rank_models, told_ranking
from advisor.answer.rig.ranked import Ranked
from advisor.answer.tasks.ask import find_workload
from advisor.answer.worth.question import WRITING
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.beside.of_family import family_line
from advisor.cli.asking.beside.software import software_notes
from advisor.cli.frame.cards import all_cards
from advisor.cli.frame.command import UsageError
from advisor.cli.frame.no_search import no_search_for_garbage
from advisor.cli.frame.profile import DEFAULT_WORKLOAD, find_workload_id
from advisor.cli.frame.rig_options import add_rig_options, asked_rig
from advisor.cli.frame.table import add_forms, aligned, csv_text
from advisor.facts.answers.ranking import RankedModel, Ranking
from advisor.facts.rig.rig import Rig
from advisor.present.rank.filters import RankFilter
from advisor.present.rank.records import ranked_model, ranking_row, ranking_table
from advisor.present.rank.rows import ABILITIES, Facets, facets
from advisor.present.rank.what_can_i_run import asked_words
from advisor.present.words.answer_text import unusable_words
from advisor.present.words.quantity import wait
from advisor.present.words.search import model_words, nearest_first
from advisor.run.side_by_side import side_by_side

_FROM_PICTURE = "from-picture"
_ONLY = ("great", "fine", "vram", *ABILITIES, _FROM_PICTURE)


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
        help="what runs great, fits in VRAM, sees, makes a film from a picture, ...; repeatable",
    )
    parser.add_argument(
        "--language",
        type=str.lower,
        metavar="NAME",
        help="no models that do not know it; of those that write no text only such whose makers say that they do",
    )
    parser.add_argument(
        "--at-least", type=float, metavar="TOKENS_PER_S", help="only what writes at least so fast, in tokens/s"
    )
    parser.add_argument("--find", metavar="WORDS", help="models by name, older ones too, the nearest name first")
    parser.add_argument("--limit", type=int, metavar="N", help="only the first N")
    parser.add_argument("--in-short", action="store_true", help=argparse.SUPPRESS)  # of questions in plain words
    add_forms(parser, "print the table as CSV, figures in base units")


class _Row(NamedTuple):
    """What is kept of a ranked model: figures or texts of a table, and what it is filtered and found by.

    `knows`: whether it knows the language that was asked for; None where its makers do not say. `tokens_per_s` is what
    it writes as far as known, None where it writes no text or its speed is not known.
    """

    record: RankedModel | None
    texts: tuple[str, ...]
    facets: Facets
    name: str
    words: str
    knows: bool | None = None
    tokens_per_s: float | None = None


_DRAWING, _MOST_OLDER = ("image", "video"), 3
_STYLED = ("image/sdxl", "image/sd-1.5")
"""What people mean by Stable Diffusion (a judgment)."""


def run(arguments: argparse.Namespace) -> int:
    """Print the models."""
    if arguments.limit is not None and arguments.limit < 1:
        raise UsageError("--limit takes a number of models above zero")
    if arguments.at_least is not None and not 0 < arguments.at_least < inf:
        raise UsageError("--at-least takes a number of tokens/s above zero")
    with no_search_for_garbage():
        catalog = all_cards()
        workload_id = find_workload_id(arguments.workload, catalog)
        workload = find_workload(workload_id, catalog)
        if arguments.at_least is not None and workload.task != "generate":
            raise UsageError(f"--at-least is for models that write text for one person, not for {workload_id}")
        asked = asked_rig(arguments, catalog)
        rig = assembled(asked.profile, catalog, name=asked.name).rig
        rows, folded = _ranked(rig, catalog, workload_id, arguments)
        of_software = software_notes(rig, workload_id, catalog)
        notes = tuple(filter(None, (unusable_words(rig), _own_cards(rig, catalog), asked.note, *of_software)))
    records = tuple(one.record for one in rows if one.record)
    if arguments.csv:
        sys.stdout.write(csv_text(one.model_dump(mode="json") for one in records))
    if arguments.json or arguments.csv:
        sys.stdout.write(Ranking(models=records, notes=notes).model_dump_json() + "\n" if arguments.json else "")
        return 0
    table = ranking_table([one.texts for one in rows], workload.task)
    short = family_line(records, arguments.find) if arguments.in_short and arguments.find else ""
    sys.stdout.write("".join(f"{note}\n" for note in (short, *notes) if note) + aligned(table))
    sys.stdout.write(f"\n{asked_words(workload)}\n")
    if _FROM_PICTURE in arguments.only:
        sys.stdout.write("Only models that a picture may begin.\n")
    if arguments.language:
        sys.stdout.write(f"{_of_language(arguments.language, workload.task)}\n")
    if arguments.at_least is not None:
        which = "Only models that write" if rows else "No model of the list writes"
        sys.stdout.write(f"{which} at least {arguments.at_least:g} tokens/s{'' if rows else ' here'}.\n")
    if folded:
        is_any_great = any(one.facets.usability == "great" for one in rows)
        sys.stdout.write(f"{folded} older models: --all\n")
        sys.stdout.write("".join(f"{one}\n" for one in _of_older(rig, catalog, workload_id, is_any_great=is_any_great)))
    return 0


def _of_older(rig: Rig, catalog: Catalog, workload_id: str, *, is_any_great: bool) -> Iterator[str]:
    """Older models that draw or film well on a small card, where no newer one does, and those that styles are made for.

    Old language models are fast, too, but answer far worse than small new ones.
    """
    task = find_workload(workload_id, catalog).task
    if task not in _DRAWING or (is_any_great and task != "image"):
        return
    older = [one for one in rank_models(rig, catalog, workload_id=workload_id) if one.older]
    great = [one.model.name for one in older if one.usability == "great"]
    if great and not is_any_great:
        yield f"Older, but great here: {', '.join(great[:_MOST_OLDER])}."
    styled = [
        f"{one.model.name} in {wait(time_s.middle)} ({one.usability})"
        for one in older
        if one.model_id in _STYLED and (time_s := one.wait_s) is not None
    ]
    if styled:
        yield f"Older, what most styles and LoRAs are made for, anime too: {'; '.join(styled)}."


def _of_language(language: str, task: str) -> str:
    """What the list says of a language."""
    name = language.capitalize()
    if task in WRITING:
        return f"How well a model writes {name} is not judged: try it on your own texts."
    return f"Only models whose makers say that they know {name}; how well is not judged."


def _own_cards(rig: Rig, catalog: Catalog) -> str:
    """Which of the processors are known by a person's own cards; empty where none is."""
    own = dict.fromkeys(one.name for one in rig.processors if one.card in catalog.own)
    return f"By your own cards: {', '.join(own)}." if own else ""


def _ranked(rig: Rig, catalog: Catalog, workload_id: str, arguments: argparse.Namespace) -> tuple[Sequence[_Row], int]:
    """What is asked for, and how many older models are left out of it."""
    task, is_record = find_workload(workload_id, catalog).task, arguments.json or arguments.csv

    def told(one: Ranked) -> _Row:
        record = ranked_model(one, task) if is_record or arguments.in_short else None
        texts = () if is_record else ranking_row(one, task)
        language = arguments.language or ""
        knows = one.model.knows_language(language) if language else None
        knows = True if knows is None and one.model.kind == "language" else knows
        words, rate = model_words(one.model_id, one.model), one.rate
        return _Row(record, texts, facets(one), one.model.name, words, knows, rate.middle if rate else None)

    is_all, limit = arguments.json or arguments.all, arguments.limit
    is_chosen = arguments.find or arguments.only or arguments.language or arguments.at_least
    if limit and is_all and not is_chosen:
        first = each_of_best(rig, catalog, workload_id=workload_id, count=limit)
        return [told(one) for one in first if one is not None], 0
    if limit and not is_chosen:
        current, folded = first_current(rig, catalog, workload_id=workload_id, count=limit)
        return [told(one) for one in current], folded
    with_older = bool(is_all or is_chosen)
    rows, folded = told_ranking(
        rig, catalog, workload_id=workload_id, told=told, with_older=with_older, many=side_by_side
    )
    if not is_chosen:
        return rows, folded
    found = _found(rows, arguments)
    shown = [one for one in found if is_all or arguments.find or not one.facets.older]
    return shown[:limit], len(found) - len(shown)


def _found(rows: Sequence[_Row], arguments: argparse.Namespace) -> Sequence[_Row]:
    """What is asked for."""
    asked = set(arguments.only)
    wanted = RankFilter(
        light="great" if "great" in asked else "fine" if "fine" in asked else "",
        is_inside="vram" in asked,
        abilities=frozenset(one for one in ABILITIES if one in asked),
        takes_picture=_FROM_PICTURE in asked,
        with_older=True,
    )
    if arguments.language:
        rows = [one for one in rows if one.knows]
    if arguments.at_least is not None:
        rows = [one for one in rows if (one.tokens_per_s or 0.0) >= arguments.at_least]
    if asked:
        rows = [one for one in rows if wanted.shows(one.facets)]
    return nearest_first(((one, one.name, one.words) for one in rows), arguments.find) if arguments.find else rows
