"""A few threads that share the pieces of timed work, on all cores or on those of one kind."""

import itertools
import math
import os
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import SimpleQueue

from advisor.facts.values.units import NANOSECOND

_GROUP_CPUS = 64
"""Windows counts CPUs in groups of so many; one mask names CPUs of one group."""
_ENOUGH_SHARE = 0.25
"""Work that lasts so much of the wanted time tells how long more of it takes, its start included."""
_MOST_GROWTH = 8


def can_choose(cpus: Sequence[int]) -> bool:
    """Whether threads can be kept on these CPUs here."""
    if sys.platform == "win32":
        return max(cpus) < _GROUP_CPUS
    return hasattr(os, "sched_setaffinity") and set(cpus) <= os.sched_getaffinity(0)


def _stay_on(cpus: Sequence[int]) -> Callable[[], None]:
    """Keep this thread on these CPUs; calling the result lets it go again. Does nothing where that fails."""
    with suppress(OSError):
        if sys.platform == "win32":
            return _stay_on_windows(sum(1 << cpu for cpu in cpus))
        before = os.sched_getaffinity(0)
        os.sched_setaffinity(0, cpus)
        return lambda: os.sched_setaffinity(0, before)
    return lambda: None


def _stay_on_windows(mask: int) -> Callable[[], None]:
    if sys.platform != "win32":
        raise OSError
    import ctypes

    system = ctypes.WinDLL("kernel32")
    system.GetCurrentThread.restype = ctypes.c_void_p
    system.SetThreadAffinityMask.restype = ctypes.c_size_t
    system.SetThreadAffinityMask.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
    before = system.SetThreadAffinityMask(system.GetCurrentThread(), mask)

    def let_go() -> None:
        if before:
            system.SetThreadAffinityMask(system.GetCurrentThread(), before)

    return let_go


def count_lasting(wanted_s: float, timed_s: Callable[[int], float]) -> int:
    """How many times `timed_s` has to do its work to last `wanted_s`, at least once."""
    count = 1
    while (took_s := timed_s(count)) < _ENOUGH_SHARE * wanted_s:
        count *= max(2, min(_MOST_GROWTH, int(_ENOUGH_SHARE * wanted_s / max(took_s, NANOSECOND))))
    took_s = min(took_s, timed_s(count))  # something else may have come between
    return max(1, math.ceil(count * wanted_s / took_s))


class ThreadPool:
    """`threads` threads of `device`, the caller being one of them; on `cpus` alone where some are named."""

    def __init__(self, threads: int, device: str = "cpu", cpus: Sequence[int] = ()) -> None:
        self.threads = threads
        self.device = device
        self._cpus = cpus
        self._jobs: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._ends: SimpleQueue[BaseException | None] = SimpleQueue()
        self._others = threads - 1
        for _ in range(self._others):
            threading.Thread(target=self._take_jobs, daemon=True).start()

    def timed_s(self, pieces: range, work: Callable[[int], object]) -> float:
        """Call `work` once for each number; how long that took.

        Each thread takes the next number, so that fast and slow cores end together: `itertools.count` hands them out
        in C, one thread at a time. Raises what `work` raises.
        """
        let_go = _stay_on(self._cpus) if self._cpus else None  # this thread; the others stay for good
        places = itertools.count()

        def take() -> None:
            while (place := next(places)) < len(pieces):
                work(pieces[place])

        try:
            began_ns = time.perf_counter_ns()
            for _ in range(self._others):
                self._jobs.put(take)
            take()
            errors = [self._ends.get() for _ in range(self._others)]
            took_s = (time.perf_counter_ns() - began_ns) * NANOSECOND
        finally:
            if let_go is not None:
                let_go()
        for error in filter(None, errors):
            raise error
        return took_s

    def _take_jobs(self) -> None:
        if self._cpus:
            _stay_on(self._cpus)
        while True:
            try:
                self._jobs.get()()
            except BaseException as error:
                self._ends.put(error)
            else:
                self._ends.put(None)
