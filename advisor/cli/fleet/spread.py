"""The same calls on processes here or on workers of a cluster: whatever is a concurrent.futures.Executor."""

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from typing import Any, TypeVar

from advisor.cli.frame.command import CommandError

T = TypeVar("T")
_LOOK_S, _SILENCE_S = 2.0, 600.0
"""So long nothing comes of any of the calls, and it is looked who works on them, or given up; one takes about a second.
"""
_PARENT_GONE = 3
_MOST_ON_WINDOWS = 61
"""So many processes its function can wait for."""


def usable_processes() -> int:
    """How many can run at once here; one where the packaged app could start none of its own."""
    if getattr(sys, "frozen", False):
        return 1
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


class HereExecutor(Executor):
    """Runs each call as it comes, in this process."""

    def submit(self, call: Callable[..., T], /, *given: Any, **named: Any) -> "Future[T]":
        """The future is done."""
        found: Future[T] = Future()
        try:
            found.set_result(call(*given, **named))
        except Exception as error:
            found.set_exception(error)
        return found


def processes(count: int) -> Executor:
    """Runs calls in so many processes here, as far as the system has so many."""
    if count == 1:
        return HereExecutor()
    most = _MOST_ON_WINDOWS if sys.platform == "win32" else count
    return ProcessPoolExecutor(min(count, most), multiprocessing.get_context("spawn"), initializer=_begin)


def spread(
    executor: Executor,
    call: Callable[..., T],
    each: Iterable[tuple[str, tuple[Any, ...]]],
    *,
    at_once: int,
    look: Callable[[], object] = lambda: None,
) -> Iterator[tuple[str, T | Exception]]:
    """What the calls come to, by their keys, as they end; so many are under way at once, so that little is held.

    `look` raises CommandError where nobody works on them any more.

    Raises:
        CommandError: processes were ended from outside, their cluster went away, or nothing comes any more.
    """
    left, running = iter(each), dict[Future[T], str]()
    heard_s = time.monotonic()
    try:
        while True:
            while len(running) < at_once and (following := next(left, None)):
                running[executor.submit(call, *following[1])] = following[0]
            if not running:
                return
            done = wait(running, _LOOK_S, FIRST_COMPLETED).done
            if not done or any(one.cancelled() for one in done):  # as all are once their scheduler is gone
                look()
            if done:
                heard_s = time.monotonic()
            elif time.monotonic() > heard_s + _SILENCE_S:
                raise CommandError(f"nothing was answered for {_SILENCE_S:g} s; what was is kept")
            for one in done:
                if one.cancelled():
                    raise CommandError("the work was cancelled from outside; what was answered is kept")
                key, error = running.pop(one), one.exception()
                yield key, error if isinstance(error, Exception) else one.result()
                if isinstance(error, BrokenExecutor):
                    raise CommandError("a process was ended from outside, perhaps for want of memory; run it again")
    finally:
        for one in running:
            one.cancel()


def _begin() -> None:
    """A process that leaves Ctrl+C to who started it, and ends with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
        os._exit(_PARENT_GONE)

    threading.Thread(target=watch, daemon=True).start()
