"""Findings: what about a machine is worth acting on, worst first, each with its evidence, its cost and its remedy."""

from collections.abc import Callable, Iterable
from typing import Any

from advisor.facts.fact import Fact
from advisor.facts.machine import Finding, Gpu, Machine
from advisor.present.processor_name import short_name
from advisor.present.quantity import capacity, count, power, times, transfer_rate

_NOTABLE_SHARE = 0.08
"""Other programs below this share of a graphics memory are not worth a word."""
_RATE_TOLERANCE = 0.98
_ONLY_CARD = "the graphics card"
_SOLDERED = ("LPDDR", "HBM")


def findings(machine: Machine) -> tuple[Finding, ...]:
    """All findings, those that cost most speed first."""
    fullest_first = sorted(machine.gpus, key=lambda gpu: gpu.memory_free_bytes.value or 0)
    about_gpus = [(gpu, found) for gpu in fullest_first for found in _gpu_findings(gpu, alone=len(machine.gpus) == 1)]
    about_rest = [check(machine) for check in _CHECKS]
    found = [*_one_of_each(about_gpus), *(finding for finding in about_rest if finding)]
    return tuple(sorted(found, key=lambda finding: _ORDER.index(finding.code)))


def _gpu_findings(gpu: Gpu, *, alone: bool) -> Iterable[Finding]:
    name = _ONLY_CARD if alone else short_name(gpu.name.value or "a graphics card")
    checks: tuple[Callable[[Gpu, str], Finding | None], ...] = (_no_driver, _asleep, _narrow_link, _memory_in_use)
    return (finding for check in checks if (finding := check(gpu, name)))


def _one_of_each(about_gpus: Iterable[tuple[Gpu, Finding]]) -> Iterable[Finding]:
    """What holds for several equal cards is said of the first of them only."""
    first: dict[tuple[str, str | None], Finding] = {}
    for gpu, finding in about_gpus:
        first.setdefault((finding.code, gpu.name.value), finding)
    return first.values()


def _no_driver(gpu: Gpu, name: str) -> Finding | None:
    if gpu.state.value != "no_driver":
        return None
    return Finding(
        code="no_driver",
        sentence=f"No driver serves {name}",
        evidence=_evidence(gpu.state, f"{gpu.name.value or 'a graphics card'} is installed but no program can use it"),
        cost="Everything runs on the processor, usually five to twenty times slower than on a graphics card.",
        remedy="Install the driver of its maker and start the computer again.",
    )


def _asleep(gpu: Gpu, name: str) -> Finding | None:
    if gpu.state.value != "asleep":
        return None
    return Finding(
        code="gpu_asleep",
        sentence=f"{_upper(name)} is asleep",
        evidence=_evidence(gpu.state, "its power state"),
        cost="No speed is lost, but free memory and link can be read only while it is awake.",
        remedy="Start a program that draws with it, and read the hardware again.",
    )


def _narrow_link(gpu: Gpu, name: str) -> Finding | None:
    link = gpu.link.value
    if link is None or not link.width_now or not link.width_max or link.width_now >= link.width_max:
        return None
    return Finding(
        code="narrow_link",
        sentence=f"{_upper(name)} uses {link.width_now} of its {link.width_max} link lanes",
        evidence=_evidence(gpu.link, f"x{link.width_now} now, x{link.width_max} at most"),
        cost=f"Loading models and parts that spill into main memory take {times(link.width_max / link.width_now)} as "
        "long. A model that fits is not slowed.",
        remedy="Use the slot next to the processor, without a riser, and check which slots share lanes.",
    )


def _memory_in_use(gpu: Gpu, name: str) -> Finding | None:
    total, free = gpu.memory_total_bytes.value, gpu.memory_free_bytes.value
    if gpu.memory_kind.value != "dedicated" or total is None or free is None or total - free < _NOTABLE_SHARE * total:
        return None
    memory = "graphics memory" if name == _ONLY_CARD else f"the memory of {name}"
    return Finding(
        code="graphics_memory_in_use",
        sentence=f"{capacity(total - free)} of {memory} is in use",
        evidence=_evidence(gpu.memory_free_bytes, f"{capacity(free)} of {capacity(total)} free on {name}"),
        cost="That much less remains for a model and its conversation.",
        remedy="Close the browser and other programs that draw much, or plug the monitor into the mainboard.",
    )


def _one_module(machine: Machine) -> Finding | None:
    modules, channels = machine.memory.modules.value, machine.memory.channels.value
    if not modules or len(modules) != 1 or (channels or 1) > 1 or machine.cpu.hypervisor.value:
        return None
    module = modules[0]
    if (module.type or "").startswith(_SOLDERED):
        return None
    return Finding(
        code="one_module",
        sentence="One memory stick in one channel",
        evidence=_evidence(machine.memory.modules, f"{capacity(module.bytes)} in slot {module.slot}, no other"),
        cost="Models that run on the processor or spill into main memory reach about half the speed of two sticks.",
        remedy="Add a second, equal stick in the slot the mainboard's manual names for two.",
    )


def _one_channel(machine: Machine) -> Finding | None:
    modules = machine.memory.modules.value
    if not modules or len(modules) < 2 or machine.cpu.hypervisor.value:
        return None
    named = {module.channel for module in modules}
    if len(named) != 1 or None in named:
        return None
    return Finding(
        code="one_channel",
        sentence=f"All {len(modules)} memory sticks share one channel",
        evidence=_evidence(machine.memory.modules, "slots " + ", ".join(module.slot for module in modules)),
        cost="Models that run on the processor or spill into main memory reach about half the possible speed.",
        remedy="Move one stick to a slot of the other channel; the mainboard's manual shows which.",
    )


def _slow_modules(machine: Machine) -> Finding | None:
    slow = [
        (module.configured_transfers_per_s, module.rated_transfers_per_s)
        for module in machine.memory.modules.value or ()
        if module.rated_transfers_per_s
        and module.configured_transfers_per_s
        and module.configured_transfers_per_s < _RATE_TOLERANCE * module.rated_transfers_per_s
    ]
    if not slow:
        return None
    now, rated = min(slow)
    return Finding(
        code="slow_memory_setting",
        sentence=f"Memory rated {transfer_rate(rated)} runs at {transfer_rate(now)}",
        evidence=_evidence(machine.memory.modules, f"rated {transfer_rate(rated)}, configured {transfer_rate(now)}"),
        cost=f"Models in main memory could run up to {times(rated / now)} as fast.",
        remedy="Check in the firmware setup whether XMP or EXPO is on; four sticks may not allow it.",
    )


def _virtual(machine: Machine) -> Finding | None:
    hypervisor = machine.cpu.hypervisor.value
    if hypervisor is None:
        return None
    return Finding(
        code="virtual_machine",
        sentence=f"This is a virtual machine ({hypervisor})",
        evidence=_evidence(machine.cpu.hypervisor, "its processor says so"),
        cost="Memory sticks and links cannot be seen, and speed varies with what the host does.",
        remedy="Trust measured figures here, and measure more than once.",
    )


def _limited(machine: Machine) -> Finding | None:
    limit, usable = machine.memory.limit_bytes.value, machine.memory.usable_bytes.value
    if limit is None or (usable is not None and limit >= usable):
        return None
    return Finding(
        code="memory_limit",
        sentence=f"Programs here may use only {capacity(limit)} of memory",
        evidence=_evidence(machine.memory.limit_bytes, f"{capacity(usable)} is installed and usable"),
        cost="A larger model is ended by the system although memory is free.",
        remedy="Raise the limit of the container or service.",
    )


def _no_card(machine: Machine) -> Finding | None:
    if machine.gpus and any(gpu.memory_kind.value not in ("shared", "unified") for gpu in machine.gpus):
        return None
    if machine.memory.unified.value or not lists_gpus(machine):
        return None
    if not machine.gpus:
        return Finding(
            code="no_graphics_card",
            sentence="No graphics card",
            evidence="The system lists none.",
            cost="Models run on the processor, as fast as main memory is read. Small ones usually outrun a reader.",
            remedy="See whether a card is worth it for what you want to do.",
        )
    return Finding(
        code="integrated_only",
        sentence="The graphics part shares main memory",
        evidence=_evidence(machine.gpus[0].memory_kind, machine.gpus[0].name.value or "integrated graphics"),
        cost="It answers about as fast as the processor, because both read the same memory; prompts can be quicker.",
        remedy="Faster or more memory sticks help both; a card with memory of its own helps most.",
    )


def lists_gpus(machine: Machine) -> bool:
    """Whether the system said which graphics processors there are; else none found means nothing."""
    return bool(machine.gpus) or all(gap.fact != "gpus" for gap in machine.gaps)


def good_signs(machine: Machine) -> tuple[tuple[str, str], ...]:
    """What is as it should be: (title, text), only where it was looked at."""
    signs = []
    for gpu in machine.gpus:
        link = gpu.link.value
        if link and link.width_now and link.width_now == link.width_max:
            generation = f"PCIe {link.generation_max}.0 " if link.generation_max else "PCIe "
            limit = f", {power(gpu.power_limit_w.value)} limit" if gpu.power_limit_w.value else ""
            signs.append(("The link is as wide as it can be", f"{generation}x{link.width_now}{limit}."))
    channels = machine.memory.channels.value
    if channels and channels > 1:
        sticks = len(machine.memory.modules.value or ())
        text = f"{count(sticks)} sticks in {count(channels)} channels." if sticks else f"{count(channels)} channels."
        signs.append(("Memory works in several channels", text))
    return tuple(dict.fromkeys(signs))


_CHECKS: tuple[Callable[[Machine], Finding | None], ...] = (
    _one_module,
    _one_channel,
    _slow_modules,
    _virtual,
    _limited,
    _no_card,
)
_ORDER = (
    "no_driver",
    "one_module",
    "one_channel",
    "memory_limit",
    "slow_memory_setting",
    "narrow_link",
    "graphics_memory_in_use",
    "no_graphics_card",
    "integrated_only",
    "gpu_asleep",
    "virtual_machine",
)


def _evidence(fact: Fact[Any], text: str) -> str:
    return f"{_upper(text)} ({fact.source})." if fact.source else f"{_upper(text)}."


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
