"""Imports run downwards only, and the pinned packages are a pair that works."""

import subprocess
import sys
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QPen

REPOSITORY = Path(__file__).parents[2]
CALLS = 200
LOST_REFERENCES = 100


def test_rooms_import_downwards_only() -> None:
    """In a process of its own: the linter turns off all logs that others have made."""
    command = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    done = subprocess.run(
        [sys.executable, "-c", command, "--no-cache"], cwd=REPOSITORY, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    assert "Contracts: 5 kept, 0 broken." in done.stdout


def test_the_pins_exclude_the_pair_that_crashes() -> None:
    """PySide6 6.12 loses a reference of None on every void call under Python before 3.12, and Python ends."""
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    requirements = [Requirement(text) for text in project["dependencies"]]
    qt = [requirement for requirement in requirements if requirement.name == "PySide6-Essentials"]

    def allowed(python: str, version: str) -> bool:
        here = [one for one in qt if one.marker is None or one.marker.evaluate({"python_version": python})]
        return all(one.specifier.contains(version) for one in here)

    assert allowed("3.11", "6.11.3")
    assert not allowed("3.11", "6.12.0")
    assert allowed("3.13", "6.12.0")


class Sender(QObject):
    """Something with a signal."""

    told = Signal(bool)


def test_qt_keeps_the_references_of_none_and_true() -> None:
    pen, sender = QPen(), Sender()
    none_before, true_before = sys.getrefcount(None), sys.getrefcount(True)
    for _ in range(CALLS):
        pen.setCosmetic(True)
        sender.told.emit(True)
    assert none_before - sys.getrefcount(None) < LOST_REFERENCES
    assert true_before - sys.getrefcount(True) < LOST_REFERENCES
