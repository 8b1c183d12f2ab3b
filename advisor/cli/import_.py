"""`rig-advisor import`: results that others shared, kept and put beside this rig's."""

import argparse
import contextlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from advisor.advice.assembled import assembled
from advisor.advice.imported_results import ADDED, added_results, beside_others, import_results
from advisor.cli.frame.cards import all_cards
from advisor.cli.frame.command import CommandError
from advisor.cli.frame.profile import read_profile
from advisor.facts.values.local_time import local_today
from advisor.facts.values.message import Done, Failure, Message, Progress, Result
from advisor.facts.values.reason import ReasonError, reason
from advisor.present.check.compared_text import result_line
from advisor.present.words.reasons.in_words import in_words
from advisor.run.emit import emit_all
from advisor.run.limits import bounded
from advisor.run.watch import REFUSED_CODE
from advisor.store.shared_results import SHARED, remove_results

ALL, READ_LIMIT_S = "all", 10.0


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="results, or folders of them")
    parser.add_argument("--events", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--list", action="store_true", help="show what is kept")
    parser.add_argument("--remove", type=_number, metavar="N", help="forget the result with this number, or all")


def run(arguments: argparse.Namespace) -> int:
    """Keep them, and say how this rig stands beside them; 1 where none of the files holds a result."""
    if arguments.events:
        emit_all(_events(arguments.files))
    if arguments.remove is not None:
        count = remove_results(None if arguments.remove == ALL else arguments.remove)
        sys.stdout.write(f"Removed: {count}.\n")
        return 0
    if arguments.list:
        kept = SHARED.read().record.results
        lines = (f"{number}  {result_line(one.result)}\n" for number, one in enumerate(kept, start=1))
        sys.stdout.write("".join(lines) or "No result is kept.\n")
        return 0
    if arguments.files:
        with bounded(arguments.files[0]):
            found = import_results(arguments.files)
        for fault in found.faults:
            sys.stderr.write(f"rig-advisor: {in_words(fault)}\n")
        if not found.new and not found.known:
            raise CommandError("none of these files holds a result")
        sys.stdout.write(f"{found.new} new, {found.known} known before.\n")
    catalog = all_cards()
    profile = read_profile(None, catalog)
    known = profile.changed(machine=assembled(profile, catalog).machine)
    sentences = beside_others(known, catalog, today=local_today())
    sys.stdout.write("".join(f"{line}\n" for line in sentences) or "No other rig has the same parts and figures yet.\n")
    return 0


def _events(files: Sequence[Path]) -> Iterator[Message]:
    """What the window asks for; how the rig stands beside them it says itself."""
    yield Progress(per_mille=0, phase=reason("reading_file"), limit_s=READ_LIMIT_S)
    try:
        found = import_results(files)
    except ReasonError as error:
        yield Failure(code=REFUSED_CODE, sentence=error.reason)
    else:
        yield Result(kind=ADDED, body=added_results(found))
    yield Done()


def _number(text: str) -> int | str:
    if text == ALL:
        return text
    with contextlib.suppress(ValueError):
        if int(text) > 0:
            return int(text)
    raise argparse.ArgumentTypeError("must be a number of --list, or all")
