"""`rig-advisor fleet sweep`: all models on many computers, as rows, on processes here or on a Dask cluster."""

import argparse
import contextlib
import csv
import hashlib
import io
import json
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, wait
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from advisor.advice.fleet.reading import read_rigs, sources
from advisor.advice.fleet.sweeping import swept
from advisor.catalog.cards.catalog import load_catalog
from advisor.cli.fleet.dask_cluster import add_cluster_options, cluster
from advisor.cli.fleet.kept_rows import KeptRows
from advisor.cli.fleet.spread import processes, spread, usable_processes
from advisor.cli.frame.command import FAILED, CommandError, UsageError
from advisor.cli.frame.profile import DEFAULT_WORKLOAD, find_workload_id
from advisor.facts.answers.sweep import SweepRow
from advisor.facts.values.plain_text import plain_cell, plain_text
from advisor.facts.values.range import Range
from advisor.present.words.reasons.in_words import in_words
from advisor.version import __version__

_PER_PLACE = 2
"""Calls under way for each process or worker: the next lies ready."""
_VERSION = "__import__('advisor.version', fromlist=['version']).__version__"
_VERSION_S = 30.0
_GOES_ON = "what is done is kept: run it again to go on"
_COLUMNS = tuple(
    name
    for field, kind in SweepRow.model_fields.items()
    for name in ((field, f"low_{field}", f"high_{field}") if kind.annotation == Range | None else (field,))
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    parser.add_argument("profiles", nargs="+", metavar="PROFILE", help="saved machines, folders or patterns of them")
    said = "what the models are used for; repeatable"
    parser.add_argument("--workload", action="append", default=[], metavar="ID", help=said)
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="FILE.csv or FILE.jsonl; goes on there")
    parser.add_argument("--processes", type=int, metavar="N", help="of this computer; as many as it can run at once")
    add_cluster_options(parser, required=False)


def run(arguments: argparse.Namespace) -> int:
    """Write a row for each computer, workload and model; 1 where a computer has none."""
    if arguments.out.suffix not in (".csv", ".jsonl"):
        raise UsageError("--out takes a file that ends with .csv or .jsonl")
    if arguments.processes is not None and (arguments.scheduler or not 1 <= arguments.processes <= 1024):
        raise UsageError("--processes takes a number from 1 to 1024, and no --scheduler")
    if (arguments.processes or 1) > 1 and getattr(sys, "frozen", False):
        raise CommandError("the packaged app sweeps with one process; installed with pip it takes more")
    workloads = [find_workload_id(one, load_catalog()) for one in arguments.workload or [DEFAULT_WORKLOAD]]
    with _place(arguments) as place:
        return _sweep(place, workloads, arguments)


class _Place(NamedTuple):
    """Where it is worked out, how many do so at once, and what raises CommandError once none does any more."""

    executor: Executor
    places: int
    look: Callable[[], None] = lambda: None


@contextlib.contextmanager
def _place(arguments: argparse.Namespace) -> Iterator[_Place]:
    """Where it is worked out."""
    if not arguments.scheduler:
        count = arguments.processes or usable_processes()
        executor = processes(count)
        try:
            yield _Place(executor, count)
        finally:
            executor.shutdown(wait=True, cancel_futures=True)
        return
    with cluster(arguments) as found:
        workers = found.workers()
        asked = {one: found.executor([one]).submit(eval, _VERSION, {}) for one in workers}
        wait(asked.values(), _VERSION_S)
        able = []
        for number, (worker, future) in enumerate(asked.items(), 1):
            try:
                version = future.result(0)
            except Exception:
                version = "no Rig Advisor that answers"
            if version == __version__:
                able.append(worker)
            else:
                sys.stderr.write(f"rig-advisor: worker-{number} is left out: it has {plain_text(str(version))}\n")
        if not able:
            raise CommandError(f"no worker has Rig Advisor {__version__} in its Python")

        def look() -> None:
            try:
                present = {one.address for one in found.workers()}
            except CommandError as error:
                raise CommandError(f"{error}; {_GOES_ON}") from error
            if present.isdisjoint(one.address for one in able):
                raise CommandError(f"all workers with the app went away; {_GOES_ON}")

        yield _Place(found.executor(able), len(able), look)


def _sweep(place: _Place, workloads: list[str], arguments: argparse.Namespace) -> int:
    rigs = read_rigs(sources(arguments.profiles), load_catalog())
    faults = [f"{label}: {in_words(error.reason)}" for label, error in rigs.faults]
    is_csv = arguments.out.suffix == ".csv"
    asked = json.dumps(["fleet-sweep", __version__, *workloads])
    rows = KeptRows(arguments.out, asked, ",".join(_COLUMNS) + "\n" if is_csv else "")
    form: Callable[[str], str] = _as_csv if is_csv else "{}\n".format
    asked_for: dict[str, dict[str, str]] = {}
    known, changed = {_what(key) for key in rows.keys}, set[str]()

    def each() -> Iterator[tuple[str, tuple[str, list[str], str]]]:
        for rig, labels in zip(rigs.different, rigs.labels_of, strict=True):
            text = rig.model_dump_json()
            digest = hashlib.sha256(text.encode()).hexdigest()
            for workload in workloads:
                keys = {f"{digest} {workload} {label}": label for label in labels}
                changed.update(label for key, label in keys.items() if key not in rows.keys and _what(key) in known)
                left = {key: label for key, label in keys.items() if key not in rows.keys}
                if left:
                    first = next(iter(left))
                    asked_for[first] = left
                    yield first, (text, [*left.values()], workload)

    try:
        for key, found in spread(place.executor, swept, each(), at_once=place.places * _PER_PLACE, look=place.look):
            left = asked_for.pop(key)
            if isinstance(found, Exception) or not found:
                why = f" ({plain_text(type(found).__name__)})" if isinstance(found, Exception) else ""
                faults.append(f"{', '.join(islice(left.values(), 3))}: nothing can be said of it{why}.")
            else:
                rows.add(left, [form(one) for one in found])
    finally:
        rows.close()
    for one in faults:
        sys.stderr.write(f"rig-advisor: {one}\n")
    if changed:
        told = f"{', '.join(islice(sorted(changed), 3))}{' …' * (len(changed) > 3)}"
        sys.stderr.write(f"rig-advisor: changed since {arguments.out} was begun, both rows are in it: {told}\n")
    sys.stdout.write(f"{arguments.out} has {len(rigs.labels)} rigs, {len(workloads)} workloads each.\n")
    return FAILED if faults else 0


def _what(key: str) -> str:
    """Workload and label of a key, whatever the rig was."""
    return key.partition(" ")[2]


def _as_csv(row: str) -> str:
    found, text = json.loads(row), io.StringIO()
    cells = [plain_cell(one) if isinstance(one, str) else one for one in map(found.get, _COLUMNS)]
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue()
