"""What memory of a kind usually reads at, where nothing states or measured this one (docs/detection.md 4.6).

An estimate with wide ends, said to be one: better than no answer before the first measurement.
"""

from statistics import median

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.cpu_named import find_cpu, most_channels
from advisor.catalog.cards.processor import channels_bytes_per_s
from advisor.facts.cards.memory_kit import SERVER_CHANNELS, largest_stick_gib
from advisor.facts.machine.machine import Cpu, Machine
from advisor.facts.rig.rig import Processor
from advisor.facts.values.fact import Fact, Uncertainty, known, unknown
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.units import GIB, GIGA

_STICKS, _SERVER_STICKS, _TWO_AT_LEAST = (0.42, 1.3), (0.25, 1.1), (0.65, 1.3)
"""One stick of two, and of a slower kind, to profiles above the data sheet; servers are seldom full of the fastest.

More than the largest stick holds lies on both channels: then only their kind is open (2133 of 3200, 4000 of 5600 MT/s).
"""

_VIRTUAL_CORE, _VIRTUAL = 10 * GIGA, (0.4, 2.5)
"""Judged: a core alone reads 20 to 40 GB/s, an equal share of a full host leaves 2 to 4."""

_CORE, _SMALL_CORE, _CORES = 7 * GIGA, 4 * GIGA, (0.35, 2.2)
"""The median of specs/cpus, half of them between 5.5 and 9.5 GB/s a core; on small boards without an x86 less."""

_BESIDE_CPU = (0.8, 1.25)
"""What graphics read of a memory that the CPU was measured on."""

_ALIKE_MEMORY = 0.1
_LEAST_ENDS = (0.8, 1.25)


def usual_memory_rate(machine: Machine, catalog: Catalog) -> Fact[float]:
    """Bytes per second of main memory by the processor's card or family, else by its cores; unknown without these."""
    cpu = machine.cpu
    found = find_cpu(cpu.name.value or "", catalog)
    stated = found[0].bandwidth_bytes_per_s if found is not None else unknown("family_silent")
    if cpu.hypervisor.value is not None:
        return _of_virtual(cpu, stated)
    if stated.value is not None and stated.origin == "datasheet":
        return stated
    if stated.value is not None and found is not None:
        sockets = max(1, (cpu.sockets.value or 1) // found[0].sockets)
        is_server = (most_channels(cpu.name.value or "", catalog) or 0) > SERVER_CHANNELS
        ends = _SERVER_STICKS if is_server else _TWO_AT_LEAST if _takes_several(machine) else _STICKS
        return _estimate(_of_sticks(machine) or sockets * stated.value, ends, reason("usual_sticks"), stated)
    cores = cpu.cores.value
    if not cores:
        return unknown(machine.memory.theoretical_bytes_per_s.reason or reason("family_silent"))
    each = _CORE if cpu.architecture.value == "x86_64" else _SMALL_CORE
    return _estimate(cores * each, _CORES, reason("usual_of_cores", count=cores), stated)


def _of_sticks(machine: Machine) -> float | None:
    """What the sticks read that are taken to be there: not all are of the type that is stated of the processor."""
    rates = [one.configured_transfers_per_s or 0 for one in machine.memory.modules.value or ()]
    return channels_bytes_per_s(machine.memory.channels.value or 0, transfers_per_s=min(rates, default=0)) or None


def _takes_several(machine: Machine) -> bool:
    """Whether no single stick of its kind is as large as all of the memory."""
    modules, installed = machine.memory.modules.value or (), machine.memory.installed_bytes.value or 0
    kind = modules[0].type if modules else None
    largest = largest_stick_gib(kind, is_server=False) if kind is not None else None
    return largest is not None and installed > largest * GIB


def usual_shared_rate(host: Processor) -> Fact[float]:
    """The same of graphics that read the memory of a CPU: what that has, else what it was measured to read."""
    if host.bandwidth_bytes_per_s.value is not None or host.read_bytes_per_s.value is None:
        return host.bandwidth_bytes_per_s
    return _estimate(host.read_bytes_per_s.value, _BESIDE_CPU, reason("usual_beside_cpu"), host.read_bytes_per_s)


def usual_card_rate(architecture: str | None, memory_bytes: int | None, catalog: Catalog) -> Fact[float]:
    """The middle of the cards of an architecture, of those with as much memory where there are any."""
    cards = [
        (card.memory_gib, card.bandwidth_gb_per_s)
        for card in catalog.gpus.values()
        if card.architecture == architecture and card.memory_kind == "dedicated" and card.bandwidth_gb_per_s
    ]
    alike = [
        rate for size, rate in cards if memory_bytes and size and abs(size * GIB / memory_bytes - 1) <= _ALIKE_MEMORY
    ]
    rates = alike or [rate for _, rate in cards]
    if not rates:
        return unknown("no_card_and_driver_silent")
    middle = median(rates)
    ends = min(_LEAST_ENDS[0], min(rates) / middle), max(_LEAST_ENDS[1], max(rates) / middle)
    return _estimate(middle * GIGA, ends, reason("usual_of_architecture", count=len(rates)), None)


def _of_virtual(cpu: Cpu, stated: Fact[float]) -> Fact[float]:
    """A machine reads with its cores what others leave, at most what the whole processor has."""
    cores = cpu.cores.value
    if not cores:
        return unknown("no_modules_in_virtual_machine")
    rate = min(cores * _VIRTUAL_CORE, stated.value or cores * _VIRTUAL_CORE)
    return _estimate(rate, _VIRTUAL, reason("usual_in_virtual_machine", count=cores), stated)


def _estimate(value: float, ends: tuple[float, float], why: Reason, of: Fact[float] | None) -> Fact[float]:
    source = of.source if of is not None and of.source else why
    fact: Fact[float] = known(value, origin="estimated", source=source)
    return fact.changed(uncertainty=Uncertainty(reasons=(why,), low=ends[0], high=ends[1]))
