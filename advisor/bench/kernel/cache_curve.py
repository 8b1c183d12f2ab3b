"""Read bandwidth of one thread by the size of what it reads over and over: a step for each cache, memory at the end."""

from collections.abc import Iterator

from advisor.bench.kernel.instructions import vector_word
from advisor.bench.kernel.library import Kernel
from advisor.bench.kernel.thread_pool import ThreadPool, count_lasting
from advisor.bench.kernel.weights import Weights
from advisor.bench.part import Test
from advisor.facts.values.reason import reason
from advisor.facts.values.units import KIB, MIB

_SMALLEST_BYTES = 16 * KIB
_WINDOW_BYTES = 32 * MIB
"""Larger sets are read piece by piece in turn: nothing of one is left in a cache when its turn comes again."""
_BEYOND_CACHE = 4
_SAMPLE_S = 0.002
_RANK = 6


def cache_curve_tests(kernel: Kernel, weights: Weights, pool: ThreadPool, cache_bytes: int | None) -> Iterator[Test]:
    """One test for each size, doubling from the smallest first cache to well beyond the last one."""
    last = min(weights.length, max(_WINDOW_BYTES, _BEYOND_CACHE * (cache_bytes or weights.length)))
    point_bytes = _SMALLEST_BYTES
    while point_bytes <= last:
        yield _test(kernel, weights, pool, point_bytes)
        point_bytes *= 2


def _test(kernel: Kernel, weights: Weights, pool: ThreadPool, point_bytes: int) -> Test:
    window = min(point_bytes, _WINDOW_BYTES)
    windows = point_bytes // window
    turn = 0

    def timed_s(times: int) -> float:
        nonlocal turn
        address = weights.address + turn * window
        turn = (turn + 1) % windows
        if windows == 1:
            kernel.read(address, window)  # into the caches, as far as it fits
        return pool.timed_s(range(1), lambda _: kernel.read(address, window, times))

    times = count_lasting(_SAMPLE_S, timed_s) if windows == 1 else 1
    per_sample = float(times * window)
    return Test(
        name="cache_curve",
        phase=reason("reading_caches"),
        unit="bytes_per_s",
        method=f"native_read_curve_one_thread_{vector_word(kernel.isa)}/1",
        sample=lambda: per_sample / timed_s(times),
        work_per_sample=per_sample,
        device=pool.device,
        threads=1,
        buffer_bytes=point_bytes,
        rank=_RANK,
        point_bytes=point_bytes,
    )
