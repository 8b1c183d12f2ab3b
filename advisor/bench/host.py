"""What a measurement may use of this machine: CPUs, memory, and the cache its buffers must outgrow."""

import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from advisor.facts.units import KIB, MIB


@dataclass(frozen=True)
class Host:
    """CPUs and memory within reach of this process.

    `online_cpus` counts what the machine has, `allowed_cpus` what the affinity mask leaves, `cpu_quota` the CPUs
    a container may keep busy. `cache_bytes` is the sum of the last-level caches. None is unknown or unlimited.
    """

    online_cpus: int
    allowed_cpus: int
    cores: int
    cpu_quota: float | None
    memory_bytes: int
    available_bytes: int
    cache_bytes: int | None

    @property
    def all_threads(self) -> int:
        """As many threads as can run at once."""
        return self._within_quota(self.allowed_cpus)

    @property
    def core_threads(self) -> int:
        """One thread per physical core."""
        return self._within_quota(self.cores)

    def _within_quota(self, threads: int) -> int:
        return threads if self.cpu_quota is None else max(1, min(threads, int(self.cpu_quota)))


def read_host(root: Path = Path("/")) -> Host:
    """Ask the operating system; on Linux its files are read below `root`."""
    online = psutil.cpu_count() or 1
    allowed = _allowed_cpus(online)
    memory = psutil.virtual_memory()
    limit = _memory_limit_bytes(root)
    cores = _linux_cores(root, allowed) or min(psutil.cpu_count(logical=False) or len(allowed), len(allowed))
    return Host(
        online_cpus=online,
        allowed_cpus=len(allowed),
        cores=cores,
        cpu_quota=_cpu_quota(root),
        memory_bytes=memory.total if limit is None else min(memory.total, limit),
        available_bytes=memory.available if limit is None else min(memory.available, limit),
        cache_bytes=last_cache_bytes(root),
    )


def last_cache_bytes(root: Path) -> int | None:
    """Sum of all caches of the last level."""
    if sys.platform == "darwin":
        return _mac_cache_bytes()
    if sys.platform == "win32":
        from advisor.bench.windows_cache import windows_cache_bytes

        return windows_cache_bytes()
    found: dict[tuple[int, str], int] = {}
    for folder in root.glob("sys/devices/system/cpu/cpu[0-9]*/cache/index[0-9]*"):
        with suppress(OSError, ValueError):
            if (folder / "type").read_text().strip() != "Instruction":
                level = int((folder / "level").read_text())
                found[level, (folder / "shared_cpu_list").read_text().strip()] = _linux_bytes(folder / "size")
    last = max((level for level, _ in found), default=0)
    return sum(cache_bytes for (level, _), cache_bytes in found.items() if level == last) or None


def _linux_bytes(path: Path) -> int:
    text = path.read_text().strip()
    factor = {"K": KIB, "M": MIB}.get(text[-1:], 1)
    return int(text.rstrip("KM")) * factor


def _mac_cache_bytes() -> int | None:
    """Intel Macs name a third level; Apple's chips share a second level per cluster, the first the largest."""
    for name in ("hw.l3cachesize", "hw.perflevel0.l2cachesize", "hw.l2cachesize"):
        command = ["/usr/sbin/sysctl", "-n", name]
        with suppress(OSError, ValueError, subprocess.SubprocessError):
            text = subprocess.run(command, capture_output=True, text=True, timeout=2, check=True).stdout
            if int(text) > 0:
                return int(text)
    return None


def _allowed_cpus(online: int) -> tuple[int, ...]:
    if sys.platform == "linux":
        return tuple(sorted(os.sched_getaffinity(0)))
    if sys.platform == "win32":
        return tuple(psutil.Process().cpu_affinity() or range(online))
    return tuple(range(online))


def _linux_cores(root: Path, allowed: tuple[int, ...]) -> int | None:
    """Physical cores behind the CPUs of the mask."""
    siblings = set()
    for cpu in allowed:
        with suppress(OSError):
            topology = root / f"sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list"
            siblings.add(topology.read_text().strip())
    return len(siblings) or None


def _cpu_quota(root: Path) -> float | None:
    """CPUs that the tightest control group above this process grants."""
    quotas = []
    for text in _cgroup_texts(root, "cpu.max"):
        with suppress(ValueError):
            quota, period = text.split()
            quotas.append(float(quota) / float(period))
    with suppress(OSError, ValueError):
        folder = root / "sys/fs/cgroup/cpu"
        quota_us = float((folder / "cpu.cfs_quota_us").read_text())
        if quota_us > 0:
            quotas.append(quota_us / float((folder / "cpu.cfs_period_us").read_text()))
    return min((quota for quota in quotas if quota > 0), default=None)


def _memory_limit_bytes(root: Path) -> int | None:
    limits = [int(text) for text in _cgroup_texts(root, "memory.max") if text.isdigit()]
    with suppress(OSError, ValueError):
        limits.append(int((root / "sys/fs/cgroup/memory/memory.limit_in_bytes").read_text()))
    return min(limits, default=None)


def _cgroup_texts(root: Path, name: str) -> Iterator[str]:
    """The file `name` of this process's control group and of each group above it (version 2)."""
    top = root / "sys/fs/cgroup"
    try:
        lines = (root / "proc/self/cgroup").read_text().splitlines()
    except OSError:
        return
    own = next((line[3:].strip("/") for line in lines if line.startswith("0::")), "")
    for folder in (top / own, *(top / parent for parent in Path(own).parents)):
        with suppress(OSError):
            yield (folder / name).read_text().strip()


def is_one_processor_group(online_cpus: int) -> bool:
    """Whether Windows shows this process only a part of the CPUs (groups of 64)."""
    return platform.system() == "Windows" and online_cpus > 64
