"""What may be used of a machine: caches, control groups, buffer sizes."""

import struct
from dataclasses import replace
from pathlib import Path

import pytest

from advisor.bench.host import Host, last_cache_bytes, read_host
from advisor.bench.memory_read import BuffersTooSmall, array_bytes
from advisor.bench.windows_cache import last_level_bytes
from advisor.facts.units import GIB, KIB, MIB

DESKTOP = Host(
    online_cpus=16,
    allowed_cpus=16,
    cores=8,
    cpu_quota=None,
    memory_bytes=32 * GIB,
    available_bytes=24 * GIB,
    cache_bytes=32 * MIB,
)


def put(root: Path, name: str, text: str) -> None:
    file = root / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text + "\n")


def test_last_level_counts_each_instance_once(tmp_path: Path) -> None:
    caches = {0: ("1", "Data", "32K", "{}"), 1: ("1", "Instruction", "32K", "{}"), 3: ("3", "Unified", "32768K", "{0}")}
    for cpu in range(4):
        for index, (level, kind, amount, shared) in caches.items():
            folder = f"sys/devices/system/cpu/cpu{cpu}/cache/index{index}"
            for name, text in (("level", level), ("type", kind), ("size", amount)):
                put(tmp_path, f"{folder}/{name}", text)
            put(tmp_path, f"{folder}/shared_cpu_list", shared.format("0-1" if cpu < 2 else "2-3"))
    assert last_cache_bytes(tmp_path) == 64 * MIB


def test_unknown_cache_is_none(tmp_path: Path) -> None:
    assert last_cache_bytes(tmp_path) is None


def test_windows_records_are_added_up() -> None:
    def record(level: int, cache_bytes: int, kind: int) -> bytes:
        return struct.pack("<IIBBHII", 2, 52, level, 8, 64, cache_bytes, kind).ljust(52, b"\0")

    data = record(1, 32 * KIB, 1) + record(2, MIB, 0) + record(3, 32 * MIB, 0) + record(3, 96 * MIB, 0)
    assert last_level_bytes(data) == 128 * MIB
    assert last_level_bytes(b"") is None


def test_tightest_control_group_counts(tmp_path: Path) -> None:
    put(tmp_path, "proc/self/cgroup", "0::/outer/inner")
    put(tmp_path, "sys/fs/cgroup/outer/inner/cpu.max", "max 100000")
    put(tmp_path, "sys/fs/cgroup/outer/cpu.max", "150000 100000")
    put(tmp_path, "sys/fs/cgroup/outer/memory.max", str(64 * MIB))
    put(tmp_path, "sys/fs/cgroup/outer/inner/memory.max", "max")
    host = read_host(tmp_path)
    assert host.cpu_quota == 1.5
    assert host.all_threads == 1
    assert host.available_bytes <= host.memory_bytes == 64 * MIB


def test_no_limits(tmp_path: Path) -> None:
    host = read_host(tmp_path)
    assert host.cpu_quota is None
    assert 1 <= host.core_threads <= host.all_threads == host.allowed_cpus <= host.online_cpus


def test_quota_limits_threads() -> None:
    host = replace(DESKTOP, cpu_quota=3.9)
    assert (host.all_threads, host.core_threads) == (3, 3)


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
    assert array_bytes(replace(DESKTOP, **changes)) == expected_bytes


def test_too_little_memory_is_said() -> None:
    with pytest.raises(BuffersTooSmall, match="Buffer too small for this cache"):
        array_bytes(replace(DESKTOP, available_bytes=512 * MIB))
    with pytest.raises(BuffersTooSmall, match="Too little free memory"):
        array_bytes(replace(DESKTOP, available_bytes=16 * MIB))
