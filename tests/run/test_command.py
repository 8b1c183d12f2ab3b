"""How our own command is started, and what children inherit."""

import subprocess
import sys
from pathlib import Path

import pytest

from advisor.run.command import advisor_command, child_environment


def test_checkout_runs_the_module() -> None:
    assert advisor_command("bench", "--events") == [sys.executable, "-P", "-m", "advisor", "bench", "--events"]


def test_built_app_takes_the_console_program_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "Rig Advisor.exe"))
    assert advisor_command("probe") == [str(tmp_path / "Rig Advisor.exe"), "probe"]
    (tmp_path / "rig-advisor.exe").touch()
    assert advisor_command("probe") == [str(tmp_path / "rig-advisor.exe"), "probe"]


def test_library_folder_of_a_built_app_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", "/bundle")
    assert child_environment()["LD_LIBRARY_PATH"] == "/bundle"
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert "LD_LIBRARY_PATH" not in child_environment()
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", "/opt/lib")
    environment = child_environment()
    assert environment["LD_LIBRARY_PATH"] == "/opt/lib"
    assert "LD_LIBRARY_PATH_ORIG" not in environment


@pytest.mark.parametrize(
    ("ending", "code"), [("", 0), ("raise ValueError('odd')", 1), ("raise KeyboardInterrupt", 130)]
)
def test_emit_writes_lines_and_ends(ending: str, code: int) -> None:
    program = f"""
from advisor.facts.values.message import Done
from advisor.run.emit import emit_all
def job():
    yield Done()
    {ending}
emit_all(job())
"""
    child = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert child.returncode == code
    first, *rest = child.stdout.splitlines()
    assert first == '{"event":"done"}'
    assert len(rest) == (code == 1)


@pytest.mark.skipif(sys.platform == "win32", reason="closing a pipe as on POSIX")
def test_emit_ends_when_nobody_reads() -> None:
    program = """
from advisor.facts.values.message import Done
from advisor.run.emit import emit_all
emit_all(Done() for _ in range(10**9))
"""
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE)
    assert child.stdout is not None
    child.stdout.readline()
    child.stdout.close()
    assert child.wait() == 3


@pytest.mark.parametrize("command", [advisor_command("probe"), [sys.executable, "-m", "advisor", "probe"]])
def test_nothing_of_the_working_folder_is_run(command: list[str], tmp_path: Path) -> None:
    for name in ("pydantic", "psutil", "tomllib"):
        (tmp_path / f"{name}.py").write_text("open('was-here', 'w')")
    subprocess.run(command, cwd=tmp_path, capture_output=True, check=True)
    assert not (tmp_path / "was-here").exists()
