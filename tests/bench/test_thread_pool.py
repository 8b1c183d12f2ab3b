"""Threads that share a pass: each number once, errors come back."""

import threading

import pytest

from advisor.bench.thread_pool import ThreadPool
from tests.fakes.patience import HANG_S


@pytest.mark.parametrize("threads", [1, 3])
def test_each_number_comes_once(threads: int) -> None:
    seen: list[int] = []
    pool = ThreadPool(threads)
    for _ in range(20):
        seen.clear()
        assert pool.timed_s(range(0, 1000, 10), seen.append) > 0
        assert sorted(seen) == list(range(0, 1000, 10))


def test_threads_work_at_the_same_time() -> None:
    together = threading.Barrier(3, timeout=HANG_S)
    ThreadPool(3).timed_s(range(3), lambda _: together.wait())


def test_an_error_of_a_helper_comes_back() -> None:
    both = threading.Barrier(2, timeout=HANG_S)

    def work(_: int) -> None:
        both.wait()
        if threading.current_thread() is not threading.main_thread():
            raise MemoryError("no more")

    pool = ThreadPool(2)
    with pytest.raises(MemoryError, match="no more"):
        pool.timed_s(range(2), work)
    pool.timed_s(range(0), work)
