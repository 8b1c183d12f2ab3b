"""What detection says about one machine: the document `rig-advisor probe --json` prints and profiles keep."""

from typing import Annotated, Literal

from pydantic import Field

from advisor.facts.values.fact import Fact, unknown
from advisor.facts.values.reason import Reason
from advisor.facts.values.record import Record
from advisor.facts.values.units import EIB, KIB, MEGA, TERA

_LARGEST_BYTES = KIB * EIB
"""No machine has so much; larger figures are damage."""

Count = Annotated[int, Field(gt=0, le=MEGA)]
"""How many of a thing that is there: at least one."""

Bytes = Annotated[int, Field(gt=0, le=_LARGEST_BYTES)]
"""A size that is known, so not nothing."""

FreeBytes = Annotated[int, Field(ge=0, le=_LARGEST_BYTES)]
"""What is left of a memory: nothing is possible."""

PerSecond = Annotated[int, Field(gt=0, le=MEGA * EIB)]
"""A clock or a rate of transfers."""

Rate = Annotated[float, Field(gt=0, le=MEGA * EIB)]
"""Bytes or arithmetic per second."""

_UNREAD = unknown("not_read_here")
"""For facts that not every reader knows; also what older profiles lack."""


class CoreKind(Record):
    """One kind of core of a hybrid processor (P, E, LP-E, or the only kind)."""

    name: str
    cores: Annotated[int, Field(ge=0, le=MEGA)]
    threads: Count
    max_hz: PerSecond | None


class Cache(Record):
    """All caches of one level and kind together: `total_bytes` is the sum over `instances`."""

    level: Count
    kind: Literal["data", "instruction", "unified"]
    total_bytes: Bytes
    instances: Count


class Cpu(Record):
    """The processor. `threads` counts logical CPUs that are online; `throttled`: it is slowed by heat right now.

    `limit_threads` is how many this process may use at once (affinity, container), unknown when all.
    """

    name: Fact[str]
    vendor: Fact[str]
    architecture: Fact[str]
    sockets: Fact[Count]
    cores: Fact[Count]
    threads: Fact[Count]
    core_kinds: Fact[tuple[CoreKind, ...]]
    flags: Fact[tuple[str, ...]]
    caches: Fact[tuple[Cache, ...]]
    numa_nodes: Fact[Count]
    hypervisor: Fact[str]
    throttled: Fact[bool] = _UNREAD
    limit_threads: Fact[Count] = _UNREAD


class MemoryModule(Record):
    """One populated memory module as the firmware describes it; rates in transfers per second.

    `stated_transfers_per_s` is the configured figure of the firmware where it is a clock, half of the real rate.
    """

    slot: str
    bytes: Bytes
    type: str | None
    rated_transfers_per_s: PerSecond | None
    configured_transfers_per_s: PerSecond | None
    channel: str | None
    stated_transfers_per_s: PerSecond | None = None


class Memory(Record):
    """Main memory. `limit_bytes` is what this process may use (container limit), unknown when unlimited."""

    installed_bytes: Fact[Bytes]
    usable_bytes: Fact[Bytes]
    available_bytes: Fact[FreeBytes]
    limit_bytes: Fact[Bytes]
    modules: Fact[tuple[MemoryModule, ...]]
    channels: Fact[Annotated[int, Field(ge=0, le=MEGA)]]
    theoretical_bytes_per_s: Fact[Rate]
    unified: Fact[bool]


class Link(Record):
    """A PCIe link: generation and width now and at most; None where the system does not say."""

    generation_now: Annotated[int, Field(ge=0, le=1024)] | None
    generation_max: Annotated[int, Field(ge=0, le=1024)] | None
    width_now: Annotated[int, Field(ge=0, le=1024)] | None
    width_max: Annotated[int, Field(ge=0, le=1024)] | None


MOST_GPUS = 64
"""Of one computer: twice as many as any has. What a bus or a driver lists beyond is told and left out."""


class Gpu(Record):
    """One graphics processor. `memory_total_bytes` is what one process can use of its own pool.

    `theoretical_bytes_per_s` is what its driver's memory clock and bus width make, `fp32_flop_per_s` and `shader_hz`
    (compute units x clock) what its driver's units and highest clock make. `compute_capability` is NVIDIA's (`8.9`) or
    AMD's graphics target (`gfx1100`). `pci_revision` (`c8`) tells products with one chip apart, `subsystem_id`
    (`1458:40b8`) boards, which `board` names. `compute_units`, `memory_bus_bits`, `memory_hz` (highest memory clock)
    and `power_default_w` are the driver's. `nvlinks` and `xgmi_links` count the active links to other cards.
    `possible_cards` are the ids of the cards it may be, where nothing read tells them apart.
    """

    name: Fact[str]
    vendor: Fact[str]
    driver: Fact[str]
    pci_id: Fact[str]
    pci_address: Fact[str]
    card: Fact[str]
    memory_total_bytes: Fact[Bytes]
    memory_free_bytes: Fact[FreeBytes]
    memory_kind: Fact[Literal["dedicated", "shared", "unified"]]
    link: Fact[Link]
    power_limit_w: Fact[Annotated[float, Field(ge=0, le=TERA)]]
    compute_capability: Fact[str]
    mig: Fact[bool]
    state: Fact[Literal["active", "asleep", "no_driver"]]
    subsystem_id: Fact[str] = _UNREAD
    theoretical_bytes_per_s: Fact[Rate] = _UNREAD
    fp32_flop_per_s: Fact[Rate] = _UNREAD
    shader_hz: Fact[Rate] = _UNREAD
    nvlinks: Fact[Annotated[int, Field(ge=0, le=MEGA)]] = _UNREAD
    xgmi_links: Fact[Annotated[int, Field(ge=0, le=MEGA)]] = _UNREAD
    pci_revision: Fact[str] = _UNREAD
    board: Fact[str] = _UNREAD
    compute_units: Fact[Count] = _UNREAD
    memory_bus_bits: Fact[Count] = _UNREAD
    memory_hz: Fact[PerSecond] = _UNREAD
    power_default_w: Fact[Annotated[float, Field(ge=0, le=TERA)]] = _UNREAD
    possible_cards: tuple[str, ...] = ()


WITNESSES = frozenset(
    {"board", "pci_revision", "compute_units", "memory_bus_bits", "memory_hz", "power_default_w", "xgmi_links"}
)
"""Facts of a graphics processor that serve to name it: nobody misses one that is unknown."""


class System(Record):
    """The operating system, what it runs in, and how it is powered. `power_plan` is the system's own word."""

    name: Fact[str]
    version: Fact[str]
    kernel: Fact[str]
    container: Fact[str]
    power_source: Fact[Literal["mains", "battery"]] = _UNREAD
    power_plan: Fact[str] = _UNREAD


FindingCode = Literal[
    "no_driver", "driver_too_old", "backend_missing", "one_module", "one_channel", "several_sockets", "memory_limit",
    "wsl", "shared_limit", "free_channels", "uneven_channels", "slow_memory_setting", "throttled", "power_saving",
    "on_battery", "slow_link", "narrow_link", "graphics_memory_in_use", "no_graphics_card", "integrated_only",
    "macos_limit", "gpu_asleep", "virtual_machine", "half_rate", "backends",
]  # fmt: skip
"""What a finding is about, worst first. Those of a file of another version that has other codes are left out."""


class Finding(Record):
    """Something about this machine worth acting on: what it costs and what helps."""

    code: FindingCode
    sentence: str
    evidence: str
    cost: str
    remedy: str


class Gap(Record):
    """A fact that could not be had, by its dotted path in the machine, and why."""

    fact: str
    reason: Reason


class Machine(Record):
    """One machine as detected. Everything is a fact with its source or a gap with its reason."""

    schema_version: Literal[1] = 1
    cpu: Cpu
    memory: Memory
    gpus: tuple[Gpu, ...]
    os: System
    npus: Fact[tuple[str, ...]] = _UNREAD
    findings: tuple[Finding, ...] = ()
    gaps: tuple[Gap, ...] = ()
