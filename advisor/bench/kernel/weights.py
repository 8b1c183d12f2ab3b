"""A piece of memory that outgrows the caches, filled with halves that any block type can be read from.

Work passes over it again and again, each sample where the last one ended.
"""

import ctypes
import mmap
import random
import sys
from array import array
from collections.abc import Callable, Iterator

from advisor.bench.host import Host
from advisor.bench.part import CannotMeasure
from advisor.bench.thread_pool import ThreadPool, count_lasting
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
_SAMPLE_S = 0.02
_CHUNK_BYTES = 4 * MIB
_CHUNKS_PER_THREAD = 4
_SMALLEST_HALF, _LARGEST_HALF, _SIGN = 0x2C00, 0x3800, 0x8000
"""Bits of 1/16 and 1/2: as numbers, as scales and as bytes they keep all sums finite and normal."""
TOO_SMALL = reason("buffer_too_small")

Work = Callable[[int, int], object]
"""Of an address and a number of units there."""


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
        raise CannotMeasure("too_little_memory")
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


class Stream:
    """Calls `work` on chunks of whole units of `unit_bytes`; `sample_bytes` are those of one sample."""

    def __init__(self, weights: Weights, pool: ThreadPool, unit_bytes: int, work: Work) -> None:
        self._pool = pool
        self._address = weights.address
        self._work = work
        share_bytes = weights.length // (_CHUNKS_PER_THREAD * pool.threads)
        self._units = max(1, min(_CHUNK_BYTES, share_bytes) // unit_bytes)
        self._chunk_bytes = self._units * unit_bytes
        self._chunks = weights.length // self._chunk_bytes
        self._next = 0
        self._per_sample = max(count_lasting(_SAMPLE_S, self._timed_s), pool.threads)
        self.sample_bytes = self._per_sample * self._chunk_bytes

    def bytes_per_s(self) -> float:
        """One sample."""
        return self.sample_bytes / self._timed_s(self._per_sample)

    def _timed_s(self, chunks: int) -> float:
        pieces = range(self._next, self._next + chunks)
        self._next = pieces.stop % self._chunks
        return self._pool.timed_s(
            pieces, lambda number: self._work(self._address + number % self._chunks * self._chunk_bytes, self._units)
        )
