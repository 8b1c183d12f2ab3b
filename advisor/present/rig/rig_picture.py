"""The picture of a rig: memories, processors and the pipes between them, pipe widths to scale."""

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from advisor.answer.findings.graphics import lists_gpus
from advisor.answer.findings.memory import free_channels, soldered
from advisor.facts.machine.machine import Machine, MemoryModule
from advisor.facts.rig.rig import Processor, Rig
from advisor.present.rig.picture_parts import (
    GAP,
    SMALL,
    TITLE,
    TOP,
    WIDTH,
    Canvas,
    draw_cpu,
    draw_gpu,
    draw_shared_chip,
)
from advisor.present.words.origin import fact_origin
from advisor.present.words.processor_name import graphics_name, grouped, short_name, text_width
from advisor.present.words.quantity import bandwidth, capacity, fact_bandwidth, transfer_rate
from advisor.present.words.series import RigPicture, Table
from advisor.present.words.words import joined, say, say_count

if TYPE_CHECKING:
    from advisor.present.words.palette import Role

REFERENCE_BYTES_PER_S = 300e9
"""A rig whose fastest memory is slower than this does not fill the height with its widest pipe."""
_HEIGHTS = {0: 262.0, 1: 262.0, 2: 136.0}
"""Height of one graphics card's row by their number."""
_SMALLEST_ROW, _MOST_ROWS = 96.0, 3
_MEMORY_WIDTH, _WIDEST_SLOT, _SLOT_GAP = 138.0, 44.0, 8.0
_CPU_X, _CPU_WIDTH, _GPU_X, _GPU_WIDTH = 291.0, 191.0, 628.0, 191.0
_POOL_X, _POOL_WIDTH = 907.0, 93.0
_ALONE_X, _ALONE_WIDTH = 351.0, 380.0
_MOST_SLOTS, _PIPE_GAP = 16, 5.0


def rig_picture(machine: Machine, rig: Rig) -> RigPicture:
    """The whole rig. What was measured replaces what is on paper, so that pipes swell while figures arrive."""
    cpu, gpus = rig.processors[0], rig.processors[1:]
    cards = [gpu for gpu in gpus if gpu.pool == "vram"]
    shared = next((gpu for gpu in gpus if gpu.pool == "unified"), None)
    rows = _shown(cards)
    row_height = _HEIGHTS.get(len(rows), _SMALLEST_ROW)
    height = len(rows) * row_height + (len(rows) - 1) * GAP if rows else row_height
    fastest = max([REFERENCE_BYTES_PER_S, *(one.best_bytes_per_s.value or 0.0 for one in (cpu, *(rows or gpus)))])
    canvas = Canvas(height=height, scale=0.88 * row_height / fastest)
    pipe_start = _draw_memory(canvas, machine, cpu, unified=shared is not None and not cards)
    if rows:
        draw_cpu(canvas, machine, cpu, x=_CPU_X, width=_CPU_WIDTH, built_in=shared)
        for index, gpu in enumerate(rows):
            _draw_card_row(canvas, machine, gpu, top=TOP + index * (row_height + GAP), height=row_height)
        _label_cards(canvas, cards)
    elif shared is not None:
        draw_shared_chip(canvas, machine, cpu, shared, x=_ALONE_X)
    else:
        draw_cpu(canvas, machine, cpu, x=_ALONE_X, width=_ALONE_WIDTH, built_in=None)
        _say_no_card(canvas, is_sure=lists_gpus(machine))
    source = shared if shared is not None and not cards and cpu.best_bytes_per_s.value is None else cpu
    paper = source.bandwidth_bytes_per_s.value if source.read_bytes_per_s.value is not None else None
    notes = [say("of {rate} at most", rate=bandwidth(paper))] if paper is not None else []
    end = _CPU_X if rows else _ALONE_X
    role: Role = "graphics_memory" if shared is not None and not cards else "processor"
    canvas.pipe(pipe_start, end, canvas.middle, source.best_bytes_per_s, role=role, notes=notes)
    canvas.legend(end, end=WIDTH, memory=say("RAM stick") if _seen_modules(machine) else say("RAM"))
    return RigPicture(
        title=say("How data moves (wider pipe = more bandwidth)"),
        width=WIDTH,
        height=canvas.bottom,
        boxes=tuple(canvas.boxes),
        labels=tuple(canvas.labels),
        dots=tuple(canvas.dots),
        description=_description(machine, cpu, cards, shared),
        table=_table(cpu, cards),
    )


def _shown(cards: list[Processor]) -> list[Processor]:
    """The cards there is room for, in their order: first one of each kind and link, then others."""
    kinds: dict[tuple[object, ...], Processor] = {}
    for card in cards:
        kinds.setdefault((card.name, card.link_bytes_per_s.value, card.memory_total_bytes.value), card)
    first = {card.id for card in kinds.values()}
    chosen = sorted(cards, key=lambda card: card.id not in first)[:_MOST_ROWS]
    return [card for card in cards if card in chosen]


def _seen_modules(machine: Machine) -> tuple[MemoryModule, ...]:
    """The sticks; none of a virtual machine, whose are fiction."""
    return () if machine.cpu.hypervisor.value else machine.memory.modules.value or ()


def _draw_memory(canvas: Canvas, machine: Machine, cpu: Processor, *, unified: bool) -> float:
    """The main memory with its modules; returns where its pipe starts."""
    total, free = cpu.memory_total_bytes.value, cpu.memory_free_bytes.value
    canvas.label(0, TOP - 36, say("Shared memory") if unified else say("RAM"), size=TITLE, bold=True)
    state = capacity(total)
    if free is not None:
        state = say("{total}, {free} free", total=state, free=capacity(free))
    canvas.label(0, TOP - 16, state, size=SMALL, soft=True, width=_CPU_X - 8)
    modules = _seen_modules(machine)
    if unified or not modules:
        if unified:
            canvas.pool(0, TOP, _MEMORY_WIDTH, canvas.height, cpu)
        else:
            canvas.box(0, TOP, _MEMORY_WIDTH, canvas.height, "slot")
        note = say("shared by CPU and GPU") if unified else say("memory modules not visible")
        canvas.label(0, canvas.floor + 20, note, size=SMALL, soft=True, width=_CPU_X - 8)
        return _MEMORY_WIDTH + _PIPE_GAP
    missing = _missing(machine, cpu)
    right = _draw_slots(canvas, [module.slot for module in modules], missing=missing)
    rate = modules[0].configured_transfers_per_s
    words = say_count("{count} stick", "{count} sticks", len(modules))
    words = joined((words, transfer_rate(rate) if rate else ""), ", ")
    words += say_count(", {count} channel free", ", {count} channels free", missing) if missing > 1 else ""
    canvas.label(0, canvas.floor + 38, words, size=SMALL, soft=True, width=_CPU_X - 8)
    return right + _PIPE_GAP


def _missing(machine: Machine, cpu: Processor) -> int:
    """Free places to draw: one in each channel without a stick; beside a lonely stick there usually is one."""
    modules = machine.memory.modules.value or ()
    if cpu.memory_channels and machine.memory.channels.value:
        return free_channels(machine, cpu)
    return 1 if len(modules) == 1 and not any(map(soldered, modules)) else 0


def _draw_slots(canvas: Canvas, slots: list[str], *, missing: int) -> float:
    """The modules side by side and the free places after them; returns their right edge."""
    missing = min(missing, _MOST_SLOTS)
    shown = min(len(slots), _MOST_SLOTS) + missing
    pitch = min(_WIDEST_SLOT + _SLOT_GAP, _MEMORY_WIDTH / shown)
    width = pitch - _SLOT_GAP if pitch > 2 * _SLOT_GAP else pitch * 0.7
    for index in range(shown):
        x = index * pitch
        empty = index >= shown - missing
        canvas.box(x, TOP, width, canvas.height, "empty_slot" if empty else "slot")
        text = say("free") if empty else slots[index].replace("_", " ").split(" ")[-1]
        if text_width(text, size=SMALL) <= width:
            canvas.label(x + width / 2, canvas.floor + 20, text, size=SMALL, soft=True, anchor="center")
    return (shown - 1) * pitch + width


def _say_no_card(canvas: Canvas, *, is_sure: bool) -> None:
    x = _ALONE_X + _ALONE_WIDTH + 24
    title = say("No GPU") if is_sure else say("GPU: unknown")
    lines = (say("Models run on the CPU;"), say("RAM speed sets the pace.")) if is_sure else ()
    canvas.label(x, canvas.middle - 20, title, size=TITLE, bold=True, width=WIDTH - x)
    for index, line in enumerate(lines):
        canvas.label(x, canvas.middle + 4 + 18 * index, line, size=SMALL, soft=True, width=WIDTH - x)


def _draw_card_row(canvas: Canvas, machine: Machine, gpu: Processor, *, top: float, height: float) -> None:
    detected = {f"gpu{index}": one for index, one in enumerate(machine.gpus)}.get(gpu.id)
    link = detected.link.value if detected else None
    notes = []
    if link and link.width_now:
        generation = f" {link.generation_max}.0" if link.generation_max else ""
        notes = [f"PCIe{generation} x{link.width_now}"]
    middle = top + height / 2
    canvas.pipe(_CPU_X + _CPU_WIDTH, _GPU_X, middle, gpu.link_bytes_per_s, role="link", notes=notes)
    draw_gpu(canvas, gpu, detected, x=_GPU_X, top=top, width=_GPU_WIDTH, height=height)
    canvas.pipe(_GPU_X + _GPU_WIDTH, _POOL_X, middle, gpu.best_bytes_per_s, role="graphics_memory", stacked=True)
    canvas.pool(_POOL_X, top, _POOL_WIDTH, height, gpu)
    if height < _HEIGHTS[1]:
        size = capacity(gpu.memory_total_bytes.value)
        canvas.label(_POOL_X + _POOL_WIDTH / 2, top + 22, size, size=SMALL, anchor="center")


def _label_cards(canvas: Canvas, cards: list[Processor]) -> None:
    total = _sum(card.memory_total_bytes.value for card in cards)
    free = _sum(card.memory_free_bytes.value for card in cards)
    canvas.label(WIDTH, TOP - 36, say("VRAM"), size=TITLE, bold=True, anchor="right")
    state = capacity(total) + (say(", {size} free", size=capacity(free)) if free is not None else "")
    state += say_count(" in {count} card", " in {count} cards", len(cards)) if len(cards) > 1 else ""
    canvas.label(WIDTH, TOP - 16, state, size=SMALL, soft=True, anchor="right")
    if total is not None and free is not None:
        held = say("{size} held by other programs", size=capacity(total - free))
        canvas.label(WIDTH, canvas.floor + 20, held, size=SMALL, soft=True, anchor="right")
    if len(cards) > _MOST_ROWS:
        more = say("and {count} more", count=len(cards) - _MOST_ROWS)
        canvas.label(_GPU_X, canvas.floor + 20, more, size=SMALL, soft=True)


def _sum(amounts: Iterable[int | None]) -> int | None:
    """All together; None where one is unknown."""
    found = list(amounts)
    known = [one for one in found if one is not None]
    return sum(known) if len(known) == len(found) else None


def _description(machine: Machine, cpu: Processor, cards: list[Processor], shared: Processor | None) -> str:
    parts = [
        say("RAM to {name}: {rate}.", name=short_name(cpu.counted_name), rate=fact_bandwidth(cpu.best_bytes_per_s))
    ]
    if shared is not None and not cards:
        own = shared.best_bytes_per_s
        rate = fact_bandwidth(own if own.value is not None else cpu.best_bytes_per_s)
        both = {
            "processor": short_name(cpu.counted_name),
            "graphics": graphics_name(shared.name, cpu.name),
            "rate": rate,
        }
        parts = [say("{processor} and {graphics} share memory at {rate}.", **both)]
    said = Counter(
        say(
            "{name}: link {link}, its own memory {memory}.",
            name=short_name(card.name),
            link=fact_bandwidth(card.link_bytes_per_s),
            memory=fact_bandwidth(card.best_bytes_per_s),
        )
        for card in cards
    )
    parts += [grouped(words, number) for words, number in said.items()]
    if not cards and shared is None:
        sure = lists_gpus(machine)
        parts.append(say("There is no GPU.") if sure else say("Whether there is a GPU is unknown."))
    return joined(parts)


def _table(cpu: Processor, cards: list[Processor]) -> Table:
    pipes = [(say("RAM"), cpu.best_bytes_per_s)]
    for card in cards:
        name = short_name(card.name)
        pipes.append((say("Link to {name}", name=name), card.link_bytes_per_s))
        pipes.append((say("Memory of {name}", name=name), card.best_bytes_per_s))
    counted = Counter((name, fact_bandwidth(rate), fact_origin(rate)) for name, rate in pipes).items()
    return Table(
        (say("Pipe"), say("Speed"), say("From")),
        tuple((grouped(name, number), *rest) for (name, *rest), number in counted),
    )
