"""Runs a program of others without Qt: its output bounded, itself gone with whoever started it.

Children of our own watch over their parent themselves (`emit`); strangers' programs have to be watched over.
"""

import contextlib
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import IO, Self

from advisor.facts.values.units import KIB, MIB
from advisor.run.own_group import ended, started

MOST_BYTES = 4 * MIB
"""Of what it prints; one that prints more is no program that is known here."""
LOG_BYTES = 64 * KIB
"""Of what it logs, its beginning and its end each."""
_CHUNK_BYTES = 64 * KIB
_PIPES_WAIT_S = 1.0
_WATCHED = """exec 3<&0
"$@" 3<&- &
program=$!
(read _ <&3; kill -9 $program) > /dev/null 2>&1 &
exec 3<&- 2> /dev/null
wait $program"""
"""A shell waits for the program, and kills it when the pipe that we hold is closed, however we end."""


class ProgramNotStartedError(Exception):
    """The system could not start it; the text says why."""


class RunningProgram:
    """One running program, to be used in a `with`: at its end nothing of it is left."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start it.

        Raises:
            ProgramNotStartedError: the system does not start it.
        """
        watched = command if sys.platform == "win32" else ["/bin/sh", "-c", _WATCHED, "sh", *command]
        try:
            self._process = started(watched, stdin=subprocess.PIPE)
        except (OSError, ValueError) as error:
            raise ProgramNotStartedError(getattr(error, "strerror", None) or str(error)) from None
        _end_with_us(self._process)
        self._printed, self._first, self._last = bytearray(), bytearray(), bytearray()
        self._pumps = [
            threading.Thread(target=_pump, args=pair, daemon=True)
            for pair in ((self._process.stdout, self._take_printed), (self._process.stderr, self._take_logged))
        ]
        for pump in self._pumps:
            pump.start()

    @property
    def printed(self) -> bytes:
        """What it printed so far."""
        return bytes(self._printed)

    @property
    def log(self) -> str:
        """What it logged so far: its beginning and its end."""
        return (self._first + self._last).decode("utf-8", "replace")

    @property
    def is_too_loud(self) -> bool:
        """Whether it printed more than is kept."""
        return len(self._printed) > MOST_BYTES

    @property
    def exit_code(self) -> int | None:
        """Its exit code, 128 and the signal's number for one that a signal ended; None while it runs."""
        code = self._process.poll()
        return 128 - code if code is not None and code < 0 else code

    def wait(self, seconds: float) -> bool:
        """Wait so long; whether it is gone and all it printed is read."""
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        for pump in self._pumps:
            pump.join(_PIPES_WAIT_S)
        return True

    def end(self) -> None:
        """Kill it and what it started."""
        ended(self._process)
        if self._process.stdin is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.close()
        for pump in self._pumps:
            pump.join(_PIPES_WAIT_S)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.end()

    def _take_printed(self, data: bytes) -> None:
        self._printed += data[: MOST_BYTES + 1 - len(self._printed)]

    def _take_logged(self, data: bytes) -> None:
        room = LOG_BYTES - len(self._first)
        self._first += data[:room]
        self._last += data[room:]
        del self._last[:-LOG_BYTES]


def _pump(pipe: IO[bytes], take: Callable[[bytes], None]) -> None:
    with pipe, contextlib.suppress(OSError, ValueError):
        while data := pipe.read(_CHUNK_BYTES):
            take(data)


def _end_with_us(process: "subprocess.Popen[bytes]") -> None:
    """On Windows, which has no pipe that tells: a job whose processes the system ends with our last handle."""
    if sys.platform != "win32":
        return
    import ctypes
    from ctypes import wintypes

    kernel = ctypes.windll.kernel32
    kernel.CreateJobObjectW.restype = wintypes.HANDLE
    job = kernel.CreateJobObjectW(None, None)
    limits = (ctypes.c_uint64 * 18)()  # JOBOBJECT_EXTENDED_LIMIT_INFORMATION, 144 bytes
    limits[2] = _KILL_ON_JOB_CLOSE  # LimitFlags, after two times
    kernel.SetInformationJobObject(wintypes.HANDLE(job), _EXTENDED_LIMITS, ctypes.byref(limits), ctypes.sizeof(limits))
    kernel.AssignProcessToJobObject(wintypes.HANDLE(job), wintypes.HANDLE(int(process._handle)))  # noqa: SLF001


_KILL_ON_JOB_CLOSE, _EXTENDED_LIMITS = 0x2000, 9
"""https://learn.microsoft.com/windows/win32/api/winnt/ns-winnt-jobobject_basic_limit_information, 2026-11-23."""
