"""Sentences about measured memory rates that do not go with what is known of the memory."""

from collections.abc import Iterable

from advisor.catalog.judged_rate import judged_rate
from advisor.facts.fact import Fact
from advisor.facts.machine import Machine
from advisor.facts.measurement import ABOVE_PAPER, Measurements, measured
from advisor.facts.rig import Rig
from advisor.predict.sanity import FAR_BELOW
from advisor.present.quantity import bandwidth, count

_HALF_CHANNELS = 0.55
"""Below this share of the rate of inferred channels perhaps only half of them are there (detection section 4.4)."""


def doubtful_rates(machine: Machine, rig: Rig, measurements: Measurements | None) -> tuple[str, ...]:
    """What is odd about measured rates of main memory and of graphics memory, one sentence each."""
    return tuple(_sentences(machine, rig, measurements))


def _sentences(machine: Machine, rig: Rig, measurements: Measurements | None) -> Iterable[str]:
    read = measured(measurements, "memory_read", device="cpu")
    paper, channels = machine.memory.theoretical_bytes_per_s, machine.memory.channels
    is_virtual = machine.cpu.hypervisor.value is not None
    yield from _above("main memory", paper, read, is_virtual=is_virtual)
    if read.value and paper.value and read.value < _HALF_CHANNELS * paper.value and channels.origin == "estimated":
        yield (
            f"The main memory reads at {_of(read.value, paper.value)}. That it has {count(channels.value)} channels is "
            "only inferred: perhaps half of them are in use. The measured figure counts."
        )
    else:
        yield from _far_below(paper, read)
    for processor in rig.processors[1:]:
        own = measured(measurements, "gpu_memory_read", device=processor.id)
        if processor.read_bytes_per_s.value is None and own.value is not None:
            yield f"{processor.name}: the memory reads at {bandwidth(own.value)}. {_CACHE}"
        else:
            yield from _far_below(processor.bandwidth_bytes_per_s, own)


_CACHE = "It cannot: a cache answered, so the figure is not used. Measure again with other programs closed."


def _above(what: str, paper: Fact[float], read: Fact[float], *, is_virtual: bool) -> Iterable[str]:
    if not read.value or not paper.value or read.value <= ABOVE_PAPER * paper.value:
        return
    start = f"The {what} reads at {_of(read.value, paper.value)}"
    if judged_rate(paper, read, is_virtual=is_virtual).read.value is None:
        yield f"{start}. {_CACHE}"
    else:
        yield f"{start}: its layout is another than it seems, so only the measured figure counts."


def _far_below(paper: Fact[float], read: Fact[float]) -> Iterable[str]:
    if read.value and paper.value and read.value < FAR_BELOW * paper.value:
        yield (
            f"The memory reads at {_of(read.value, paper.value)}, less than half: check memory modules, power plan, "
            "driver and other programs."
        )


def _of(read_bytes_per_s: float, paper_bytes_per_s: float) -> str:
    return f"{bandwidth(read_bytes_per_s)} of {bandwidth(paper_bytes_per_s)} on paper"
