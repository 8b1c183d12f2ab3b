"""`rig-advisor fleet collect`: the machine of every worker of a running Dask cluster, each as a saved machine."""

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path

from advisor.cli.cluster.collection import Turns, WorkerAnswer, heard
from advisor.cli.cluster.dask_cluster import Cluster, Worker, add_cluster_options, cluster
from advisor.cli.cluster.labels import labels, worker_key
from advisor.cli.frame.command import FAILED, CommandError, UsageError
from advisor.facts.kept.collection import CollectedWorker, Collection
from advisor.facts.values.reason import ReasonError
from advisor.present.words.reasons.in_words import in_words
from advisor.run.limits import bounded
from advisor.store.atomic_file import why
from advisor.store.collections import collection_of, keep_collection
from advisor.store.profile import read_machine, save_machine

_SUFFIX = ".rig"
_LIMIT_S, _LIMIT_WITH_BENCH_S, _LONGEST_S = 60.0, 300.0, 3600.0
_PROBE, _BENCH = ("probe", "--json"), ("bench", "--json")


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
    usual_s = _LIMIT_WITH_BENCH_S if arguments.bench else _LIMIT_S
    limit_s = usual_s if arguments.timeout is None else arguments.timeout
    if not 1 <= limit_s <= _LONGEST_S:
        raise UsageError(f"--timeout takes 1 to {_LONGEST_S:g} seconds")
    folder: Path = arguments.out
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(f"{folder} cannot be made a folder: {in_words(why(error))}") from error
    with cluster(arguments) as found:
        return _collected(found, folder, limit_s, arguments)


def _collected(found: Cluster, folder: Path, limit_s: float, arguments: argparse.Namespace) -> int:
    workers = found.workers()
    if arguments.one_per_host:
        workers = tuple({one.host: one for one in reversed(workers)}.values())[::-1]
    if not workers:
        raise CommandError("the cluster has no workers")
    before = collection_of(folder)
    taken = {one.stem for one in folder.glob(f"*{_SUFFIX}")}
    called = labels(workers, before.workers, taken, by_name=arguments.names)
    kept = {one.label: one for one in before.workers if one.label in taken}
    asked = {
        label: worker
        for label, worker in called.items()
        if label not in kept or (arguments.bench and not kept[label].measured)
    }
    missing = _ask(found, asked, folder, limit_s, kept, arguments)
    whole = len(called)
    sys.stdout.write(f"{folder} has the profiles of {whole - missing} of {whole} workers.\n")
    if missing:
        sys.stdout.write("Run the same again to ask only the others.\n")
    return FAILED if missing else 0


def _ask(
    found: Cluster,
    asked: Mapping[str, Worker],
    folder: Path,
    limit_s: float,
    kept: dict[str, CollectedWorker],
    arguments: argparse.Namespace,
) -> int:
    """Save what is heard, and tell; how many have no profile, or not all of it."""
    calls = (_PROBE, _BENCH) if arguments.bench else (_PROBE,)
    turns: Turns = "all" if arguments.one_at_a_time else "host" if arguments.bench else "none"
    whole = 0
    for number, one in enumerate(heard(found, asked, calls, limit_s=limit_s, turns=turns), 1):
        fault = one.fault
        if one.answer and one.answer.answers:
            unusable = _saved(one.label, one.answer, folder)
            if unusable is None:
                kept[one.label] = CollectedWorker(
                    worker=worker_key(asked[one.label]),
                    label=one.label,
                    measured=arguments.bench and len(one.answer.answers) == len(calls),
                )
                keep_collection(Collection(folder=str(folder.resolve()), workers=tuple(kept.values())))
            fault = unusable or fault
        whole += fault is None
        sys.stderr.write(f"rig-advisor: {one.label} {fault or 'is saved'} ({number} of {len(asked)})\n")
    return len(asked) - whole


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
