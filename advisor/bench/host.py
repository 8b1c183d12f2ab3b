"""What a measurement may use of this machine: CPUs, memory, and the cache its buffers must outgrow."""

import platform
from collections.abc import Mapping

from advisor.facts.machine.machine import Machine
from advisor.facts.values.record import Record


class Cores(Record):
    """One kind of core of a hybrid processor (`P`, `E`) and the numbers of its logical CPUs."""

    name: str
    cores: int
    cpus: tuple[int, ...]


class Host(Record):
    """CPUs and memory within reach of this process.

    `online_cpus` counts what the machine has, `allowed_cpus` what affinity and containers leave. `cache_bytes` is the
    sum of the last-level caches.
    `core_kinds` is empty where all cores are alike or their numbers are unknown. None is unknown.
    """

    online_cpus: int
    allowed_cpus: int
    cores: int
    memory_bytes: int
    available_bytes: int
    cache_bytes: int | None
    core_kinds: tuple[Cores, ...] = ()

    @property
    def all_threads(self) -> int:
        """As many threads as can run at once."""
        return self.allowed_cpus

    @property
    def core_threads(self) -> int:
        """One thread per physical core."""
        return min(self.cores, self.allowed_cpus)


def host_of(machine: Machine, core_cpus: Mapping[str, tuple[int, ...]]) -> Host:
    """What detection says of the machine this runs on; `core_cpus` are the CPU numbers by kind of core."""
    cpu, memory = machine.cpu, machine.memory
    online = cpu.threads.value or 1
    kinds = cpu.core_kinds.value or ()
    limits = [fact.value for fact in (memory.usable_bytes, memory.limit_bytes) if fact.value]
    memory_bytes = min(limits, default=0)
    caches = [cache for cache in cpu.caches.value or () if cache.kind != "instruction"]
    last = max((cache.level for cache in caches), default=0)
    return Host(
        online_cpus=online,
        allowed_cpus=min(online, cpu.limit_threads.value or online),
        cores=cpu.cores.value or online,
        memory_bytes=memory_bytes,
        available_bytes=min(memory_bytes, memory.available_bytes.value or 0),
        cache_bytes=sum(cache.total_bytes for cache in caches if cache.level == last) or None,
        core_kinds=tuple(
            Cores(name=kind.name, cores=kind.cores or kind.threads, cpus=core_cpus[kind.name])
            for kind in kinds
            if len(kinds) > 1 and core_cpus.get(kind.name)
        ),
    )


def is_one_processor_group(online_cpus: int) -> bool:
    """Whether Windows shows this process only a part of the CPUs (groups of 64)."""
    return platform.system() == "Windows" and online_cpus > 64
