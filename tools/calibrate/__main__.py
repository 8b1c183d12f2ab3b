"""`python -m tools.calibrate COMMAND`: what people who change constants use."""

import argparse
import sys
from pathlib import Path

from tools.calibrate import accuracy, rpc, score, spread, tasks, tensor
from tools.calibrate.refit import command as refit
from tools.calibrate.tables import DATA

COMMANDS = {
    "accuracy": accuracy,
    "score": score,
    "tasks": tasks,
    "refit": refit,
    "spread": spread,
    "rpc": rpc,
    "tensor": tensor,
}


def main(arguments: list[str]) -> int:
    """Run one command: 0 done, 1 a file cannot be read or written."""
    parser = argparse.ArgumentParser(prog="python -m tools.calibrate", description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA, metavar="FOLDER", help="the published tables, else data/")
    subparsers = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, module in COMMANDS.items():
        module.add_options(subparsers.add_parser(name, help=str(module.__doc__).partition(". ")[0]))
    parsed = parser.parse_args(arguments)
    try:
        COMMANDS[parsed.command].run(parsed)
    except OSError as error:
        sys.stderr.write(f"{error.filename}: {error.strerror}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
