"""The words of every command line: what may stand where, made of the commands' own options."""

import argparse
from collections.abc import Iterator, Mapping

from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.cli.frame.command import add_options
from advisor.cli.frame.command_names import COMMANDS
from advisor.facts.values.frozen import frozen

_OF_MODELS = ("ask:MODEL", "--model")
_OF_WORKLOADS = ("--workload",)


@frozen
class CommandWords:
    """One command: the values of its options by their names (None: it takes none; empty: files), and other words."""

    options: Mapping[str, tuple[str, ...] | None]
    words: tuple[str, ...] = ()


def command_words() -> dict[str, CommandWords]:
    """Every command by its name; models and workloads by the names that have no blanks."""
    catalog = load_catalog()
    models, workloads = model_words(catalog), (*catalog.workloads, *catalog.other_workloads)
    known = {**dict.fromkeys(_OF_MODELS, models), **dict.fromkeys(_OF_WORKLOADS, workloads)}
    return {name: _words_of(name, known) for name in COMMANDS}


def model_words(catalog: Catalog) -> tuple[str, ...]:
    """The shortest name without blanks of each model: that of its card's file, where it is the only one."""
    found = []
    for index in (catalog.models, catalog.other_models):
        short = {one: one.rsplit("/", 1)[-1] for one in index}
        found += [short[one] if index.find(short[one]) == one else one for one in index]
    return tuple(sorted(set(found)))


def _words_of(name: str, known: Mapping[str, tuple[str, ...]]) -> CommandWords:
    parser = argparse.ArgumentParser(add_help=True)
    add_options(parser, name)
    options: dict[str, tuple[str, ...] | None] = {}
    words: list[str] = []
    for action in _actions(parser):
        choices = tuple(map(str, action.choices or ()))
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 - as everybody who walks a parser
            words += choices
        elif not action.option_strings:
            words += choices or known.get(f"{name}:{action.metavar}", ())
        elif action.help != argparse.SUPPRESS:
            for option in action.option_strings:
                options[option] = None if action.nargs == 0 else choices or known.get(option, ())
    words += (other.removeprefix(f"{name}-") for other in COMMANDS if other.startswith(f"{name}-"))
    return CommandWords(options, tuple(words))


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:  # noqa: SLF001 - as everybody who walks a parser
        yield action
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            for below in action.choices.values():
                yield from _actions(below)
