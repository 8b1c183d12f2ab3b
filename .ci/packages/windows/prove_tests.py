#!/usr/bin/env python3
"""Runs the tests of a checkout room by room, one process at a time: `prove_tests.py KEPT [OPTIONS] -- PYTHON ...`.

The current folder is the checkout, a room is a folder of its tests. Runs the tests of README.md's line; with --broad
those that it leaves out, too. What each file's tests said stays in the folder KEPT: when this is stopped, or something
is mended, and started again, files whose tests passed are not run again. Ends with 1 where a test failed, and names it;
says why tests were left out.
"""

import argparse
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from xml.etree import ElementTree

FILES_AT_ONCE = 20
"""So many share the time that a process takes to start, and run again where it did not come to its end."""
UNLIKE_LINUX = (
    *("probe", "run", "store", "cli", "journeys", "bench", "engines", "ui", "report", "advice", "facts"),
    *("architecture", "tools", "charts", "benchmarks", "present", "predict"),
)
"""Rooms that meet the system, the likeliest to differ first: they come before those that only count."""
TEST_LIMIT_S = 1800
"""Ends what hangs: whoever runs this may give it a small share of a busy computer."""
NOT_RUN = "ended before its end"
"""What stands for the tests of a file that ended its process."""


@dataclass
class Found:
    """What tests said, of one file or of a room."""

    passed: int = 0
    failed: list[str] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)

    def count(self, case: ElementTree.Element) -> None:
        """One more test, as pytest wrote it."""
        ends = {part.tag: part.get("message", "").removeprefix("Skipped: ") for part in case}
        if {"failure", "error"} & set(ends):
            self.failed.append(f"{case.get('classname')}::{case.get('name')}")
        elif "skipped" in ends:
            self.left_out[ends["skipped"]] += 1
        else:
            self.passed += 1

    def add(self, other: "Found") -> None:
        """What other tests said, too."""
        self.passed += other.passed
        self.failed += other.failed
        self.left_out += other.left_out

    def __str__(self) -> str:
        return f"{self.passed} passed, {len(self.failed)} failed, {self.left_out.total()} left out"


def rooms(tests: Path) -> Iterator[tuple[str, list[Path]]]:
    """Each folder of the tests with all its files, those that differ most from Linux first."""

    def room(file: Path) -> str:
        return file.relative_to(tests).parts[0]

    def place(file: Path) -> tuple[int, str, Path]:
        name = room(file)
        return UNLIKE_LINUX.index(name) if name in UNLIKE_LINUX else len(UNLIKE_LINUX), name, file

    for name, files in groupby(sorted(tests.rglob("test_*.py"), key=place), key=room):
        yield name, list(files)


class Suite:
    """Runs files of tests, and keeps what they said."""

    def __init__(self, kept: Path, python: list[str], mark: str) -> None:
        self.kept, self.python, self.mark = kept, python, mark

    def found(self, file: Path) -> Found | None:
        """What the tests of a file said the last time; None where they did not run yet."""
        told = self._told(file)
        if not told.is_file():
            return None
        kept = json.loads(told.read_text("utf-8"))
        return Found(kept["passed"], kept["failed"], Counter(kept["left_out"]))

    def run(self, files: list[Path]) -> None:
        """Run them in one process; where that did not come to its end, each half in one of its own."""
        said = self._run_at_once(files)
        if said is not None:
            for file, one in said.items():
                self._keep(file, one)
        elif len(files) > 1:
            self.run(files[: len(files) // 2])
            self.run(files[len(files) // 2 :])
        else:
            self._keep(files[0], Found(failed=[f"{files[0].as_posix()}: {NOT_RUN}, see {self._log(files[0])}"]))

    def _run_at_once(self, files: list[Path]) -> dict[Path, Found] | None:
        told = self.kept / "running.xml"
        told.unlink(missing_ok=True)
        options = ["-m", "pytest", "-v", "-p", "no:cacheprovider", "-p", "no:randomly", "-m", self.mark]
        options += [f"--timeout={TEST_LIMIT_S}", f"--junit-xml={told}"]
        with self._log(files[0]).open("wb") as log:
            command = [*self.python, *options, *(file.as_posix() for file in files)]
            subprocess.run(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, check=False)
        if not told.is_file():
            return None
        modules = {".".join(file.with_suffix("").parts): file for file in files}
        said = {file: Found() for file in files}
        for case in ElementTree.parse(told).iter("testcase"):
            name = case.get("classname") or str(case.get("name"))  # of a file that cannot be read, its own
            said[next((modules[one] for one in modules if f"{name}.".startswith(f"{one}.")), files[0])].count(case)
        return said

    def _keep(self, file: Path, said: Found) -> None:
        self._told(file).write_text(json.dumps(vars(said), indent=1), "utf-8")

    def _told(self, file: Path) -> Path:
        return self.kept / f"{'-'.join(file.with_suffix('').parts)}.json"

    def _log(self, first: Path) -> Path:
        return self._told(first).with_suffix(".log")


def chosen(files: list[Path], suite: Suite) -> Iterator[list[Path]]:
    """Those that have not passed yet, as many as run at once."""
    open_ones = [file for file in files if (one := suite.found(file)) is None or one.failed]
    for start in range(0, len(open_ones), FILES_AT_ONCE):
        yield open_ones[start : start + FILES_AT_ONCE]


def say(sentences: Iterable[str]) -> None:
    """A line of each on stdout, at once."""
    sys.stdout.writelines(f"   {sentence}\n" for sentence in sentences)
    sys.stdout.flush()


def main() -> int:
    """Run all rooms; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("kept", type=Path, help="folder for what was found")
    parser.add_argument("--broad", action="store_true", help="the broad tests, too")
    parser.add_argument("--room", action="append", help="only the tests of this folder; can be given again")
    parser.add_argument("python", nargs="+", help="how to start the Python that runs the tests")
    arguments = parser.parse_args()
    kept = arguments.kept.resolve()
    kept.mkdir(parents=True, exist_ok=True)
    suite = Suite(kept, arguments.python, "broad or not broad" if arguments.broad else "not broad")
    whole = Found()
    for name, files in rooms(Path("tests")):
        if arguments.room and name not in arguments.room:
            continue
        start_s = time.monotonic()
        for some in chosen(files, suite):
            suite.run(some)
        room = Found()
        for file in files:
            room.add(suite.found(file) or Found())
        say([f"{name}: {room} ({time.monotonic() - start_s:.0f} s)", *(f"failed: {one}" for one in room.failed)])
        whole.add(room)
    say([f"all: {whole}", *(f"left out {times}: {reason}" for reason, times in whole.left_out.most_common())])
    return 1 if whole.failed else 0


if __name__ == "__main__":
    sys.exit(main())
