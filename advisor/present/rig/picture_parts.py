"""The parts a rig picture is put together from: boxes, labels, memory pools and pipes to scale."""

from collections.abc import Sequence
from typing import Literal

from advisor.facts.machine.machine import Gpu, Machine
from advisor.facts.rig.rig import Processor
from advisor.facts.values.fact import Fact, known
from advisor.predict.rates.rates import prompt_peak, prompt_peak_kind
from advisor.present.words.origin import short_origin
from advisor.present.words.palette import Role
from advisor.present.words.processor_name import (
    elided,
    graphics_name,
    grouped,
    instruction_words,
    short_name,
    text_width,
)
from advisor.present.words.quantity import (
    PEAK_WORDS,
    UNKNOWN,
    bandwidth_gb,
    capacity,
    compute,
    core_count,
    fact_bandwidth,
    marked,
    thread_count,
)
from advisor.present.words.series import Box, Dot, Label
from advisor.present.words.words import joined, say, say_count

WIDTH = 1000.0
TOP, BOTTOM_MARGIN, GAP = 58.0, 46.0, 14.0
TITLE, LABEL, SMALL, LARGE, TINY = 15.0, 14.0, 12.5, 20.0, 11.5
"""Text sizes in picture units."""
_HAIRLINE, _THICK = 1.5, 64.0
_DOT_GAP = 10.0
_SHRINKS = 1.15
"""So much longer a text may be estimated than its room: whoever draws it knows its width, and draws it smaller."""

Anchor = Literal["left", "center", "right"]
PartRole = Role | Literal["card", "core", "slot", "empty_slot"]
"""What a rectangle of the picture stands for."""


class Canvas:
    """Collects the parts of one picture. `scale` is picture units per byte per second, `height` that of the boxes."""

    def __init__(self, *, height: float, scale: float) -> None:
        self.height, self.scale = height, scale
        self.boxes: list[Box] = []
        self.labels: list[Label] = []
        self.dots: list[Dot] = []

    @property
    def floor(self) -> float:
        """The lower edge of the boxes."""
        return TOP + self.height

    @property
    def middle(self) -> float:
        """The height at which the memory pipe runs."""
        return TOP + self.height / 2

    @property
    def bottom(self) -> float:
        """The height of the whole picture."""
        return self.floor + BOTTOM_MARGIN

    def box(self, x: float, y: float, width: float, height: float, role: PartRole) -> None:
        """A rectangle, filled."""
        self.boxes.append(Box(x, y, width, height, role))

    def pool(self, x: float, y: float, width: float, height: float, owner: Processor) -> None:
        """The memory of a processor; the share held by other programs is filled from below."""
        total, free = owner.memory_total_bytes.value, owner.memory_free_bytes.value
        used_share = 0.0 if total is None or free is None or total <= 0 else 1 - free / total
        self.boxes.append(Box(x, y, width, height, "other_programs", fill=min(max(used_share, 0.0), 0.999)))

    def label(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float,
        anchor: Anchor = "left",
        bold: bool = False,
        soft: bool = False,
        on_color: bool = False,
        width: float | None = None,
    ) -> None:
        """A text on the baseline y, elided where it is wider than `width`."""
        shown = text if width is None else elided(text, width=width * _SHRINKS, size=size, bold=bold)
        self.labels.append(Label(x, y, shown, anchor, "bold" if bold else "normal", size, soft, on_color, width))

    def dot(self, x: float, y: float, fact: Fact[float]) -> None:
        """The sign of where a figure comes from."""
        self.dots.append(Dot(x, y, fact.origin if fact.value is not None and fact.origin else "unknown"))

    def pipe(
        self,
        start: float,
        end: float,
        middle: float,
        rate: Fact[float],
        *,
        role: Role,
        notes: Sequence[str] = (),
        stacked: bool = False,
    ) -> None:
        """A pipe from `start` to `end` as thick as its rate; `stacked` writes number and unit in two lines."""
        width, center = end - start, (start + end) / 2
        thickness = _HAIRLINE if rate.value is None else max(_HAIRLINE, rate.value * self.scale)
        self.box(start, middle - thickness / 2, width, thickness, "guide" if rate.value is None else role)
        is_uncertain = rate.uncertainty is not None
        above, below = middle - thickness / 2 - 10, middle + thickness / 2 + 20
        if rate.value is None:
            self.label(center, above, say(UNKNOWN), size=SMALL, anchor="center", soft=True)
        elif thickness >= _THICK:
            below = middle + 28
            text, y = marked(bandwidth_gb(rate.value), is_uncertain=is_uncertain), middle - 8
            self.label(center, y, text, size=LARGE, anchor="center", bold=True, on_color=True)
            self.label(center, y + 18, "GB/s", size=SMALL, anchor="center", on_color=True)
            notes = [short_origin(rate)] if stacked else [short_origin(rate), *notes]
        elif stacked:
            text = marked(bandwidth_gb(rate.value), is_uncertain=is_uncertain)
            self.label(center, above - 16, text, size=LABEL, anchor="center", bold=True)
            self.label(center, above, "GB/s", size=SMALL, anchor="center")
            notes = [short_origin(rate)]
        else:
            text = fact_bandwidth(rate)
            self.label(center, above, text, size=LABEL, anchor="center", bold=True)
            self.dot(center + text_width(text, size=LABEL, bold=True) / 2 + _DOT_GAP, above - LABEL / 3, rate)
        inside = below < middle + thickness / 2
        for index, note in enumerate(notes):
            y = below + 16 * index
            self.label(center, y, note, size=TINY, anchor="center", soft=not inside, on_color=inside, width=width)

    def legend(self, x: float, *, end: float, memory: str) -> None:
        """What the boxes mean, as far as there are such, in one line from `x` on, at the latest to `end`.

        `memory` is what those of main memory are.
        """
        pools = [box for box in self.boxes if box.role == "other_programs"]
        units = [box for box in self.boxes if box.role == "graphics_memory" and box.width == box.height]
        found: list[tuple[str, PartRole, float, bool]] = [
            (say("CPU core"), "core", 1.0, self._has("core")),
            (say("GPU unit"), "graphics_memory", 1.0, bool(units)),
            (memory, "slot", 1.0, self._has("slot")),
            (say("free memory"), "other_programs", 0.0, bool(pools)),
            (say("used memory"), "other_programs", 1.0, any(box.fill > 0 for box in pools)),
        ]
        shown = [
            (text, role, fill, _SWATCH + _LEGEND_GAP + _LEGEND_GROWS * text_width(text, size=TINY))
            for text, role, fill, is_there in found
            if is_there
        ]
        x, y = max(0.0, min(x, end - sum(width for *_, width in shown))), self.floor + _LEGEND_BELOW
        for text, role, fill, width in shown:
            self.boxes.append(Box(x, y - _SWATCH + 1, _SWATCH, _SWATCH, role, fill=fill))
            self.label(x + _SWATCH + _DOT_GAP / 2, y, text, size=TINY, soft=True)
            x += width

    def _has(self, role: PartRole) -> bool:
        return any(box.role == role for box in self.boxes)


_SWATCH, _LEGEND_GAP, _LEGEND_BELOW = 11.0, 18.0, 38.0
_LEGEND_GROWS = 1.65
"""So much wider its words are drawn in a small picture, where letters do not shrink further."""
_PADDING, _DOT_SPACE = 18.0, 15.0
_FULL_HEIGHT = 200.0
"""Boxes lower than this show no cores."""
_TOLD_BY_EUS, _EUS = "xe-lp", 16
"""An architecture whose units nobody counts but their execution units, and how many one has."""
_QUANTIZED = "Q4_K"
"""The block type most model files have; any other of fewer than 16 bits is multiplied alike."""
_LARGEST_CORE, _SMALL_KIND, _WIDE = 39.0, 0.62, 250.0
_MOST_SOCKETS, _SOCKET_GAP, _SOCKET_PADDING, _CACHE_LINE, _WORDY_SOCKET = 4, 8.0, 7.0, 19.0, 55.0
"""Of processors in sockets: how many are drawn, and the space around and in each."""


def draw_cpu(
    canvas: Canvas, machine: Machine, cpu: Processor, *, x: float, width: float, built_in: Processor | None
) -> None:
    """The processor as a card over the full height."""
    canvas.box(x, TOP, width, canvas.height, "card")
    _draw_cpu_parts(canvas, machine, cpu, x=x, width=width)
    notes = _notes(machine)
    if built_in is not None:
        notes = say("also: {name}", name=short_name(built_in.name))
    _last_lines(canvas, x, canvas.floor, width, notes, [(cpu.fp32_flop_per_s, "")])


def draw_shared_chip(canvas: Canvas, machine: Machine, cpu: Processor, gpu: Processor, *, x: float) -> None:
    """Processor and graphics side by side in one chip, which reads one memory: the pipe leads to both."""
    half = (WIDTH - x - GAP) / 2
    canvas.box(x, TOP, WIDTH - x, canvas.height, "card")
    _draw_cpu_parts(canvas, machine, cpu, x=x, width=half)
    _last_lines(canvas, x, canvas.floor, half, _notes(machine), [(cpu.fp32_flop_per_s, "")])
    name = graphics_name(gpu.name, cpu.name)
    _draw_gpu_parts(canvas, gpu, None, name, x=x + half + GAP, top=TOP, width=half, height=canvas.height)


def draw_gpu(
    canvas: Canvas, gpu: Processor, detected: Gpu | None, *, x: float, top: float, width: float, height: float
) -> None:
    """A graphics processor as a card; its compute units as small squares where there is room."""
    canvas.box(x, top, width, height, "card")
    _draw_gpu_parts(canvas, gpu, detected, short_name(gpu.name), x=x, top=top, width=width, height=height)


def _draw_gpu_parts(
    canvas: Canvas,
    gpu: Processor,
    detected: Gpu | None,
    name: str,
    *,
    x: float,
    top: float,
    width: float,
    height: float,
) -> None:
    inner = width - 2 * _PADDING
    canvas.label(x + _PADDING, top + 28, name, size=TITLE, bold=True, width=inner)
    units = gpu.cores.value
    if units and gpu.architecture == _TOLD_BY_EUS:
        units *= _EUS
        words = say_count("{count:,} EU", "{count:,} EUs", units)
    elif units:
        words = say_count("{count:,} compute unit", "{count:,} compute units", units)
    else:
        words = say("compute units unknown")
    canvas.label(x + _PADDING, top + 48, words, size=SMALL, soft=True, width=inner)
    if units and height >= _FULL_HEIGHT:
        _draw_grid(canvas, x + _PADDING, top + 64, inner, height - 130, [units], "graphics_memory")
    state = detected.state.value if detected else None
    words = {"asleep": say("asleep"), "no_driver": say("no driver")}.get(state or "", "")
    _last_lines(canvas, x, top + height, width, words, [] if words else _arithmetic(gpu))


def _arithmetic(gpu: Processor) -> list[tuple[Fact[float], str]]:
    """The fp32 rate, and the fastest rate for prompts where it is another: the one the roofline shows."""
    plain, fastest = gpu.fp32_flop_per_s, prompt_peak(gpu, main_type=_QUANTIZED, reached=True)
    if fastest is None or fastest.value == plain.value:
        return [(plain, "fp32")]
    kind = prompt_peak_kind(gpu, main_type=_QUANTIZED, reached=True)
    words = say(PEAK_WORDS[kind]) if kind else ""
    return [(plain, "fp32"), (known(fastest.value, origin=fastest.origin, source=fastest.source), words)]


def _draw_cpu_parts(canvas: Canvas, machine: Machine, cpu: Processor, *, x: float, width: float) -> None:
    inner, left = width - 2 * _PADDING, x + _PADDING
    # virtual machines and partitions call single cores sockets, too
    is_real = (machine.cpu.cores.value or 0) >= 2 * cpu.sockets and not machine.cpu.hypervisor.value
    sockets = cpu.sockets if is_real else 1
    canvas.label(left, TOP + 28, grouped(short_name(cpu.name), sockets), size=TITLE, bold=True, width=inner)
    cores, threads = machine.cpu.cores.value, machine.cpu.threads.value
    counts = [core_count(cores)] if cores is not None else []
    counts += [thread_count(threads)] if threads is not None else []
    canvas.label(left, TOP + 48, joined(counts, ", ") or say("cores unknown"), size=SMALL, soft=True, width=inner)
    kinds = [kind.cores for kind in machine.cpu.core_kinds.value or ()]
    kinds = kinds or [machine.cpu.cores.value or 0]
    if sockets > 1:
        _draw_sockets(canvas, machine, [number // sockets for number in kinds], sockets, x=left, width=inner)
        return
    cache = _last_cache(machine)
    height = canvas.height - 130 - (38 if cache else 0)
    y = _draw_grid(canvas, left, TOP + 64, inner, height, kinds, "core")
    if cache:
        canvas.box(left, y, inner, 28, "core")
        canvas.label(left + inner / 2, y + 19, cache, size=SMALL, anchor="center", soft=True, width=inner)


def _draw_sockets(
    canvas: Canvas, machine: Machine, kinds: Sequence[int], sockets: int, *, x: float, width: float
) -> None:
    """Each processor in its socket: its cores, and its part of the last cache where there is room for words."""
    shown = min(sockets, _MOST_SOCKETS)
    height = (canvas.height - 130 - _SOCKET_GAP * (shown - 1)) / shown
    cache = _last_cache(machine, sockets=sockets) if height >= _WORDY_SOCKET else ""
    for index in range(shown):
        top = TOP + 64 + index * (height + _SOCKET_GAP)
        canvas.box(x, top, width, height, "card")
        inner, cores_high = width - 2 * _SOCKET_PADDING, height - 2 * _SOCKET_PADDING - (_CACHE_LINE if cache else 0)
        _draw_grid(canvas, x + _SOCKET_PADDING, top + _SOCKET_PADDING, inner, cores_high, kinds, "core")
        if cache:
            y = top + height - _SOCKET_PADDING - 3
            canvas.label(x + width / 2, y, cache, size=SMALL, anchor="center", soft=True, width=inner)


def _last_cache(machine: Machine, *, sockets: int = 1) -> str:
    """The last cache in words, or the part of it that one of several sockets has."""
    caches = [cache for cache in machine.cpu.caches.value or () if cache.kind != "instruction"]
    if not caches:
        return ""
    last = max(caches, key=lambda cache: cache.level)
    return say("{size} L{level} cache", size=capacity(last.total_bytes // sockets), level=last.level)


def _notes(machine: Machine) -> str:
    if machine.cpu.hypervisor.value:
        return say("virtual: {value}", value=machine.cpu.hypervisor.value)
    return instruction_words(machine.cpu.flags.value or ())


def _last_lines(
    canvas: Canvas, x: float, floor: float, width: float, words: str, rates: Sequence[tuple[Fact[float], str]]
) -> None:
    """The lines at the foot of a card, from the bottom up: words, then known arithmetic rates with their origin."""
    lines: list[tuple[str, Fact[float] | None]] = [(words, None)] if words else []
    lines += [
        (marked(f"{compute(rate.value)} {kind}".strip(), is_uncertain=rate.uncertainty is not None), rate)
        for rate, kind in rates
        if rate.value is not None
    ]
    for index, (text, rate) in enumerate(lines):
        y = floor - 14 - 18 * (len(lines) - 1 - index)
        left = x + _PADDING + (0 if rate is None else _DOT_SPACE)
        canvas.label(left, y, text, size=SMALL, soft=True, width=x + width - _PADDING - left)
        if rate is not None:
            canvas.dot(x + _PADDING + 4, y - SMALL / 3, rate)


def _draw_grid(
    canvas: Canvas, x: float, y: float, width: float, height: float, kinds: Sequence[int], role: PartRole
) -> float:
    """Squares for cores, as large as fits: the first kind large, the other kinds smaller, each from a new row.

    Returns the height below them.
    """
    pitch = _LARGEST_CORE if width < _WIDE else 1.4 * _LARGEST_CORE
    while pitch > 2 and sum(_rows(number, width, _pitch(pitch, index)) * _pitch(pitch, index)
                            for index, number in enumerate(kinds)) > height:  # fmt: skip
        pitch *= 0.95
    top = y
    for index, number in enumerate(kinds):
        step = _pitch(pitch, index)
        rows = max(1, _rows(number, width, step))
        columns = max(1, -(-number // rows))  # as many in every row as possible
        side = step * 0.82
        for core in range(number):
            canvas.box(x + core % columns * step, top + core // columns * step, side, side, role)
        top += rows * step if number else 0.0
    return top + 2


def _pitch(pitch: float, index: int) -> float:
    return pitch if index == 0 else pitch * _SMALL_KIND


def _rows(number: int, width: float, pitch: float) -> int:
    columns = max(1, int(width / pitch))
    return -(-number // columns)
