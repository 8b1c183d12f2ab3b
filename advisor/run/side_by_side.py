"""Many small pieces of work on all cores at once, where the system can copy a running process for nothing (Linux)."""

import contextlib
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

Piece = TypeVar("Piece")
Result = TypeVar("Result")

_MOST_PROCESSES = 4
_LEAST_PIECES = 16
"""Fewer are done sooner in turn than by others."""


class _Helper(NamedTuple):
    process: int
    results: int
    """The end of a pipe."""


def side_by_side(work: Callable[[Piece], Result], pieces: Sequence[Piece]) -> list[Result]:
    """`work` of each piece, in their order; the results have to be picklable where others do a part.

    What a helper does not bring, as it failed or was ended, is done here, so errors are raised as they are in turn.
    """
    count = _processes(len(pieces))
    helpers = [_helper(work, pieces[at::count]) for at in range(1, count)]
    try:
        shares = [[work(one) for one in pieces[::count]]]
        for at, one in enumerate(helpers, start=1):
            brought: list[Result] | None = _brought(one)
            shares.append([work(piece) for piece in pieces[at::count]] if brought is None else brought)
    finally:
        for one in helpers:
            _leave(one)
    return [shares[at % count][at // count] for at in range(len(pieces))]


def _processes(pieces: int) -> int:
    """How many processes do it, this one included. A copy of a process with threads may hang."""
    if sys.platform != "linux" or pieces < _LEAST_PIECES or threading.active_count() > 1:
        return 1
    return min(len(os.sched_getaffinity(0)), _MOST_PROCESSES)


def _helper(work: Callable[[Piece], Result], pieces: Sequence[Piece]) -> _Helper | None:
    """A copy of this process that does these pieces; None where the system starts none."""
    try:
        results, into = os.pipe()
    except OSError:
        return None
    try:
        process = os.fork()
    except OSError:
        os.close(results)
        os.close(into)
        return None
    if process:
        os.close(into)
        return _Helper(process, results)
    with contextlib.suppress(BaseException):  # whatever it is, it happens again where it is told
        with os.fdopen(into, "wb") as stream:
            pickle.dump([work(one) for one in pieces], stream, pickle.HIGHEST_PROTOCOL)
        os._exit(0)
    os._exit(1)


def _brought(helper: _Helper | None) -> list[Result] | None:
    """What it has done; None where it came to no end."""
    if helper is None:
        return None
    with open(helper.results, "rb", closefd=False) as stream, contextlib.suppress(EOFError, pickle.UnpicklingError):
        found: list[Result] = pickle.load(stream)  # written by a copy of this very process
        return found
    return None


def _leave(helper: _Helper | None) -> None:
    """End it if it still works, and let the system forget it."""
    if helper is None:
        return
    os.close(helper.results)
    with contextlib.suppress(OSError):
        os.kill(helper.process, signal.SIGKILL)
    with contextlib.suppress(OSError):
        os.waitpid(helper.process, 0)
