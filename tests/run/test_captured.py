"""A program is run to its end, and no longer or larger than it may be."""

import os
import sys
import time

import pytest

from advisor.facts.values.units import MIB
from advisor.run.captured import Captured, captured


def run(code: str, **limits: float) -> Captured:
    return captured([sys.executable, "-c", code], **{"limit_s": 60.0, **limits})  # type: ignore[arg-type]


def test_what_it_printed_and_how_it_ended_is_told() -> None:
    found = run("import sys; print('said'); sys.stderr.write('why'); sys.exit(3)")
    assert (found.printed.split(), found.errors, found.exit_code, found.ended_for) == ([b"said"], b"why", 3, "")


def test_a_program_that_does_not_end_is_ended() -> None:
    found = run("import time\nwhile True: time.sleep(1)", limit_s=0.5)
    assert (found.exit_code, found.ended_for) == (None, "time")


def test_a_program_that_prints_for_ever_is_ended() -> None:
    found = run("while True: print('x' * 100_000)", longest_bytes=MIB)
    assert (found.exit_code, found.ended_for) == (None, "size")
    assert len(found.printed) <= MIB


def test_a_program_that_cannot_be_started_is_an_error() -> None:
    with pytest.raises(FileNotFoundError):
        captured(["/nowhere/at-all"], limit_s=1.0)


@pytest.mark.skipif(sys.platform == "win32", reason="signals as on POSIX: sessions")
def test_what_the_program_started_is_gone_with_it() -> None:
    found = run(
        "import subprocess, sys; print(subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)']).pid)"
    )
    child = int(found.printed)
    for _ in range(200):
        try:
            os.kill(child, 0)
        except ProcessLookupError:
            return
        if _is_dead(child):
            return
        time.sleep(0.05)
    raise AssertionError("the grandchild lives on")


def _is_dead(process: int) -> bool:
    """Killed, and not yet collected by whoever inherited it."""
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True
