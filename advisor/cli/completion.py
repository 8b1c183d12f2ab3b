"""`rig-advisor completion SHELL`: the script that makes a shell complete command lines."""

import argparse
import sys

from advisor.cli.shell.scripts import SHELLS, completion_script


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    parser.add_argument("shell", choices=SHELLS, help="which shell")


def run(arguments: argparse.Namespace) -> int:
    """Print the script."""
    sys.stdout.write(completion_script(arguments.shell))
    return 0
