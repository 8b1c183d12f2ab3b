"""`rig-advisor share`: what this rig is and reached, as one file that tells nothing of whose it is."""

import argparse
import sys
from pathlib import Path

from advisor.advice.assembled import assembled
from advisor.advice.sharing import shared_result, shared_text
from advisor.cli.frame.cards import all_cards
from advisor.cli.frame.profile import read_profile
from advisor.facts.values.local_time import local_today
from advisor.store.atomic_file import write_file


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    parser.add_argument("--out", type=Path, metavar="FILE", help="save what is printed, too")


def run(arguments: argparse.Namespace) -> int:
    """Print the document, and save it where that is asked for. It is sent nowhere."""
    catalog = all_cards()
    profile = read_profile(None, catalog)
    known = profile.changed(machine=assembled(profile, catalog).machine)
    result = shared_result(known, catalog, today=local_today())
    text = shared_text(result)
    sys.stdout.write(text)
    if arguments.out:
        write_file(arguments.out, text)
        sys.stderr.write(f"rig-advisor: saved {arguments.out}; nothing is sent anywhere\n")
    if not (result.figures or result.runs):
        sys.stderr.write("rig-advisor: nothing was measured or run here yet; measure first: rig-advisor bench\n")
    return 0
