"""`rig-advisor bench`: measure this machine for a few seconds."""

import argparse
import contextlib
import math
import sys

from advisor.bench.job import bench_events
from advisor.bench.measure import run_bench
from advisor.bench.names import ALL_NAMES
from advisor.bench.statistics import WIDE_SPREAD
from advisor.facts.measurement import Measurement, Measurements
from advisor.facts.message import Message, Progress
from advisor.present.quantity import bandwidth
from advisor.run.emit import emit_all

_LONGEST_S = 600.0


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
    try:
        measurements = run_bench(only, arguments.seconds, _show if sys.stderr.isatty() else None)
    finally:
        if sys.stderr.isatty():
            sys.stderr.write("\r\x1b[K")
    text = measurements.model_dump_json(indent=2) if arguments.json else "\n".join(_lines(measurements))
    sys.stdout.write(text + "\n")
    return 0


def _seconds(text: str) -> float:
    with contextlib.suppress(ValueError):
        seconds = float(text)
        if math.isfinite(seconds) and 0 < seconds <= _LONGEST_S:
            return seconds
    raise argparse.ArgumentTypeError(f"must be a number above 0 and at most {_LONGEST_S:g}")


def _show(message: Message) -> None:
    if isinstance(message, Progress):
        sys.stderr.write(f"\r\x1b[K{message.per_mille // 10:3d}%  {message.phase}")
        sys.stderr.flush()


def _lines(measurements: Measurements) -> list[str]:
    lines = []
    for result in measurements.results:
        lines.append(f"{_words(result.name):24} {_figure(result):22} {result.stability}")
        lines.extend(f"  {warning}" for warning in result.warnings)
    lines.extend(f"{_words(failure.name):24} {failure.reason}" for failure in measurements.failures)
    return lines


def _words(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _figure(result: Measurement) -> str:
    """The value, or its range where the readings differ too much for one figure."""
    if result.spread > WIDE_SPREAD:
        return f"{_value(min(result.block_medians), result.unit)} to {_value(max(result.block_medians), result.unit)}"
    return _value(result.figure, result.unit)


def _value(value: float, unit: str) -> str:
    return bandwidth(value) if unit == "bytes_per_s" else f"{value:.3g} {unit}"
