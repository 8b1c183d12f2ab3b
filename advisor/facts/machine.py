"""What detection says about one machine: the document `rig-advisor probe --json` prints and profiles keep."""

from typing import Literal

from advisor.facts.fact import Fact
from advisor.facts.record import Record


class CoreKind(Record):
    """One kind of core of a hybrid processor (P, E, LP-E, or the only kind)."""

    name: str
    cores: int
    threads: int
    max_hz: int | None


class Cache(Record):
    """All caches of one level and kind together: `total_bytes` is the sum over `instances`."""

    level: int
    kind: Literal["data", "instruction", "unified"]
    total_bytes: int
    instances: int


class Cpu(Record):
    """The processor. `threads` counts logical CPUs that are online."""

    name: Fact[str]
    vendor: Fact[str]
    architecture: Fact[str]
    sockets: Fact[int]
    cores: Fact[int]
    threads: Fact[int]
    core_kinds: Fact[tuple[CoreKind, ...]]
    flags: Fact[tuple[str, ...]]
    caches: Fact[tuple[Cache, ...]]
    numa_nodes: Fact[int]
    hypervisor: Fact[str]


class MemoryModule(Record):
    """One populated memory module as the firmware describes it; rates in transfers per second."""

    slot: str
    bytes: int
    type: str | None
    rated_transfers_per_s: int | None
    configured_transfers_per_s: int | None
    channel: str | None


class Memory(Record):
    """Main memory. `limit_bytes` is what this process may use (container limit), unknown when unlimited."""

    installed_bytes: Fact[int]
    usable_bytes: Fact[int]
    available_bytes: Fact[int]
    limit_bytes: Fact[int]
    modules: Fact[tuple[MemoryModule, ...]]
    channels: Fact[int]
    theoretical_bytes_per_s: Fact[float]
    unified: Fact[bool]


class Link(Record):
    """A PCIe link: generation and width now and at most; None where the system does not say."""

    generation_now: int | None
    generation_max: int | None
    width_now: int | None
    width_max: int | None


class Gpu(Record):
    """One graphics processor. `memory_total_bytes` is what one process can use of its own pool."""

    name: Fact[str]
    vendor: Fact[str]
    driver: Fact[str]
    pci_id: Fact[str]
    pci_address: Fact[str]
    card: Fact[str]
    memory_total_bytes: Fact[int]
    memory_free_bytes: Fact[int]
    memory_kind: Fact[Literal["dedicated", "shared", "unified"]]
    link: Fact[Link]
    power_limit_w: Fact[float]
    compute_capability: Fact[str]
    mig: Fact[bool]
    state: Fact[Literal["active", "asleep", "no_driver"]]


class System(Record):
    """The operating system and what it runs in."""

    name: Fact[str]
    version: Fact[str]
    kernel: Fact[str]
    container: Fact[str]


class Finding(Record):
    """Something about this machine worth acting on: what it costs and what helps."""

    code: str
    sentence: str
    evidence: str
    cost: str
    remedy: str


class Gap(Record):
    """A fact that could not be had, by its dotted path in the machine, and why."""

    fact: str
    reason: str


class Machine(Record):
    """One machine as detected. Everything is a fact with its source or a gap with its reason."""

    schema_version: Literal[1] = 1
    cpu: Cpu
    memory: Memory
    gpus: tuple[Gpu, ...]
    os: System
    findings: tuple[Finding, ...] = ()
    gaps: tuple[Gap, ...] = ()
