"""Catalog cards of hardware: one TOML file each below specs/, numbers as their source prints them.

The path is the id (`gpus/nvidia/rtx-4090`). A value that no source states is absent (None), never estimated.
"""

import datetime
from typing import Annotated, Literal

from pydantic import Field, Strict

from advisor.facts.cards.named import ArchitectureId, CpuId, GpuId, LinkGeneration, MemoryName
from advisor.facts.values.record import Record

Texts = Annotated[tuple[str, ...], Strict(False)]
"""A TOML array of text."""

Vendor = Literal["nvidia", "amd", "intel", "apple", "other"]

GraphicsMemory = Literal[
    "DDR3", "DDR4", "DDR5", "LPDDR4", "LPDDR4X", "LPDDR5", "LPDDR5X",
    "GDDR5", "GDDR5X", "GDDR6", "GDDR6X", "GDDR7", "HBM", "HBM2", "HBM2e", "HBM3", "HBM3e", "HBM4",
]  # fmt: skip


class Sourced(Record):
    """What every card carries: where its figures are from and when someone looked."""

    name: str = Field(min_length=2)
    aliases: Texts = ()
    source: str = Field(min_length=5)
    checked: datetime.date
    note: str | None = None


class GpuCard(Sourced):
    """A graphics card, or the graphics part of a system on a chip (`memory_kind = "unified"`).

    `fp16_dense_tflop_per_s` accumulates in fp32, `fp16_accumulate16_dense_tflop_per_s` in fp16; no sparsity.
    `compute_units` are SMs, CUs, Xe cores or Apple GPU cores. `market` says where alone it was sold, if not everywhere.
    `stands_for` are names of several cards that mean this one where nothing tells which. Over `peer_link` each of at
    most `peer_devices` sends `peer_gb_per_s` to the others together, in one direction.
    `mig_slices` are the equal parts its compute units can be divided into (NVIDIA's Multi-Instance GPU). Rates of other
    formats are dense and of matrix units where it has such for them; what no source states is absent.
    """

    stands_for: Texts = ()
    vendor: Vendor
    architecture: ArchitectureId
    form: Literal["desktop", "laptop", "workstation", "server", "soc", "integrated"]
    pci_ids: Texts = ()
    market: Literal["China", "makers of computers", "rented only"] | None = None
    memory_kind: Literal["dedicated", "unified", "shared"] = "dedicated"
    memory_gib: float | None = Field(default=None, gt=0, lt=2048)
    memory_type: GraphicsMemory | None = None
    bus_bits: int | None = Field(default=None, gt=0)
    memory_gigatransfers_per_s: float | None = Field(default=None, gt=0)
    bandwidth_gb_per_s: float | None = Field(default=None, gt=1, lt=40000)
    compute_units: int | None = Field(default=None, gt=0)
    boost_mhz: float | None = Field(default=None, gt=100, lt=6000)
    fp32_tflop_per_s: float | None = Field(default=None, gt=0)
    fp16_dense_tflop_per_s: float | None = Field(default=None, gt=0)
    fp16_accumulate16_dense_tflop_per_s: float | None = Field(default=None, gt=0)
    int8_dense_top_per_s: float | None = Field(default=None, gt=0)
    power_w: float | None = Field(default=None, gt=0)
    link_generation: LinkGeneration | None = None
    link_width: int | None = Field(default=None, ge=1, le=32)
    peer_link: Literal["nvlink", "infinity_fabric"] | None = None
    peer_gb_per_s: float | None = Field(default=None, gt=0, lt=10000)
    peer_devices: int | None = Field(default=None, ge=2, le=1024)
    mig_slices: Literal[2, 4, 7] | None = None
    fp64_tflop_per_s: float | None = Field(default=None, gt=0)
    tf32_dense_tflop_per_s: float | None = Field(default=None, gt=0)
    bf16_dense_tflop_per_s: float | None = Field(default=None, gt=0)
    fp8_dense_tflop_per_s: float | None = Field(default=None, gt=0)
    fp6_dense_tflop_per_s: float | None = Field(default=None, gt=0)
    fp4_dense_tflop_per_s: float | None = Field(default=None, gt=0)
    int4_dense_top_per_s: float | None = Field(default=None, gt=0)
    launch_year: int | None = Field(default=None, ge=2005, le=2030)


class SystemCard(Sourced):
    """A computer or rack sold as one: `gpu_count` graphics cards of one kind joined by their own link.

    `gpu` and `cpu` are ids in the catalog; `cpu` is absent where the catalog has no card of it.
    """

    gpu: GpuId
    gpu_count: int = Field(ge=1, le=1024)
    cpu: CpuId | None = None


Vector = Literal["none", "neon", "avx512_vnni"]
"""Vector instructions out of the usual: none that engines are built for (x86 before AVX), NEON without dot products, or
products of small integers 512 bits wide."""


CpuArchitecture = Literal[
    "alder lake", "ampereone", "apple-m1", "apple-m2", "apple-m3", "apple-m4", "apple-m5", "arrow lake", "broadwell",
    "cascade lake", "coffee lake", "comet lake", "core", "cortex-a72", "cortex-a76", "emerald rapids",
    "goldmont plus", "gracemont", "granite rapids", "haswell", "ice lake", "ivy bridge", "kaby lake", "lunar lake",
    "meteor lake", "nehalem", "neoverse-n1", "neoverse-v1", "neoverse-v2", "olympus", "oryon", "oryon3",
    "panther lake", "raptor lake", "rocket lake", "sandy bridge", "sapphire rapids", "sierra forest", "skylake",
    "skylake-sp", "tiger lake", "tremont", "zen", "zen+", "zen2", "zen3", "zen3+", "zen4", "zen5",
]  # fmt: skip
"""The designs of processor cores: engines have rates of their own for some, networks for wide and narrow vectors."""


class CpuCard(Sourced):
    """A processor and the memory it can drive. `vector` is absent where its vector instructions are the usual ones.

    `fast_cores` are those of the fast kind where there are several kinds and the number of threads does not tell.
    """

    vendor: Vendor
    architecture: CpuArchitecture | None = None
    cores: int | None = Field(default=None, gt=0)
    threads: int | None = Field(default=None, gt=0)
    fast_cores: int | None = Field(default=None, gt=0)
    l3_mib: float | None = Field(default=None, gt=0)
    vector: Vector | None = None
    memory_channels: int | None = Field(default=None, gt=0)
    memory_type: MemoryName | None = None
    memory_mt_per_s: int | None = Field(default=None, gt=0)
    bandwidth_gb_per_s: float | None = Field(default=None, gt=1, lt=4000)
    power_w: float | None = Field(default=None, gt=0)
    launch_year: int | None = Field(default=None, ge=2005, le=2030)


class MemoryCard(Sourced):
    """A memory type: the range of transfer rates that is plausible, and the lowest standard one.

    A configured rate below `floor_mt_per_s` is a clock and means twice that rate (docs/detection.md 4.1).
    """

    lowest_mt_per_s: int = Field(gt=0)
    highest_mt_per_s: int = Field(gt=0)
    floor_mt_per_s: int | None = Field(default=None, gt=0)
    soldered: bool = False


class LinkCard(Sourced):
    """One generation of a link: bytes per second of one lane in one direction, before protocol loss."""

    generation: int = Field(ge=1)
    gigatransfers_per_s: float = Field(gt=0)
    gb_per_s_per_lane: float = Field(gt=0)
