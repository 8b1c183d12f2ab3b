"""The processors of a rig picture: their cores in kinds, cache, instructions and arithmetic."""

from collections.abc import Sequence

from advisor.facts.machine.machine import Gpu, Machine
from advisor.facts.rig.rig import Processor
from advisor.facts.values.fact import Fact, known
from advisor.predict.rates.rates import matrix_peak, prompt_peak
from advisor.present.rig.picture_parts import GAP, SMALL, TITLE, TOP, WIDTH, Canvas, PartRole
from advisor.present.words.processor_name import grouped, instruction_words, short_name
from advisor.present.words.quantity import capacity, compute, core_count, thread_count
from advisor.present.words.words import say, say_count

_PADDING, _DOT_SPACE = 18.0, 15.0
_FULL_HEIGHT = 200.0
"""Boxes lower than this show no cores."""
_QUANTIZED = "Q4_K"
"""The block type most model files have; any other of fewer than 16 bits is multiplied alike."""
_MATRIX_TIMES = 2.5
"""Only matrix units calculate in fp16 more than so many times as fast as in fp32; without them it is twice at most."""
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
    """Processor and graphics side by side in one chip that reads one memory."""
    half = (WIDTH - x - GAP) / 2
    canvas.box(x, TOP, half, canvas.height, "card")
    _draw_cpu_parts(canvas, machine, cpu, x=x, width=half)
    _last_lines(canvas, x, canvas.floor, half, _notes(machine), [(cpu.fp32_flop_per_s, "")])
    draw_gpu(canvas, gpu, None, x=x + half + GAP, top=TOP, width=half, height=canvas.height)


def draw_gpu(
    canvas: Canvas, gpu: Processor, detected: Gpu | None, *, x: float, top: float, width: float, height: float
) -> None:
    """A graphics processor as a card; its compute units as small squares where there is room."""
    canvas.box(x, top, width, height, "card")
    inner = width - 2 * _PADDING
    canvas.label(x + _PADDING, top + 28, short_name(gpu.name), size=TITLE, bold=True, width=inner)
    units = gpu.cores.value
    words = (
        say_count("{count:,} compute unit", "{count:,} compute units", units) if units else say("compute units unknown")
    )
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
    has_units = plain.value is not None and fastest.value > _MATRIX_TIMES * plain.value
    words = "int8" if fastest != matrix_peak(gpu, reached=True) else say("matrix") if has_units else "fp16"
    return [(plain, "fp32"), (known(fastest.value, origin=fastest.origin, source=fastest.source), words)]


def _draw_cpu_parts(canvas: Canvas, machine: Machine, cpu: Processor, *, x: float, width: float) -> None:
    inner, left = width - 2 * _PADDING, x + _PADDING
    sockets = _sockets(machine, cpu)
    canvas.label(left, TOP + 28, grouped(short_name(cpu.name), sockets), size=TITLE, bold=True, width=inner)
    canvas.label(left, TOP + 48, _core_words(machine), size=SMALL, soft=True, width=inner)
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


def _sockets(machine: Machine, cpu: Processor) -> int:
    """Sockets with processors in them; virtual machines and partitions call single cores that, too."""
    is_real = (machine.cpu.cores.value or 0) >= 2 * cpu.sockets and not machine.cpu.hypervisor.value
    return cpu.sockets if is_real else 1


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


def _core_words(machine: Machine) -> str:
    cores, threads = machine.cpu.cores.value, machine.cpu.threads.value
    if cores is None and threads is None:
        return say("cores unknown")
    parts = [core_count(cores)] if cores is not None else []
    parts += [thread_count(threads)] if threads is not None else []
    return ", ".join(parts)


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
    lines += [(f"{compute(rate.value)} {kind}".strip(), rate) for rate, kind in rates if rate.value is not None]
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
