"""Small pieces of work on all cores: the same results as in turn, whatever becomes of the processes that help.

Each case runs in a Python of its own, as the tests' has threads.
"""

import os
import subprocess
import sys

import pytest

_CASE = """
import os, threading
from advisor.run.side_by_side import side_by_side

os.sched_getaffinity = lambda _: {{0, 1, 2}}
own = os.getpid()
{case}
"""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes copied as on Linux")


def told(case: str) -> list[str]:
    """What a case prints."""
    child = subprocess.run([sys.executable, "-c", _CASE.format(case=case)], capture_output=True, text=True, check=False)
    assert child.returncode == 0, child.stderr
    assert not child.stderr
    return child.stdout.split()


def test_others_do_a_part_and_the_results_are_in_order() -> None:
    found = told(
        "found = side_by_side(lambda one: (one * one, os.getpid()), range(50))\n"
        "print([one for one, _ in found] == [one * one for one in range(50)], len({process for _, process in found}))"
    )
    assert found == ["True", "3"]


def test_few_pieces_are_done_here() -> None:
    assert told("print({os.getpid() for _ in side_by_side(str, range(3))} == {own})") == ["True"]


def test_a_process_with_threads_is_not_copied() -> None:
    found = told(
        "wait = threading.Event()\n"
        "threading.Thread(target=wait.wait).start()\n"
        "print(set(side_by_side(lambda _: os.getpid(), range(50))) == {own})\n"
        "wait.set()"
    )
    assert found == ["True"]


@pytest.mark.parametrize(
    "end",
    ["os._exit(3)", "os.kill(os.getpid(), 9)", "raise KeyError", "raise KeyboardInterrupt", "return lambda: None"],
)
def test_what_a_helper_does_not_bring_is_done_here(end: str) -> None:
    found = told(
        f"def work(one):\n    if os.getpid() != own:\n        {end}\n    return one\n"
        "print(side_by_side(work, range(50)) == list(range(50)))\n"
        "try:\n    os.waitpid(-1, os.WNOHANG)\nexcept ChildProcessError:\n    print('forgotten')"
    )
    assert found == ["True", "forgotten"]


def test_an_error_is_raised_as_in_turn() -> None:
    found = told(
        "def work(one):\n    if one == 34:\n        raise ValueError(one)\n    return one\n"
        "try:\n    side_by_side(work, range(50))\nexcept ValueError as error:\n    print(error)\n"
        "print(len(os.listdir('/proc/self/fd')))"
    )
    assert found[0] == "34"
    assert int(found[1]) < len(os.listdir("/proc/self/fd")) + 10


def test_where_no_process_starts_all_is_done_here() -> None:
    found = told(
        "def fork():\n    raise BlockingIOError\n"
        "os.fork = fork\nprint(side_by_side(str, range(50)) == [str(one) for one in range(50)])"
    )
    assert found == ["True"]
