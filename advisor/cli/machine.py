"""`rig-advisor machine save FILE`: keep this machine, with what was measured on it, for another rig to open."""

import argparse
import sys
from pathlib import Path

from advisor.catalog.catalog import load_catalog
from advisor.cli.command import CommandError
from advisor.cli.live_machine import place, read_machine
from advisor.store.atomic_file import StoreError
from advisor.store.history import latest_results, load_history
from advisor.store.profile import save_machine


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add this command's options."""
    parser = subparsers.add_parser("machine", help="save this machine as a profile")
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    save = actions.add_parser("save", help="write a profile of this machine")
    save.add_argument("file", type=Path, metavar="FILE", help="where to write it")


def run(arguments: argparse.Namespace) -> int:
    """Write the profile."""
    machine = read_machine(place(None), load_catalog())
    try:
        save_machine(arguments.file, machine, latest_results(load_history().record, machine))
    except StoreError as error:
        raise CommandError(str(error)) from error
    sys.stdout.write(f"Saved {arguments.file}.\n")
    return 0
