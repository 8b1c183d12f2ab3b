#!/usr/bin/env python3
"""Waits for programs by the time in which they could work: what they spend in a queue for a processor does not count.

So a limit tells a program that hangs from a computer that others keep busy. `waiting.py LIMIT_S COMMAND [ARGUMENT ...]`
runs a command, ends it at the limit and then with 124. Nothing but Python's own.
"""

import os
import subprocess
import sys
import time
import uuid
from collections.abc import Callable
from pathlib import Path

MARK = "RIG_ADVISOR_CLICKED_THROUGH"
"""In the environment of what is run and of all it starts, to find what it does and what it leaves behind."""
RUN = uuid.uuid4().hex
"""How all marks of this run begin."""
LEAST_SHARE = 0.05
"""However long programs queue, so much of the time counts: a wait ends after twenty times its limit at the latest."""
STEP_S = 0.25
MEMBERS_S = 2.0
"""How often to look which programs there are."""
NANOSECOND = 1e-9
TOO_LATE = 124
"""What a command ends with that was ended at its limit, as by `timeout`."""


class NotSeen(Exception):  # noqa: N818 (a statement, not a program error)
    """Something that should have appeared did not; the text says what."""


def new_mark() -> str:
    """A mark that nothing else has."""
    return f"{RUN}-{uuid.uuid4().hex}"


def marked(mark: str = RUN) -> list[Path]:
    """The folders in /proc of what runs with that mark, or with any of this run."""
    wanted = f"{MARK}={mark}".encode()
    return [entry for entry in Path("/proc").iterdir() if entry.name.isdigit() and wanted in read(entry / "environ")]


def read(file: Path) -> bytes:
    """What stands in a file of the system; nothing where it is another person's, or gone."""
    try:
        return file.read_bytes()
    except OSError:
        return b""


class Clock:
    """Seconds in which all that bears the mark, and what shows its picture, did not have to wait for a processor."""

    def __init__(self) -> None:
        self.watched: list[int] = []
        """Process ids of what takes part without the mark."""
        self._now_s, self._looked_s, self._listed_s = 0.0, time.monotonic(), float("-inf")
        self._folders: list[Path] = []
        self._queued_s: dict[str, float] = {}

    def now_s(self) -> float:
        """Seconds since this was made, never running backwards."""
        wall_s = time.monotonic()
        passed_s = wall_s - self._looked_s
        if passed_s < STEP_S:
            return self._now_s + passed_s * LEAST_SHARE
        if wall_s - self._listed_s > MEMBERS_S:
            self._folders = [*marked(), *(Path(f"/proc/{one}") for one in self.watched)]
            self._listed_s = wall_s
        before, self._queued_s = self._queued_s, self._read_queues()
        queued_s = sum(max(0.0, now - before[name]) for name, now in self._queued_s.items() if name in before)
        self._now_s += max(passed_s - queued_s, passed_s * LEAST_SHARE)
        self._looked_s = wall_s
        return self._now_s

    def _read_queues(self) -> dict[str, float]:
        """How long each thread has waited for a processor, as the kernel counts; empty where it does not."""
        found = {}
        for folder in self._folders:
            try:
                threads = os.listdir(folder / "task")
            except OSError:  # gone
                continue
            for thread in threads:
                counts = read(folder / "task" / thread / "schedstat").split()
                if len(counts) > 1:
                    found[f"{folder.name}/{thread}"] = int(counts[1]) * NANOSECOND
        return found


CLOCK = Clock()
"""The one clock of a run."""


def wait_for(condition: Callable[[], object], what: str, limit_s: float = 20.0, look_s: float = 0.1) -> None:
    """Look again and again until something is so.

    Raises:
        NotSeen: it never was.
    """
    end_s = CLOCK.now_s() + limit_s
    while not condition():
        if CLOCK.now_s() > end_s:
            raise NotSeen(what)
        time.sleep(look_s)


def main(limit_s: str, *command: str) -> int:
    """Run a command; the exit code."""
    environment = os.environ | {MARK: new_mark()}
    with subprocess.Popen(command, env=environment) as process:
        try:
            wait_for(lambda: process.poll() is not None, "its end", float(limit_s))
        except NotSeen:
            process.kill()
            return TOO_LATE
        return process.returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
