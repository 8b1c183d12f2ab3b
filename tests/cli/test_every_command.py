"""What a new command would forget: its schema, and that who answers by cards takes more of them."""

import argparse
import subprocess
import sys

import pytest

from advisor.cli.frame.command import add_options
from advisor.cli.frame.command_names import COMMANDS, READ_CARDS
from advisor.cli.schema import SCHEMAS

WITHOUT_SCHEMA = {"doctor"}
"""Prints what was read as text, with `--json` the same lines: nothing is promised of them."""
OWN_CARDS = {"cards"}
"""Its cards are those it is about."""


def options(command: str) -> set[str]:
    """All that can be said to a command, its parts included."""
    parser = argparse.ArgumentParser()
    add_options(parser, command)
    return set(_options(parser))


def _options(parser: argparse.ArgumentParser) -> list[str]:
    found: list[str] = []
    for action in parser._actions:
        found += action.option_strings
        if isinstance(action, argparse._SubParsersAction):
            found += [one for part in action.choices.values() for one in _options(part)]
    return found


@pytest.mark.parametrize("command", COMMANDS)
def test_what_a_command_prints_as_json_has_a_schema(command: str) -> None:
    if "--json" in options(command) and command not in WITHOUT_SCHEMA:
        assert command in SCHEMAS


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_about_any_rig_takes_cards(command: str) -> None:
    if "--gpu" in options(command) and command not in OWN_CARDS:
        assert command in READ_CARDS
        assert "--cards" in options(command)


PC = ("--gpu", "RTX 3060 12GB", "--ram", "32")
ASKED: tuple[tuple[str, ...], ...] = (
    ("ask", "Qwen3 8B", *PC),
    ("rank", *PC, "--limit", "1"),
    ("worth", "Qwen3 8B", *PC, "--json"),
    ("compare", "--model", "Qwen3 8B", *PC),
    ("fleet", "--model", "Qwen3 8B", *PC),
    ("models", *PC),
    ("probe", "--json"),
    ("share",),
    ("import", "--list"),
    ("cards", "list"),
    ("completion", "zsh"),
    ("schema", "ask"),
)


def test_no_qt_is_loaded_by_commands_that_draw_nothing() -> None:
    code = f"import sys; from advisor.__main__ import main\nfor one in {ASKED!r}: main(list(one))\n"
    code += "print([one for one in ('PySide6', 'shiboken6') if one in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert found.stdout.splitlines()[-1] == "[]"
