"""Findings from what was measured: devices that were slowed, links below their best, figures worse than before."""

from collections.abc import Iterable

from advisor.facts.kept.history import MachineHistory
from advisor.facts.machine.machine import Gpu, Machine
from advisor.facts.machine.measurement import Measurements
from advisor.facts.rig.rig import Judgement, Rig
from advisor.predict.rates.rates import read_health
from advisor.present.measured.history import change_figures, change_title, changes
from advisor.present.measured.text import measured_name
from advisor.present.words.processor_name import names_apart
from advisor.present.words.quantity import percent
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.view import FindingPanel
from advisor.present.words.words import capital, say, to_say

_COOL = to_say("Clean fans and filters, give it air, and check its power limit; then measure again.")
_SEAT = to_say("Seat the card again without a riser, and check the link speed of the slot in the firmware setup.")
_SLOWER = to_say("Look for other programs, heat, a power plan, or a changed memory setting; then measure again.")
_LIMITED = to_say(
    "Its memory reads as it should, so generation hardly suffers; prompts and images do. Check the power limit."
)
_HARDLY_KEPT = 0.9


def measured_findings(
    rig: Rig, measurements: Measurements | None, history: MachineHistory | None
) -> tuple[FindingPanel, ...]:
    """One card each, what costs most first; links have their own."""
    if measurements is None:
        return ()
    names = names_apart({processor.id: processor.name for processor in rig.processors})
    return tuple(
        dict.fromkeys(
            (
                *_throttled(measurements, names),
                *_limited(rig, names),
                *_unlike_its_kind(rig, names),
                *_not_sustained(measurements, names),
                *_slower(history),
            )
        )
    )


def _warning(title: str, text: str) -> FindingPanel:
    return FindingPanel("warning", say("Costs speed"), title, text)


def _throttled(measurements: Measurements, names: dict[str, str]) -> Iterable[FindingPanel]:
    found: dict[str, list[str]] = {}
    for result in measurements.results:
        device = result.device.partition(":")[0]
        if result.conditions is not None and result.conditions.after.throttle_reasons:
            found.setdefault(device, []).extend(map(in_words, result.conditions.after.throttle_reasons))
    for device, reasons in found.items():
        words = ", ".join(dict.fromkeys(reasons))
        title = say("{device} was slowed while it was measured", device=names.get(device, device))
        yield _warning(title, say("Its driver names {words}. {cool}", words=words, cool=say(_COOL)))


def link_findings(machine: Machine, rig: Rig, measurements: Measurements | None) -> tuple[FindingPanel, ...]:
    """Links that work below their best. Idle ones rest at a low speed: only what they do at work counts."""
    names = names_apart({processor.id: processor.name for processor in rig.processors})
    gpus = {f"gpu{index}": gpu for index, gpu in enumerate(machine.gpus)}
    found = _narrow(measurements, gpus, names) if measurements else ()
    return tuple(dict.fromkeys(found))


def _narrow(measurements: Measurements, gpus: dict[str, Gpu], names: dict[str, str]) -> Iterable[FindingPanel]:
    for result in measurements.results:
        link = gpus[result.device].link.value if result.device in gpus else None
        state = result.conditions.after if result.conditions else None
        if link is None or state is None or not result.name.startswith(("host_to", "device_to")):
            continue
        generation, width = state.link_generation, state.link_width
        if generation and width and _is_less(generation, link.generation_max) | _is_less(width, link.width_max):
            best = f"PCIe {link.generation_max or generation}.0 x{link.width_max or width}"
            title = say("The link of {device} works below its best", device=names.get(result.device, result.device))
            yield _warning(
                title,
                say(
                    "At work it runs at PCIe {generation}.0 x{width} where {best} is possible. {target}",
                    generation=generation,
                    width=width,
                    best=best,
                    target=say(_SEAT),
                ),
            )


def _is_less(now: int, most: int | None) -> bool:
    return most is not None and now < most


def _limited(rig: Rig, names: dict[str, str]) -> Iterable[FindingPanel]:
    """Arithmetic far below the data sheet beside memory that reads as usual: a limit of power or clock."""
    judged: dict[tuple[str, str], Judgement] = {(one.device, one.name): one for one in rig.judgements}
    for (device, name), one in judged.items():
        memory = judged.get((device, "gpu_memory_read"))
        if name == "gpu_fp32" and one.verdict == "far_below" and memory is not None and memory.verdict == "good":
            yield _warning(
                say("{device} calculates at less than half of its data sheet", device=names.get(device, device)),
                say(_LIMITED),
            )


def _unlike_its_kind(rig: Rig, names: dict[str, str]) -> Iterable[FindingPanel]:
    for processor in rig.processors[1:]:
        health = read_health(processor)
        if health is not None and health < 1:
            title = say(
                "{names} reads {health} less than others of its kind",
                names=names[processor.id],
                health=percent(1 - health),
            )
            text = say(
                "Generation is as much slower. Check driver, memory clock, power limit and other programs on it."
            )
            yield _warning(title, text)


def _not_sustained(measurements: Measurements, names: dict[str, str]) -> Iterable[FindingPanel]:
    for soak in measurements.soaks:
        if soak.ratio < _HARDLY_KEPT:
            title = say(
                "{device} keeps {ratio} of its speed under load",
                device=names.get(soak.device, soak.device),
                ratio=percent(soak.ratio),
            )
            name = measured_name(soak.name, device=soak.device)
            yield _warning(
                title, say("{name} fell within a minute: heat or a power limit. {cool}", name=name, cool=say(_COOL))
            )


def _slower(history: MachineHistory | None) -> Iterable[FindingPanel]:
    for change in changes(history):
        if change.faster < 1:
            yield _warning(change_title(change), f"{capital(change_figures(change))} {say(_SLOWER)}")
