"""What the kernel measures: arithmetic in registers, stored weights times one vector, memory by size and by wait."""

import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from advisor.bench.kernel.library import (
    BLOCK_WEIGHTS,
    F16,
    Q4_0,
    Q8_0,
    BlockType,
    Kernel,
    byte_product_word,
    vector_word,
)
from advisor.bench.kernel.weights import Stream, Weights, Work
from advisor.bench.part import Test
from advisor.bench.thread_pool import ThreadPool, count_lasting
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.units import KIB, MIB

LINE_BYTES = 64
_STEPS = 100_000
_SAMPLE_S = 0.02
_PIECES_PER_THREAD = 8
_FIRST_TURNS = 1000
_ROW_BLOCKS = 4096 // BLOCK_WEIGHTS
READ_UNIT_BYTES = 512
"""What the kernel reads at least."""
_CURVE_SAMPLE_S = 0.002
_SMALLEST_BYTES = 16 * KIB
_WINDOW_BYTES = 32 * MIB
"""Larger sets are read piece by piece in turn: nothing of one is left in a cache when its turn comes again."""
_BEYOND_CACHE = 4
_RANKS = {"int8_dot": 3, "fma_fp32": 3, "memory_latency": 5, "memory_read": 5, "cache_curve": 6}
_DOT_RANK = 2


def _test(pool: ThreadPool, name: str, phase: Reason, **more: Any) -> Test:
    rank = _RANKS.get(name, _DOT_RANK)
    return Test(name=name, phase=phase, device=pool.device, threads=pool.threads, rank=rank, **more)


def latency_test(kernel: Kernel, weights: Weights, pool: ThreadPool) -> Test:
    """How long one core waits for a word of memory whose address the word before told it.

    Links the weights' cache lines into one ring, which spoils some of their numbers and no speed.
    """
    kernel.link(weights.address, weights.length // LINE_BYTES)
    place = 0

    def follow(_: int) -> None:
        nonlocal place
        place = kernel.follow(weights.address, _STEPS, place)

    return _test(
        pool,
        "memory_latency",
        reason("waiting_for_memory"),
        unit="s",
        method="native_chase/1",
        sample=lambda: pool.timed_s(range(1), follow) / _STEPS,
        work_per_sample=float(_STEPS * LINE_BYTES),
        buffer_bytes=weights.length,
    )


def arithmetic_tests(kernel: Kernel, pool: ThreadPool) -> Iterator[Test]:
    """Peak of fp32 and of products of bytes with sums of 32 bits: independent chains that never leave the registers."""
    pieces = range(_PIECES_PER_THREAD * pool.threads)
    for name, work, unit, method in (
        ("fma_fp32", kernel.fma, "flop_per_s", f"native_fma_{vector_word(kernel.isa)}/1"),
        ("int8_dot", kernel.byte_products, "op_per_s", f"native_i8_{byte_product_word(kernel.isa)}/1"),
    ):
        turns = _FIRST_TURNS * count_lasting(_SAMPLE_S / _PIECES_PER_THREAD, partial(_alone_s, work))
        per_sample = len(pieces) * work(1) * turns

        def sample(per_sample: float = per_sample, work: Callable[[int], float] = work, turns: int = turns) -> float:
            return per_sample / pool.timed_s(pieces, lambda _: work(turns))

        yield _test(
            pool, name, reason("calculating"), unit=unit, method=method, sample=sample, work_per_sample=per_sample
        )


def _alone_s(work: Callable[[int], float], count: int) -> float:
    began_s = time.perf_counter()
    work(count * _FIRST_TURNS)
    return time.perf_counter() - began_s


def dot_tests(kernel: Kernel, weights: Weights, pool: ThreadPool) -> Iterator[Test]:
    """How fast stored weights of each block type are multiplied: what a token costs on a processor.

    Rows of blocks stream from memory past one vector that stays in cache. One thread is always tried as well: it tells
    what one core does (`tried` of the result).
    """
    for kind in (Q4_0, Q8_0, F16):
        word = vector_word(kernel.isa) if kind is F16 else byte_product_word(kernel.isa)
        group_bytes = kind.block_bytes * _ROW_BLOCKS * kernel.group_rows(kind)
        method = f"native_dot_{kind.name}_{word}/1"
        work = partial(_dots, kernel, kind, weights)
        yield _stream_test(weights, pool, group_bytes, work, f"{kind.name}_dot", reason("multiplying_weights"), method)


def _dots(kernel: Kernel, kind: BlockType, weights: Weights, address: int, groups: int) -> float:
    return kernel.dot(kind, address, weights.activations, blocks=_ROW_BLOCKS, groups=groups)


def read_test(kernel: Kernel, weights: Weights, pool: ThreadPool) -> Test:
    """Every byte of the weights, on the cores of one kind; all cores together are measured by the folder memory/."""
    method = f"native_read_{vector_word(kernel.isa)}/1"
    return _stream_test(
        weights,
        pool,
        READ_UNIT_BYTES,
        lambda address, units: kernel.read(address, units * READ_UNIT_BYTES),
        "memory_read",
        reason("reading_memory"),
        method,
    )


def _stream_test(
    weights: Weights, pool: ThreadPool, unit_bytes: int, work: Work, name: str, phase: Reason, method: str
) -> Test:
    stream = Stream(weights, pool, unit_bytes, work)
    return _test(
        pool,
        name,
        phase,
        unit="bytes_per_s",
        method=method,
        sample=stream.bytes_per_s,
        work_per_sample=float(stream.sample_bytes),
        buffer_bytes=weights.length,
    )


def cache_curve_tests(kernel: Kernel, weights: Weights, pool: ThreadPool, cache_bytes: int | None) -> Iterator[Test]:
    """Read bandwidth of one thread by the size of what it reads over and over: a step for each cache, then memory.

    One test for each size, doubling from the smallest first cache to well beyond the last one.
    """
    last = min(weights.length, max(_WINDOW_BYTES, _BEYOND_CACHE * (cache_bytes or weights.length)))
    point_bytes = _SMALLEST_BYTES
    while point_bytes <= last:
        yield _curve_test(kernel, weights, pool, point_bytes)
        point_bytes *= 2


def _curve_test(kernel: Kernel, weights: Weights, pool: ThreadPool, point_bytes: int) -> Test:
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

    times = count_lasting(_CURVE_SAMPLE_S, timed_s) if windows == 1 else 1
    per_sample = float(times * window)
    return _test(
        pool,
        "cache_curve",
        reason("reading_caches"),
        unit="bytes_per_s",
        method=f"native_read_curve_one_thread_{vector_word(kernel.isa)}/1",
        sample=lambda: per_sample / timed_s(times),
        work_per_sample=per_sample,
        buffer_bytes=point_bytes,
        point_bytes=point_bytes,
    )
