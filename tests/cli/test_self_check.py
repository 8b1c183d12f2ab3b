"""The self-check says that an installation is whole, or in one sentence what is broken."""

import subprocess
import sys

import pytest

from advisor.cli import self_check
from advisor.cli.frame.command import run_command


@pytest.fixture(autouse=True)
def own_hooks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)


@pytest.mark.broad
def test_a_whole_installation_passes_without_a_word_on_stderr(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    end = subprocess.run([sys.executable, "-m", "advisor", "self-check"], capture_output=True, encoding="utf-8")
    assert (end.returncode, end.stderr) == (0, "")
    assert [line.partition(":")[0] for line in end.stdout.splitlines()] == list(self_check.STEPS)


def test_a_broken_part_is_named_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken() -> str:
        raise FileNotFoundError("the folder specs is missing")

    monkeypatch.setattr(self_check, "STEPS", {"catalog": broken})
    assert run_command(["self-check"]) == 1
    assert (
        capsys.readouterr().err == "rig-advisor: self-check, catalog: FileNotFoundError: the folder specs is missing\n"
    )


def test_what_a_slot_raises_ends_the_check() -> None:
    program = (
        "import sys; from advisor.cli import self_check; from PySide6.QtCore import QCoreApplication, QTimer\n"
        "application = QCoreApplication([])\n"
        "QTimer.singleShot(0, lambda: 1 // 0)\n"
        "self_check.STEPS = {'slot': application.exec}\n"
        "self_check.run(None)"
    )
    end = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8")
    assert end.returncode == 1
    assert end.stderr == "rig-advisor: self-check: ZeroDivisionError: integer division or modulo by zero\n"
