"""`rig-advisor model FILE`: what a model's file holds and how much memory it takes, read from its header alone."""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from advisor.advice.imported_results import ADDED, added_results, import_results
from advisor.advice.opened_machine import as_results, opened_machine
from advisor.answer.which_model.file_subject import describe_file
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.open.model_file import open_model_file
from advisor.catalog.reading.regular_file import ModelFileError, is_folder
from advisor.cli.frame.cards import all_cards
from advisor.facts.values.message import Done, Failure, Message, Progress, Result
from advisor.facts.values.reason import ReasonError, reason
from advisor.present.text.model_file_text import model_file_text
from advisor.present.words.reasons.in_words import told_json
from advisor.run.emit import emit_all
from advisor.run.limits import bounded
from advisor.run.watch import REFUSED_CODE
from advisor.store.shared_results import read_result

READ_LIMIT_S = 10.0
"""A header is read in well under a second; a network folder may never answer."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    parser.add_argument("file", type=Path, metavar="FILE", help="the file, one part of it, or the folder it lies in")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--events", action="store_true", help="print messages, one JSON line each")
    parser.add_argument("--as", dest="kinds", nargs="+", choices=_READERS, default=["model"], help=argparse.SUPPRESS)


def run(arguments: argparse.Namespace) -> int:
    """Print what the file holds; what it does not say is unknown, which is an answer."""
    if arguments.events:
        emit_all(file_events(arguments.file, arguments.kinds))
    catalog = all_cards()
    with bounded(arguments.file):
        file = open_model_file(arguments.file, catalog)
        described = describe_file(file, catalog)
    text = told_json(described, indent=2) if arguments.json else model_file_text(file, described)
    sys.stdout.write(text + "\n")
    return 0


def file_events(path: Path, kinds: Sequence[str]) -> Iterator[Message]:
    """What the window asks for: the model or the saved machine in a file, or the sentence that says why there is none.

    Where it may be both it is a model if it can be one; a folder is never a saved machine.
    """
    catalog = all_cards()
    yield Progress(per_mille=0, phase=reason("reading_header"), limit_s=READ_LIMIT_S)
    refused = reason("finished")
    for kind in ["model"] if is_folder(path) else kinds:
        try:
            yield from _READERS[kind](path, catalog)
            break
        except ReasonError as error:
            refused = reason("with_stop", cause=error.reason) if isinstance(error, ModelFileError) else error.reason
    else:
        yield Failure(code=REFUSED_CODE, sentence=refused)
    yield Done()


def _model(path: Path, catalog: Catalog) -> Iterator[Message]:
    with bounded(path):
        file = open_model_file(path, catalog)
    yield Result(kind="model_file", body=file.model_dump(mode="json"))


def _machine(path: Path, catalog: Catalog) -> Iterator[Message]:
    yield from as_results(opened_machine(path, catalog))


def _result(path: Path, _: Catalog) -> Iterator[Message]:
    with bounded(path):
        read_result(path)
        found = import_results([path])
    yield Result(kind=ADDED, body=added_results(found))


_READERS: dict[str, Callable[[Path, Catalog], Iterator[Message]]] = {
    "model": _model,
    "machine": _machine,
    "result": _result,
}
