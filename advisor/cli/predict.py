"""`rig-advisor predict`: answers requests, one JSON line each, in order."""

import argparse
import json
import sys
from collections.abc import Iterable
from typing import Any

from advisor.answer.asked.checked_request import request_id
from advisor.answer.request.request import answer_request
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.frame.cards import all_cards
from advisor.cli.frame.command import CommandError
from advisor.cli.frame.standard_input import bytes_of
from advisor.facts.answers.answer import Answer, AnswerError
from advisor.facts.values.reason import reason
from advisor.facts.values.units import MIB
from advisor.present.words.reasons.in_words import told_json

MOST_BYTES = 64 * MIB
"""Of all requests together."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    parser.add_argument("--requests", required=True, metavar="FILE", help="one JSON request per line; - reads stdin")


def run(arguments: argparse.Namespace) -> int:
    """Answer every line; 1 when any of them had an error or the file cannot be read."""
    lines = _lines(arguments.requests)
    catalog = all_cards()
    faults = 0
    for answer in answers(lines, catalog):
        faults += answer.error is not None
        sys.stdout.write(told_json(answer) + "\n")
    return 1 if faults else 0


def answers(lines: Iterable[str], catalog: Catalog) -> Iterable[Answer]:
    """One answer per line that is not blank; a line that is no JSON gets an error answer."""
    for line in lines:
        if not line.strip():
            continue
        try:
            fields = json.loads(line)
        except (ValueError, RecursionError) as error:
            yield Answer(
                id="", error=AnswerError(code="bad_request", message=reason("line_is_no_json", fault=str(error)))
            )
            continue
        yield _guarded(fields, catalog)


def _guarded(fields: Any, catalog: Catalog) -> Answer:
    """The answer, or an error answer where the calculation broke: one line must not cost the others theirs."""
    try:
        return answer_request(fields, catalog)
    except Exception as error:
        message = reason("cannot_be_computed", fault=type(error).__name__)
        return Answer(id=request_id(fields), error=AnswerError(code="bad_request", message=message))


def _lines(path: str) -> list[str]:
    try:
        return bytes_of(path, MOST_BYTES).decode("utf-8-sig").split("\n")
    except UnicodeDecodeError as error:
        raise CommandError(f"{path} is no text in UTF-8") from error
