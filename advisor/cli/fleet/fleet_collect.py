"""`rig-advisor fleet collect`: the machine of every worker of a running Dask cluster, each as a saved machine."""

import argparse
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from advisor.cli.fleet.collection import Turns, WorkerAnswer, heard
from advisor.cli.fleet.dask_cluster import Cluster, Worker, add_cluster_options, cluster
from advisor.cli.fleet.labels import labels, worker_key
from advisor.cli.frame.command import FAILED, CommandError, UsageError
from advisor.facts.kept.collection import CollectedWorker, Collection
from advisor.facts.values.frozen import frozen
from advisor.facts.values.reason import ReasonError
from advisor.present.words.reasons.in_words import in_words
from advisor.run.limits import bounded
from advisor.store.atomic_file import why
from advisor.store.collections import collection_of, keep_collection
from advisor.store.profile import read_machine, save_machine

_SUFFIX = ".rig"
_LIMIT_S, _LIMIT_WITH_BENCH_S, _LONGEST_S = 60.0, 300.0, 3600.0
_PROBE = (("probe", "--json"),)
_WITH_BENCH = (*_PROBE, ("bench", "--json"))


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    add_cluster_options(parser, required=True)
    parser.add_argument("--out", type=Path, default=Path("rigs"), metavar="FOLDER", help="where they are saved (rigs)")
    parser.add_argument("--bench", action="store_true", help="measure each computer, too")
    parser.add_argument("--one-at-a-time", action="store_true", help="ask no worker before the last one answered")
    parser.add_argument("--one-per-host", action="store_true", help="ask only one of several workers of a computer")
    parser.add_argument("--names", action="store_true", help="call them as the cluster does, not worker-1, worker-2")
    said = f"how long a worker may take ({_LIMIT_S:g}, with --bench {_LIMIT_WITH_BENCH_S:g})"
    parser.add_argument("--timeout", type=float, metavar="SECONDS", help=said)


def run(arguments: argparse.Namespace) -> int:
    """Save what the workers answer as soon as they do; 1 where any of them has no profile in the end."""
    if arguments.timeout is not None and not 1 <= arguments.timeout <= _LONGEST_S:
        raise UsageError(f"--timeout takes 1 to {_LONGEST_S:g} seconds")
    folder: Path = arguments.out
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(f"{folder} cannot be made a folder: {in_words(why(error))}") from error
    with cluster(arguments) as found:
        return _collected(found, folder, arguments)


@frozen
class _Round:
    """What each worker is asked in one go: who waits for whom, how long it may take, and what it comes to."""

    calls: tuple[tuple[str, str], ...]
    turns: Turns
    limit_s: float
    done: str

    def lacks(self, kept: CollectedWorker | None) -> bool:
        """Whether a worker has still to be asked this."""
        return kept is None or (self.calls == _WITH_BENCH and not kept.measured)


def _rounds(arguments: argparse.Namespace) -> Iterator[_Round]:
    """All machines first, so that none waits for what is measured, and nothing is lost that dies meanwhile."""
    waits: Turns = "all" if arguments.one_at_a_time else "none"
    yield _Round(_PROBE, waits, arguments.timeout or _LIMIT_S, "is saved")
    if arguments.bench:
        waits = "all" if arguments.one_at_a_time else "host"
        yield _Round(_WITH_BENCH, waits, arguments.timeout or _LIMIT_WITH_BENCH_S, "is measured")


def _collected(found: Cluster, folder: Path, arguments: argparse.Namespace) -> int:
    workers = found.workers()
    if arguments.one_per_host:
        workers = tuple({one.host: one for one in reversed(workers)}.values())[::-1]
    if not workers:
        raise CommandError("the cluster has no workers")
    before = collection_of(folder)
    taken = {one.stem for one in folder.glob(f"*{_SUFFIX}")}
    called = labels(workers, before.workers, taken, by_name=arguments.names)
    kept = {one.label: one for one in before.workers if one.label in taken}
    failed: set[str] = set()
    for one in _rounds(arguments):
        asked = {name: worker for name, worker in called.items() if name not in failed and one.lacks(kept.get(name))}
        failed |= _ask(found, asked, folder, one, kept)
    whole, saved = len(called), [kept[one] for one in called if one in kept]
    measured = f", {sum(one.measured for one in saved)} of them measured" if arguments.bench else ""
    sys.stdout.write(f"{folder} has the profiles of {len(saved)} of {whole} workers{measured}.\n")
    if failed:
        sys.stdout.write("Run the same again to ask only the others.\n")
    return FAILED if failed else 0


def _ask(
    found: Cluster, asked: Mapping[str, Worker], folder: Path, round_: _Round, kept: dict[str, CollectedWorker]
) -> set[str]:
    """Save what is heard, and tell; the labels of those that have not answered all of it."""
    failed = set()
    each = heard(found, asked, round_.calls, limit_s=round_.limit_s, turns=round_.turns)
    for number, one in enumerate(each, 1):
        fault = one.fault
        if one.answer and one.answer.answers:
            unusable = _saved(one.label, one.answer, folder)
            if unusable is None:
                kept[one.label] = CollectedWorker(
                    worker=worker_key(asked[one.label]),
                    label=one.label,
                    measured=len(one.answer.answers) == len(_WITH_BENCH),
                )
                keep_collection(Collection(folder=str(folder.resolve()), workers=tuple(kept.values())))
            fault = unusable or fault
        if fault is not None:
            failed.add(one.label)
        sys.stderr.write(f"rig-advisor: {one.label} {fault or round_.done} ({number} of {len(asked)})\n")
    return failed


def _saved(label: str, answer: WorkerAnswer, folder: Path) -> str | None:
    """Save what a worker answered, read as any stranger's file; what is wrong with it, in words after its label."""
    path = folder / f"{label}{_SUFFIX}"
    texts = [f'"{name}": {text}' for name, text in zip(("machine", "measurements"), answer.answers, strict=False)]
    try:
        with bounded(path):
            profile = read_machine(f"{{{', '.join(texts)}}}".encode(), label).profile
    except ReasonError as error:
        return f"told nothing that can be used: {in_words(error.reason)}"
    save_machine(path, profile.machine, profile.measurements, names=answer.names)
    return None
