"""The rig: what prediction needs to know about a machine, assembled from detection, cards and measurements."""

from typing import Literal, NamedTuple

from pydantic import Field

from advisor.facts.cards.backend import Backend
from advisor.facts.cards.card import GpuTraits, GraphicsMemory, Pool, Vector
from advisor.facts.machine.machine import Machine
from advisor.facts.machine.measurement import MeasurementName, OwnRun, Points
from advisor.facts.values.fact import Fact, Uncertainty, unknown
from advisor.facts.values.os_name import OsName
from advisor.facts.values.reason import Reason
from advisor.facts.values.record import Record

Verdict = Literal["good", "high", "far_below", "impossible", "layout", "lower_bound", "no_reference"]
"""What becomes of a measured figure beside the one on paper: `high` and `far_below` are used and remarked on,
`impossible` is not used, `layout` proves the figure on paper wrong, `lower_bound` only ever raises it.
"""


class Judgement(Record):
    """One measured figure beside the one on paper (unknown with its reason where there is none)."""

    name: MeasurementName
    device: str
    verdict: Verdict
    paper: Fact[float]


class ThreadRate(Record):
    """A rate that so many threads reached together."""

    threads: int
    rate: float


class CoreFigures(Record):
    """What was measured of the cores of a CPU, each None or empty where it was not.

    `read` is the memory read rate, `dots` the rate at which stored weights are multiplied (by measurement, `q4_0_dot`),
    in bytes per second, by threads, few first. `fma_flop_per_s` and `int8_op_per_s` are those of one core.
    `cache_curve` is the read rate by the bytes of the working set. `uncertainty` says how far products and arithmetic
    may be off where something disturbed them.
    """

    read: tuple[ThreadRate, ...] = ()
    dots: dict[str, tuple[ThreadRate, ...]] = Field(default_factory=dict)
    fma_flop_per_s: float | None = None
    int8_op_per_s: float | None = None
    cache_curve: Points | None = None
    uncertainty: Uncertainty | None = None


class Processor(Record):
    """One thing that can run a model, with the memory it reads.

    `bandwidth_bytes_per_s` is the theoretical rate, `read_bytes_per_s` the measured one. `shader_hz` is compute
    units x clock (prediction formula's SC). fp16 rates are dense; `fp16_flop_per_s` accumulates in fp32,
    `fp16_accumulate16_flop_per_s` in fp16; `int8_op_per_s` counts operations like them. `cores` are physical CPU
    cores, of several kinds the fast ones (`slow_cores` are the others), compute units on a GPU. `inline_ecc`: check
    bits lie among the data and take their share of the bandwidth.
    `sockets` are the CPUs whose cores and bandwidth are counted together.
    `is_laptop`: a graphics card whose power and clocks the maker of the computer sets. `vector` names a CPU's few
    vector instructions, None where they are the usual ones. `memory_channels` are the most that a socket of it takes,
    `memory_type` and `clock_hz` are those of a graphics card, which `needs_airflow` where it has no fan of its own.
    `lacks_resizable_bar`: few boards for that CPU open all of a card's memory at once.
    `design` is the microarchitecture of a detected CPU, whose `architecture` is its instruction set.
    `blocked` says why no program can use it as it is (a card without a driver), None where one can.
    `peer_bytes_per_s` leads to other devices of its kind over a link made for that, `peer_devices` of them at most;
    in a mesh an equal part of it leads to each. `released` is the year, or year and month, of its card.
    `traits` are those of a graphics processor's architecture, which is an id in specs/architectures.
    `launch_s` is what starting one kernel takes. `last_cache_bytes` are all caches of the last level together.
    `link_limit_bytes_per_s` is the raw rate of its link, `backends` are the ways programs have to a detected graphics
    processor. `core` is what was measured of a CPU's cores. A rate of arithmetic that was measured is what a kernel
    reached, one on paper what nothing exceeds. `os` is the system around it, by the driver that counts; None where it
    is not known.
    """

    id: str
    name: str
    kind: Literal["cpu", "gpu"]
    vendor: str
    architecture: str | None
    card: str | None
    pool: Pool
    memory_total_bytes: Fact[int]
    memory_free_bytes: Fact[int]
    bandwidth_bytes_per_s: Fact[float]
    read_bytes_per_s: Fact[float]
    fp32_flop_per_s: Fact[float]
    fp16_flop_per_s: Fact[float]
    fp16_accumulate16_flop_per_s: Fact[float]
    int8_op_per_s: Fact[float]
    shader_hz: Fact[float]
    cores: Fact[int]
    link_bytes_per_s: Fact[float]
    power_w: Fact[float]
    traits: GpuTraits = GpuTraits()
    slow_cores: int = 0
    sockets: int = 1
    inline_ecc: bool = False
    vector: Vector | None = None
    design: str | None = None
    is_laptop: bool = False
    needs_airflow: bool = False
    blocked: Reason | None = None
    memory_channels: int | None = None
    lacks_resizable_bar: bool = False
    memory_type: GraphicsMemory | None = None
    clock_hz: float | None = None
    link_limit_bytes_per_s: Fact[float] = unknown("no_link_known")
    peer_bytes_per_s: Fact[float] = unknown("no_peer_link_known")
    peer_devices: int | None = None
    peer_is_mesh: bool = False
    released: str | None = None
    launch_s: Fact[float] = unknown("not_measured_yet")
    last_cache_bytes: Fact[int] = unknown("no_last_cache_found")
    backends: tuple[Backend, ...] = ()
    core: CoreFigures = CoreFigures()
    os: OsName | None = None

    @property
    def counted_name(self) -> str:
        """Its name, with how many there are in sockets of their own: virtual machines call single cores so, too."""
        is_real = self.sockets > 1 and (self.cores.value or 0) >= 2 * self.sockets
        is_told = self.name[1:3].strip()[:1] in ("x", "\N{MULTIPLICATION SIGN}")
        return f"{self.sockets} x {self.name}" if is_real and not is_told else self.name

    @property
    def microarchitecture(self) -> str | None:
        """What shares of calibrations are told by: a graphics processor's architecture, the design of a CPU.

        A CPU whose design is not known is what its card or instruction set says.
        """
        return self.design or self.architecture

    @property
    def has_ended_support(self) -> bool:
        """Whether its maker builds no current tools for it any more."""
        return self.traits.last_cuda is not None or self.has_ended_rocm

    @property
    def has_ended_rocm(self) -> bool:
        """Whether it is a card that ROCm does not, or no longer, support."""
        return self.traits.has_rocm_ended and self.pool == "vram"

    @property
    def best_bytes_per_s(self) -> Fact[float]:
        """The measured rate of its memory, else the theoretical one."""
        measured = self.read_bytes_per_s
        return measured if measured.value is not None else self.bandwidth_bytes_per_s

    def to_peers_bytes_per_s(self, devices: int) -> float | None:
        """What it sends to the others of so many over a link made for that; None where none joins so many."""
        own, most = self.peer_bytes_per_s.value, self.peer_devices
        if own is None or (most is not None and devices > most):
            return None
        return own * (devices - 1) / (most - 1) if self.peer_is_mesh and most and devices > 1 else own


class Rig(Record):
    """A machine ready for questions: the CPU first, then each GPU in the order detection gave.

    `own_runs` are what people ran on it, oldest first; `judgements` tell which measured figures it was made of.
    """

    name: str
    processors: tuple[Processor, ...]
    own_runs: tuple[OwnRun, ...] = ()
    judgements: tuple[Judgement, ...] = ()

    @property
    def is_closed(self) -> bool:
        """Whether its processors tell that no card goes in: Apple's, those of one shared memory, a laptop's card."""
        shares = self.processors[0].pool == "unified" and any(one.kind == "gpu" for one in self.processors)
        return shares or any(one.vendor == "apple" or one.is_laptop for one in self.processors)


class KnownRig(NamedTuple):
    """A machine for the picture and the rig for the answers, both with the same corrections and edits."""

    machine: Machine
    rig: Rig
