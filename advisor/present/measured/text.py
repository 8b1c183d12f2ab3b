"""Measurements in words: their names, their figures with unit, and what to know of each."""

from collections.abc import Callable, Iterator

from advisor.catalog.hardware.machine_cards import Outdated, outdated
from advisor.facts.machine.disturbance import disturbance
from advisor.facts.machine.machine import Machine
from advisor.facts.machine.measurement import WIDE_SPREAD, DeviceState, Measurement, Measurements
from advisor.facts.rig.rig import Judgement, Rig
from advisor.present.words.processor_name import names_apart
from advisor.present.words.quantity import (
    bandwidth,
    capacity,
    compute,
    latency,
    marked,
    operations,
    percent,
    power,
    step_time,
)
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.view import FactRow
from advisor.present.words.words import joined, say, say_count, sentence, to_say

MEASURED_NAMES = {
    "memory_read": to_say("RAM bandwidth"),
    "gpu_memory_read": to_say("VRAM bandwidth"),
    "host_to_device": to_say("Link to the GPU"),
    "gpu_matrix_fp16_acc32": to_say("Matrix arithmetic with fp32 sums"),
    "gpu_fp32": to_say("GPU arithmetic, fp32"),
    "fma_fp32": to_say("CPU arithmetic, fp32"),
    "memory_read_one_thread": to_say("RAM bandwidth, one thread"),
    "memory_copy": to_say("RAM copy"),
    "memory_latency": to_say("RAM latency"),
    "cache_curve": to_say("Cache bandwidth"),
    "int8_dot": to_say("CPU arithmetic, int8"),
    "q4_0_dot": to_say("Multiplying weights of 4 bits (Q4_0)"),
    "q8_0_dot": to_say("Multiplying weights of 8 bits (Q8_0)"),
    "f16_dot": to_say("Multiplying weights of 16 bits (F16)"),
    "gpu_fp16": to_say("GPU arithmetic, fp16"),
    "gpu_matrix_fp16_acc16": to_say("Matrix arithmetic with fp16 sums"),
    "gpu_matrix_bf16": to_say("Matrix arithmetic in bf16, fp32 sums"),
    "gpu_matrix_int8": to_say("Matrix arithmetic in int8"),
    "gpu_matrix_fp8": to_say("Matrix arithmetic in fp8, fp32 sums"),
    "gpu_copy": to_say("VRAM copy"),
    "device_to_host": to_say("Link from the GPU"),
    "gpu_launch": to_say("GPU launch time"),
}
"""All measurements in the order in which they are shown."""

UNITS: dict[str, Callable[[float | None], str]] = {
    "bytes_per_s": bandwidth,
    "flop_per_s": compute,
    "op_per_s": operations,
    "s": latency,
}
"""The one text function of each unit of a measurement."""

_HOT = ("fma_fp32", "int8_dot", "gpu_fp32", "gpu_fp16", "gpu_matrix")
"""Beginnings of what heats a processor: ten seconds measure it cold."""
TOLD_AS_DISTURBED = (
    "device_busy", "device_held_back", "measured_on_battery", "processor_busy", "readings_vary", "two_speeds_seen",
)  # fmt: skip
"""Warnings that say what disturbed a figure, which its mark and a card tell."""
_CHANGED = {
    "method": to_say("this version measures in another way"),
    "power": to_say("measured on {then}, now on {now}"),
    "driver": to_say("GPU driver was {then}, now {now}"),
    "memory": to_say("memory was {then}, now {now}"),
}
_VERDICTS = {
    "impossible": to_say("ignored: above the physical limit"),
    "lower_bound": to_say("lower bound; the rated value counts"),
    "high": to_say("slightly above rated"),
    "far_below": to_say("less than half the rated speed"),
}


def measured_name(name: str, *, device: str = "") -> str:
    """The name of a measurement for people; of one kind of cores with their name ("P cores")."""
    words = say(MEASURED_NAMES[name]) if name in MEASURED_NAMES else name.replace("_", " ").capitalize()
    kind = device.partition(":")[2]
    return say("{words}, {kind} cores", words=words, kind=kind) if kind else words


def value_text(value: float | None, *, unit: str) -> str:
    """One figure with its unit."""
    text = UNITS.get(unit)
    return text(value) if text else f"{value:.3g} {unit}"


def figure_text(result: Measurement) -> str:
    """The value of a measurement, ~ where disturbed: of a curve both ends, a range where readings differ too much."""
    return marked(_figure_text(result), is_uncertain=disturbance(result) is not None)


def _figure_text(result: Measurement) -> str:
    if isinstance(result.value, tuple):
        ends = [value_text(rate, unit=result.unit) for _, rate in (result.value[0], result.value[-1])]
        return ends[0] if ends[0] == ends[1] else say("{first} down to {last}", first=ends[0], last=ends[1])
    if result.spread > WIDE_SPREAD:
        ends = [value_text(end(result.block_medians), unit=result.unit) for end in (min, max)]
        return ends[0] if ends[0] == ends[1] else say("{least} to {most}", least=ends[0], most=ends[1])
    return value_text(result.figure, unit=result.unit)


MAIN = 4
"""So many results are shown first: memory, graphics memory, link, arithmetic."""

_KINDS = (
    ("memory_read",),
    ("gpu_memory_read",),
    ("host_to_device", "device_to_host"),
    ("gpu_matrix_fp16_acc32", "gpu_matrix_fp16_acc16", "gpu_fp16", "gpu_fp32", "fma_fp32"),
)
"""What the first results may be, the best of each kind first."""


def measured_rows(measurements: Measurements | None, rig: Rig, machine: Machine) -> tuple[FactRow, ...]:
    """All measured figures, the main ones first; a name that several devices share is told apart by them."""
    order = list(MEASURED_NAMES)
    known = sorted(measurements.results if measurements else (), key=lambda one: (order.index(one.name), one.device))
    main = [next((one for name in names for one in known if one.name == name), None) for names in _KINDS]
    results = [*(one for one in main if one), *(one for one in known if one not in main)]
    names = [one.name for one in results if ":" not in one.device]
    parts = names_apart({one.id: one.name for one in rig.processors})
    judgements = {(one.name, one.device): one for one in rig.judgements}
    rows = []
    for one in results:
        name, conditions = measured_name(one.name, device=one.device), _conditions(one)
        if one.device in parts and names.count(one.name) > 1:
            name = joined((name, parts[one.device]), ": ")
        said = joined(_remarks(one, judgements.get((one.name, one.device)), outdated(one, machine)), "; ")
        more = joined((_causes(one), conditions), "\n")
        rows.append(FactRow(name, figure_text(one), say("measured here"), said or conditions, more=more))
    return tuple(rows)


def _remarks(result: Measurement, judgement: Judgement | None, changed: Outdated | None) -> Iterator[str]:
    """What to know of a figure besides its value: how far it is from the data sheet, then the weightiest first."""
    paper = judgement.paper.value if judgement else None
    if paper is not None and not isinstance(result.value, tuple):
        share, text = percent(result.figure / paper), value_text(paper, unit=result.unit)
        yield say("{share} of rated {paper}", share=share, paper=text)
    if judgement and judgement.verdict in _VERDICTS:
        yield say(_VERDICTS[judgement.verdict])
    if changed:
        why = say(_CHANGED[changed.what], then=changed.then, now=changed.now)
        yield say("outdated: {why}; used until measured again", why=why)
    doubted = disturbance(result)
    if doubted is not None:
        causes = tuple(map(in_words, doubted.reasons))
        yield say("disturbed: {cause}", cause=causes[0]) if len(causes) == 1 else say("disturbed")
    elif result.stability == "noisy":
        yield say("noisy: varied by {spread}", spread=percent(result.spread))
    if result.name.startswith(_HOT):
        yield say("short run, not thermally settled")


def _causes(result: Measurement) -> str:
    """What disturbed a measurement, where it is several things: a finding says it once of all figures."""
    doubted = disturbance(result)
    many = doubted is not None and len(doubted.reasons) > 1
    return sentence(joined(map(in_words, doubted.reasons), "; ")) if many and doubted is not None else ""


def _conditions(result: Measurement) -> str:
    """Under what a figure was taken: how long, clocks, heat and power of its device, as far as they are known."""
    parts = [say("measured for {time}", time=step_time(result.duration_s))]
    if result.threads and result.threads > 1:
        parts.append(say_count("one thread", "{count} threads", result.threads))
    if result.buffer_bytes:
        parts.append(say("over {size}", size=capacity(result.buffer_bytes)))
    state = result.conditions.after if result.conditions else DeviceState()
    if state.temperature_c is not None:
        parts.append(f"{state.temperature_c:.0f} °C")
    if state.power_w is not None:
        parts.append(power(state.power_w))
    if state.link_generation and state.link_width:
        generation, width = state.link_generation, state.link_width
        parts.append(say("PCIe {generation}.0 x{width} at work", generation=generation, width=width))
    return joined(parts, ", ")
