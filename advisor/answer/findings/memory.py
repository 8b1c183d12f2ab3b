"""Findings about main memory: channels, sticks, rates, limits."""

from collections import Counter

from advisor.answer.findings.noticed import Noticed, known, memory_rate, noticed, processor_at, rates_then
from advisor.facts.machine.machine import Machine, MemoryModule
from advisor.facts.rig.rig import Processor, Rig
from advisor.facts.values.reason import reason
from advisor.predict.rates.rates import sockets_share

_RATE_TOLERANCE = 0.98
"""A rate so near the rated one is that one, rounded."""
_MANY_STICKS, _SEVERAL = 4, 2
_SOLDERED = ("LPDDR", "HBM")


def memory_findings(machine: Machine, rig: Rig | None) -> tuple[Noticed, ...]:
    """All of them. The sticks of a virtual machine are fiction, and soldered memory cannot be moved."""
    checks = [_limited(machine)]
    if not machine.cpu.hypervisor.value:
        sticks, cpu = [one for one in machine.memory.modules.value or () if not soldered(one)], processor_at(rig, 0)
        checks += [
            _one_channel(machine, cpu, sticks),
            _several_sockets(machine, cpu),
            _free_channels(machine, cpu),
            _uneven(machine, sticks),
        ]
        checks += [_slow_modules(machine, cpu, sticks), _half_rates(machine)]
    return tuple(found for found in checks if found)


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


def _one_channel(machine: Machine, cpu: Processor | None, sticks: list[MemoryModule]) -> Noticed | None:
    """One stick, or several in one channel, where the processor is not known to take one channel only."""
    modules, named = machine.memory.modules, {one.channel for one in sticks}
    told = machine.memory.channels.value
    if (told or 1) > 1 or (cpu is not None and cpu.memory_channels == 1) or not sticks:
        return None
    then = rates_then(cpu, 2)
    if len(modules.value or ()) == 1:
        return noticed("one_module", modules, size=sticks[0].bytes, slot=sticks[0].slot, instead=then)
    if len(sticks) < 2 or (told is None and (len(named) != 1 or None in named)):
        return None
    return noticed("one_channel", modules, number=len(sticks), slots=tuple(one.slot for one in sticks), instead=then)


def _several_sockets(machine: Machine, cpu: Processor | None) -> Noticed | None:
    """Several CPUs, each with memory of its own: a program that is not told of it reads much through their link.

    llama.cpp is told with --numa: its default was to stay, as others did not gain (ggml-org/llama.cpp#13850, where two
    nodes gave almost twice the speed; #1437). What was read into the page cache before stays where it is
    (`llama-server --help`). Cards with memory of their own do the work without it.
    """
    sockets = machine.cpu.sockets
    if cpu is None or (sockets.value or 1) < _SEVERAL or cpu.sockets < _SEVERAL:
        return None
    if any(gpu.memory_kind.value not in ("shared", "unified") for gpu in machine.gpus):
        return None
    rate = memory_rate(cpu)
    read = reason("at_rate", rate=rate) if rate else ""
    share = sockets_share(cpu)
    return noticed("several_sockets", sockets, sockets=cpu.sockets, share=share, read=read)


def _free_channels(machine: Machine, cpu: Processor | None) -> Noticed | None:
    """Several channels hold sticks, others none: a server or workstation that is half filled."""
    filled, free = machine.memory.channels, free_channels(machine, cpu)
    if not free or filled.value is None or filled.value < 2:
        return None
    every = filled.value + free
    then = rates_then(cpu, every / filled.value)
    return noticed("free_channels", filled, filled=filled.value, all=every, share=filled.value / every, instead=then)


def _uneven(machine: Machine, sticks: list[MemoryModule]) -> Noticed | None:
    """Two channels of sizes a > b: 2b is read at full speed, the rest at half, on average (a + b) / 2a of it."""
    sizes: Counter[str | None] = Counter()
    for one in sticks:
        sizes[one.channel] += one.bytes
    if len(sizes) != 2 or None in sizes or len(set(sizes.values())) == 1:
        return None
    small, large = sorted(sizes.values())
    share, rate = (small + large) / (2 * large), machine.memory.theoretical_bytes_per_s.value
    return noticed(
        "uneven_channels",
        machine.memory.modules,
        large=large,
        small=small,
        rest=large - small,
        share=share,
        average=reason("average_rate", part=share * rate, whole=rate) if rate else "",
        sticks=tuple(reason("size_in_slot", size=one.bytes, slot=one.slot) for one in sticks),
    )


def _slow_modules(machine: Machine, cpu: Processor | None, sticks: list[MemoryModule]) -> Noticed | None:
    """Rated above the setting is a hint in slots; soldered memory is often rated above what the processor takes.

    Sticks of several rates all run at that of the slowest, which is no fault of the setting.
    """
    configured = [one.configured_transfers_per_s for one in sticks if one.configured_transfers_per_s]
    all_rated = [one.rated_transfers_per_s for one in sticks if one.rated_transfers_per_s]
    if not sticks or len(configured) < len(sticks) or len(all_rated) < len(sticks):
        return None
    now, rated = min(configured), min(all_rated)
    if now >= _RATE_TOLERANCE * rated:
        return None
    return noticed(
        "slow_memory_setting",
        machine.memory.modules,
        rated=rated,
        now=now,
        faster=rated / now,
        instead=rates_then(cpu, rated / now),
        check=reason("check_of_many_sticks" if len(sticks) >= _MANY_STICKS else "check"),
    )


def _half_rates(machine: Machine) -> Noticed | None:
    modules = machine.memory.modules
    one = next((one for one in modules.value or () if one.stated_transfers_per_s), None)
    if one is None:
        return None
    stated, real = known(one.stated_transfers_per_s), known(one.configured_transfers_per_s)
    return noticed("half_rate", modules, stated=stated, real=real, type=one.type or "memory")


def _limited(machine: Machine) -> Noticed | None:
    limit, usable = machine.memory.limit_bytes, machine.memory.usable_bytes.value
    if limit.value is None or (usable is not None and limit.value >= usable):
        return None
    return noticed("memory_limit", limit, limit=limit.value, usable=known(usable))
