"""Findings from what was measured: devices that were slowed, links below their best, figures worse than before.

Also sentences about measured rates that do not go with what is known of memory, links and arithmetic.
"""

from collections.abc import Iterator

from advisor.answer.findings.changes import changes
from advisor.catalog.hardware.judged_rate import judged_rate
from advisor.facts.kept.history import MachineHistory
from advisor.facts.machine.disturbance import disturbance, measured
from advisor.facts.machine.machine import Machine
from advisor.facts.machine.measurement import ABOVE_PAPER, Measurements
from advisor.facts.rig.rig import Rig
from advisor.facts.values.fact import Fact
from advisor.facts.values.reason import Reason
from advisor.predict.rates.disturbed import FAR_BELOW
from advisor.predict.rates.rates import read_health
from advisor.present.measured.history import change_figures, change_title
from advisor.present.measured.text import figure_text, measured_name, value_text
from advisor.present.words.processor_name import names_apart
from advisor.present.words.quantity import bandwidth, count, percent
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.view import FindingPanel
from advisor.present.words.words import capital, joined, say, sentence, to_say

_COOL = to_say("Clean fans and filters, give it air, and check its power limit; then measure again.")
_SEAT = to_say("Reseat the card without a riser, and check the slot's PCIe speed in the BIOS.")
_SLOWER = to_say("Look for other programs, heat, a power plan, or a changed memory setting; then measure again.")
_LIMITED = to_say(
    "Its memory speed is normal, so writing hardly suffers; prompts and images do. Check the power limit."
)
_GPU_CAUSES = to_say("power and battery state, heat, driver and the slot")
_CPU_CAUSES = to_say("memory modules, power plan, heat and other programs")
_CACHE = to_say(
    "That is impossible (a cache answered), so the figure is ignored. Close other programs and measure again."
)
_HARDLY_KEPT = 0.9
_HALF_CHANNELS = 0.55
"""Below this share of the rate of inferred channels perhaps only half of them are there (docs/detection.md 4.4)."""
_MEMORIES = ("memory_read", "gpu_memory_read")


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
                *disturbed_findings(measurements),
                *_throttled(measurements, names),
                *_below_others(rig, names),
                *_not_sustained(measurements, names),
                *(
                    _warning(
                        change_title(one),
                        joined((capital(change_figures(one)), say(_SLOWER))),
                        say("less speed than before"),
                    )
                    for one in changes(history)
                    if one.faster < 1
                ),
            )
        )
    )


def link_findings(machine: Machine, rig: Rig, measurements: Measurements | None) -> tuple[FindingPanel, ...]:
    """Links that work below their best. Idle ones rest at a low speed: only what they do at work counts."""
    names = names_apart({processor.id: processor.name for processor in rig.processors})
    gpus = {f"gpu{index}": gpu for index, gpu in enumerate(machine.gpus)}
    found = []
    for result in measurements.results if measurements else ():
        link = gpus[result.device].link.value if result.device in gpus else None
        state = result.conditions.after if result.conditions else None
        if link is None or state is None or not result.name.startswith(("host_to", "device_to")):
            continue
        generation, width = state.link_generation, state.link_width
        best_generation, best_width = link.generation_max or generation, link.width_max or width
        if generation and width and (generation < (best_generation or 0) or width < (best_width or 0)):
            text = say(
                "Under load it runs at PCIe {generation}.0 x{width}; {best} is possible. {target}",
                generation=generation,
                width=width,
                best=f"PCIe {best_generation}.0 x{best_width}",
                target=say(_SEAT),
            )
            title = say("{device} runs below its full PCIe speed", device=names.get(result.device, result.device))
            found.append(_warning(title, text, say("slow GPU link")))
    return tuple(dict.fromkeys(found))


def _warning(title: str, text: str, short: str) -> FindingPanel:
    return FindingPanel("warning", say("Costs speed"), title, text, short=short)


_ALWAYS = ("by_virtual_machine", "by_battery", "by_limits")
"""What cards of their own tell."""


def disturbed_findings(measurements: Measurements) -> Iterator[FindingPanel]:
    """One card: what disturbed figures that are in use, the largest share or spread of each cause."""
    found: dict[str, Reason] = {}
    for result in measurements.results:
        doubted = disturbance(result)
        for cause in doubted.reasons if doubted and any(one.code not in _ALWAYS for one in doubted.reasons) else ():
            before = found.get(cause.code)
            if before is None or _amount(cause) > _amount(before):
                found[cause.code] = cause
    if found:
        text = say("What disturbed it: {causes}.", causes=joined(map(in_words, found.values()), "; "))
        more = say("Figures with ~ may be too low. Close other programs and measure again.")
        yield FindingPanel("warning", say("Less sure"), say("The measurement was disturbed"), joined((text, more)))


def _amount(cause: Reason) -> float:
    return max((value for value in cause.parameters.values() if isinstance(value, float)), default=0.0)


def _throttled(measurements: Measurements, names: dict[str, str]) -> Iterator[FindingPanel]:
    found: dict[str, list[str]] = {}
    for result in measurements.results:
        device = result.device.partition(":")[0]
        if result.conditions is not None and result.conditions.after.throttle_reasons:
            found.setdefault(device, []).extend(map(in_words, result.conditions.after.throttle_reasons))
    for device, reasons in found.items():
        words = joined(dict.fromkeys(reasons), ", ")
        title = say("{device} was throttled during the measurement", device=names.get(device, device))
        yield _warning(title, say("Its driver names {words}. {cool}", words=words, cool=say(_COOL)), say("throttling"))


def _below_others(rig: Rig, names: dict[str, str]) -> Iterator[FindingPanel]:
    """Arithmetic far below paper beside memory that reads as usual (a limit of power or clock); memory below others."""
    judged = {(one.device, one.name): one.verdict for one in rig.judgements}
    for (device, name), verdict in judged.items():
        if name == "gpu_fp32" and verdict == "far_below" and judged.get((device, "gpu_memory_read")) == "good":
            title = say("{device} computes at less than half its rated speed", device=names.get(device, device))
            yield _warning(title, say(_LIMITED), say("slow GPU compute"))
    text = say("Writing is slower by as much. Check driver, memory clock, power limit and other programs on it.")
    for processor in rig.processors[1:]:
        health = read_health(processor)
        if health is not None and health < 1:
            called, share = names[processor.id], percent(1 - health)
            yield _warning(
                say("{name} reads memory {share} slower than others like it", name=called, share=share),
                text,
                say("slow VRAM"),
            )


def _not_sustained(measurements: Measurements, names: dict[str, str]) -> Iterator[FindingPanel]:
    for soak in measurements.soaks:
        if soak.ratio < _HARDLY_KEPT:
            device, ratio = names.get(soak.device, soak.device), percent(soak.ratio)
            name = measured_name(soak.name, device=soak.device)
            text = say("{name} dropped within a minute: heat or a power limit. {cool}", name=name, cool=say(_COOL))
            yield _warning(
                say("{device} keeps {ratio} of its speed under load", device=device, ratio=ratio),
                text,
                say("throttling"),
            )


def doubtful_rates(machine: Machine, rig: Rig, measurements: Measurements | None) -> tuple[str, ...]:
    """What is odd about measured rates, one sentence each: of memories first, then of all else."""
    return (*_of_memories(machine, rig, measurements), *_of_others(rig, measurements))


def _of_others(rig: Rig, measurements: Measurements | None) -> Iterator[str]:
    results = {(one.name, one.device): one for one in (measurements.results if measurements else ())}
    for one in rig.judgements:
        result = results.get((one.name, one.device))
        both_ways = one.name == "device_to_host" and ("host_to_device", one.device) in results
        if result is None or one.paper.value is None or one.name in _MEMORIES or both_ways:
            continue
        if one.device == "cpu" and result.threads == 1:
            # one core alone never reads all of the memory's bandwidth
            continue
        start = joined((measured_name(one.name, device=one.device), figure_text(result)), ": ")
        paper = value_text(one.paper.value, unit=result.unit)
        if one.verdict == "impossible":
            yield say("{start} is above the rated {paper}, so the figure is ignored.", start=start, paper=paper)
        elif one.verdict == "far_below" and result.unit != "s" and not result.name.endswith("_dot"):
            text = to_say("{start} is less than half the rated {paper}. Check {causes}.")
            yield say(text, start=start, paper=paper, causes=say(_CPU_CAUSES if one.device == "cpu" else _GPU_CAUSES))


def _of_memories(machine: Machine, rig: Rig, measurements: Measurements | None) -> Iterator[str]:
    read = measured(measurements, "memory_read", device="cpu")
    paper, channels = machine.memory.theoretical_bytes_per_s, machine.memory.channels
    if read.value and paper.value and read.value > ABOVE_PAPER * paper.value:
        start = say("{what} reads at {of}", what=say("RAM"), of=_of(read.value, paper.value))
        if judged_rate(paper, read, is_virtual=machine.cpu.hypervisor.value is not None).read.value is None:
            yield joined((sentence(start), say(_CACHE)))
        else:
            yield say(
                "{start}: its layout differs from what was detected, so only the measured figure counts.", start=start
            )
    if read.value and paper.value and read.value < _HALF_CHANNELS * paper.value and channels.origin == "estimated":
        yield say(
            "RAM reads at {of}. Its {channels} channels are inferred; perhaps only half are in use. The "
            "measured figure counts.",
            of=_of(read.value, paper.value),
            channels=count(channels.value),
        )
    else:
        yield from _far_below(paper, read)
    for processor in rig.processors[1:]:
        own = measured(measurements, "gpu_memory_read", device=processor.id)
        if processor.read_bytes_per_s.value is None and own.value is not None:
            text, rate = to_say("{name}: the memory reads at {rate}. {cache}"), bandwidth(own.value)
            yield say(text, name=processor.name, rate=rate, cache=say(_CACHE))
        else:
            yield from _far_below(processor.bandwidth_bytes_per_s, own)


def _far_below(paper: Fact[float], read: Fact[float]) -> Iterator[str]:
    if read.value and paper.value and read.value < FAR_BELOW * paper.value:
        yield say(
            "Memory reads at {of}, less than half. Check memory modules, power plan, driver and other programs.",
            of=_of(read.value, paper.value),
        )


def _of(read_bytes_per_s: float, paper_bytes_per_s: float) -> str:
    return say("{read} of rated {paper}", read=bandwidth(read_bytes_per_s), paper=bandwidth(paper_bytes_per_s))
