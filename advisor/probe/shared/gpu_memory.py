"""The pool of one GPU, as the readers of the vendors hand it over."""

from typing import Literal

from advisor.facts.machine.machine import Gpu
from advisor.facts.values.fact import Fact, Origin, Source, known, unknown
from advisor.facts.values.frozen import frozen
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.units import MB, TB

Kind = Literal["dedicated", "shared", "unified"]

NVIDIA_OWN_MEMORY = reason("nvidia_own_memory")


@frozen
class GpuMemory:
    """Memory of a GPU; `carve_out_bytes` is what the firmware took from main memory for it."""

    total_bytes: Fact[int]
    free_bytes: Fact[int]
    kind: Fact[Kind]
    carve_out_bytes: int | None = None
    bus_bits: int | None = None


@frozen
class Graphics:
    """What GPUs tell of main memory: the part the firmware carved out, its width and rated MT/s, if it is one pool."""

    carve_out_bytes: int | None = None
    bus_bits: int | None = None
    rated_mt_per_s: int | None = None
    unified: Fact[bool] | None = None


def kind_fact(kind: Kind, source: Source, origin: Origin = "detected") -> Fact[Kind]:
    """Which kind of pool it is."""
    return known(kind, origin=origin, source=source)


def no_memory(why: Reason, kind: Fact[Kind] | None = None) -> GpuMemory:
    """A pool of which nothing is known."""
    return GpuMemory(unknown(why), unknown(why), kind or unknown(why))


def sane_bytes(number: int | None) -> int | None:
    """A size a GPU can have: above 0.1 GB and below 1 TB; None for anything else."""
    return number if number is not None and 100 * MB < number < TB else None


def unified_fact(gpus: tuple[Gpu, ...]) -> Fact[bool] | None:
    """Whether main memory is one pool with that of a GPU; None where no GPU tells."""
    kinds = [gpu.memory_kind for gpu in gpus if gpu.memory_kind.value]
    if not kinds:
        return None
    pooled = [kind for kind in kinds if kind.value == "unified"]
    return known(bool(pooled), origin="detected", source=(pooled or kinds)[0].source or reason("kinds_of_gpus"))
