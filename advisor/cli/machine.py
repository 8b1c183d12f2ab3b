"""`rig-advisor machine`: what is known of this machine.

`save FILE` keeps it, with what was measured on it, for another rig to open; `ran` notes what a model reached here.
"""

import argparse
import sys
from pathlib import Path

from advisor.advice.this_machine import this_machine
from advisor.catalog.cards.catalog import load_catalog
from advisor.cli import machine_ran
from advisor.cli.place import place
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
    if arguments.action == "ran":
        return machine_ran.run(arguments)
    found = this_machine(place(None), load_catalog())
    save_machine(arguments.file, found.machine, found.measurements, corrections=found.corrections)
    sys.stdout.write(f"Saved {arguments.file}.\n")
    return 0
