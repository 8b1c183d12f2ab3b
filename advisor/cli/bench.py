"""`rig-advisor bench`: measure this machine for a few seconds."""

import argparse
import sys

from advisor.bench.job import bench_events
from advisor.bench.measure import run_bench
from advisor.bench.names import ALL_NAMES
from advisor.run.emit import emit_all


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add this command's options."""
    parser = subparsers.add_parser("bench", help="measure this machine for a few seconds")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument(
        "--only", action="extend", nargs="+", default=[], choices=ALL_NAMES, metavar="NAME", help="measure only these"
    )
    parser.add_argument("--seconds", type=_seconds, help="how long to measure in all")
    parser.add_argument("--events", action="store_true", help="measure here and print messages, one JSON line each")


def run(arguments: argparse.Namespace) -> int:
    """Measure in a child process, or be that child with `--events`."""
    only = tuple(dict.fromkeys(arguments.only))
    if arguments.events:
        emit_all(bench_events(only, arguments.seconds))
    measurements = run_bench(only, arguments.seconds)
    sys.stdout.write(measurements.model_dump_json(indent=2) + "\n")
    return 0


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0 < seconds <= 600:
        raise argparse.ArgumentTypeError("must be above 0 and at most 600")
    return seconds
