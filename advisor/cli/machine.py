"""`rig-advisor machine`: what is known of this machine.

`save FILE` keeps it, with what was measured on it, for another rig to open; `ran` notes what a model reached here.
"""

import argparse
import sys
from pathlib import Path

from advisor.catalog.cards.catalog import load_catalog
from advisor.cli import machine_ran
from advisor.cli.command import CommandError
from advisor.cli.live_machine import read_machine
from advisor.cli.place import place
from advisor.store.atomic_file import StoreError
from advisor.store.corrections import load_corrections
from advisor.store.history import latest_results, load_history
from advisor.store.profile import save_machine


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add this command's options."""
    parser = subparsers.add_parser("machine", help="save this machine as a profile, or note what a model reached here")
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    save = actions.add_parser("save", help="write a profile of this machine")
    save.add_argument("file", type=Path, metavar="FILE", help="where to write it")
    machine_ran.add_options(actions.add_parser("ran", help="note the speed that a model reached on this machine"))


def run(arguments: argparse.Namespace) -> int:
    """Write the profile, or keep the run."""
    try:
        if arguments.action == "ran":
            return machine_ran.run(arguments)
        machine = read_machine(place(None), load_catalog())
        save_machine(
            arguments.file,
            machine,
            latest_results(load_history().record, machine),
            corrections=load_corrections(machine).corrections,
        )
    except StoreError as error:
        raise CommandError(str(error)) from error
    sys.stdout.write(f"Saved {arguments.file}.\n")
    return 0
