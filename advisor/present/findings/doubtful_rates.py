"""Sentences about measured rates that do not go with what is known of memory, links and arithmetic."""

from collections.abc import Iterable

from advisor.catalog.hardware.judged_rate import judged_rate
from advisor.facts.machine.machine import Machine
from advisor.facts.machine.measurement import ABOVE_PAPER, Measurements, measured
from advisor.facts.rig.rig import Rig
from advisor.facts.values.fact import Fact
from advisor.predict.speed.sanity import FAR_BELOW
from advisor.present.measured.text import figure_text, measured_name, value_text
from advisor.present.words.quantity import bandwidth, count
from advisor.present.words.words import say, to_say

_HALF_CHANNELS = 0.55
"""Below this share of the rate of inferred channels perhaps only half of them are there (docs/detection.md 4.4)."""


def doubtful_rates(machine: Machine, rig: Rig, measurements: Measurements | None) -> tuple[str, ...]:
    """What is odd about measured rates, one sentence each: of memories first, then of all else."""
    return (*_sentences(machine, rig, measurements), *_others(rig, measurements))


_MEMORIES = ("memory_read", "gpu_memory_read")


def _others(rig: Rig, measurements: Measurements | None) -> Iterable[str]:
    results = {(one.name, one.device): one for one in (measurements.results if measurements else ())}
    for one in rig.judgements:
        result = results.get((one.name, one.device))
        both_ways = one.name == "device_to_host" and ("host_to_device", one.device) in results
        if result is None or one.paper.value is None or one.name in _MEMORIES or both_ways:
            continue
        start = f"{measured_name(one.name, device=one.device)}: {figure_text(result)}"
        paper = value_text(one.paper.value, unit=result.unit)
        if one.verdict == "impossible":
            yield say("{start} is more than the {paper} on paper, so the figure is not used.", start=start, paper=paper)
        elif one.verdict == "far_below" and result.unit != "s" and not result.name.endswith("_dot"):
            yield say(
                "{start} is less than half of the {paper} on paper: check {causes}.",
                start=start,
                paper=paper,
                causes=say(_CAUSES),
            )


def _sentences(machine: Machine, rig: Rig, measurements: Measurements | None) -> Iterable[str]:
    read = measured(measurements, "memory_read", device="cpu")
    paper, channels = machine.memory.theoretical_bytes_per_s, machine.memory.channels
    is_virtual = machine.cpu.hypervisor.value is not None
    yield from _above(say("main memory"), paper, read, is_virtual=is_virtual)
    if read.value and paper.value and read.value < _HALF_CHANNELS * paper.value and channels.origin == "estimated":
        yield say(
            "The main memory reads at {of}. That it has {channels} channels is only inferred: perhaps half of them are "
            "in use. The measured figure counts.",
            of=_of(read.value, paper.value),
            channels=count(channels.value),
        )
    else:
        yield from _far_below(paper, read)
    for processor in rig.processors[1:]:
        own = measured(measurements, "gpu_memory_read", device=processor.id)
        if processor.read_bytes_per_s.value is None and own.value is not None:
            yield say(
                "{name}: the memory reads at {rate}. {cache}",
                name=processor.name,
                rate=bandwidth(own.value),
                cache=say(_CACHE),
            )
        else:
            yield from _far_below(processor.bandwidth_bytes_per_s, own)


_CAUSES = to_say("power and battery state, heat, driver, the slot, and whether it is the graphics card you meant")
_CACHE = to_say("It cannot: a cache answered, so the figure is not used. Measure again with other programs closed.")


def _above(what: str, paper: Fact[float], read: Fact[float], *, is_virtual: bool) -> Iterable[str]:
    if not read.value or not paper.value or read.value <= ABOVE_PAPER * paper.value:
        return
    start = say("The {what} reads at {of}", what=what, of=_of(read.value, paper.value))
    if judged_rate(paper, read, is_virtual=is_virtual).read.value is None:
        yield f"{start}. {say(_CACHE)}"
    else:
        yield say("{start}: its layout is another than it seems, so only the measured figure counts.", start=start)


def _far_below(paper: Fact[float], read: Fact[float]) -> Iterable[str]:
    if read.value and paper.value and read.value < FAR_BELOW * paper.value:
        yield say(
            "The memory reads at {of}, less than half: check memory modules, power plan, driver and other programs.",
            of=_of(read.value, paper.value),
        )


def _of(read_bytes_per_s: float, paper_bytes_per_s: float) -> str:
    return say("{read} of {paper} on paper", read=bandwidth(read_bytes_per_s), paper=bandwidth(paper_bytes_per_s))
