"""The buffers in the card's memory that the measurements read and copy, filled with numbers that look random."""

import os
import struct
from collections.abc import Iterator
from functools import partial
from typing import Any

from advisor.bench.graphics.gpu import LANES, Gpu, dispatch, shader
from advisor.bench.graphics.timed import SLICES, Timed
from advisor.bench.part import CannotMeasure
from advisor.facts.values.units import GIB, MIB

BUFFERS = 4
"""Memory is read from this many buffers at once: drivers limit the size of one."""

LOAD_BYTES = 16
LOADS = 16
GROUP_BYTES = LANES * LOADS * LOAD_BYTES
"""What one workgroup of the read kernel reads."""

_PIECE_BYTES = SLICES * GROUP_BYTES
_USUAL_BYTES = GIB
_SAFE_BYTES = 512 * MIB
"""More than any cache holds, of which no driver tells the size."""
_LEAST_BYTES = 64 * MIB
_FREE_SHARE = 0.25
_MEMORY_SHARE = 0.05
_PIECES = 8
_WORD_BYTES = 4
_START = struct.Struct("<IIII")
_STAGED_BYTES = 256 * MIB
_STAGED_PIECE_BYTES = SLICES * _WORD_BYTES
_WRITTEN_BYTES = MIB


def read_buffer_bytes(*, free_bytes: int | None, memory_bytes: int | None, largest_buffer_bytes: int) -> int:
    """Size of each of the four buffers; `memory_bytes` is main memory where the card shares it, else None.

    Raises:
        CannotMeasure: there is too little memory for a set that outgrows the caches.
    """
    is_careful = memory_bytes is not None or free_bytes is None
    room = [float(_SAFE_BYTES if is_careful else _USUAL_BYTES), float(BUFFERS * largest_buffer_bytes)]
    if free_bytes is not None:
        room.append(_FREE_SHARE * free_bytes)
    if memory_bytes is not None:
        room.append(_MEMORY_SHARE * memory_bytes)
    each = int(min(room)) // BUFFERS // _PIECE_BYTES * _PIECE_BYTES
    if BUFFERS * each < _LEAST_BYTES:
        raise CannotMeasure("too_little_gpu_memory")
    return each


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

    @property
    def is_small(self) -> bool:
        """Whether an unknown cache might hold a part of it."""
        return self.total_bytes < _SAFE_BYTES

    def fill(self, timed: Timed) -> Iterator[int]:
        """Fill a buffer at each step, in short pieces; gives its number before it begins."""
        pipeline = self._gpu.pipeline(shader("fill"))
        start = self._gpu.buffer(_START.size, "UNIFORM", "COPY_DST")
        piece_bytes = self.buffer_bytes // _PIECES
        groups = self._gpu.grid(piece_bytes // LOAD_BYTES // LANES)
        for number, buffer in enumerate(self.buffers):
            yield number
            for piece in range(_PIECES):
                first_byte = piece * piece_bytes
                first_word = (number * self.buffer_bytes + first_byte) // _WORD_BYTES
                self._gpu.device.queue.write_buffer(start, 0, _START.pack(first_word % 2**32, 0, 0, 0))
                bound = self._gpu.bind(pipeline, [(buffer, first_byte, piece_bytes), (start, 0, _START.size)])
                timed.run(partial(dispatch, pipeline=pipeline, bound=bound, groups=groups))


def staging_bytes(*, buffer_bytes: int, available_bytes: int) -> int:
    """Size of a staging buffer for a buffer of the card: at most 256 MiB, and little of main memory."""
    room = min(buffer_bytes, _STAGED_BYTES, int(_MEMORY_SHARE * available_bytes))
    return max(_STAGED_PIECE_BYTES, room // _STAGED_PIECE_BYTES * _STAGED_PIECE_BYTES)


def upload_buffer(gpu: Gpu, contents: Any, size_bytes: int) -> Any:
    """A buffer of main memory to copy from, written once: on Vulkan from `contents`, a buffer of the card.

    Vulkan's allocator places buffers that the processor writes in the card's own memory where it can reach that, and a
    copy from there is no transfer. Buffers that it only reads lie in main memory, and may be copied from where the
    device allows it.
    """
    if gpu.adapter.backend == "Vulkan" and "mappable-primary-buffers" in gpu.features:
        buffer = gpu.buffer(size_bytes, "MAP_READ", "COPY_SRC", "COPY_DST")
        encoder = gpu.device.create_command_encoder()
        encoder.copy_buffer_to_buffer(contents, 0, buffer, 0, size_bytes)
        gpu.device.queue.submit([encoder.finish()])
        return buffer
    buffer = gpu.buffer(size_bytes, "MAP_WRITE", "COPY_SRC")
    buffer.map_sync("WRITE")
    block = os.urandom(min(_WRITTEN_BYTES, size_bytes))
    for first in range(0, size_bytes, len(block)):
        buffer.write_mapped(block[: size_bytes - first], first)
    buffer.unmap()
    return buffer
