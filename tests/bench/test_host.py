"""What may be used of a machine, from what detection says, and the buffers that follow from it."""

import pytest

from advisor.bench.host import Host, host_of
from advisor.bench.memory.read_buffers import array_bytes
from advisor.bench.part import CannotMeasure
from advisor.facts.machine.machine import Cache, CoreKind, Machine
from advisor.facts.values.fact import known
from advisor.facts.values.units import GIB, KIB, MIB
from tests.fakes.machines import machine

DESKTOP = Host(
    online_cpus=16,
    allowed_cpus=16,
    cores=8,
    memory_bytes=32 * GIB,
    available_bytes=24 * GIB,
    cache_bytes=32 * MIB,
)


def test_host_is_what_detection_says() -> None:
    detected = machine()
    caches = (
        Cache(level=1, kind="data", total_bytes=256 * KIB, instances=8),
        Cache(level=1, kind="instruction", total_bytes=256 * KIB, instances=8),
        Cache(level=3, kind="unified", total_bytes=64 * MIB, instances=2),
    )
    kinds = tuple(CoreKind(name=name, cores=4, threads=8 if name == "P" else 4, max_hz=None) for name in ("P", "E"))
    detected = changed_cpu(detected, threads=12, cores=8, limit_threads=6, caches=caches, core_kinds=kinds)
    host = host_of(detected, {"P": tuple(range(8)), "E": (8, 9, 10, 11)})
    assert (host.online_cpus, host.allowed_cpus, host.all_threads, host.core_threads) == (12, 6, 6, 6)
    assert host.cache_bytes == 64 * MIB
    assert [(kind.name, len(kind.cpus)) for kind in host.core_kinds] == [("P", 8), ("E", 4)]
    assert Host.model_validate_json(host.model_dump_json()) == host


def test_memory_is_what_the_container_leaves() -> None:
    detected = machine()
    memory = detected.memory.changed(limit_bytes=known(GIB, origin="detected", source="test"))
    host = host_of(detected.changed(memory=memory), {})
    assert host.available_bytes <= host.memory_bytes == GIB


def changed_cpu(detected: Machine, **values: object) -> Machine:
    facts = {name: known(value, origin="detected", source="test") for name, value in values.items()}
    return detected.changed(cpu=detected.cpu.changed(**facts))


@pytest.mark.parametrize(
    ("changes", "expected_bytes"),
    [
        ({}, 512 * MIB),
        ({"cache_bytes": None}, 512 * MIB),
        ({"cache_bytes": 256 * MIB}, 1024 * MIB),
        ({"memory_bytes": 8 * GIB}, 408 * MIB),
        ({"available_bytes": 2 * GIB}, 244 * MIB),
    ],
)
def test_buffers_outgrow_the_cache_and_spare_memory(changes: dict[str, int], expected_bytes: int) -> None:
    assert array_bytes(DESKTOP.changed(**changes)) == expected_bytes


def test_too_little_memory_is_said() -> None:
    with pytest.raises(CannotMeasure, match="buffer_too_small"):
        array_bytes(DESKTOP.changed(available_bytes=512 * MIB))
    with pytest.raises(CannotMeasure, match="too_little_memory"):
        array_bytes(DESKTOP.changed(available_bytes=16 * MIB))
