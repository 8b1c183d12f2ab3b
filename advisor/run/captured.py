"""Runs one program to its end and keeps what it printed, within limits of time and size."""

import contextlib
import os
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from typing import IO

from advisor.facts.values.frozen import frozen
from advisor.facts.values.units import MIB
from advisor.run.own_group import ended, started

_LOOK_S = 0.05
_LONGEST_BYTES = 2 * MIB


@frozen
class Captured:
    """What a program printed and how it ended.

    `exit_code` is None where it was ended for `ended_for` ("time", "size"), negative where a signal ended it.
    """

    printed: bytes
    errors: bytes
    seconds: float
    exit_code: int | None = None
    ended_for: str = ""


def captured(
    command: Sequence[str],
    *,
    limit_s: float,
    longest_bytes: int = _LONGEST_BYTES,
    environment: Mapping[str, str] | None = None,
) -> Captured:
    """Run it without input, in a session of its own; raises OSError where it cannot be started.

    Files take what it prints, not pipes, which a program that it started itself could hold open. However this is left,
    the program is gone, but for one that a hung driver holds.
    """
    started_s = time.monotonic()
    with tempfile.TemporaryFile() as printed, tempfile.TemporaryFile() as errors:
        process = started(command, stdout=printed, stderr=errors, environment=environment)
        try:
            ended_for = _ended_for(process, (printed, errors), started_s + limit_s, longest_bytes)
        finally:
            ended(process)
        return Captured(
            printed=_read(printed, longest_bytes),
            errors=_read(errors, longest_bytes),
            seconds=time.monotonic() - started_s,
            exit_code=None if ended_for else process.returncode,
            ended_for=ended_for,
        )


def _ended_for(process: subprocess.Popen[bytes], files: Sequence[IO[bytes]], until_s: float, longest_bytes: int) -> str:
    """Wait for its end; why it has to be ended, nothing where it ended by itself."""
    while True:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_LOOK_S)
            return ""
        if time.monotonic() > until_s:
            return "time"
        if any(os.fstat(file.fileno()).st_size > longest_bytes for file in files):
            return "size"


def _read(file: IO[bytes], longest_bytes: int) -> bytes:
    file.seek(0)
    return file.read(longest_bytes)
