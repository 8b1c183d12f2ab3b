"""Families of processors: what the architecture and the platform say of every member."""

from typing import Literal

from pydantic import Field

from advisor.facts.cards.card import CpuArchitecture, Sourced, Texts, Vendor
from advisor.facts.cards.named import MemoryName
from advisor.facts.values.record import Record

Simd = Literal[
    "sse4", "avx", "avx2", "avx_vnni", "avx512", "avx512_vnni", "amx", "neon", "neon_dotprod", "i8mm", "sve", "rvv"
]
"""The widest instructions for products of small integers that an architecture has, by the names of its maker."""


class CpuMember(Record):
    """What tells one processor of a family from the others."""

    cores: int = Field(gt=0)
    threads: int = Field(gt=0)
    fast_cores: int | None = Field(default=None, gt=0)
    base_mhz: int | None = Field(default=None, gt=0)


class CpuFamily(Sourced):
    """Processors of one architecture on one platform.

    `patterns` are regular expressions over a processor's name without marks; a name belongs to the one family that has
    a pattern for it. The memory is the most that the platform takes: channels of 64 bits and their rate.
    `members` are processors by name that have no card of their own. One die with `die_cores` cores takes in at most
    `die_read_gb_per_s`, however fast the memory is; None where that is no limit, or nobody states it.
    """

    vendor: Vendor
    architecture: CpuArchitecture
    patterns: Texts
    simd: Simd
    memory_channels: int | None = Field(default=None, gt=0)
    memory_type: MemoryName | None = None
    memory_mt_per_s: int | None = Field(default=None, gt=0)
    die_cores: int | None = Field(default=None, gt=0)
    die_read_gb_per_s: float | None = Field(default=None, gt=0)
    members: dict[str, CpuMember] = Field(default_factory=dict)
