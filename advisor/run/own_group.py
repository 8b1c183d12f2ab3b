"""Starts a process in a group of its own and ends it with all that it started, on every system."""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import IO

from advisor.run.command import child_environment

_KILL_WAIT_S = 2.0


def started(
    command: Sequence[str],
    *,
    stdin: int = subprocess.DEVNULL,
    stdout: int | IO[bytes] = subprocess.PIPE,
    stderr: int | IO[bytes] = subprocess.PIPE,
    environment: Mapping[str, str] | None = None,
) -> subprocess.Popen[bytes]:
    """The running process, without a window: Ctrl+C reaches only us, and a kill reaches its children.

    Raises:
        OSError, ValueError: the system does not start it.
    """
    flags = 0
    if sys.platform == "win32":
        flags = subprocess.CREATE_NO_WINDOW | subprocess.CREATE_NEW_PROCESS_GROUP
    return subprocess.Popen(
        list(command),
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        bufsize=0,
        env=dict(child_environment() if environment is None else environment),
        start_new_session=sys.platform != "win32",
        creationflags=flags,
    )


def ended(process: subprocess.Popen[bytes]) -> int | None:
    """Kill what is left of it and of its children; the exit code, None where a hung driver does not let it end."""
    if sys.platform == "win32":
        process.kill()
    else:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):
        return process.wait(_KILL_WAIT_S)
    return None
