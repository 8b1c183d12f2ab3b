"""Families of processors: what the architecture and the platform say of every member."""

from typing import Literal

from pydantic import Field

from advisor.facts.card import Sourced, Texts, Vendor

Simd = Literal[
    "sse4", "avx", "avx2", "avx_vnni", "avx512", "avx512_vnni", "amx", "neon", "neon_dotprod", "i8mm", "sve", "rvv"
]
"""The widest instructions for products of small integers that an architecture has, by the names of its maker."""


class CpuFamily(Sourced):
    """Processors of one architecture on one platform.

    `patterns` are regular expressions over a processor's name without marks; the first family that has one for a name
    is the one it belongs to. The memory is the most that the platform takes: channels of 64 bits and their rate.
    """

    vendor: Vendor
    architecture: str
    patterns: Texts
    simd: Simd
    memory_channels: int | None = Field(default=None, gt=0)
    memory_type: str | None = None
    memory_mt_per_s: int | None = Field(default=None, gt=0)
