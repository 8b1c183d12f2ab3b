"""What went wrong last time: noted without anything personal, offered once, and not met again at every start."""

import os
import subprocess
import sys
from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer, qWarning
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from advisor.store.fault_reports import new_reports, report_text, reports_folder
from advisor.store.folder import data_folder
from advisor.store.log import log_file
from advisor.ui.start.fault_dialog import FaultDialog
from advisor.ui.start.fault_watch import STARTED
from advisor.ui.window.main_window import MainWindow
from tests.journeys.conftest import offers, press, says

pytestmark = pytest.mark.broad

Waits = Generator[Callable[[], bool], None, None]
CRASH = """
import faulthandler
from advisor.__main__ import main
from advisor.ui.start import application
steps = application._after_paint
def broken(*arguments):
    if {is_late}:
        yield from steps(*arguments)
    faulthandler._sigsegv()
    yield
application._after_paint = broken
main([])
"""
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals as on POSIX")


@pytest.fixture(autouse=True)
def no_network() -> None:
    """A start knocks at what a crash left: a socket of this computer's own."""


def crash(*, is_late: bool) -> None:
    done = subprocess.run([sys.executable, "-c", CRASH.format(is_late=is_late)], capture_output=True, check=False)
    assert done.returncode < 0, done.stderr
    assert list(data_folder().glob("*.open"))


def dialog(window: MainWindow) -> FaultDialog | None:
    return next(iter(window.findChildren(FaultDialog)), None)


def is_started() -> bool:
    return any(STARTED in file.read_text() for file in data_folder().glob("*.open"))


def all_pages(window: MainWindow) -> Callable[[], bool]:
    return lambda: window.pages.count() >= 6


def test_a_crash_is_offered_at_the_next_start_and_only_then(travel: Callable[..., int]) -> None:
    crash(is_late=True)

    def next_start(window: MainWindow) -> Waits:
        yield lambda: dialog(window) is not None
        found = dialog(window)
        assert found
        assert says(found, "stopped unexpectedly")()
        text = found.text.toPlainText()
        assert "Segmentation fault" in text
        assert "Start: first paint after" in text, "the end of the log"
        assert os.path.expanduser("~") not in text
        press(found, "Copy")
        assert QGuiApplication.clipboard().text() == text
        press(found, "Close")
        yield lambda: dialog(window) is None

    assert travel(next_start) == 0
    assert new_reports() == ()
    assert len(list(reports_folder().iterdir())) == 1
    assert not list(data_folder().glob("*.open"))


def test_a_start_that_crashes_is_not_repeated_as_it_was(travel: Callable[..., int]) -> None:
    def first(window: MainWindow) -> Waits:
        yield is_started
        window.open_page("learn")
        window.resize(1000, 700)

    def careful(window: MainWindow) -> Waits:
        yield lambda: dialog(window) is not None
        found = dialog(window)
        assert found
        assert says(window, "didn't finish starting last time")()
        assert window.page_name == "overview"
        assert (window.width(), window.height()) != (1000, 700)
        press(found, "Delete")

    assert travel(first) == 0
    crash(is_late=False)
    crash(is_late=False)
    assert list(reports_folder().iterdir()), "a start that crashes again leaves a report all the same"
    assert travel(careful) == 0
    assert not reports_folder().exists()


def test_an_error_is_said_noted_and_offered(travel: Callable[..., int], qtbot: QtBot) -> None:
    def fail() -> None:
        raise KeyError("nobody thought of this")

    def story(window: MainWindow) -> Waits:
        yield is_started
        QTimer.singleShot(0, fail)
        yield says(window, "nobody thought of this")

    with qtbot.captureExceptions() as errors:
        assert travel(story) == 0
    assert [kind for kind, _, _ in errors] == [KeyError]
    (report,) = new_reports()
    assert "in fail" in report_text(report)


@pytest.mark.no_qt_log
def test_the_log_tells_of_start_children_and_remarks_of_qt(travel: Callable[..., int]) -> None:
    def story(window: MainWindow) -> Waits:
        yield offers(window, "Measure")
        qWarning("the paint is still wet")
        yield is_started

    assert travel(story) == 0
    text = log_file().read_text(encoding="utf-8")
    for part in ("Rig Advisor ", "Child -", ": done, Finished.", "Qt warning: the paint is still wet"):
        assert part in text
    assert "Start: first paint after" in text


def test_a_folder_that_cannot_be_written_is_no_reason_to_stop(travel: Callable[..., int]) -> None:
    data_folder().parent.mkdir(parents=True, exist_ok=True)
    data_folder().write_text("a file in the way")

    def story(window: MainWindow) -> Waits:
        yield all_pages(window)

    assert travel(story) == 0
    assert Path(data_folder()).is_file()
