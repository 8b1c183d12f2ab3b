"""A piece of memory that outgrows the caches, filled with halves that any block type can be read from."""

import ctypes
import mmap
import random
import sys
from array import array
from collections.abc import Iterator

from advisor.bench.host import Host
from advisor.bench.part import CannotMeasure
from advisor.facts.values.reason import reason
from advisor.facts.values.units import MIB

_CACHE_MULTIPLE = 8
_LEAST_MULTIPLE = 4
_LEAST_BYTES = 64 * MIB
_MEMORY_SHARE = 0.05
_AVAILABLE_SHARE = 0.12
_FEWEST_BYTES = MIB
_PIECE_BYTES = 16 * MIB
_PATTERN_BYTES = MIB
_SMALLEST_HALF, _LARGEST_HALF, _SIGN = 0x2C00, 0x3800, 0x8000
"""Bits of 1/16 and 1/2: as numbers, as scales and as bytes they keep all sums finite and normal."""
TOO_LITTLE = reason("too_little_memory")
TOO_SMALL = reason("buffer_too_small")


def weights_bytes(host: Host) -> int:
    """A power of two of which the last cache is a small part, as far as that is no burden on memory.

    Raises:
        CannotMeasure: memory leaves no room for anything.
    """
    cache_bytes = host.cache_bytes or 0
    wanted = max(_LEAST_BYTES, _CACHE_MULTIPLE * cache_bytes)
    room = int(min(_MEMORY_SHARE * host.memory_bytes, _AVAILABLE_SHARE * host.available_bytes))
    length = 1 << (wanted - 1).bit_length()
    while length > room:
        length //= 2
    if length < _FEWEST_BYTES:
        raise CannotMeasure(TOO_LITTLE)
    return length


def outgrows(length: int, host: Host) -> bool:
    """Whether so many bytes come from memory each time they are read."""
    return length >= _LEAST_MULTIPLE * (host.cache_bytes or 0)


class Weights:
    """`length` bytes at `address`, which begins a page. Fill before use: untouched pages read as zeros from cache."""

    def __init__(self, length: int) -> None:
        self.length = length
        self._memory = private_memory(length)
        self._pattern = _pattern()
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(self._memory))

    @property
    def activations(self) -> int:
        """Address of one short row to multiply with, which stays in the first cache."""
        return self._pattern.buffer_info()[0]

    def pieces(self) -> Iterator[range]:
        """The places where fills begin, some at a time."""
        for start in range(0, self.length, _PIECE_BYTES):
            yield range(start, min(start + _PIECE_BYTES, self.length), _PATTERN_BYTES)

    def fill(self, place: int) -> None:
        """Write the numbers from this place on."""
        ctypes.memmove(self.address + place, self.activations, min(_PATTERN_BYTES, self.length - place))


def private_memory(length: int) -> mmap.mmap:
    """Fresh memory as an ordinary program gets it; shared memory would have other pages."""
    if sys.platform == "win32":
        return mmap.mmap(-1, length)
    return mmap.mmap(-1, length, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)


def _pattern() -> "array[int]":
    draw = random.Random(1)
    signs = (0, _SIGN)
    halves = (draw.randrange(_SMALLEST_HALF, _LARGEST_HALF) | signs[draw.random() < 0.5] for _ in range(1 << 14))
    return array("H", halves) * (_PATTERN_BYTES >> 15)
