#!/usr/bin/env python3
"""Runs the test suite of a checkout in slices, one process at a time: `prove_tests.py KEPT -- PYTHON [ARGUMENT ...]`.

The current folder is the checkout. What a slice found stays in the folder KEPT: when this is stopped and started again,
slices that passed are not run again. Ends with 1 where a test failed, and names it; says why tests were left out.
"""

import argparse
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from xml.etree import ElementTree

FILES_OF_A_SLICE = 12
UNLIKE_LINUX = ("probe", "run", "store", "cli", "journeys", "bench", "engines", "report", "ui", "advice")
"""Rooms that meet the system, the likeliest to differ first: they come before those that only count."""
TEST_LIMIT_S = 3600
"""Ends what hangs: whoever runs this may give it a small share of a busy computer."""
NO_TESTS = 5
"""What pytest ends with where a file has none."""


class Found:
    """What one slice found, as pytest wrote it."""

    def __init__(self, kept: Path) -> None:
        cases = list(ElementTree.parse(kept).iter("testcase"))
        self.tests = len(cases)
        self.failed = [_name(case) for case in cases if {"failure", "error"} & {part.tag for part in case}]
        self.left_out = Counter(
            part.get("message", "").removeprefix("Skipped: ")
            for case in cases
            for part in case
            if part.tag == "skipped"
        )

    @property
    def passed(self) -> int:
        """How many tests ran to a good end."""
        return self.tests - len(self.failed) - self.left_out.total()


def _name(case: ElementTree.Element) -> str:
    return f"{case.get('classname')}::{case.get('name')}"


def slices(tests: Path) -> Iterator[tuple[str, list[Path]]]:
    """A name and a few test files of one folder each."""

    def place(file: Path) -> tuple[int, Path]:
        room = file.relative_to(tests).parts[0]
        return UNLIKE_LINUX.index(room) if room in UNLIKE_LINUX else len(UNLIKE_LINUX), file.parent

    files = sorted(tests.rglob("test_*.py"), key=lambda file: (*place(file), file.name))
    for folder, members in groupby(files, key=lambda file: file.parent):
        whole = list(members)
        for start in range(0, len(whole), FILES_OF_A_SLICE):
            parts = (*folder.relative_to(tests).parts, str(start // FILES_OF_A_SLICE + 1))
            yield "-".join(parts), whole[start : start + FILES_OF_A_SLICE]


def run_slice(name: str, files: list[Path], kept: Path, python: list[str]) -> Found | None:
    """What the slice found, now or before; None where pytest was ended by something before it could tell."""
    told = kept / f"{name}.xml"
    if told.is_file():
        return Found(told)
    unfinished = kept / f"{name}.unfinished"
    unfinished.unlink(missing_ok=True)
    options = ["-m", "pytest", "-v", "-p", "no:cacheprovider", "-p", "no:randomly"]
    options += [f"--timeout={TEST_LIMIT_S}", f"--junit-xml=Z:{unfinished}"]
    with (kept / f"{name}.log").open("wb") as log:
        code = subprocess.run(
            [*python, *options, *(file.as_posix() for file in files)],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            check=False,
        ).returncode
    if not unfinished.is_file():
        return None
    found = Found(unfinished)
    if code in (0, NO_TESTS) and not found.failed:
        unfinished.rename(told)
    return found


def say(sentence: str) -> None:
    """One line on stdout, at once."""
    sys.stdout.write(f"   {sentence}\n")
    sys.stdout.flush()


def main() -> int:
    """Run all slices; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("kept", type=Path, help="folder for what was found")
    parser.add_argument("python", nargs="+", help="how to start the Python that runs the tests")
    arguments = parser.parse_args()
    kept = arguments.kept.resolve()
    kept.mkdir(parents=True, exist_ok=True)
    passed, failed, left_out = 0, list[str](), Counter[str]()
    for name, files in slices(Path("tests")):
        start_s = time.monotonic()
        found = run_slice(name, files, kept, arguments.python)
        if found is None:
            failed.append(f"{name}: ended before its end, see {kept / name}.log")
            say(failed[-1])
            continue
        passed += found.passed
        failed += found.failed
        left_out += found.left_out
        counts = f"{found.passed} passed, {len(found.failed)} failed, {found.left_out.total()} left out"
        say(f"{name}: {counts} ({time.monotonic() - start_s:.0f} s)")
    say(f"all: {passed} passed, {len(failed)} failed, {left_out.total()} left out")
    for reason, times in left_out.most_common():
        say(f"left out {times}: {reason}")
    for one in failed:
        say(f"failed: {one}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
