"""Bounds of memory and time for reading files of strangers, where the system has them: the last of several defences.

Readers bound what they build themselves; this ends what a library does with a file all the same. Linux bounds memory,
all but Windows the time of the processor.
"""

import contextlib
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

from advisor.facts.values.plain_text import plain_text
from advisor.facts.values.reason import ReasonError
from advisor.facts.values.units import MIB

MOST_BYTES, MOST_S = 400 * MIB, 4.0
"""Beyond what this process has already; of its own time, not that of a slow disk."""
_AGAIN_S = 0.5


class LimitError(ReasonError):
    """A file takes more memory or time to read than any of its kind."""


class _TooLongError(BaseException):
    """No library may take it for a fault of its own."""


@contextlib.contextmanager
def bounded(path: Path | None) -> Iterator[None]:
    """Read what a stranger put at `path` within the bounds; None is this machine, which needs none.

    Raises:
        LimitError: it takes more.
    """
    if path is None:
        yield
        return
    try:
        with _bounded_memory(), _bounded_time():
            yield
    except _TooLongError:
        raise LimitError("reading_takes_too_long", name=plain_text(path.name)) from None
    except MemoryError:
        raise LimitError("reading_takes_too_much_memory", name=plain_text(path.name)) from None


def require_memory(size_bytes: int) -> None:
    """Ask before a library is loaded that ends the process where it gets no memory.

    Raises:
        MemoryError: this process may not have so much more address space.
    """
    if sys.platform != "linux":
        return
    import resource

    import psutil

    soft, _ = resource.getrlimit(resource.RLIMIT_AS)
    if soft != resource.RLIM_INFINITY and psutil.Process().memory_info().vms + size_bytes > soft:
        raise MemoryError


@contextlib.contextmanager
def _bounded_memory() -> Iterator[None]:
    if sys.platform != "linux":
        yield
        return
    import resource

    import psutil

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = psutil.Process().memory_info().vms + MOST_BYTES
    with contextlib.suppress(OSError, ValueError):  # a container may allow less already
        resource.setrlimit(resource.RLIMIT_AS, (most if soft == resource.RLIM_INFINITY else min(most, soft), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


@contextlib.contextmanager
def _bounded_time() -> Iterator[None]:
    if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(_: int, __: FrameType | None) -> None:
        raise _TooLongError

    before = signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, MOST_S, _AGAIN_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
