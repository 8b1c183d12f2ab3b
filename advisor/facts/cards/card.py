"""Catalog cards of hardware: one TOML file each below specs/, numbers as their source prints them.

The path is the id (`gpus/nvidia/rtx-4090`). A value that no source states is absent (None), never estimated.
"""

import datetime
from collections.abc import Collection, Mapping
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, Self

from pydantic import Field, GetCoreSchemaHandler, GetJsonSchemaHandler, Strict, ValidationInfo, model_validator
from pydantic_core import PydanticCustomError
from pydantic_core.core_schema import CoreSchema, with_info_after_validator_function

from advisor.facts.values.reason import FieldError
from advisor.facts.values.record import Record
from advisor.facts.values.units import MONTHS_PER_YEAR

Kind = Literal[
    "architectures", "designs", "gpus", "cpus", "hardware", "links", "memory", "blocks", "rates", "quants",
    "model architectures", "models", "model cards", "priced", "cards",
]  # fmt: skip
"""What can be named: cards by id, `designs` of graphics and of processor cores, `hardware` of all folders with
processors, `links` by generation, `memory` by name, `blocks` and `rates` by block type (these also for all others),
quantizations and models by id or name, models by id alone (`model cards`), what a price can be of, any card by its
whole path.
"""

ANY_BLOCK = "other"
"""Stands for all block types that a table of rates does not name."""

Known = Mapping[Kind, Collection[Any]]
"""All that there is to name, as far as the catalog has been read."""

UNKNOWN_NAME = "unknown_name"
"""The type of the error of a name that is not there; its context has the `kind` and all that would be `allowed`."""


class Naming(NamedTuple):
    """Marks a value that names one of a kind. It is held against the names that are given as context, if any are."""

    kind: Kind

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """The rule of the value itself, then this one."""
        return with_info_after_validator_function(self._check, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """What the value names, for lists of all keys."""
        return {**handler(schema), "names": self.kind}

    def _check(self, value: Any, info: ValidationInfo) -> Any:
        known = info.context and info.context.get(self.kind)
        if known is not None and value not in known:
            told = {"kind": self.kind, "allowed": tuple(map(str, known))}
            raise PydanticCustomError(UNKNOWN_NAME, "is not there", told)
        return value


ArchitectureId = Annotated[str, Naming("architectures")]
Design = Annotated[str, Naming("designs")]
ArchitectureIds = Annotated[tuple[ArchitectureId, ...], Strict(False)]
GpuId = Annotated[str, Naming("gpus")]
CpuId = Annotated[str, Naming("cpus")]
HardwareIds = Annotated[tuple[Annotated[str, Naming("hardware")], ...], Strict(False)]
LinkGeneration = Annotated[int, Naming("links")]
MemoryName = Annotated[str, Naming("memory")]
BlockName = Annotated[str, Naming("blocks")]
RateName = Annotated[str, Naming("rates")]
ModelArchitectureName = Annotated[str, Naming("model architectures")]
QuantName = Annotated[str, Naming("quants")]
ModelName = Annotated[str, Naming("models")]
ModelIds = Annotated[tuple[Annotated[str, Naming("model cards")], ...], Strict(False)]
PricedId = Annotated[str, Naming("priced")]
CardPath = Annotated[str, Naming("cards")]


Pool = Literal["vram", "ram", "unified"]


Texts = Annotated[tuple[str, ...], Strict(False)]
"""A TOML array of text."""

Vendor = Literal["nvidia", "amd", "intel", "apple", "other"]

GraphicsMemory = Literal[
    "DDR3", "DDR4", "DDR5", "LPDDR4", "LPDDR4X", "LPDDR5", "LPDDR5X",
    "GDDR5", "GDDR5X", "GDDR6", "GDDR6X", "GDDR7", "HBM", "HBM2", "HBM2e", "HBM3", "HBM3e", "HBM4",
]  # fmt: skip


Released = Annotated[str, Field(pattern=r"^(19|20)\d\d(-(0[1-9]|1[0-2]))?$")]
"""The year, or year and month, in which something was first sold, or presented where the source states no sale."""


@cache
def month_of(released: str) -> int:
    """A `released` in months since the year 0; without its month the middle of the year."""
    year, _, month = released.partition("-")
    return int(year) * MONTHS_PER_YEAR + int(month or MONTHS_PER_YEAR // 2)


class Sourced(Record):
    """What every card carries: where its figures are from and when someone looked."""

    name: str = Field(min_length=2)
    aliases: Texts = ()
    source: str = Field(min_length=5)
    checked: datetime.date
    note: str | None = None


Figure = Literal[
    "released", "memory_gib", "memory_type", "bus_bits", "memory_gigatransfers_per_s", "bandwidth_gb_per_s",
    "compute_units", "boost_mhz", "fp32_tflop_per_s", "fp16_dense_tflop_per_s", "fp16_accumulate16_dense_tflop_per_s",
    "int8_dense_top_per_s", "power_w", "link_generation", "link_width", "peer_gb_per_s", "peer_devices",
    "fp64_tflop_per_s", "tf32_dense_tflop_per_s", "bf16_dense_tflop_per_s", "fp8_dense_tflop_per_s",
    "fp6_dense_tflop_per_s", "fp4_dense_tflop_per_s", "int4_dense_top_per_s",
]  # fmt: skip
"""Figures of a graphics card that may rest on one weak source."""


class GpuCard(Sourced):
    """A graphics card, or the graphics part of a system on a chip (`memory_kind = "unified"`).

    `fp16_dense_tflop_per_s` accumulates in fp32, `fp16_accumulate16_dense_tflop_per_s` in fp16; no sparsity.
    `pci_ids` are `vendor:device`, or `vendor:device:revision` where the revision tells products with one chip apart.
    `processors` are regular expressions over the names of the processors whose graphics it is, where their PCI id does
    not tell. `compute_units` are SMs, CUs, Xe cores or Apple GPU cores. `market` says where
    alone it was sold, if not everywhere; a `rebuilt` card has the PCI id of the card it was made of.
    `least_memory_gib` is the smallest size that a chip with shared memory was ever sold with, `memory_gib` the largest,
    `memory_sizes_gib` are all of them.
    `stands_for` are names of several cards that mean this one where nothing tells which. Over `peer_link` each of at
    most `peer_devices` sends `peer_gb_per_s` to the others together, in one direction: over a `switch` all of it to any
    of them, in a `mesh` an equal part to each, with a `bridge` likewise, which is sold apart.
    `mig_slices` are the equal parts its compute units can be divided into (NVIDIA's Multi-Instance GPU). Rates of other
    formats are dense and of matrix units where it has such for them; what no source states is absent.
    A board takes `board_slots` of the case's slots and is `board_length_mm` long; `suggested_supply_w` is the power
    supply its maker suggests for a computer with it (for server boards, of whoever listed it).
    `uncertain` names the figures that rest on one weak source, or on those of a maker before the sale: they count as
    estimated, and answers that rest on them say so.
    `rocm_override` is what HSA_OVERRIDE_GFX_VERSION has to say on Linux for a card that ROCm does not list.
    """

    released: Released
    uncertain: Annotated[tuple[Figure, ...], Strict(False)] = ()
    stands_for: Texts = ()
    vendor: Vendor
    architecture: ArchitectureId
    form: Literal["desktop", "laptop", "workstation", "server", "soc", "integrated"]
    pci_ids: Texts = ()
    processors: Texts = ()
    market: Literal["China", "makers of computers", "rented only", "Macs", "rebuilt"] | None = None
    memory_kind: Literal["dedicated", "unified", "shared"] = "dedicated"
    memory_gib: float | None = Field(default=None, gt=0, lt=2048)
    least_memory_gib: float | None = Field(default=None, gt=0, lt=2048)
    memory_sizes_gib: Annotated[tuple[float, ...], Strict(False)] = ()
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
    peer_by: Literal["bridge", "mesh", "switch"] | None = None
    peer_gb_per_s: float | None = Field(default=None, gt=0, lt=10000)
    peer_devices: int | None = Field(default=None, ge=2, le=1024)
    mig_slices: Literal[2, 4, 7] | None = None
    board_slots: int | None = Field(default=None, ge=1, le=4)
    board_length_mm: float | None = Field(default=None, gt=50, lt=600)
    suggested_supply_w: float | None = Field(default=None, gt=100, le=3000)
    fp64_tflop_per_s: float | None = Field(default=None, gt=0)
    tf32_dense_tflop_per_s: float | None = Field(default=None, gt=0)
    bf16_dense_tflop_per_s: float | None = Field(default=None, gt=0)
    fp8_dense_tflop_per_s: float | None = Field(default=None, gt=0)
    fp6_dense_tflop_per_s: float | None = Field(default=None, gt=0)
    fp4_dense_tflop_per_s: float | None = Field(default=None, gt=0)
    int4_dense_top_per_s: float | None = Field(default=None, gt=0)
    rocm_override: str | None = None

    @property
    def has_fan(self) -> bool:
        """Whether it cools itself: a board of servers relies on their airflow."""
        return self.form != "server"

    @property
    def needs_airflow(self) -> bool:
        """Whether it is a board for a slot without a fan; modules of servers are cooled by what they are sold in."""
        return not self.has_fan and self.board_slots is not None

    @model_validator(mode="after")
    def _uncertain_figures_are_stated(self) -> Self:
        absent = next((one for one in self.uncertain if getattr(self, one) is None), None)
        if absent is not None:
            raise FieldError("uncertain_but_absent", figure=absent)
        return self


Vector = Literal["none", "neon", "avx512_vnni"]
"""Vector instructions out of the usual: none that engines are built for (x86 before AVX), NEON without dot products, or
products of small integers 512 bits wide."""


CpuArchitecture = Literal[
    "alder lake", "ampereone", "apple-m1", "apple-m2", "apple-m3", "apple-m4", "apple-m5", "apple-m6", "arrow lake",
    "broadwell", "cascade lake", "coffee lake", "comet lake", "core", "cortex-a72", "cortex-a76", "emerald rapids",
    "goldmont plus", "gracemont", "granite rapids", "haswell", "ice lake", "ivy bridge", "kaby lake", "lunar lake",
    "meteor lake", "nehalem", "neoverse-n1", "neoverse-v1", "neoverse-v2", "olympus", "oryon", "oryon3",
    "panther lake", "raptor lake", "rocket lake", "sandy bridge", "sapphire rapids", "sierra forest", "skylake",
    "skylake-sp", "tiger lake", "tremont", "zen", "zen+", "zen2", "zen3", "zen3+", "zen4", "zen5",
]  # fmt: skip
"""The designs of processor cores: engines have rates of their own for some, networks for wide and narrow vectors."""


class CpuCard(Sourced):
    """A processor and the memory it can drive. `vector` is absent where its vector instructions are the usual ones.

    `fast_cores` are those of the fast kind where there are several kinds and the number of threads does not tell.
    `graphics` are those in it; absent where it has none, or no card is of them.
    """

    vendor: Vendor
    architecture: CpuArchitecture | None = None
    graphics: GpuId | None = None
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
    released: Released | None = None


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


MatrixFormat = Literal["FP64", "TF32", "BF16", "FP16", "FP8", "INT8", "FP6", "FP4", "INT4"]


class GpuTraits(Record):
    """The rules that go by the architecture of a graphics processor. What is absent is not known, or does not hold.

    `matrix_units` says whether all, some or none of its chips have units for whole matrices, `matrix_formats` which
    numbers those multiply (white papers of the makers). Where no fp16 rate is known the fp32 rate stands in, unless
    matrix units are several times as fast (`fp32_stands_for_matrix`). `fp32_counts_pairs`: data sheets count two
    instructions at a time, which programs seldom find.

    `flop_per_byte` is FLOP of the fastest fp16 mode per byte of memory bandwidth, the median of the cards in specs/gpus
    that state both; of Apple's chips since the M5 what 608 tokens/s of a 7B model say
    (https://github.com/ggml-org/llama.cpp/pull/16634). `usual_read_share` is the read rate over that of the data sheet,
    the middle of 69 published figures (GeForce RTX 11 rows, 0.85 to 0.95; older GeForce 7; server cards 5; Radeon 4;
    Instinct 6; Apple 4; Arc judged). `flop_per_clock_per_unit` is the fp32 work of one compute unit where it is not
    that of most chips of the maker. `usual_backend` is what programs run on it with where that is not what they take on
    most chips of the maker.

    `last_driver` is the last branch of NVIDIA's drivers that serves it, `last_cuda` the last CUDA that builds for it.
    `has_rocm_ended`: AMD does not, or no longer, support it in ROCm. `needs_resizable_bar`: its driver is made for
    boards that open all of its memory at once.

    `targets` are beginnings of what drivers call its chips: NVIDIA's compute capability (`8.9`), AMD's graphics target
    (`gfx1100`); the longest that fits holds. On those in `one_warp_falls_short` the matrix instruction of one warp does
    not reach the peak: they have others (arXiv 2501.12084).
    """

    targets: Texts = ()
    matrix_units: Literal["all", "some", "none"] | None = None
    matrix_formats: Annotated[tuple[MatrixFormat, ...], Strict(False)] = ()
    fp32_stands_for_matrix: bool = True
    fp32_counts_pairs: bool = False
    one_warp_falls_short: Texts = ()
    flop_per_byte: float | None = Field(default=None, gt=0)
    usual_read_share: float | None = Field(default=None, gt=0, le=1)
    flop_per_clock_per_unit: int | None = Field(default=None, gt=0)
    usual_backend: Literal["cuda", "rocm", "vulkan", "metal", "sycl"] | None = None
    last_driver: int | None = Field(default=None, gt=0)
    last_cuda: int | None = Field(default=None, gt=0)
    has_rocm_ended: bool = False
    needs_resizable_bar: bool = False


class GpuArchitecture(GpuTraits, Sourced):
    """The card of one architecture of one maker; graphics cards name it by its id."""

    vendor: Vendor


Simd = Literal[
    "sse4", "avx", "avx2", "avx_vnni", "avx512", "avx512_vnni", "amx", "neon", "neon_dotprod", "i8mm", "sve", "rvv"
]
"""The widest instructions for products of small integers that an architecture has, by the names of its maker."""


class CpuMember(Record):
    """What tells one processor of a family from the others; a rate of memory only where it is another one."""

    graphics: GpuId | None = None
    cores: int = Field(gt=0)
    threads: int = Field(gt=0)
    fast_cores: int | None = Field(default=None, gt=0)
    base_mhz: int | None = Field(default=None, gt=0)
    memory_mt_per_s: int | None = Field(default=None, gt=0)


class CpuFamily(Sourced):
    """Processors of one architecture on one platform.

    `patterns` are regular expressions over a processor's name without marks; a name belongs to the one family that has
    a pattern for it. The memory is the most that the platform takes: channels of 64 bits and their rate.
    `two_single_rank_mt_per_s` and `two_dual_rank_mt_per_s` are the rates that the maker states for two sticks in each
    channel. `members` are processors by name that have no card of their own. One die with `die_cores` cores takes in
    at most `die_read_gb_per_s`, however fast the memory is; None where that is no limit, or nobody states it.
    `lacks_resizable_bar`: few boards for them open more than 256 MiB of a card's memory at once. `pcie_generation` is
    the newest that their slot for a graphics card has.
    """

    vendor: Vendor
    architecture: CpuArchitecture
    patterns: Texts
    simd: Simd
    memory_channels: int | None = Field(default=None, gt=0)
    memory_type: MemoryName | None = None
    memory_mt_per_s: int | None = Field(default=None, gt=0)
    two_single_rank_mt_per_s: int | None = Field(default=None, gt=0)
    two_dual_rank_mt_per_s: int | None = Field(default=None, gt=0)
    die_cores: int | None = Field(default=None, gt=0)
    die_read_gb_per_s: float | None = Field(default=None, gt=0)
    lacks_resizable_bar: bool = False
    pcie_generation: int | None = Field(default=None, ge=1, le=8)
    members: dict[str, CpuMember] = Field(default_factory=dict)
