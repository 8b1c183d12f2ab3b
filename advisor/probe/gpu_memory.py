"""The pool of one GPU, as the readers of the vendors hand it over."""

from dataclasses import dataclass
from typing import Literal

from advisor.facts.fact import Fact, Origin, known, unknown
from advisor.facts.units import MB, TB

Kind = Literal["dedicated", "shared", "unified"]


@dataclass(frozen=True)
class GpuMemory:
    """Memory of a GPU; `carve_out_bytes` is what the firmware took from main memory for it."""

    total_bytes: Fact[int]
    free_bytes: Fact[int]
    kind: Fact[Kind]
    carve_out_bytes: int | None = None
    bus_bits: int | None = None


def kind_fact(kind: Kind, source: str, origin: Origin = "detected") -> Fact[Kind]:
    """Which kind of pool it is."""
    return known(kind, origin=origin, source=source)


def no_memory(reason: str, kind: Fact[Kind] | None = None) -> GpuMemory:
    """A pool of which nothing is known."""
    return GpuMemory(unknown(reason), unknown(reason), kind or unknown(reason))


def sane_bytes(number: int | None) -> int | None:
    """A size a GPU can have: above 0.1 GB and below 1 TB; None for anything else."""
    return number if number is not None and 100 * MB < number < TB else None
