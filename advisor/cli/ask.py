"""`rig-advisor ask`: one model on one computer, or a plain question, in a few lines; the exit code tells the light."""

import argparse
import sys

from advisor.answer.asked.problem import UnknownModelError
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.answer import asked_answer
from advisor.cli.asking.answered import add_question, wish_of
from advisor.cli.asking.codes import CODES
from advisor.cli.asking.printed import answer_lines
from advisor.cli.frame.cards import all_cards
from advisor.cli.frame.command import SENTENCE, UsageError
from advisor.cli.frame.no_search import no_search_for_garbage
from advisor.cli.frame.rig_options import AskedRig, asked_rig
from advisor.cli.frame.table import add_forms, csv_text

_PLAIN = """not understood: name a model, a computer or what it is for, for example "Qwen3 8B on an RTX 3060\""""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    add_question(parser)
    add_forms(parser, "print the same as CSV, figures in base units")
    parser.epilog = "ends with 0 great or fine, 1 slow, 2 won't run, 3 unknown, 64 no answer"


def run(arguments: argparse.Namespace) -> int:
    """Print the answer."""
    wish = wish_of(arguments)
    with no_search_for_garbage():
        catalog = all_cards()
        asked = asked_rig(arguments, catalog)
        try:
            answer, verdict = asked_answer(wish, asked, catalog)
        except UnknownModelError as error:
            return _in_words(error, wish.model, arguments, asked, catalog)
    if arguments.json:
        sys.stdout.write(answer.model_dump_json() + "\n")
    elif arguments.csv:
        sys.stdout.write(csv_text((answer.model_dump(mode="json"),)))
    else:
        sys.stdout.write("".join(f"{line}\n" for line in answer_lines(answer, verdict)))
    return CODES[answer.usability]


def _in_words(
    error: UnknownModelError, text: str, arguments: argparse.Namespace, asked: AskedRig, catalog: Catalog
) -> int:
    """Answer a plain question.

    Raises:
        UnknownModelError, UsageError: it is none, or nothing says what is meant.
    """
    # imported here: who names a model pays for none of it
    from advisor.cli.asking.carried_out import carried_out
    from advisor.cli.asking.sentence.said import is_about_why

    code = carried_out(text, arguments, asked, catalog)
    if code is not None:
        return code
    if is_about_why(text):
        raise UsageError("ask says what runs, how fast and what is best; page Learn of the window explains why")
    raise UsageError(_PLAIN) if len(text.split()) >= SENTENCE else error
