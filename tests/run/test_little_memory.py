"""Little address space, as in a container: a command answers, or says so in one plain sentence."""

import subprocess
import sys
from pathlib import Path

import pytest

from advisor.cli.frame.no_memory import is_no_memory
from advisor.run.limits import require_memory

MIB = 1 << 20
LIMITED = """
import resource, sys
from advisor.__main__ import main
resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[1]), int(sys.argv[1])))
sys.exit(main(sys.argv[2:]))
"""


@pytest.mark.broad
@pytest.mark.skipif(sys.platform != "linux", reason="limits of address space as on Linux")
@pytest.mark.parametrize("limit_mib", [100, 200, 300, 400])
@pytest.mark.parametrize("command", ["report --output r.pdf", "report --output r.md", "self-check", "probe --json"])
def test_with_little_memory_a_command_answers_or_says_so(command: str, limit_mib: int, tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", LIMITED, str(limit_mib * MIB), *command.split()],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    said = ended.stderr.splitlines()
    assert (ended.returncode, said) in ((0, []), (1, ["rig-advisor: there is not enough memory for this"])), ended


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        OSError(12, "Cannot allocate memory"),
        ImportError("libexpat.so.1: failed to map segment from shared object"),
        RuntimeError("can't start new thread"),
    ],
)
def test_what_libraries_say_of_no_memory_is_understood(error: Exception) -> None:
    assert is_no_memory(error)


@pytest.mark.parametrize("error", [ImportError("No module named x"), OSError(2, "No such file"), ValueError("memory")])
def test_other_faults_are_not_taken_for_it(error: Exception) -> None:
    assert not is_no_memory(error)


def test_what_is_there_is_enough() -> None:
    require_memory(0)
