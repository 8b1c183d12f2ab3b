"""The commands by name. Each command file offers `add_parser(subparsers)` and `run(arguments) -> int`."""

import argparse
import importlib
import os
import sys
from typing import NoReturn

from advisor.catalog.card_file import CardError
from advisor.store.atomic_file import why
from advisor.version import __version__

COMMANDS = {
    "probe": "advisor.cli.probe",
    "bench": "advisor.cli.bench",
    "predict": "advisor.cli.predict",
    "refit": "advisor.cli.refit",
    "report": "advisor.cli.report",
    "machine": "advisor.cli.machine",
    "schema": "advisor.cli.schema",
    "self-check": "advisor.cli.self_check",
}
"""Modules are imported only when their command is named: a probe child must not pay for Qt."""

DONE, FAILED, WRONG_USAGE = 0, 1, 2


class CommandError(Exception):
    """What was asked cannot be done; the message is one plain sentence for stderr."""


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(WRONG_USAGE, f"rig-advisor: {message}; try: rig-advisor --help\n")


def run_command(arguments: list[str]) -> int:
    """Run one command line; returns 0 done, 1 could not do what was asked, 2 wrong usage."""
    try:
        return _run(arguments)
    except SystemExit as end:
        return int(end.code or 0)
    except (CommandError, CardError) as error:
        return _say(str(error))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except KeyboardInterrupt:
        return _say("stopped")
    except OSError as error:
        return _say(f"{error.filename}: {why(error)}" if error.filename else why(error))


def _run(arguments: list[str]) -> int:
    parser = _Parser(prog="rig-advisor", description="What this computer can do with AI models, and why.")
    parser.add_argument("--version", action="version", version=f"rig-advisor {__version__}")
    subparsers = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=_Parser)
    named = [word for word in arguments if word in COMMANDS][:1] or list(COMMANDS)
    commands = {name: importlib.import_module(COMMANDS[name]) for name in named}
    for module in commands.values():
        module.add_parser(subparsers)
    parsed = parser.parse_args(arguments)
    code = int(commands[parsed.command].run(parsed))
    sys.stdout.flush()
    return code


def _say(sentence: str) -> int:
    sys.stderr.write(f"rig-advisor: {sentence}\n")
    return FAILED
