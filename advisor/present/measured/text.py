"""Measurements in words: their names, their figures with unit, and what to know of each."""

from collections.abc import Callable, Sequence

from advisor.catalog.hardware.outdated import Outdated, outdated
from advisor.facts.machine.machine import Machine
from advisor.facts.machine.measurement import WIDE_SPREAD, Measurement, Measurements
from advisor.facts.rig.rig import Judgement, Rig
from advisor.present.words.processor_name import names_apart
from advisor.present.words.quantity import bandwidth, capacity, compute, latency, operations, percent, power, step_time
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.view import FactRow
from advisor.present.words.words import say, say_count, to_say

MEASURED_NAMES = {
    "memory_read": to_say("Reading main memory"),
    "gpu_memory_read": to_say("Reading graphics memory"),
    "host_to_device": to_say("Link to the graphics card"),
    "gpu_matrix_fp16_acc32": to_say("Matrix arithmetic with fp32 sums"),
    "gpu_fp32": to_say("Arithmetic of the graphics card, fp32"),
    "fma_fp32": to_say("Arithmetic of the processor, fp32"),
    "memory_read_one_thread": to_say("Reading main memory, one thread"),
    "memory_copy": to_say("Copying main memory"),
    "memory_latency": to_say("Waiting for main memory"),
    "cache_curve": to_say("Reading, from cache to memory"),
    "int8_dot": to_say("Arithmetic of the processor, int8"),
    "q4_0_dot": to_say("Multiplying weights of 4 bits (Q4_0)"),
    "q8_0_dot": to_say("Multiplying weights of 8 bits (Q8_0)"),
    "f16_dot": to_say("Multiplying weights of 16 bits (F16)"),
    "gpu_fp16": to_say("Arithmetic of the graphics card, fp16"),
    "gpu_matrix_fp16_acc16": to_say("Matrix arithmetic with fp16 sums"),
    "gpu_matrix_bf16": to_say("Matrix arithmetic in bf16, fp32 sums"),
    "gpu_matrix_int8": to_say("Matrix arithmetic in int8"),
    "gpu_matrix_fp8": to_say("Matrix arithmetic in fp8, fp32 sums"),
    "gpu_copy": to_say("Copying graphics memory"),
    "device_to_host": to_say("Link from the graphics card"),
    "gpu_launch": to_say("Starting work on the graphics card"),
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
_CHANGED = {"driver": to_say("graphics driver"), "memory": to_say("memory"), "power": to_say("power")}


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
    """The value of a measurement: of a curve both ends, a range where the readings differ too much for one figure."""
    if isinstance(result.value, tuple):
        ends = [value_text(rate, unit=result.unit) for _, rate in (result.value[0], result.value[-1])]
        return ends[0] if ends[0] == ends[1] else say("{first} down to {last}", first=ends[0], last=ends[1])
    if result.spread > WIDE_SPREAD:
        ends = [value_text(end(result.block_medians), unit=result.unit) for end in (min, max)]
        return ends[0] if ends[0] == ends[1] else say("{least} to {most}", least=ends[0], most=ends[1])
    return value_text(result.figure, unit=result.unit)


def distance_text(result: Measurement, judgement: Judgement | None) -> str:
    """How far a figure is from the data sheet, empty where that says nothing."""
    paper = judgement.paper.value if judgement else None
    if paper is None or isinstance(result.value, tuple):
        return ""
    return say(
        "{share} of {paper} on paper",
        share=percent(result.figure / paper),
        paper=value_text(paper, unit=result.unit),
    )


def state_words(result: Measurement, judgement: Judgement | None, changed: Outdated | None) -> tuple[str, ...]:
    """What to know of a figure besides its value, the weightiest first."""
    words = [_verdict_words(judgement)]
    words.append(say("outdated: {why}; used until measured again", why=outdated_words(changed)) if changed else "")
    words.append(say("noisy: varied by {spread}", spread=percent(result.spread)) if result.stability == "noisy" else "")
    words.append(say("on battery") if result.on_battery else "")
    words.append(say("cold burst") if result.name.startswith(_HOT) else "")
    words += _slowed(result)
    return tuple(word for word in words if word)


def outdated_words(changed: Outdated) -> str:
    """What changed since a measurement."""
    if changed.what == "method":
        return say("this version measures in another way")
    if changed.what == "power":
        return say("measured on {then}, now on {now}", then=changed.then, now=changed.now)
    return say(
        "{changed} was {then}, now {now}", changed=say(_CHANGED[changed.what]), then=changed.then, now=changed.now
    )


def condition_words(result: Measurement) -> str:
    """Under what a figure was taken: how long, clocks, heat and power of its device, as far as they are known."""
    parts = [
        say("measured for {time}", time=step_time(result.duration_s)),
        say("by {method}", method=result.method),
    ]
    if result.threads and result.threads > 1:
        parts.append(say_count("one thread", "{count} threads", result.threads))
    parts += [say("over {size}", size=capacity(result.buffer_bytes))] if result.buffer_bytes else []
    state = result.conditions.after if result.conditions else None
    if state is not None and state.temperature_c is not None:
        parts.append(f"{state.temperature_c:.0f} °C")
    if state is not None and state.power_w is not None:
        parts.append(power(state.power_w))
    if state is not None and state.link_generation and state.link_width:
        parts.append(
            say("PCIe {generation}.0 x{width} at work", generation=state.link_generation, width=state.link_width)
        )
    return ", ".join(parts)


def _verdict_words(judgement: Judgement | None) -> str:
    if judgement is None:
        return ""
    if judgement.verdict == "impossible":
        return say("not used: more than there can be")
    if judgement.verdict == "lower_bound":
        return say("lower bound: the data sheet counts")
    if judgement.verdict == "high":
        return say("a little above paper")
    return say("less than half") if judgement.verdict == "far_below" else ""


def _slowed(result: Measurement) -> list[str]:
    reasons = result.conditions.after.throttle_reasons if result.conditions else ()
    return [say("slowed by {reasons}", reasons=", ".join(map(in_words, reasons)))] if reasons else []


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
    results = _ordered(measurements.results if measurements else ())
    names = [result.name for result in results if ":" not in result.device]
    judgements = {(one.name, one.device): one for one in rig.judgements}
    return tuple(
        _row(result, judgements.get((result.name, result.device)), rig, machine, alone=names.count(result.name) <= 1)
        for result in results
    )


def _ordered(results: Sequence[Measurement]) -> list[Measurement]:
    """One of each main kind, then the rest in the order of names."""
    order = list(MEASURED_NAMES)
    known = sorted((one for one in results if one.name in order), key=lambda one: (order.index(one.name), one.device))
    main: list[Measurement] = []
    for names in _KINDS:
        found = (result for name in names for result in known if result.name == name)
        main.extend([first] if (first := next(found, None)) else [])
    return [*main, *(result for result in known if result not in main)]


def _row(result: Measurement, judgement: Judgement | None, rig: Rig, machine: Machine, *, alone: bool) -> FactRow:
    words = [distance_text(result, judgement), *state_words(result, judgement, outdated(result, machine))]
    said = "; ".join(word for word in words if word)
    name = measured_name(result.name, device=result.device)
    parts = names_apart({one.id: one.name for one in rig.processors})
    if result.device in parts and not alone:
        name = f"{name}: {parts[result.device]}"
    conditions = condition_words(result)
    return FactRow(name, figure_text(result), say("measured here"), said or conditions, more=conditions)
