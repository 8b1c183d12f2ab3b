"""The one child that a worker of a Dask cluster starts for us: calls the app there within limits of time and size.

The worker is sent this file's text, so it needs nothing but Python, of any version that Dask has: no import of ours.
It is run as `python -c TEXT QUESTION`, both JSON: the question `{"calls": [["probe", "--json"]], "limit_s": 60.0,
"most_bytes": 4194304}`; the answer, one line, `{"answers": ["..."], "names": ["host", "user"], "fault": null}`. A fault
is `{"code": "no_app" | "time" | "size" | "failed", "call": "probe", "said": "..."}`; answers that came before it stay.
"""

from __future__ import annotations

import contextlib
import getpass
import importlib.util
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from typing import IO

_HELD_BACK = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS")
"""With these Dask keeps each of its workers to one thread; what is measured is the whole computer."""
_LOOK_S, _KILL_WAIT_S = 0.05, 2.0
_MOST_SAID = 300


def app_command() -> list[str] | None:
    """The command line of the app: as a package of this Python, else as the installed command; None for neither."""
    if sys.version_info >= (3, 11) and importlib.util.find_spec("advisor") is not None:
        return [sys.executable, "-P", "-m", "advisor"]
    found = program_on_path("rig-advisor")
    return [found] if found else None


def program_on_path(name: str) -> str | None:
    """The program in a folder that PATH names whole.

    The working folder may hold files of strangers: no entry that means it counts, nor that Windows begins there.
    """
    file_name = f"{name}.exe" if sys.platform == "win32" else name
    folders = filter(os.path.isabs, os.environ.get("PATH", os.defpath).split(os.pathsep))
    files = (os.path.join(one, file_name) for one in folders)
    return next((file for file in files if os.path.isfile(file) and os.access(file, os.X_OK)), None)


def names() -> list[str]:
    """What this computer and who runs the worker are called, for the asker to leave out."""
    found = [socket.gethostname(), os.path.basename(os.path.expanduser("~"))]
    with contextlib.suppress(OSError, KeyError, ImportError):  # an account without a name
        found.append(getpass.getuser())
    return found


def main(question: str) -> str:
    """Call the app as often as asked, each call in what is left of the time."""
    asked, app, parent = json.loads(question), app_command(), os.getppid()
    ends_s = time.monotonic() + asked["limit_s"]
    answers: list[str] = []
    fault = None if app else {"code": "no_app", "call": "", "said": ""}
    for call in asked["calls"]:
        if app and fault is None:
            printed, fault = _called([*app, *call], call[0], ends_s, asked["most_bytes"], parent)
            answers += [] if fault else [printed]
    return json.dumps({"answers": answers, "names": names(), "fault": fault})


def _called(
    command: list[str], call: str, ends_s: float, most_bytes: int, parent: int
) -> tuple[str, dict[str, str] | None]:
    """What one call printed, and why there is nothing of it."""
    environment = {name: value for name, value in os.environ.items() if name not in _HELD_BACK}
    with tempfile.TemporaryFile() as printed, tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=printed,
            stderr=errors,
            env=environment,
            start_new_session=os.name != "nt",
        )
        try:
            code = _ended_for((printed, errors), process, ends_s, most_bytes, parent)
        finally:
            _end(process)
        said = _start_of(errors, 4 * _MOST_SAID).strip()[:_MOST_SAID]
        if code or process.returncode:
            return "", {"code": code or "failed", "call": call, "said": said}
        return _start_of(printed, most_bytes), None


def _ended_for(
    files: tuple[IO[bytes], ...], process: subprocess.Popen[bytes], ends_s: float, most_bytes: int, parent: int
) -> str:
    """Wait for its end; why it has to be ended, nothing where it ended by itself."""
    while True:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_LOOK_S)
            return ""
        if os.name != "nt" and os.getppid() != parent:  # the worker is gone: nobody waits for an answer
            return "time"
        if time.monotonic() > ends_s:
            return "time"
        if any(os.fstat(file.fileno()).st_size > most_bytes for file in files):
            return "size"


def _end(process: subprocess.Popen[bytes]) -> None:
    """End it with what it started."""
    with contextlib.suppress(OSError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(_KILL_WAIT_S)


def _start_of(file: IO[bytes], most_bytes: int) -> str:
    file.seek(0)
    return file.read(most_bytes).decode("utf-8", "replace")


if __name__ == "__main__":
    sys.stdout.write(main(sys.argv[1]) + "\n")
