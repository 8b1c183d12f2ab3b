"""The manual page, made of the commands' own help: `python -m tools.man_page VERSION DATE > rig-advisor.1`.

The form is that of man(7); https://mandoc.bsd.lv/man/man.7.html tells what its requests mean.
"""

import argparse
import sys
import textwrap
from collections.abc import Iterator

from advisor.cli.frame.command import SHOW_FAULTS, add_options
from advisor.cli.frame.command_names import COMMANDS
from advisor.store.folder import CARDS_VARIABLE, FOLDER_VARIABLE

_WITHOUT_COMMAND = """\
Without a command the window opens, with FILE where one is named: a model (.gguf, .safetensors, config.json or its
folder), a machine saved on another rig, or a saved report."""
_ENVIRONMENT = {
    FOLDER_VARIABLE: "names another folder for settings, measurements and corrections",
    CARDS_VARIABLE: "names one more folder, or pack, of cards of your own",
    SHOW_FAULTS: "set to anything, a fault of the program shows where it comes from",
}
_LINE, _LONGEST_CHOICES = 66, 40
_FOLDER = "~/.local/share/rig-advisor"
_STATUS = """\
0 done, 1 could not do what was asked, 2 wrong usage.
Where a command has codes of its own, its part of this page says so."""


def man_page(version: str, day: str) -> str:
    """The page of a version, made on a day: `2026-12-01`."""
    return "\n".join(_lines(version, day)) + "\n"


def _lines(version: str, day: str) -> Iterator[str]:
    yield f'.TH RIG\\-ADVISOR 1 "{day}" "Rig Advisor {version}" "User Commands"'
    yield from (".SH NAME", r"rig\-advisor \- what this computer can do with AI models, and why")
    yield from (".SH SYNOPSIS", r".B rig\-advisor", ".RI [ FILE ]", ".br", r".B rig\-advisor", ".I COMMAND")
    yield ".RI [ OPTION ...]"
    yield from (".SH DESCRIPTION", *_text(_WITHOUT_COMMAND))
    yield ".SH COMMANDS"
    for name, purpose in COMMANDS.items():
        yield from (f".SS rig\\-advisor {_plain(name)}", *_text(purpose))
        yield from _command(name)
    yield ".SH ENVIRONMENT"
    for name, meaning in _ENVIRONMENT.items():
        yield from (".TP", f".B {name}", *_text(meaning))
    yield from (".SH FILES", ".TP", f".I {_plain(_FOLDER)}")
    yield from _text("settings, measurements and corrections; they stay when the package is removed")
    yield from (".SH EXIT STATUS", *_text(_STATUS))


def _command(name: str) -> Iterator[str]:
    parser = argparse.ArgumentParser(prog=name, add_help=False)
    add_options(parser, name)
    yield from _arguments(parser)
    for text in (parser.description, parser.epilog):
        if text:
            yield from (".PP", *_text(text))


def _arguments(parser: argparse.ArgumentParser) -> Iterator[str]:
    for action in parser._actions:  # noqa: SLF001 - as everybody who walks a parser
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            purposes = {one.dest: one.help for one in action._choices_actions}  # noqa: SLF001
            for word, below in action.choices.items():
                yield from (".TP", f".B {_plain(word)}", *_text(purposes.get(word) or ""))
                if any(one.help != argparse.SUPPRESS for one in below._actions if one.dest != "help"):  # noqa: SLF001
                    yield from (".RS", *_arguments(below), ".RE")
        elif action.help != argparse.SUPPRESS and action.dest != "help":
            yield from (".TP", _term(action), *_text(_help_of(parser, action)))


def _help_of(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    """The help with defaults filled in, as `--help` shows it, and the choices that are too many for a name."""
    told = [parser._get_formatter()._expand_help(action)] if action.help else []  # noqa: SLF001
    if not _stands_for_itself(action):
        told.append(f"one of {', '.join(map(str, action.choices or ()))}")
    return "; ".join(told)


def _term(action: argparse.Action) -> str:
    """An option with what it takes, or the word that stands for what is given."""
    choices = "|".join(map(str, action.choices or ())) if _stands_for_itself(action) else ""
    shown = action.metavar if isinstance(action.metavar, str) else choices or action.dest.upper()
    if not action.option_strings:
        return f".I {_plain(shown)}"
    names = ", ".join(action.option_strings)
    return f".B {_plain(names)}" if action.nargs == 0 else f'.BI "{_plain(names)} " "{_plain(shown)}"'


def _stands_for_itself(action: argparse.Action) -> bool:
    """Whether its choices are few enough to stand in the place of a name."""
    return len("|".join(map(str, action.choices or ()))) <= _LONGEST_CHOICES


def _text(text: str) -> Iterator[str]:
    """A text in lines that begin no request, and break at blanks only."""
    for line in textwrap.wrap(text, _LINE, break_long_words=False, break_on_hyphens=False):
        plain = _plain(line)
        yield f"\\&{plain}" if plain.startswith((".", "'")) else plain


def _plain(text: str) -> str:
    """A text in which nothing commands the formatter; a hyphen stays one that can be copied."""
    return text.replace("\\", r"\e").replace("-", r"\-").replace('"', r"\(dq")


if __name__ == "__main__":
    sys.stdout.write(man_page(*sys.argv[1:]))
