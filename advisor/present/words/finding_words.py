"""Words that all findings share."""

from typing import Any

from advisor.facts.machine.machine import Machine, MemoryModule
from advisor.facts.rig.rig import Processor, Rig
from advisor.facts.values.fact import Fact
from advisor.present.words.quantity import bandwidth
from advisor.present.words.retold import retold
from advisor.present.words.words import capital, say

_SOLDERED = ("LPDDR", "HBM")


def evidence(fact: Fact[Any], text: str) -> str:
    """What was seen, and where."""
    return f"{capital(text)} ({retold(fact.source)})." if fact.source else f"{capital(text)}."


def processor_at(rig: Rig | None, index: int) -> Processor | None:
    """The processor with that number in a rig (0 is the CPU, then the graphics cards), None without a rig."""
    return rig.processors[index] if rig is not None and index < len(rig.processors) else None


def soldered(module: MemoryModule) -> bool:
    """Whether a module is of a kind that sits in no slot."""
    return (module.type or "").startswith(_SOLDERED)


def is_soldered(machine: Machine) -> bool:
    """Whether all of its main memory is known to sit in no slot."""
    modules = machine.memory.modules.value or ()
    return bool(modules) and all(map(soldered, modules))


def free_channels(machine: Machine, cpu: Processor | None) -> int:
    """How many channels of the processor hold no stick; none where that is not known, or the memory is soldered."""
    filled = machine.memory.channels.value
    if cpu is None or not cpu.memory_channels or not filled or machine.cpu.hypervisor.value:
        return 0
    if any(map(soldered, machine.memory.modules.value or ())):
        return 0
    return max(0, cpu.memory_channels * cpu.sockets - filled)


def memory_rate(processor: Processor | None) -> float | None:
    """How fast its memory is read: measured, else on paper."""
    if processor is None:
        return None
    return processor.read_bytes_per_s.value or processor.bandwidth_bytes_per_s.value


def instead(now_bytes_per_s: float | None, factor: float) -> str:
    """What a rate could become, in brackets after a sentence's end: " (45 GB/s now, about 90 GB/s then)"."""
    if not now_bytes_per_s:
        return ""
    return say(
        " ({now} now, about {then} then)", now=bandwidth(now_bytes_per_s), then=bandwidth(factor * now_bytes_per_s)
    )
