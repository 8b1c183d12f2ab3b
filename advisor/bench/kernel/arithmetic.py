"""Peaks of a processor's arithmetic: independent chains of products that never leave the registers."""

import time
from collections.abc import Callable, Iterator

from advisor.bench.kernel.instructions import byte_product_word, vector_word
from advisor.bench.kernel.library import Kernel
from advisor.bench.kernel.thread_pool import ThreadPool, count_lasting
from advisor.bench.part import Test
from advisor.facts.values.reason import reason

_SAMPLE_S = 0.02
_PIECES_PER_THREAD = 8
_FIRST_TURNS = 1000
_RANK = 3


def arithmetic_tests(kernel: Kernel, pool: ThreadPool) -> Iterator[Test]:
    """Peak of fp32 and of products of bytes with sums of 32 bits, on all threads of the thread pool."""
    yield _test(kernel.fma, pool, "fma_fp32", "flop_per_s", f"native_fma_{vector_word(kernel.isa)}/1")
    yield _test(kernel.byte_products, pool, "int8_dot", "op_per_s", f"native_i8_{byte_product_word(kernel.isa)}/1")


def _test(work: Callable[[int], float], pool: ThreadPool, name: str, unit: str, method: str) -> Test:
    pieces = range(_PIECES_PER_THREAD * pool.threads)
    turns = _FIRST_TURNS * count_lasting(_SAMPLE_S / _PIECES_PER_THREAD, lambda count: _alone_s(work, count))
    per_sample = len(pieces) * work(1) * turns
    return Test(
        name=name,
        phase=reason("calculating"),
        unit=unit,
        method=method,
        sample=lambda: per_sample / pool.timed_s(pieces, lambda _: work(turns)),
        work_per_sample=per_sample,
        device=pool.device,
        threads=pool.threads,
        rank=_RANK,
    )


def _alone_s(work: Callable[[int], float], count: int) -> float:
    began_s = time.perf_counter()
    work(count * _FIRST_TURNS)
    return time.perf_counter() - began_s
