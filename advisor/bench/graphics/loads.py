"""The work that is timed on a card: reading and copying its memory, arithmetic, and starting kernels."""

import struct
from collections.abc import Sequence
from typing import Any, Literal

from advisor.bench.graphics.card_memory import BUFFERS, GROUP_BYTES, LOADS, CardMemory
from advisor.bench.graphics.gpu import LANES, Gpu, dispatch, lines, shader
from advisor.bench.graphics.timed import SLICES

Shape = Literal["side_by_side", "in_a_row"]
"""Whether neighboring invocations read neighboring places, or each a run of its own."""

READ_METHODS: dict[Shape, str] = {"side_by_side": "wgpu_read_vec4/1", "in_a_row": "wgpu_read_vec4_run/1"}

_SUMS = 4
_SUM_BYTES = 4
_NEVER = "sum < 0.0"
Number = Literal["f32", "f16"]
UNROLLS = (16, 4, 64, 1)
"""Steps written out in the loop: drivers differ in what they like, so each is tried, the likeliest first."""
_CHAINS = 8
_WIDTH = 4
_FLOP_PER_FMA = 2
_FACTOR = 0.999
_ADDEND = 0.001
_FIRST_GROUPS = 64
_MOST_GROUPS = 4096
_FIRST_ROUNDS = 16
_SETTINGS = struct.Struct("<Ifff")
_UNIT = 64
_COUNTER_BYTES = 64 * 4


def read_shader(shape: Shape, *, condition: str = _NEVER) -> str:
    """The kernel; a test makes it store its sums by another `condition`."""
    first, stride = (f"place * {LOADS * LANES}u + lane", LANES)
    if shape == "in_a_row":
        first, stride = (f"(place * {LANES}u + lane) * {LOADS}u", 1)
    loads = {
        f"loads{source}": lines(
            f"sum{load % _SUMS} += source{source}[first + {load * stride}u];" for load in range(LOADS)
        )
        for source in range(BUFFERS)
    }
    return shader("read", first=first, condition=condition, **loads)


class MemoryRead:
    """Reads of one 64th of the memory, or of all of it again and again; the parts take turns.

    From four buffers at once, 16 loads per invocation.
    """

    in_pass = True
    most = SLICES * 2**16

    def __init__(self, gpu: Gpu, memory: CardMemory, shape: Shape) -> None:
        self._gpu = gpu
        self._memory = memory
        self._pipeline = gpu.pipeline(read_shader(shape))
        self._sums = gpu.buffer(_SUM_BYTES, "STORAGE")
        self._parts: dict[int, list[Any]] = {}
        self._turn = 0

    def work(self, units: int) -> float:
        """Bytes read."""
        return self._memory.total_bytes / SLICES * units

    def record(self, target: Any, units: int) -> None:
        """A dispatch over the next part of the memory, or one over all of it for each 64 units."""
        part_bytes = self._memory.buffer_bytes * min(units, SLICES) // SLICES
        parts = self._parts.get(part_bytes) or self._bound(part_bytes)
        groups = (*self._gpu.grid(part_bytes // GROUP_BYTES), BUFFERS)
        dispatch(target, self._pipeline, parts[self._turn % len(parts)], groups, max(1, units // SLICES))
        self._turn += 1

    def _bound(self, part_bytes: int) -> list[Any]:
        sums = (self._sums, 0, _SUM_BYTES)
        self._parts[part_bytes] = [
            self._gpu.bind(self._pipeline, [*((buffer, first, part_bytes) for buffer in self._memory.buffers), sums])
            for first in range(0, self._memory.buffer_bytes, part_bytes)
        ]
        return self._parts[part_bytes]


def arithmetic_shader(number: Number, unroll: int, *, condition: str = _NEVER) -> str:
    """The kernel with `unroll` steps of eight chains in its loop."""
    step = [f"x{chain} = fma(x{chain}, factor, addend);" for chain in range(_CHAINS)]
    enable = "enable f16;" if number == "f16" else ""
    return shader("arithmetic", enable=enable, number=number, steps=lines(step * unroll), condition=condition)


class Arithmetic:
    """First some rounds of the loop, then as many lanes as the largest cards run at once, then more rounds."""

    in_pass = True
    most = 2**28

    def __init__(self, gpu: Gpu, number: Number, unroll: int) -> None:
        self._gpu = gpu
        self._unroll = unroll
        self._pipeline = gpu.pipeline(arithmetic_shader(number, unroll))
        self._settings = gpu.buffer(_SETTINGS.size, "UNIFORM", "COPY_DST")
        sums_bytes = LANES * struct.calcsize("f")
        bindings = [(self._settings, 0, _SETTINGS.size), (gpu.buffer(sums_bytes, "STORAGE"), 0, sums_bytes)]
        self._bound = gpu.bind(self._pipeline, bindings)
        self._rounds = 0

    def work(self, units: int) -> float:
        """FLOP, a multiply-add being two."""
        return float(units * _FIRST_GROUPS * LANES * self._unroll * _CHAINS * _WIDTH * _FLOP_PER_FMA)

    def record(self, target: Any, units: int) -> None:
        """One dispatch."""
        groups = min(_MOST_GROUPS, _FIRST_GROUPS * max(1, units // _FIRST_ROUNDS))
        rounds = units * _FIRST_GROUPS // groups
        if rounds != self._rounds:
            self._gpu.device.queue.write_buffer(self._settings, 0, _SETTINGS.pack(rounds, _FACTOR, _ADDEND, 0.0))
            self._rounds = rounds
        dispatch(target, self._pipeline, self._bound, self._gpu.grid(groups))


class Copies:
    """Copies from the first to the second buffer of each pair; `counted` is 2 where reads and writes both count.

    One unit is a 64th of a buffer; parts and pairs take turns.
    """

    in_pass = False
    most = SLICES * 2**16

    def __init__(self, pairs: Sequence[tuple[Any, Any]], buffer_bytes: int, *, counted: int = 1) -> None:
        self._pairs = pairs
        self._buffer_bytes = buffer_bytes
        self._counted = counted
        self._turn = 0

    def work(self, units: int) -> float:
        """Bytes moved."""
        return self._counted * self._buffer_bytes / SLICES * units

    def record(self, target: Any, units: int) -> None:
        """One copy of a part, or one of the whole for each 64 units."""
        part_bytes = self._buffer_bytes * min(units, SLICES) // SLICES
        parts = self._buffer_bytes // part_bytes
        for _ in range(max(1, units // SLICES)):
            source, goal = self._pairs[self._turn % len(self._pairs)]
            first = self._turn // len(self._pairs) % parts * part_bytes
            target.copy_buffer_to_buffer(source, first, goal, first, part_bytes)
            self._turn += 1


class Launches:
    """What one dispatch costs: 64 of a single workgroup in one pass for each unit, each after the one before."""

    in_pass = True
    most = 16

    def __init__(self, gpu: Gpu) -> None:
        self._pipeline = gpu.pipeline(shader("launch"))
        counters = gpu.buffer(_COUNTER_BYTES, "STORAGE")
        self._bound = gpu.bind(self._pipeline, [(counters, 0, _COUNTER_BYTES)])

    def work(self, units: int) -> float:
        """Dispatches."""
        return float(_UNIT * units)

    def record(self, target: Any, units: int) -> None:
        """Record them all."""
        dispatch(target, self._pipeline, self._bound, (1,), _UNIT * units)
