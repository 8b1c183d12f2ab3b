"""Threads on the cores of one device (all cores, or one kind of them) that do timed work together."""

import math
import threading
import time
from collections.abc import Callable, Sequence

from advisor.bench.kernel.affinity import stay_on
from advisor.bench.memory.chunk_pool import ChunkPool
from advisor.facts.values.units import NANOSECOND

_ENOUGH_SHARE = 0.25
"""Work that lasts so much of the wanted time tells how long more of it takes, its start included."""
_MOST_GROWTH = 8


def count_lasting(wanted_s: float, timed_s: Callable[[int], float]) -> int:
    """How many times `timed_s` has to do its work to last `wanted_s`, at least once."""
    count = 1
    while (took_s := timed_s(count)) < _ENOUGH_SHARE * wanted_s:
        count *= max(2, min(_MOST_GROWTH, int(_ENOUGH_SHARE * wanted_s / max(took_s, NANOSECOND))))
    took_s = min(took_s, timed_s(count))  # something else may have come between
    return max(1, math.ceil(count * wanted_s / took_s))


class ThreadPool:
    """`threads` threads of `device`; on `cpus` alone where some are named."""

    def __init__(self, device: str, threads: int, cpus: Sequence[int] = ()) -> None:
        self.device = device
        self.threads = threads
        self._cpus = cpus
        self._pool = ChunkPool(threads)
        self._placed = threading.local()

    def timed_s(self, pieces: range, work: Callable[[int], object]) -> float:
        """Call `work` once for each number, on all threads together; how long that took."""
        let_go = stay_on(self._cpus) if self._cpus else None  # this thread; the others stay for good
        try:
            began_ns = time.perf_counter_ns()
            self._pool.run(pieces, self._on_our_cpus(work) if self._cpus else work)
            return (time.perf_counter_ns() - began_ns) * NANOSECOND
        finally:
            if let_go is not None:
                let_go()

    def _on_our_cpus(self, work: Callable[[int], object]) -> Callable[[int], object]:
        caller = threading.get_ident()

        def placed(number: int) -> object:
            if threading.get_ident() != caller and not hasattr(self._placed, "let_go"):
                self._placed.let_go = stay_on(self._cpus)
            return work(number)

        return placed
