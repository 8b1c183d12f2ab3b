"""Buffers in main memory that a card copies from and to by itself."""

import os
from typing import Any

from advisor.bench.graphics.gpu import Gpu
from advisor.bench.graphics.load import SLICES
from advisor.facts.values.units import MIB

_USUAL_BYTES = 256 * MIB
_MEMORY_SHARE = 0.05
_PIECE_BYTES = SLICES * 4
_WRITTEN_BYTES = MIB


def staging_bytes(*, buffer_bytes: int, available_bytes: int) -> int:
    """Size of a staging buffer for a buffer of the card: at most 256 MiB, and little of main memory."""
    room = min(buffer_bytes, _USUAL_BYTES, int(_MEMORY_SHARE * available_bytes))
    return max(_PIECE_BYTES, room // _PIECE_BYTES * _PIECE_BYTES)


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


def download_buffer(gpu: Gpu, size_bytes: int) -> Any:
    """A buffer of main memory to copy to."""
    return gpu.buffer(size_bytes, "MAP_READ", "COPY_DST")
