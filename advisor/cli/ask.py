"""`rig-advisor ask`: one model on one computer, in a few lines; the exit code tells the light."""

import argparse
import sys
from collections.abc import Iterator

from advisor.answer.asked.problem import UnknownModelError
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.answer import asked_answer
from advisor.cli.asking.codes import CODES
from advisor.cli.asking.wish import AUTO, Wish
from advisor.cli.frame.cards import all_cards
from advisor.cli.frame.command import UsageError
from advisor.cli.frame.context_option import add_context_option
from advisor.cli.frame.no_search import no_search_for_garbage
from advisor.cli.frame.rig_options import add_rig_options, asked_rig
from advisor.cli.frame.set_option import add_set_option, set_fields
from advisor.cli.frame.table import add_forms, csv_text
from advisor.facts.answers.ask import AskAnswer
from advisor.facts.answers.usability import Usability
from advisor.facts.values.local_time import local_today
from advisor.present.words.limit import LIMIT_WORDS
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.verdict import Verdict
from advisor.present.words.words import joined


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    parser.add_argument(
        "model", nargs="+", metavar="MODEL", help="a name, a file, an Ollama name or a Hugging Face name"
    )
    parser.add_argument(
        "--workload", metavar="ID", help="what it is used for; without it chat, or what the model is for"
    )
    parser.add_argument(
        "--quant", default=AUTO, metavar="NAME", help="a quantization, for example Q4_K_M (auto: the best)"
    )
    add_context_option(parser, "the length to hold")
    add_set_option(parser)
    add_rig_options(parser)
    add_forms(parser, "print the same as CSV, figures in base units")
    parser.epilog = "ends with 0 great or fine, 1 slow, 2 won't run, 3 unknown, 64 no answer"


def run(arguments: argparse.Namespace) -> int:
    """Print the answer."""
    wish = Wish(
        model=" ".join(arguments.model),
        workload=arguments.workload,
        quant=arguments.quant,
        context_tokens=arguments.context,
        fields=set_fields(arguments),
    )
    with no_search_for_garbage():
        catalog = all_cards()
        asked = asked_rig(arguments, catalog)
        try:
            answer, verdict = asked_answer(wish, asked, catalog)
        except UnknownModelError as error:
            is_plain = not (asked.options or arguments.json or arguments.csv)
            if is_plain and (compared := _side_by_side(wish, catalog)) is not None:
                sys.stdout.write(compared[0])
                return CODES[compared[1]]
            raise _pointing(error, wish, asked.options, catalog) from None
    if arguments.json:
        sys.stdout.write(answer.model_dump_json() + "\n")
    elif arguments.csv:
        sys.stdout.write(csv_text((answer.model_dump(mode="json"),)))
    else:
        sys.stdout.write("".join(f"{line}\n" for line in _lines(answer, verdict)))
    return CODES[answer.usability]


def _lines(answer: AskAnswer, verdict: Verdict) -> Iterator[str]:
    """The answer for people."""
    yield verdict.title
    yield verdict.asked
    limit = ""
    if answer.limit and answer.usability != "wont_run":
        is_in_ram = answer.limit == "capacity" and answer.settings.placement == "gpu+ram"
        limit = f"Speed is limited by {'the part that is in RAM' if is_in_ram else LIMIT_WORDS[answer.limit]}."
    figures = (one.text for one in verdict.figures)
    yield from filter(None, (*figures, joined((verdict.because, limit)), *answer.notes))
    run = f"Run it: {answer.settings.command}"
    if answer.settings.command and answer.usability != "wont_run":
        yield run
    if answer.next != run:
        yield f"Next: {answer.next}"


def _side_by_side(wish: Wish, catalog: Catalog) -> tuple[str, Usability] | None:
    """What a plain question about several computers or models is answered with; None for any other."""
    from advisor.cli.asking.plain_question import held_against

    held = held_against(wish.model, catalog, workload=wish.workload)
    if held is None:
        return None
    from advisor.answer.money.prices import Prices  # few questions are about money
    from advisor.cli.asking.side_by_side import side_by_side
    from advisor.store.settings import SETTINGS

    return side_by_side(held, wish, Prices(catalog, SETTINGS.read().record.money, local_today()))


def _pointing(error: UnknownModelError, wish: Wish, options: str, catalog: Catalog) -> Exception:
    """Why there is no answer, with the command that has one where the words say what was meant."""
    from advisor.cli.asking.plain_question import fitting_command, is_about_why

    meant = fitting_command(wish.model, catalog, workload=wish.workload, options=options)
    rate = " (with --rate, how many US dollars one unit is)" if " --currency " in meant else ""
    if not meant and is_about_why(wish.model):
        return UsageError("ask says what runs, how fast and what is best; page Learn of the window explains why")
    return UsageError(f"{in_words(error.reason)}; ask instead: {meant}{rate}") if meant else error
