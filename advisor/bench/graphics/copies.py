"""How fast memory is copied: within the card, and between the card and main memory."""

from collections.abc import Sequence
from typing import Any

from advisor.bench.graphics.load import SLICES

COPY_METHOD = "wgpu_copy_buffer/1"
TO_DEVICE_METHOD = "wgpu_staging_to_device/1"
TO_HOST_METHOD = "wgpu_device_to_staging/1"


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
