"""What the profiles of a cluster's workers are called: numbers, or the workers' own names where a person wants them."""

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import count

from advisor.cli.fleet.dask_cluster import Worker
from advisor.facts.kept.collection import CollectedWorker

_LONGEST = 60
_ODD = re.compile(r"[^\w.+-]+")


def worker_key(worker: Worker) -> str:
    """What a worker is known by when it is met again: its name on its host, its address where nobody named it."""
    return f"{worker.host} {worker.name}" if worker.is_named else worker.address


def labels(
    workers: Sequence[Worker], known: Sequence[CollectedWorker], taken: Container[str], *, by_name: bool
) -> Mapping[str, Worker]:
    """Every worker by its label: the one it had before, else one that neither another has nor is `taken`."""
    before = {one.worker: one.label for one in known}
    present = {before[key] for key in map(worker_key, workers) if key in before}
    found: dict[str, Worker] = {}
    for worker in workers:
        label = before.get(worker_key(worker))
        if label is None or label in found:
            own = _file_name(worker.name) if by_name and worker.is_named else ""
            label = next(
                one for one in _candidates(own) if one not in present and one not in found and one not in taken
            )
        found[label] = worker
    return found


def _candidates(own: str) -> Iterator[str]:
    if own:
        yield own
    yield from (f"{own or 'worker'}-{number}" for number in count(2 if own else 1))


def _file_name(name: str) -> str:
    """A name as a file may have it everywhere."""
    return _ODD.sub("-", name)[:_LONGEST].strip("-.")
