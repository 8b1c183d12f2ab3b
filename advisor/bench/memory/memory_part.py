"""Reading and copying main memory as a part: one pair of arrays, one pool of threads for each count that is tried."""

import os
import sys
from collections.abc import Callable, Iterator

from advisor.bench.conditions import cpu_state
from advisor.bench.host import Host
from advisor.bench.names import MEMORY_COPY, MEMORY_READ, MEMORY_READ_ONE_THREAD
from advisor.bench.part import Part, Step, Test
from advisor.facts.machine.measurement import DeviceState, MeasurementName
from advisor.facts.values.reason import Reason, reason

_NAMES = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
ONE_THREAD = dict.fromkeys(_NAMES, "1")
"""Environment to be set before numpy is imported for the first time."""
_FILL_LIMIT_S = 10.0
_RANKS = {MEMORY_READ: 0, MEMORY_READ_ONE_THREAD: 2, MEMORY_COPY: 7}


def pin_blas_threads() -> bool:
    """Set the environment of this process; False when numpy was there before, so that it came too late."""
    early = "numpy" not in sys.modules or all(os.environ.get(name) == "1" for name in ONE_THREAD)
    os.environ.update(ONE_THREAD)
    return early


class MemoryPart(Part):
    """Make it before numpy is imported anywhere: its math library is bound to one thread here."""

    def __init__(self, host: Host) -> None:
        super().__init__()
        self._host = host
        self._early = pin_blas_threads()

    def prepare(self) -> Iterator[Step]:
        """Fill the arrays, a piece at a time; CannotMeasure where memory leaves no room."""
        yield Step(reason("preparing_memory"), _FILL_LIMIT_S)
        # imported here: the math library reads how many threads it may have when it is loaded
        from advisor.bench.memory.read_buffers import COPY_METHOD, READ_METHOD, ReadBuffers
        from advisor.bench.thread_pool import ThreadPool

        buffers = ReadBuffers(self._host)
        counts = sorted({1, self._host.core_threads, self._host.all_threads})
        pools = {threads: ThreadPool(threads) for threads in counts}
        while buffers.filled_share < 1.0:
            buffers.fill_more(pools[counts[-1]])
            yield Step(reason("preparing_memory"), _FILL_LIMIT_S)
        buffers.settle(pools[1])

        warnings = (
            *(() if self._early else (reason("math_library_loaded_early"),)),
            *(() if self._host.cache_bytes else (reason("cache_size_unknown"),)),
        )

        def test(
            name: MeasurementName, phase: Reason, method: str, sample: Callable[[ThreadPool], float], threads: int
        ) -> Test:
            return Test(
                name=name,
                phase=phase,
                unit="bytes_per_s",
                method=method,
                sample=lambda: sample(pools[threads]),
                work_per_sample=float(buffers.sample_bytes),
                device="cpu",
                threads=threads,
                buffer_bytes=buffers.total_bytes,
                warnings=warnings,
                rank=_RANKS[name],
            )

        read, copy = buffers.read_bytes_per_s, buffers.copy_bytes_per_s
        useful = sorted({self._host.core_threads, self._host.all_threads})
        self._tests = [
            *(test(MEMORY_READ, _reading(threads), READ_METHOD, read, threads) for threads in useful),
            test(MEMORY_READ_ONE_THREAD, _reading(1), READ_METHOD, read, 1),
            *(test(MEMORY_COPY, reason("copying_memory"), COPY_METHOD, copy, threads) for threads in useful),
        ]

    def state(self, device: str) -> DeviceState:
        """Clock and heat of the processor."""
        return cpu_state()


def _reading(threads: int) -> Reason:
    return reason("reading_memory_with_threads", count=threads)
