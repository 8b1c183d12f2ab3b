"""Facts of a machine as rows: name, text, where it comes from, what is behind it."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from advisor.catalog.hardware.corrected import gpu_place
from advisor.facts.machine.machine import CoreKind, Gpu, Link, Machine, MemoryModule
from advisor.facts.rig.rig import Processor, Rig
from advisor.facts.values.fact import Fact
from advisor.facts.values.reason import Reason
from advisor.predict.memory.fit import granted_bytes
from advisor.present.rig.fact_names import fact_name
from advisor.present.words.origin import fact_detail, fact_origin
from advisor.present.words.processor_name import grouped, instruction_words, short_name
from advisor.present.words.quantity import (
    UNKNOWN,
    bandwidth,
    capacity,
    core_count,
    count,
    frequency,
    power,
    thread_count,
    transfer_rate,
)
from advisor.present.words.reasons.in_words import in_words, plain_words
from advisor.present.words.typed_form import MEMORY_KINDS, typed_form
from advisor.present.words.view import FactRow
from advisor.present.words.words import joined, say, sentence, to_say


def fact_rows(machine: Machine, rig: Rig | None = None) -> tuple[FactRow, ...]:
    """The machine in the order people ask: processor, memory, graphics, system. Unknown facts give their reason.

    With the rig that was made of it, also what the data sheets of its graphics cards say.
    """
    cpu, memory = machine.cpu, machine.memory
    told = cpu.core_kinds.value is not None and cpu.cores.origin != "user"
    rows = [
        _row(cpu.name, str, "cpu.name"),
        replace(_row(cpu.core_kinds, _cores, "cpu.core_kinds"), typed=typed_form(("cpu.cores",), cpu.cores))
        if told
        else _row(cpu.cores, count, "cpu.cores"),
        _row(cpu.flags, lambda flags: instruction_words(flags) or say("none relevant"), "cpu.flags"),
        *([_row(cpu.hypervisor, str, "cpu.hypervisor")] if cpu.hypervisor.value is not None else []),
        _row(machine.os.name, str, "os.name"),
        _row(memory.usable_bytes, capacity, "memory.usable_bytes"),
        _row(memory.available_bytes, capacity, "memory.available_bytes", most=memory.usable_bytes.value),
        _row(memory.modules, _modules, "memory.modules"),
        _row(memory.channels, count, "memory.channels"),
        _row(memory.theoretical_bytes_per_s, bandwidth, "memory.theoretical_bytes_per_s"),
    ]
    if memory.limit_bytes.value is not None:
        rows.append(_row(memory.limit_bytes, capacity, "memory.limit_bytes"))
    places = {id(gpu): gpu_place(gpu, index) for index, gpu in enumerate(machine.gpus)}
    processors = {id(gpu): rig.processors[index + 1] for index, gpu in enumerate(machine.gpus)} if rig else {}
    for gpus in equal_gpus(machine.gpus):
        places_of = tuple(places[id(gpu)] for gpu in gpus)
        rows += _gpu_rows(gpus, places_of, processors.get(id(gpus[0])), memory.theoretical_bytes_per_s)
    return tuple(rows)


def _row(fact: Fact[Any], text: Callable[[Any], str], *paths: str, most: float | None = None) -> FactRow:
    """A fact of these paths: several where equal parts have it; `most` as `typed_form` takes it."""
    name, form, part = _name(paths[0]), typed_form(paths, fact, most), _PARTS[paths[0].partition(".")[0]]
    if fact.value is None:
        why = plain_words(fact.reason) if fact.reason else say(UNKNOWN)
        return FactRow(name, say(UNKNOWN), why, "", form, part=say(part))
    return FactRow(name, text(fact.value), fact_origin(fact), fact_detail(fact), form, part=say(part))


def _name(path: str) -> str:
    """The name of a fact, also of a later GPU without its number: the row of its name stands above it."""
    part, _, rest = path.partition(".")
    return fact_name(f"{part}.{rest.rpartition('.')[2]}")


_PARTS = {"cpu": to_say("Computer"), "os": to_say("Computer"), "memory": to_say("Memory"), "gpus": to_say("GPU")}
"""Facts that stand together, by the first word of their path."""


def equal_gpus(gpus: Iterable[Gpu]) -> tuple[tuple[Gpu, ...], ...]:
    """Graphics processors that differ in nothing but where they are and how much of their memory is free, together."""
    groups: dict[tuple[object, ...], list[Gpu]] = {}
    for index, gpu in enumerate(gpus):
        facts = (gpu.name, gpu.memory_total_bytes, gpu.memory_kind, gpu.driver, gpu.power_limit_w, gpu.state)
        link = gpu.link.value and _link(gpu.link.value)
        key = (*(fact.value for fact in facts), gpu.theoretical_bytes_per_s.value, link)
        groups.setdefault(key if gpu.name.value is not None else (index,), []).append(gpu)
    return tuple(tuple(group) for group in groups.values())


def _gpu_rows(
    gpus: tuple[Gpu, ...], places: tuple[str, ...], known: Processor | None, main: Fact[float]
) -> Iterable[FactRow]:
    """The rows of several equal ones, or of one; of one that is `known` also what a data sheet may tell.

    Where it reads main memory and both rates are the same to a reader, they come from the same place, too.
    """
    gpu, each = gpus[0], say(" each") if len(gpus) > 1 else ""

    def row(fact: Fact[Any], text: Callable[[Any], str], field: str, most: float | None = None) -> FactRow:
        return _row(fact, text, *(f"{place}.{field}" for place in places), most=most)

    is_named = isinstance(gpu.name.source, Reason) and gpu.name.source.code == "card_of_name"
    called = gpu.name.changed(origin="datasheet") if is_named else gpu.name  # a name is no guess
    yield row(called, lambda text: grouped(short_name(text), len(gpus)), "name")
    shares = gpu.memory_kind.value in ("shared", "unified")
    whole = _open_to(gpu, known)
    size = row(whole, lambda total: f"{capacity(total)}{each}", "memory_total_bytes")
    yield replace(size, name=say("Memory for the GPU")) if shares else size
    frees = [one.memory_free_bytes.value for one in gpus if one.memory_free_bytes.value is not None]
    if gpu.memory_free_bytes.value is not None:
        least, most = capacity(min(frees)), capacity(max(frees))
        span = least if least == most else say("{least} to {most}", least=least, most=most)
        yield row(gpu.memory_free_bytes, lambda _: f"{span}{each}", "memory_free_bytes", most=whole.value)
    yield row(gpu.memory_kind, lambda kind: say(MEMORY_KINDS[kind]), "memory_kind")
    paper = known.bandwidth_bytes_per_s if known else gpu.theoretical_bytes_per_s
    if shares and paper.origin != "user" and bandwidth(paper.value) == bandwidth(main.value):
        paper = main
    if known is not None or paper.value is not None:
        yield row(paper, bandwidth, "theoretical_bytes_per_s")
    if not shares:
        yield row(gpu.link, _link, "link")
    for name, links in (("NVLink", gpu.nvlinks), (say("Infinity Fabric"), gpu.xgmi_links)):
        if links.value:
            text = f"{links.value} x {name}"
            name, origin = say("Links to other GPUs"), fact_origin(links)
            yield FactRow(name, text, origin, fact_detail(links), part=say(_PARTS["gpus"]))
    yield row(gpu.driver, str, "driver")
    if gpu.power_limit_w.value is not None:
        yield row(gpu.power_limit_w, power, "power_limit_w")


def _open_to(gpu: Gpu, known: Processor | None) -> Fact[int]:
    """The size of its memory; of a Mac's graphics what macOS grants them, where nothing tells usually."""
    size, granted = gpu.memory_total_bytes, granted_bytes(known) if known is not None else None
    if granted is None or granted == size.value:
        return size
    return size.changed(value=granted, origin="estimated")


def _cores(kinds: tuple[CoreKind, ...]) -> str:
    parts = []
    for kind in kinds:
        cores, threads = core_count(kind.cores, kind.name if len(kinds) > 1 else ""), thread_count(kind.threads)
        clock = say(" up to {clock}", clock=frequency(kind.max_hz)) if kind.max_hz else ""
        parts.append(say("{cores}, {threads}{clock}", cores=cores, threads=threads, clock=clock))
    return joined(parts, "; ")


def _modules(modules: tuple[MemoryModule, ...]) -> str:
    if not modules:
        return "0"
    first, rate = modules[0], modules[0].configured_transfers_per_s
    if any((module.bytes, module.type) != (first.bytes, first.type) for module in modules):
        return joined((capacity(module.bytes) for module in modules), ", ")
    sticks = f"{len(modules)} x {capacity(first.bytes)} {first.type or ''}".rstrip()
    return say("{sticks} at {rate}", sticks=sticks, rate=transfer_rate(rate)) if rate else sticks


def _link(link: Link) -> str:
    generation = link.generation_max or link.generation_now
    width = link.width_now or link.width_max
    words = f"PCIe {generation}.0" if generation else "PCIe"
    return f"{words} x{width}" if width else words


def machine_text(machine: Machine) -> str:
    """Facts with where they come from, then findings with what they cost, then what is not known and why."""
    rows = fact_rows(machine)
    wide = max(len(row.name) for row in rows)
    facts = []
    for row in rows:
        origin = row.detail if row.origin == say(UNKNOWN) else row.origin
        facts.append(f"{row.name:<{wide}}  {row.text}{f'  ({origin})' if origin else ''}")
    found = [f"- {joined((sentence(one.sentence), one.cost, one.remedy))}" for one in machine.findings]
    missing: dict[str, list[str]] = {}
    for gap in machine.gaps:
        missing.setdefault(in_words(gap.reason), []).append(fact_name(gap.fact))
    gaps = [f"- {joined(dict.fromkeys(names), ', ')}: {why}" for why, names in missing.items()]
    parts = [facts, [say("Findings"), *found] if found else [], [say("Not known"), *gaps] if gaps else []]
    return "\n\n".join("\n".join(lines) for lines in parts if lines)
