"""Whatever a file holds: one sentence or a result, soon, in little memory. `just fuzz` goes on for hours."""

import subprocess
import sys

import pytest

from tests.fuzz.targets import TARGETS

SECONDS = "1.5"


@pytest.mark.broad
@pytest.mark.skipif(sys.platform != "linux", reason="signals as on POSIX")
@pytest.mark.parametrize("name", TARGETS)
def test_any_input_is_answered(name: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "tests.fuzz.run", name, SECONDS], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
