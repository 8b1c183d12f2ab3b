"""`rig-advisor models`: the models on this computer, which program has them, and how they run here."""

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from advisor.advice.local_models import LIMIT_S, LOCAL_MODEL, LOOKED, models_on_this_computer
from advisor.catalog.on_disk.finder import find_models, places_here
from advisor.catalog.on_disk.walk import Search
from advisor.cli.frame.cards import all_cards
from advisor.facts.values.message import Done, Message, Progress, Result
from advisor.facts.values.reason import reason
from advisor.probe.shared.host import running_kind
from advisor.run.emit import emit_all
from advisor.run.limits import bounded


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    parser.add_argument(
        "--folder", action="append", default=[], type=Path, metavar="DIR", help="look in there, too; repeatable"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--events", action="store_true", help=argparse.SUPPRESS)


def run(arguments: argparse.Namespace) -> int:
    """Print the models."""
    if arguments.events:
        emit_all(_events(arguments.folder))
    found = models_on_this_computer()
    sys.stdout.write(found.model_dump_json(indent=2) + "\n")
    return 0


def _events(folders: Sequence[Path]) -> Iterator[Message]:
    """What a search finds, model by model, and what else it met."""
    yield Progress(per_mille=0, phase=reason("looking_for_models"), limit_s=LIMIT_S)
    places = places_here(running_kind(), Path.home(), os.environ, folders)
    found = find_models(places, all_cards(), Search(), guard=bounded)
    while True:
        try:
            yield Result(kind=LOCAL_MODEL, body=next(found).model_dump(mode="json"))
        except StopIteration as end:
            yield Result(kind=LOOKED, body=end.value.model_dump(mode="json"))
            break
    yield Done()
