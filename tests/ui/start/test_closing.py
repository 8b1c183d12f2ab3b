"""Closing the window leaves no child behind, whatever the child thinks of it."""

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from advisor.ui.start.application import open_window
from advisor.ui.state.session import Session
from advisor.ui.window.main_window import MainWindow
from advisor.ui.work.child_process import ChildProcess
from tests.fakes.children import CHILD

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals as on POSIX")


@pytest.fixture
def number(tmp_path: Path) -> Path:
    """Where the child leaves its number."""
    return tmp_path / "number"


@pytest.fixture
def behaviors(number: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What the children of the commands do."""
    chosen = {"probe": "deaf", "bench": "deaf"}
    monkeypatch.setattr(
        ChildProcess, "default_command", lambda command, *_: [sys.executable, CHILD, chosen[command], str(number)]
    )
    return chosen


@pytest.fixture
def window(behaviors: dict[str, str], qtbot: QtBot, qapp: QApplication) -> Iterator[MainWindow]:
    """The window as at a start."""
    look = qapp.styleSheet(), qapp.font(), qapp.palette()
    shown = open_window(qapp, [])
    qtbot.addWidget(shown)
    yield shown
    qapp.setStyleSheet(look[0])
    qapp.setFont(look[1])
    qapp.setPalette(look[2])


def number_of_child(file: Path, qtbot: QtBot) -> int:
    """Wait until the child leaves its number."""
    qtbot.waitUntil(file.exists)
    return int(file.read_text())


def session(window: MainWindow) -> Session:
    return window.findChildren(Session)[0]


def runs(pid: int) -> bool:
    """Whether the process still does anything; one that nobody took notice of does not."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def assert_gone(pid: int) -> None:
    """Wait until the process has ended; by itself it would go on for longer than a test may."""
    while runs(pid):
        time.sleep(0.02)


def test_closing_at_once_leaves_no_child(
    behaviors: dict[str, str], qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[ChildProcess] = []

    def begin(child: ChildProcess) -> None:
        child.start(child.command[0], list(child.command[1:]))
        begun.append(child)
        window: Any = child.parent()
        QTimer.singleShot(0, window.close)

    monkeypatch.setattr(ChildProcess, "begin", begin)
    window = open_window(qapp, [])
    qtbot.addWidget(window)
    qtbot.waitUntil(lambda: bool(begun) and not window.isVisible())
    assert not window.findChildren(Session)
    assert begun[0].state() == ChildProcess.ProcessState.NotRunning


@pytest.mark.broad
@pytest.mark.parametrize("cancelled", [False, True])
@pytest.mark.parametrize("behavior", ["deaf", "deaf_driver"])
def test_closing_while_detecting_leaves_no_child(
    behaviors: dict[str, str], number: Path, window: MainWindow, qtbot: QtBot, behavior: str, cancelled: bool
) -> None:
    behaviors["probe"] = behavior
    pid = number_of_child(number, qtbot)
    if cancelled:
        session(window).own.cancel()
    window.close()
    assert_gone(pid)


def test_closing_while_measuring_leaves_no_child(
    behaviors: dict[str, str], number: Path, window: MainWindow, qtbot: QtBot
) -> None:
    behaviors["probe"] = "quiet_exit"
    qtbot.waitUntil(lambda: bool(window.findChildren(Session)) and session(window).is_free)
    session(window).own.measure()
    pid = number_of_child(number, qtbot)
    window.close()
    assert_gone(pid)
