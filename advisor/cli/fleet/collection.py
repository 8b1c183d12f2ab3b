"""Every worker of a cluster asked about its computer, each in one child of its own, within limits of time and size."""

import json
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from pathlib import Path
from typing import Literal

from advisor.cli.fleet.dask_cluster import Cluster, Worker
from advisor.facts.values.frozen import frozen
from advisor.facts.values.plain_text import plain_text
from advisor.facts.values.record import Record
from advisor.facts.values.units import MIB
from advisor.run import worker_child
from advisor.store.document import DamagedError, parsed_object, tolerant

Turns = Literal["none", "host", "all"]
MOST_BYTES = 4 * MIB
"""Of what one call prints on a worker: a machine and its measurements have a tenth of it."""
_MOST_ANSWER_BYTES = 20 * MIB
"""Of what all calls printed, as JSON writes it."""
_LOOK_S, _PRESENCE_S, _GRACE_S = 0.2, 1.0, 4.0
"""A worker's child keeps the limit itself; the worker, and then we, give up on it later by the last of these."""
_MOST_NAMES, _LONGEST_SAID = 8, 200
_IN_WORKER = (
    "__import__('subprocess').run([__import__('sys').executable,"
    " '-P' if __import__('sys').version_info >= (3, 11) else '-I', '-c', text, question],"
    " stdin=-3, stdout=-1, stderr=-3, timeout=limit_s).stdout"
)
"""What Dask runs: names of Python alone, so that a worker needs neither the app nor our version of Python."""


class WorkerFault(Record):
    """Why a worker's child has no answer to one of the calls."""

    code: Literal["no_app", "time", "size", "failed"]
    call: str
    said: str


class WorkerAnswer(Record):
    """What a worker's child printed: `answers` to the calls in their order, as far as there are any.

    `names` are those of its host and user, which nothing that is kept may hold.
    """

    answers: tuple[str, ...]
    names: tuple[str, ...]
    fault: WorkerFault | None


@frozen
class Heard:
    """What came of one worker: its answer, and why there is none, or not all, in words that follow its label."""

    label: str
    answer: WorkerAnswer | None = None
    fault: str | None = None


_Queue = deque[tuple[str, Worker]]


@frozen
class _Running:
    label: str
    worker: Worker
    queue: _Queue
    ends_s: float


def heard(
    cluster: Cluster, workers: Mapping[str, Worker], calls: Sequence[Sequence[str]], *, limit_s: float, turns: Turns
) -> Iterator[Heard]:
    """Ask the workers by their labels; each is heard as soon as it answered, or will not any more.

    By `turns` those of one host wait for each other, or all do, so that they do not disturb what is measured.

    Raises:
        CommandError: the scheduler went away.
    """
    question = json.dumps({"calls": calls, "limit_s": limit_s, "most_bytes": MOST_BYTES})
    text = Path(worker_child.__file__).read_text(encoding="utf-8")
    running: dict[Future[bytes], _Running] = {}

    def start(queue: _Queue) -> None:
        if queue:
            label, worker = queue.popleft()
            names = {"text": text, "question": question, "limit_s": limit_s + _GRACE_S / 2}
            future = cluster.executor([worker]).submit(eval, _IN_WORKER, names)
            running[future] = _Running(label, worker, queue, time.monotonic() + limit_s + _GRACE_S)

    for queue in _queues(workers, turns):
        start(queue)
    looked_s = 0.0
    try:
        while running:
            done, now_s = wait(running, _LOOK_S, FIRST_COMPLETED).done, time.monotonic()
            ended: dict[Future[bytes], Heard] = {}
            if now_s > looked_s + _PRESENCE_S or any(one.cancelled() for one in done):  # as all are without a scheduler
                looked_s, there = now_s, {one.address for one in cluster.workers()}
                gone = [one for one, its in running.items() if its.worker.address not in there]
                ended = {one: Heard(running[one].label, fault="went away while it was asked") for one in gone}
            ended |= {one: _told(one, running[one].label) for one in done}
            late = [one for one, its in running.items() if now_s > its.ends_s]
            ended = {one: Heard(running[one].label, fault=_late(limit_s)) for one in late} | ended
            for future, found in ended.items():
                future.cancel()
                start(running.pop(future).queue)
                yield found
    finally:
        for future in running:
            future.cancel()


def _queues(workers: Mapping[str, Worker], turns: Turns) -> tuple[_Queue, ...]:
    """Those that wait for each other, together."""
    found: dict[str, _Queue] = {}
    for label, worker in workers.items():
        found.setdefault({"none": label, "host": worker.host, "all": ""}[turns], deque()).append((label, worker))
    return tuple(found.values())


def _late(limit_s: float) -> str:
    return f"did not answer within {limit_s + _GRACE_S:g} s: it hangs, is busy or out of reach"


def _told(future: "Future[bytes]", label: str) -> Heard:
    """What a worker's child printed, read as a stranger's."""
    try:
        printed = future.result()
    except BaseException as error:  # whatever a worker raises, and Dask's words for one that is gone
        name = plain_text(type(error).__name__)
        return Heard(label, fault=f"could not run a child of its own ({name})")
    try:
        if not isinstance(printed, bytes) or len(printed) > _MOST_ANSWER_BYTES:
            raise DamagedError("holds_too_much")
        answer, _ = tolerant(WorkerAnswer, parsed_object(printed))
    except DamagedError:
        return Heard(label, fault="answered what is no answer")
    answer = answer.changed(names=tuple(plain_text(one) for one in answer.names[:_MOST_NAMES]))
    return Heard(label, answer, _fault_words(answer.fault) if answer.fault else None)


def _fault_words(fault: WorkerFault) -> str:
    call = plain_text(fault.call, longest=20)
    if fault.code == "no_app":
        return "has no Rig Advisor: install it for the worker's Python, or put rig-advisor on the worker's PATH"
    if fault.code == "time":
        return f"was stopped: {call} takes too long there"
    if fault.code == "size":
        return f"was stopped: {call} prints too much there"
    said = plain_text((fault.said.splitlines() or [""])[-1], longest=_LONGEST_SAID)
    return f"cannot {call}: {said.removeprefix('rig-advisor: ')}" if said else f"cannot {call}"
