"""Findings about main memory: channels, sticks, rates, limits."""

from collections import defaultdict

from advisor.facts.machine.machine import Finding, Machine, MemoryModule
from advisor.facts.rig.rig import Rig
from advisor.present.words.finding_words import evidence, free_channels, instead, memory_rate, processor_at, soldered
from advisor.present.words.quantity import bandwidth, capacity, percent, times, transfer_rate
from advisor.present.words.words import say

_RATE_TOLERANCE = 0.98
"""A rate so near the rated one is that one, rounded."""
_MANY_STICKS = 4


def memory_findings(machine: Machine, rig: Rig | None) -> tuple[Finding, ...]:
    """All of them. The sticks of a virtual machine are fiction, and soldered memory cannot be moved."""
    checks = [_limited(machine)]
    if not machine.cpu.hypervisor.value:
        checks += [_one_module(machine, rig), _one_channel(machine, rig), _uneven(machine, rig)]
        checks += [_free_channels(machine, rig)]
        checks += [_slow_modules(machine, rig), _half_rates(machine)]
    return tuple(found for found in checks if found)


def _sticks(machine: Machine) -> tuple[MemoryModule, ...]:
    """The modules that sit in slots."""
    return tuple(module for module in machine.memory.modules.value or () if not soldered(module))


def _has_one_channel(rig: Rig | None) -> bool:
    """Whether the processor is known to take one channel, so that no stick can add another."""
    processor = processor_at(rig, 0)
    return processor is not None and processor.memory_channels == 1


def _one_module(machine: Machine, rig: Rig | None) -> Finding | None:
    modules = machine.memory.modules.value or ()
    if len(modules) != 1 or not _sticks(machine) or (machine.memory.channels.value or 1) > 1 or _has_one_channel(rig):
        return None
    module, rate = modules[0], memory_rate(processor_at(rig, 0))
    return Finding(
        code="one_module",
        sentence=say("One memory stick in one channel"),
        evidence=evidence(
            machine.memory.modules,
            say("{size} in slot {slot}, no other", size=capacity(module.bytes), slot=module.slot),
        ),
        cost=say(
            "Models that run on the processor or spill into main memory reach about half the speed of two "
            "sticks{instead}.",
            instead=instead(rate, 2),
        ),
        remedy=say("Add a second, equal stick in the slot the mainboard's manual names for two."),
    )


def _one_channel(machine: Machine, rig: Rig | None) -> Finding | None:
    modules = _sticks(machine)
    named = {module.channel for module in modules}
    if len(modules) < 2 or len(named) != 1 or None in named or (machine.memory.channels.value or 1) > 1:
        return None
    if _has_one_channel(rig):
        return None
    rate = memory_rate(processor_at(rig, 0))
    return Finding(
        code="one_channel",
        sentence=say("All {count} memory sticks share one channel", count=len(modules)),
        evidence=evidence(
            machine.memory.modules, say("slots {slots}", slots=", ".join(module.slot for module in modules))
        ),
        cost=say(
            "Models that run on the processor or spill into main memory reach about half the possible speed{instead}.",
            instead=instead(rate, 2),
        ),
        remedy=say("Move one stick to a slot of the other channel; the mainboard's manual shows which."),
    )


def _free_channels(machine: Machine, rig: Rig | None) -> Finding | None:
    """Several channels hold sticks, others none: a server or workstation that is half filled."""
    cpu, filled = processor_at(rig, 0), machine.memory.channels.value or 0
    free = free_channels(machine, cpu)
    if not free or filled < 2:
        return None
    return Finding(
        code="free_channels",
        sentence=say("{filled} of {all} memory channels hold sticks", filled=filled, all=filled + free),
        evidence=evidence(machine.memory.channels, say("{filled} channels with sticks", filled=filled)),
        cost=say(
            "Models that run on the processor or spill into main memory reach about {share} of the possible "
            "speed{instead}.",
            share=percent(filled / (filled + free)),
            instead=instead(memory_rate(cpu), (filled + free) / filled),
        ),
        remedy=say("Add equal sticks, one in each free channel; the mainboard's manual shows their slots."),
    )


def _uneven(machine: Machine, rig: Rig | None) -> Finding | None:
    """Two channels of sizes a > b: 2b is read at full speed, the rest at half, on average (a + b) / 2a of it."""
    modules = _sticks(machine)
    if len(modules) < 2 or any(module.channel is None for module in modules):
        return None
    sizes: dict[str | None, int] = defaultdict(int)
    for module in modules:
        sizes[module.channel] += module.bytes
    if len(sizes) != 2 or len(set(sizes.values())) == 1:
        return None
    small_bytes, large_bytes = sorted(sizes.values())
    share, rate = (small_bytes + large_bytes) / (2 * large_bytes), machine.memory.theoretical_bytes_per_s.value
    average = (
        say(", {part} of {whole} on average over all of it", part=bandwidth(share * rate), whole=bandwidth(rate))
        if rate
        else ""
    )
    return Finding(
        code="uneven_channels",
        sentence=say(
            "One memory channel holds {large}, the other {small}",
            large=capacity(large_bytes),
            small=capacity(small_bytes),
        ),
        evidence=evidence(
            machine.memory.modules,
            ", ".join(say("{size} in slot {slot}", size=capacity(one.bytes), slot=one.slot) for one in modules),
        ),
        cost=say(
            "The last {size} are read at half speed{average}: a model that fills the memory runs at "
            "about {share} of the speed.",
            size=capacity(large_bytes - small_bytes),
            average=average,
            share=percent(share),
        ),
        remedy=say("Use sticks of one size, or put the same amount into each channel."),
    )


def _slow_modules(machine: Machine, rig: Rig | None) -> Finding | None:
    """Rated above the setting is a hint in slots; soldered memory is often rated above what the processor takes.

    Sticks of several rates all run at that of the slowest, which is no fault of the setting.
    """
    sticks = _sticks(machine)
    configured = [one.configured_transfers_per_s for one in sticks if one.configured_transfers_per_s]
    all_rated = [one.rated_transfers_per_s for one in sticks if one.rated_transfers_per_s]
    if not sticks or len(configured) < len(sticks) or len(all_rated) < len(sticks):
        return None
    now, rated, many = min(configured), min(all_rated), len(sticks) >= _MANY_STICKS
    if now >= _RATE_TOLERANCE * rated:
        return None
    maybe = (
        say("Four or more sticks often run slower than two; if the processor allows more, check")
        if many
        else say("Check")
    )
    return Finding(
        code="slow_memory_setting",
        sentence=say("Memory rated {rated} runs at {now}", rated=transfer_rate(rated), now=transfer_rate(now)),
        evidence=evidence(
            machine.memory.modules,
            say("rated {rated}, configured {now}", rated=transfer_rate(rated), now=transfer_rate(now)),
        ),
        cost=say(
            "Models in main memory could run up to {times} as fast{instead}.",
            times=times(rated / now),
            instead=instead(memory_rate(processor_at(rig, 0)), rated / now),
        ),
        remedy=say(
            "{maybe} in the firmware setup whether XMP or EXPO is on, and whether the processor takes that rate.",
            maybe=maybe,
        ),
    )


def _half_rates(machine: Machine) -> Finding | None:
    halves = [one for one in machine.memory.modules.value or () if one.stated_transfers_per_s]
    if not halves:
        return None
    stated, real = halves[0].stated_transfers_per_s, halves[0].configured_transfers_per_s
    return Finding(
        code="half_rate",
        sentence=say(
            "The firmware states {rate} for memory that runs at {transfer_rate_2}",
            rate=transfer_rate(stated),
            transfer_rate_2=transfer_rate(real),
        ),
        evidence=evidence(
            machine.memory.modules,
            say(
                "{rate} is a clock: {type} transfers twice",
                rate=transfer_rate(stated),
                type=halves[0].type or "memory",
            ),
        ),
        cost=say("Nothing: the figures here use the real rate."),
        remedy=say("Other programs may show half the rate; nothing needs to be done."),
    )


def _limited(machine: Machine) -> Finding | None:
    limit, usable = machine.memory.limit_bytes.value, machine.memory.usable_bytes.value
    if limit is None or (usable is not None and limit >= usable):
        return None
    return Finding(
        code="memory_limit",
        sentence=say("Programs here may use only {size} of memory", size=capacity(limit)),
        evidence=evidence(machine.memory.limit_bytes, say("{size} is installed and usable", size=capacity(usable))),
        cost=say("A larger model is ended by the system although memory is free."),
        remedy=say("Raise the limit of the container or service."),
    )
