"""`rig-advisor ask` with the words of a command line: the answer as a document, and the computer it is for."""

import argparse
from collections.abc import Iterator, Sequence

from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.answer import asked_answer
from advisor.cli.asking.wish import AUTO, Wish
from advisor.cli.frame.command import UsageError
from advisor.cli.frame.context_option import add_context_option
from advisor.cli.frame.profile import DEFAULT_WORKLOAD
from advisor.cli.frame.rig_options import AskedRig, add_rig_options, asked_rig
from advisor.cli.frame.set_option import add_set_option, set_fields
from advisor.facts.answers.ask import AskAnswer
from advisor.facts.values.reason import ReasonError
from advisor.facts.values.sentence_error import SentenceError
from advisor.present.words.verdict import Verdict

_OF_A_RIG = frozenset(("--gpu", "--cpu", "--ram", "--machine"))


def add_question(parser: argparse.ArgumentParser) -> None:
    """Add what a question of one model on one computer consists of."""
    parser.add_argument(
        "model", nargs="+", metavar="MODEL", help="a name, a file, an Ollama name, a Hugging Face name, or a question"
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


def wish_of(arguments: argparse.Namespace) -> Wish:
    """What is asked."""
    return Wish(
        model=" ".join(arguments.model),
        workload=arguments.workload,
        quant=arguments.quant,
        context_tokens=arguments.context,
        fields=set_fields(arguments),
    )


def answered(words: Sequence[str], catalog: Catalog) -> tuple[AskAnswer, Verdict, AskedRig]:
    """The answer to the command line of these words, without the command itself.

    Raises:
        SentenceError, ReasonError: there is no answer; the text says why.
    """
    wish, asked = wished(words, catalog)
    return *asked_answer(wish, asked, catalog), asked


def answered_if_any(words: Sequence[str], catalog: Catalog) -> tuple[AskAnswer, Verdict, AskedRig] | None:
    """As `answered`; None where there is no answer."""
    try:
        return answered(words, catalog)
    except (ReasonError, SentenceError):
        return None


def answer_if_any(words: Sequence[str], catalog: Catalog) -> AskAnswer | None:
    """The answer alone of `answered`; None where there is none."""
    found = answered_if_any(words, catalog)
    return None if found is None else found[0]


def wished(words: Sequence[str], catalog: Catalog) -> tuple[Wish, AskedRig]:
    """What the command line of these words asks, and of which computer. Raises SentenceError as `answered` does."""
    parser = _Parser(prog="rig-advisor ask", add_help=False)
    add_question(parser)
    arguments = parser.parse_args(words)
    return wish_of(arguments), asked_rig(arguments, catalog)


def rig_of(options: Sequence[str], catalog: Catalog) -> AskedRig:
    """The computer that options name."""
    parser = _Parser(prog="rig-advisor ask", add_help=False)
    add_rig_options(parser)
    return asked_rig(parser.parse_args(options), catalog)


def in_file_of(one: AskAnswer | None) -> tuple[str, ...]:
    """The option for the same file; none where it has none."""
    quant = one.settings.quant if one is not None else None
    return ("--quant", quant) if quant else ()


def pairs(options: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Options with their values; one without has an empty one."""
    left = list(options)
    while left:
        name = left.pop(0)
        yield name, "" if not left or left[0].startswith("--") else left.pop(0)


def parted(options: Sequence[str]) -> tuple[list[str], list[str]]:
    """The options for a computer, and the others."""
    rig, others = list[str](), list[str]()
    for name, value in pairs(options):
        (rig if name in _OF_A_RIG else others).extend((name, value))
    return rig, others


def workload_among(options: Sequence[str]) -> str:
    """The id of the workload that options name, else that of a chat."""
    return next((value for name, value in pairs(options) if name == "--workload"), DEFAULT_WORKLOAD)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> None:  # type: ignore[override]
        raise UsageError(message)
