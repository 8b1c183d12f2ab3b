"""A real Dask cluster on loopback, a process for the scheduler and for each worker, and stand-ins for the app there."""

import itertools
import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

import pytest

from tests.fakes.patience import HANG_S

NODE = Path(__file__).parent / "dask_node.py"
STAND_IN = """
import os, pathlib, sys, time
folder, hangs, at = (os.environ.get(f"STAND_IN_{name}") for name in ("ANSWERS", "HANGS", "HANGS_AT"))
if hangs and at in sys.argv and not os.path.exists(hangs):
    pathlib.Path(hangs).touch()
    time.sleep(3600)
print(pathlib.Path(folder, f"{sys.argv[1]}.json").read_text())
"""
WITHOUT_APP = """
import importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name == "advisor" else found(name, *rest)
"""
"""What a Python does at its start that has no app."""


def waits_for_a_coarse_clock() -> bool:
    """Whether Dask starts only where many looks at the clock see the same time: that of Wine has no such steps.

    https://github.com/dask/distributed/blob/main/distributed/metrics.py (resync, on Windows before Python 3.13)
    """
    is_concerned = sys.platform == "win32" and sys.version_info < (3, 13)
    return is_concerned and len({time.time() for _ in range(1000)}) > 500


class DaskNodes:
    """Starts the processes, tells their addresses, and ends them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._numbers = itertools.count()
        self._started: list[subprocess.Popen[bytes]] = []

    def start(self, kind: str, environment: Mapping[str, str] | None = None, **asked: Any) -> "Node":
        ready = self.folder / f"node-{next(self._numbers)}"
        with ready.with_suffix(".log").open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, "-P", str(NODE), json.dumps({"kind": kind, "ready": str(ready), **asked})],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=log,
                cwd=self.folder,
                env={**os.environ, "DASK_CONFIG": str(self.folder / "dask"), **(environment or {})},
            )
        self._started.append(process)
        return Node(process, ready)

    def worker(
        self, scheduler: "Node", name: str, environment: Mapping[str, str] | None = None, **asked: Any
    ) -> "Node":
        return self.start("worker", environment, scheduler=scheduler.address, name=name, **asked)

    def __enter__(self) -> Self:
        if waits_for_a_coarse_clock():
            pytest.skip("Dask waits for a clock in steps")
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._started:
            process.kill()
        for process in self._started:
            process.wait(HANG_S)
            assert process.stdin is not None
            process.stdin.close()


class Node:
    """One process."""

    def __init__(self, process: subprocess.Popen[bytes], ready: Path) -> None:
        self.process, self._ready = process, ready

    @property
    def address(self) -> str:
        """Where it listens; waits until it does."""
        wait_for(self._ready, self.process)
        return self._ready.read_text()


def wait_for(file: Path, process: "subprocess.Popen[bytes] | None" = None) -> None:
    """Wait until it is there, or who makes it is gone."""
    until_s = time.monotonic() + HANG_S
    while not file.exists():
        if time.monotonic() > until_s or (process and process.poll() is not None):
            raise TimeoutError(file)
        time.sleep(0.02)


def stand_in(folder: Path, hangs: Path | None = None, hangs_at: str = "probe") -> dict[str, str]:
    """The environment of a worker whose app prints `folder`/COMMAND.json.

    With `hangs` that command makes this file first, and hangs once.
    """
    package = folder / "stand-in" / "advisor"
    package.mkdir(parents=True, exist_ok=True)
    (package / "__init__.py").touch()
    (package / "__main__.py").write_text(STAND_IN)
    named = {"PYTHONPATH": str(package.parent), "STAND_IN_ANSWERS": str(folder), "STAND_IN_HANGS_AT": hangs_at}
    return {**named, "STAND_IN_HANGS": str(hangs)} if hangs else named


OWN_PROCESS = """
import sys
from advisor.__main__ import main
from advisor.cli.fleet import dask_cluster
dask_cluster.ANSWER_S = float(sys.argv[1])
sys.exit(main(sys.argv[2:]))
"""


def own_process(command: list[str], folder: Path, answer_s: float = HANG_S) -> "subprocess.Popen[str]":
    """Our command as its own process: Dask leaves threads and sockets to the process that asked."""
    return subprocess.Popen(
        [sys.executable, "-P", "-c", OWN_PROCESS, str(answer_s), *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, "DASK_CONFIG": str(folder / "dask")},
    )


def without_app(folder: Path) -> dict[str, str]:
    """The environment of a worker that has no app."""
    bare = folder / "bare"
    bare.mkdir(exist_ok=True)
    (bare / "sitecustomize.py").write_text(WITHOUT_APP)
    return {"PYTHONPATH": str(bare), "PATH": str(bare)}
