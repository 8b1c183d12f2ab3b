"""The job with tiny buffers: what it says, in which order, and that it can be left anywhere."""

import itertools
import json
import threading
from collections.abc import Iterable

import pytest

from advisor.bench.host import Host
from advisor.bench.job import NOT_MEASURED, bench_events
from advisor.bench.names import ALL_NAMES, MEASURED_HERE
from advisor.bench.pace import Pace
from advisor.facts.measurement import Measurement
from advisor.facts.message import Done, Failure, Message, Progress, Result
from advisor.facts.units import GIB, KIB, MIB

TINY = Host(
    online_cpus=4,
    allowed_cpus=2,
    cores=1,
    cpu_quota=None,
    memory_bytes=GIB // 2,
    available_bytes=GIB // 2,
    cache_bytes=256 * KIB,
)


def measured(messages: Iterable[Message]) -> list[Measurement]:
    bodies = [message.body for message in messages if isinstance(message, Result)]
    return [Measurement.model_validate_json(json.dumps(body)) for body in bodies]


def test_all_measurements_in_order() -> None:
    messages = list(bench_events(seconds=0.8, host=TINY))
    results = measured(messages)
    assert tuple(result.name for result in results) == MEASURED_HERE
    read, one, copy = results
    for result in results:
        assert result.p10 <= result.value * (1 + result.spread)
        assert result.unit == "bytes_per_s"
        assert result.buffer_bytes == 2 * 24 * MIB
        assert 1e8 < result.value < 1e13
    assert (one.threads, len(one.block_medians)) == (1, 2)
    assert len(read.block_medians) == 5
    assert {read.threads, *(threads for threads, _ in read.tried)} == {1, 2}
    assert copy.threads == read.threads
    assert any("2 of 4 CPUs" in warning for warning in read.warnings)
    assert isinstance(messages[-1], Done)


def test_progress_never_goes_back_and_names_its_limits() -> None:
    steps = [message for message in bench_events(seconds=0.5, host=TINY) if isinstance(message, Progress)]
    assert (steps[0].phase, steps[0].protocol, steps[0].per_mille) == ("start", 1, 0)
    assert steps[0].pid
    shown = [step.per_mille for step in steps]
    assert shown == sorted(shown)
    assert shown[-1] > 800
    assert all(step.limit_s > 0 for step in steps)


def test_progress_moves_evenly_also_when_the_job_grows() -> None:
    pace = Pace(blocks=5, seconds=None, battery=False)
    shown = [pace.progress("a", after_s=pace.block_s).per_mille for _ in range(5)]
    pace.extend(5)
    shown += [pace.progress("b", after_s=pace.block_s).per_mille for _ in range(5)]
    steps = [later - earlier for earlier, later in itertools.pairwise(shown)]
    assert min(steps) > 0
    assert max(steps) < 150


def test_battery_gives_more_time() -> None:
    limits = [Pace(blocks=1, seconds=None, battery=on).progress("a", after_s=0.0).limit_s for on in (False, True)]
    assert limits[1] == pytest.approx(3 * limits[0])


def test_what_is_not_measured_is_a_failure_only_when_asked_for() -> None:
    messages = list(bench_events(("fma_fp32", "gpu_memory_read")))
    failures = [message for message in messages if isinstance(message, Failure)]
    assert [(failure.code, failure.sentence) for failure in failures] == [
        ("fma_fp32", NOT_MEASURED),
        ("gpu_memory_read", NOT_MEASURED),
    ]
    assert set(ALL_NAMES) > {failure.code for failure in failures}
    assert isinstance(messages[-1], Done)


def test_too_little_memory_is_a_failure_for_each() -> None:
    host = Host(
        online_cpus=2,
        allowed_cpus=2,
        cores=2,
        cpu_quota=None,
        memory_bytes=GIB,
        available_bytes=GIB,
        cache_bytes=GIB,
    )
    failures = [message for message in bench_events(host=host) if isinstance(message, Failure)]
    assert [failure.code for failure in failures] == list(MEASURED_HERE)
    assert all(failure.sentence.startswith("Buffer too small for this cache") for failure in failures)


@pytest.mark.parametrize("after", [1, 3, 8, 14])
def test_leaving_anywhere_ends_all_threads(after: int) -> None:
    before = threading.active_count()
    job = bench_events(seconds=0.6, host=TINY)
    for _ in range(after):
        next(job)
    job.close()  # type: ignore[attr-defined]
    assert threading.active_count() == before
