"""The buffers in the card's memory that the measurements read and copy, filled with numbers that look random."""

import struct
from collections.abc import Iterator
from functools import partial
from typing import Any

from advisor.bench.graphics.gpu import Gpu
from advisor.bench.graphics.read_set import BUFFERS, LOAD_BYTES
from advisor.bench.graphics.shader import LANES, shader
from advisor.bench.graphics.timed import Timed

_PIECES = 8
_WORD_BYTES = 4
_START = struct.Struct("<IIII")


class CardMemory:
    """Four buffers of one size; nothing may be timed before `fill` has ended."""

    def __init__(self, gpu: Gpu, buffer_bytes: int) -> None:
        self.buffer_bytes = buffer_bytes
        self.buffers = [gpu.buffer(buffer_bytes, "STORAGE", "COPY_SRC", "COPY_DST") for _ in range(BUFFERS)]
        self._gpu = gpu

    @property
    def total_bytes(self) -> int:
        """All buffers together."""
        return BUFFERS * self.buffer_bytes

    def fill(self, timed: Timed) -> Iterator[int]:
        """Fill a buffer at each step, in short pieces; gives its number before it begins."""
        pipeline = self._gpu.pipeline(shader("fill"))
        start = self._gpu.buffer(_START.size, "UNIFORM", "COPY_DST")
        piece_bytes = self.buffer_bytes // _PIECES
        x, y = self._gpu.grid(piece_bytes // LOAD_BYTES // LANES)
        for number, buffer in enumerate(self.buffers):
            yield number
            for piece in range(_PIECES):
                first_byte = piece * piece_bytes
                first_word = (number * self.buffer_bytes + first_byte) // _WORD_BYTES
                self._gpu.device.queue.write_buffer(start, 0, _START.pack(first_word % 2**32, 0, 0, 0))
                bound = self._gpu.bind(pipeline, [(buffer, first_byte, piece_bytes), (start, 0, _START.size)])
                timed.run(partial(_dispatch, pipeline, bound, x, y))


def _dispatch(pipeline: Any, bound: Any, x: int, y: int, target: Any) -> None:
    target.set_pipeline(pipeline)
    target.set_bind_group(0, bound)
    target.dispatch_workgroups(x, y)
