"""What a worker of a cluster runs: this file's text alone, in a Python of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from advisor.probe.detect.tool_output import TOOL_COMMANDS, tool_output
from advisor.probe.source.root import Unavailable
from advisor.run import worker_child
from tests.fakes.patience import HANG_S

TEXT = Path(worker_child.__file__).read_text(encoding="utf-8")
APP = {
    "answers": "print('all of ' + ' '.join(sys.argv[1:]), os.environ.get('OMP_NUM_THREADS'))",
    "hangs": "time.sleep(3600)",
    "floods": "while True: print('x' * 100_000)",
    "fails": "sys.exit('rig-advisor: no such thing')",
}


def asked(folder: Path, behavior: str, **limits: float) -> dict[str, Any]:
    package = folder / "advisor"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "__main__.py").write_text(f"import os, sys, time\n{APP[behavior]}\n")
    question = {"calls": [["probe", "--json"], ["bench"]], "limit_s": HANG_S, "most_bytes": 100_000, **limits}
    return answer(question, {"PYTHONPATH": str(folder), "OMP_NUM_THREADS": "1"})


def answer(question: dict[str, Any], environment: dict[str, str]) -> dict[str, Any]:
    command = [sys.executable, "-P", "-c", TEXT, json.dumps(question)]
    done = subprocess.run(command, env=environment, capture_output=True, timeout=HANG_S, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("entry", ["", "."])
@pytest.mark.skipif(sys.platform == "win32", reason="a program without an ending")
def test_no_program_of_the_working_folder_is_found(entry: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lspci").write_text("#!/bin/sh\n")
    (tmp_path / "lspci").chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{entry}{os.pathsep}/nowhere")
    assert worker_child.program_on_path("lspci") is None
    assert tool_output(TOOL_COMMANDS["lspci"]) == Unavailable("command_not_run", command="lspci")
    monkeypatch.setenv("PATH", f"{entry}{os.pathsep}{tmp_path}")
    assert worker_child.program_on_path("lspci") == str(tmp_path / "lspci")


def test_the_app_is_called_as_often_as_asked_with_all_threads(tmp_path: Path) -> None:
    found = asked(tmp_path, "answers")
    assert [one.strip() for one in found["answers"]] == ["all of probe --json None", "all of bench None"]
    assert found["fault"] is None


@pytest.mark.parametrize(
    ("behavior", "limits", "code"),
    [("hangs", {"limit_s": 0.5}, "time"), ("floods", {}, "size"), ("fails", {}, "failed")],
)
def test_what_goes_on_without_end_or_fails_is_named(
    tmp_path: Path, behavior: str, limits: dict[str, float], code: str
) -> None:
    found = asked(tmp_path, behavior, **limits)
    assert found["answers"] == []
    assert (found["fault"]["code"], found["fault"]["call"]) == (code, "probe")
    assert found["fault"]["said"] == ("rig-advisor: no such thing" if behavior == "fails" else "")
