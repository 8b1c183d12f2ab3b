"""Work that passes over a large piece of memory again and again, each sample where the last one ended."""

from collections.abc import Callable

from advisor.bench.kernel.thread_pool import ThreadPool, count_lasting
from advisor.bench.kernel.weights import Weights
from advisor.facts.values.units import MIB

_SAMPLE_S = 0.02
_CHUNK_BYTES = 4 * MIB
_CHUNKS_PER_THREAD = 4

Work = Callable[[int, int], object]
"""Of an address and a number of units there."""


class Stream:
    """Calls `work` on chunks of whole units of `unit_bytes`; `sample_bytes` are those of one sample."""

    def __init__(self, weights: Weights, pool: ThreadPool, unit_bytes: int, work: Work) -> None:
        self._crew = pool
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
        return self._crew.timed_s(pieces, self._chunk)

    def _chunk(self, number: int) -> object:
        return self._work(self._address + number % self._chunks * self._chunk_bytes, self._units)
