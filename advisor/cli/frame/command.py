"""Runs one command line, and says in one line why it cannot."""

import argparse
import gc
import importlib
import io
import keyword
import os
import re
import sys
import traceback
from pathlib import Path
from typing import Any, NoReturn, TextIO, cast

from advisor.cli.frame.cards import add_cards_option, cards_named
from advisor.cli.frame.command_names import COMMANDS, NO_ANSWER, READ_CARDS, ROOMS, joined_words, meant_command
from advisor.cli.frame.no_memory import is_no_memory
from advisor.facts.values.plain_text import LONGEST_VALUE, plain_text
from advisor.facts.values.reason import ReasonError
from advisor.facts.values.sentence_error import SentenceError
from advisor.store.atomic_file import why
from advisor.store.litter import clear_litter
from advisor.version import __version__

FAILED, WRONG_USAGE = 1, 2
SENTENCE = 5
"""From so many words on a text is no misspelled name of a model."""
_LONGEST_LINE = 600
"""Of what is said of a fault; a path can have thousands of characters."""
_COMMANDS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Controls but for tabs and ends of lines, marks of direction, half characters."""

SHOW_FAULTS = "RIG_ADVISOR_TRACEBACK"
"""The variable of the environment with which people who change the app see where a fault comes from."""


class CommandError(SentenceError):
    """What was asked cannot be done."""


class UsageError(CommandError):
    """An option was given what it cannot take."""


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}; try: {self.prog} --help")


def run_command(arguments: list[str]) -> int:
    """Run one command line; returns 0 done, 1 could not do what was asked, 2 wrong usage."""
    arguments = joined_words(arguments)
    streams = sys.stdout, sys.stderr
    for stream in streams:
        _speak_utf8(stream)
    sys.stdout, sys.stderr = (cast("TextIO", _PlainOutput(one)) for one in streams)
    clear_litter()
    code_of_none = NO_ANSWER.get(arguments[0]) if arguments else None
    try:
        return _guarded(arguments, code_of_none or FAILED, code_of_none or WRONG_USAGE)
    finally:
        sys.stdout, sys.stderr = streams


def _speak_utf8(stream: TextIO) -> None:
    """Files and pipes get UTF-8 on every system, screens what they are set to; half characters never end a command."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="backslashreplace")


def _guarded(arguments: list[str], failed: int, wrong_usage: int) -> int:
    """Run it, and say in one line why it cannot be; the codes are those it then ends with."""
    try:
        return _run(arguments)
    except SystemExit as end:
        return int(end.code or 0)
    except UsageError as error:
        _say(str(error))
        return wrong_usage
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        _say("stopped")
    except Exception as error:
        said = _in_words(error)
        if said is None and os.environ.get(SHOW_FAULTS):
            raise
        _say(said or _fault(error))
    return failed


def _in_words(error: Exception) -> str | None:
    """Why it cannot be done; None for a fault of this program."""
    if isinstance(error, SentenceError):
        return str(error)
    if is_no_memory(error):
        return "there is not enough memory for this"
    if not isinstance(error, ReasonError | OSError):
        return None
    from advisor.present.words.reasons.in_words import in_words

    if isinstance(error, ReasonError):
        return in_words(error.reason)
    said = in_words(why(error))
    return f"{plain_text(str(error.filename), longest=LONGEST_VALUE)}: {said}" if error.filename else said


def _fault(error: Exception) -> str:
    where = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{type(error).__name__} in {Path(where.filename).name}, line {where.lineno}"
    return f"a fault of this program ({place}); please report it with what `rig-advisor doctor` prints"


class _PlainOutput:
    """What people and programs read of ours: nothing in a stranger's text moves the cursor or turns a line."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write it, with a question mark for what commands a terminal."""
        return self._stream.write(_COMMANDS.sub("?", text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def run_line(arguments: list[str]) -> int:
    """Run a command line of ours as part of another.

    Raises:
        SentenceError, ReasonError, OSError: it cannot be done; the text says why.
    """
    return _run(arguments)


def _run(arguments: list[str]) -> int:
    parser = _Parser(prog="rig-advisor", description="What this computer can do with AI models, and why.")
    parser.add_argument("--version", action="version", version=f"rig-advisor {__version__}")
    subparsers = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=_Parser)
    if arguments and arguments[0] not in COMMANDS and not arguments[0].startswith("-"):
        parser.error(_no_command(arguments[0]))
    named = next((word for word in arguments if word in COMMANDS), "")
    for name, purpose in COMMANDS.items():
        own = subparsers.add_parser(name, help=purpose)
        if name == named:  # each costs the time of its imports
            add_options(own, name)
    gc.freeze()  # what is loaded stays: it is not looked through again
    gc.enable()
    parsed = parser.parse_args(arguments)
    with cards_named(getattr(parsed, "cards", None)):
        code = int(_module(parsed.command).run(parsed))
    sys.stdout.flush()
    return code


def add_options(parser: argparse.ArgumentParser, command: str) -> None:
    """Add the options of a command."""
    getattr(_module(command), "add_options", lambda _: None)(parser)
    if command in READ_CARDS:
        add_cards_option(parser)


def _module(command: str) -> Any:
    name = f"{command}_" if keyword.iskeyword(command) else command.replace("-", "_")
    return importlib.import_module(".".join(("advisor.cli", *ROOMS.get(command, ()), name)))


def _no_command(word: str) -> str:
    """Why there is nothing to run: a misspelled command, or a file with something after it."""
    near = meant_command(word)
    if near:
        return f"{word!r} is neither a command nor a file; did you mean {near!r}?"
    return f"{word!r} is no command, and only one file can be opened, with nothing after it"


def _say(sentence: str) -> None:
    lines = "\n".join(map(_cut, sentence.split("\n")))
    sys.stderr.write(f"rig-advisor: {lines}\n")


def _cut(line: str) -> str:
    """A line without the middle of what is far too long: it ends with why it cannot be done."""
    half = _LONGEST_LINE // 2
    return line if len(line) <= _LONGEST_LINE else f"{line[:half]} ... {line[-half:]}"
