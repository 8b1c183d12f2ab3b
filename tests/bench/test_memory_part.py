"""Main memory for real, with tiny arrays, and the child around it."""

import json
from collections.abc import Iterable

import pytest

from advisor.bench.jobs import START, WorkerPlan
from advisor.bench.memory.memory_part import pin_blas_threads
from advisor.bench.names import MEMORY_NAMES
from advisor.bench.thread_pool import ThreadPool
from advisor.bench.worker import worker_events
from advisor.facts.machine.measurement import Measurement
from advisor.facts.values.message import Done, Failure, Message, Progress, Result
from advisor.facts.values.units import GIB, MIB
from advisor.present.words.reasons.in_words import in_words
from tests.fakes.bench_parts import HOST


def plan(**fields: object) -> WorkerPlan:
    given = {
        "kind": "cpu",
        "names": MEMORY_NAMES,
        "device": "cpu",
        "seconds": 1.0,
        "host": HOST,
        "complete": True,
        **fields,
    }
    return WorkerPlan.model_validate_json(json.dumps(given, default=lambda record: record.model_dump()))


def measured(messages: Iterable[Message]) -> dict[str, Measurement]:
    found = [
        message.record(Measurement)
        for message in messages
        if isinstance(message, Result) and message.kind == "measurement"
    ]
    return {one.name: one for one in found}


def test_all_of_memory() -> None:
    messages = list(worker_events(plan(power_source="battery")))
    found = measured(messages)
    assert set(found) == set(MEMORY_NAMES)
    for result in found.values():
        assert result.unit == "bytes_per_s"
        assert result.buffer_bytes in (2 * 12 * MIB, 2 * 24 * MIB), "half where memory comes slowly"
        assert 1e8 < result.figure < 1e13
        assert result.on_battery
        assert any("2 of 4 CPUs" in in_words(warning) for warning in result.warnings)
    read = found["memory_read"]
    assert {read.threads, *(threads for threads, _ in read.tried)} == {1, 2}
    assert (found["memory_read_one_thread"].threads, read.method) == (1, "numpy_dot_xy/1")
    assert isinstance(messages[-1], Done)
    start = messages[0]
    assert isinstance(start, Progress)
    assert (start.phase, start.protocol, start.per_mille) == (START, 1, 0)


def test_only_what_is_named() -> None:
    assert set(measured(worker_events(plan(names=("memory_copy",), seconds=0.5)))) == {"memory_copy"}


def test_too_little_memory_is_a_failure_for_each() -> None:
    crowded = HOST.changed(cache_bytes=GIB, memory_bytes=GIB, available_bytes=GIB)
    failures = [one for one in worker_events(plan(host=crowded)) if isinstance(one, Failure)]
    assert [one.code for one in failures] == list(MEMORY_NAMES)
    assert all(in_words(one.sentence).startswith("Buffer too small for this cache") for one in failures)


def test_a_machine_that_fills_slowly_gets_shorter_arrays_that_outgrow_its_cache(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pin_blas_threads()
    from advisor.bench.memory import read_buffers

    monkeypatch.setattr(read_buffers, "_LONGEST_FILL_S", 0.0)
    roomy = HOST.changed(memory_bytes=16 * GIB, available_bytes=16 * GIB, cache_bytes=40 * MIB)
    buffers = read_buffers.ReadBuffers(roomy)
    pool = ThreadPool(1)
    while buffers.filled_share < 1.0:
        buffers.fill_more(pool)
    assert 4 * 40 * MIB <= buffers.total_bytes <= 512 * MIB < 2 * read_buffers.array_bytes(roomy)


@pytest.mark.parametrize("after", [1, 3, 8, 14])
def test_it_can_be_left_anywhere(after: int) -> None:
    job = worker_events(plan(seconds=0.6))
    for _ in range(after):
        next(job)
    job.close()  # type: ignore[attr-defined]
