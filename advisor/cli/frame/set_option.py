"""`--set FIELD=VALUE`: settings of a task as its requests call them."""

import argparse
import json
from collections.abc import Mapping

from advisor.answer.tasks.told_fields import settable, unknown_settings
from advisor.cli.frame.command import UsageError
from advisor.facts.cards.workload import TaskCard, WorkloadCard


def add_set_option(parser: argparse.ArgumentParser) -> None:
    """Add `--set`."""
    said = "a setting of a task, for example steps=20"
    parser.add_argument("--set", action="append", default=[], metavar="FIELD=VALUE", help=said)


def set_fields(arguments: argparse.Namespace) -> dict[str, object]:
    """What was set, by field.

    Raises:
        UsageError: one names no field.
    """
    return dict(map(_setting, arguments.set))


def check_fields(fields: Mapping[str, object], workload: WorkloadCard | TaskCard) -> None:
    """Raise UsageError where something was set that the work does not have."""
    if unknown := unknown_settings(fields, workload):
        known = ", ".join(settable(workload))
        raise UsageError(f"--set takes no {unknown[0][:80]!r} for {workload.name}; known: {known}")


def _setting(text: str) -> tuple[str, object]:
    """A field of a request and its value as JSON, or as the text it is."""
    name, found, value = text.partition("=")
    if not found:
        raise UsageError(f"--set takes FIELD=VALUE, not {text!r}")
    try:
        return name, json.loads(value)
    except (ValueError, RecursionError):
        return name, value
