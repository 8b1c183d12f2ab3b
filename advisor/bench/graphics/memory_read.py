"""How fast the card reads its memory: four buffers, 16 loads per invocation, in two shapes."""

from typing import Any, Literal

from advisor.bench.graphics.card_memory import CardMemory
from advisor.bench.graphics.gpu import Gpu
from advisor.bench.graphics.load import SLICES
from advisor.bench.graphics.read_set import BUFFERS, GROUP_BYTES, LOADS
from advisor.bench.graphics.shader import LANES, lines, shader

Shape = Literal["side_by_side", "in_a_row"]
"""Whether neighboring invocations read neighboring places, or each a run of its own."""

READ_METHODS: dict[Shape, str] = {"side_by_side": "wgpu_read_vec4/1", "in_a_row": "wgpu_read_vec4_run/1"}

_SUMS = 4
_SUM_BYTES = 4
_NEVER = "sum < 0.0"


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
    """Reads of one 64th of the memory, or of all of it again and again; the parts take turns."""

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
        target.set_pipeline(self._pipeline)
        target.set_bind_group(0, parts[self._turn % len(parts)])
        self._turn += 1
        x, y = self._gpu.grid(part_bytes // GROUP_BYTES)
        for _ in range(max(1, units // SLICES)):
            target.dispatch_workgroups(x, y, BUFFERS)

    def _bound(self, part_bytes: int) -> list[Any]:
        sums = (self._sums, 0, _SUM_BYTES)
        self._parts[part_bytes] = [
            self._gpu.bind(self._pipeline, [*((buffer, first, part_bytes) for buffer in self._memory.buffers), sums])
            for first in range(0, self._memory.buffer_bytes, part_bytes)
        ]
        return self._parts[part_bytes]
