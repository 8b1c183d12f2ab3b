"""Runs a tool of the system and returns what it printed; never waits longer than its limit."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Sequence

from advisor.run.command import child_environment

_KILL_WAIT_S = 2.0


class ToolError(Exception):
    """A tool gave no answer; the message is a plain sentence."""


def run_tool(command: Sequence[str], *, limit_s: float) -> str:
    """What `command` prints, in the C locale. A tool that cannot be killed is left behind, never waited for.

    Raises:
        ToolError: it could not be started, took too long or ended with an error and printed nothing.
    """
    name = os.path.basename(command[0])
    flags = subprocess.CREATE_NO_WINDOW if sys.platform == "win32" else 0
    try:
        process = subprocess.Popen(
            list(command),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**child_environment(), "LC_ALL": "C"},
            creationflags=flags,
        )
    except OSError as error:
        raise ToolError(f"{name} could not be started ({error.strerror})") from error
    try:
        printed, _ = process.communicate(timeout=limit_s)
    except subprocess.TimeoutExpired as error:
        process.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.communicate(timeout=_KILL_WAIT_S)
        raise ToolError(f"{name} gave no answer within {limit_s:.0f} s") from error
    if process.returncode != 0 and not printed:
        raise ToolError(f"{name} ended with an error ({process.returncode})")
    return printed.decode("utf-8", errors="replace")
