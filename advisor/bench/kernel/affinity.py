"""Keeps the thread that asks on some CPUs for a while, where the system lets a program choose."""

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress

_GROUP_CPUS = 64
"""Windows counts CPUs in groups of so many; one mask names CPUs of one group."""


def can_choose(cpus: Sequence[int]) -> bool:
    """Whether threads can be kept on these CPUs here."""
    if sys.platform == "win32":
        return max(cpus) < _GROUP_CPUS
    return hasattr(os, "sched_setaffinity") and set(cpus) <= os.sched_getaffinity(0)


def stay_on(cpus: Sequence[int]) -> Callable[[], None]:
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
