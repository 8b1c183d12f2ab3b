"""How fast the processor reads and copies main memory, with numpy (imported by nothing else in this folder).

Two arrays give two read streams and half the arithmetic per byte; chunks of 2^20 elements make the interpreter's
share of the time vanish, and `np.dot` and `np.copyto` leave the other threads free to run.
"""

import numpy as np

from advisor.bench.host import Host
from advisor.bench.part import CannotMeasure
from advisor.bench.thread_pool import ThreadPool
from advisor.facts.values.units import MIB

READ_METHOD = "numpy_dot_xy/1"
COPY_METHOD = "numpy_copyto/1"

_FLOAT_BYTES = 4
_CHUNK_BYTES = 4 * MIB
_CHUNK = _CHUNK_BYTES // _FLOAT_BYTES
_USUAL_BYTES = 512 * MIB
_CACHE_MULTIPLE = 4
_MEMORY_SHARE = 0.05
_AVAILABLE_SHARE = 0.12
_FIRST_FILL_BYTES = 128 * MIB
_SLOW_FILL_S = 0.3
_LONGEST_FILL_S = 1.0
"""After so long the arrays are as long as they are filled: on a busy machine the time is better spent measuring."""
_SAMPLE_S = 0.06
_LEAST_CHUNKS = 16


def array_bytes(host: Host) -> int:
    """Size of each of the two arrays: well above the last cache, never a burden on memory.

    Raises:
        CannotMeasure: memory leaves no room for arrays that outgrow the cache.
    """
    cache_bytes = host.cache_bytes or 0
    wanted = max(_USUAL_BYTES, _CACHE_MULTIPLE * cache_bytes)
    room = min(_MEMORY_SHARE * host.memory_bytes, _AVAILABLE_SHARE * host.available_bytes)
    whole = int(min(wanted, room)) // _CHUNK_BYTES * _CHUNK_BYTES
    if whole == 0:
        raise CannotMeasure("too_little_memory")
    if 2 * whole < _CACHE_MULTIPLE * cache_bytes:
        raise CannotMeasure("buffer_too_small")
    return whole


class ReadBuffers:
    """Two float32 arrays, to be filled before anything is timed: untouched pages read as zeros from the cache."""

    def __init__(self, host: Host) -> None:
        self._cache_bytes = host.cache_bytes or 0
        length = array_bytes(host) // _FLOAT_BYTES
        self._x = np.empty(length, np.float32)
        self._y = np.empty(length, np.float32)
        self._block = np.random.default_rng(1).random(_CHUNK, np.float32) - np.float32(0.5)
        self._filled = 0
        self._fill_s = 0.0
        self._window = length
        self._place = 0

    @property
    def sample_bytes(self) -> int:
        """What one sample reads."""
        return 2 * self._window * _FLOAT_BYTES

    @property
    def total_bytes(self) -> int:
        """Both arrays together."""
        return self._x.nbytes + self._y.nbytes

    @property
    def filled_share(self) -> float:
        """How much of the arrays holds numbers, 0 to 1."""
        return self._filled / len(self._x)

    def fill_more(self, pool: ThreadPool) -> None:
        """Fill the next piece; where the system hands out memory slowly, the arrays become shorter."""
        piece = range(self._filled, min(self._filled + _FIRST_FILL_BYTES // (2 * _FLOAT_BYTES), len(self._x)), _CHUNK)
        took_s = pool.timed_s(piece, self._fill)
        self._fill_s += took_s
        if self._filled == 0 and took_s > _SLOW_FILL_S:
            self._cut(len(self._x) // 2 // _CHUNK * _CHUNK)
        self._filled = min(piece.stop, len(self._x))
        if self._fill_s > _LONGEST_FILL_S:
            self._cut(self._filled)

    def settle(self, slowest: ThreadPool) -> None:
        """Make samples short with this pool: each reads one window of the arrays, the next sample the one after it."""
        all_chunks = len(self._x) // _CHUNK
        self._window = min(_LEAST_CHUNKS, all_chunks) * _CHUNK
        rate_bytes_per_s = self.read_bytes_per_s(slowest)
        chunks = max(_LEAST_CHUNKS, int(rate_bytes_per_s * _SAMPLE_S) // (2 * _CHUNK_BYTES))
        windows = -(-all_chunks // chunks)
        self._window, self._place = -(-all_chunks // windows) * _CHUNK, 0

    def read_bytes_per_s(self, pool: ThreadPool) -> float:
        """One sample: every chunk of the next window of both arrays read once."""
        places = self._next_window()
        return _rate(len(places), pool.timed_s(range(places.start, places.stop, _CHUNK), self._read))

    def copy_bytes_per_s(self, pool: ThreadPool) -> float:
        """One sample: a window of one array copied to the other, a piece per thread; bytes read and written count."""
        places = self._next_window()
        share = -(-len(places) // pool.threads)

        def copy(start: int) -> None:
            stop = min(start + share, places.stop)
            np.copyto(self._y[start:stop], self._x[start:stop])

        return _rate(len(places), pool.timed_s(range(places.start, places.stop, share), copy))

    def _next_window(self) -> range:
        start = self._place if self._place < len(self._x) else 0
        self._place = min(start + self._window, len(self._x))
        return range(start, self._place)

    def _fill(self, start: int) -> None:
        self._x[start : start + _CHUNK] = self._block
        self._y[start : start + _CHUNK] = self._block

    def _read(self, start: int) -> None:
        np.dot(self._x[start : start + _CHUNK], self._y[start : start + _CHUNK])

    def _cut(self, length: int) -> None:
        """Make both arrays so long, unless a cache could then hold them."""
        if length and 2 * length * _FLOAT_BYTES >= _CACHE_MULTIPLE * self._cache_bytes:
            self._x, self._y = self._x[:length], self._y[:length]
            self._window = length


def _rate(elements: int, took_s: float) -> float:
    """Two arrays, each read or written once."""
    return 2 * elements * _FLOAT_BYTES / took_s
