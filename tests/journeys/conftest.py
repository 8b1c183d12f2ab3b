"""Journeys start the app through main() and act like a person: wait, press, type, look."""

import sys
import time
from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QPushButton, QWidget

from advisor.__main__ import main
from advisor.run.command import advisor_command
from advisor.ui.main_window import MainWindow
from advisor.ui.session import Session

FAKES = Path(__file__).parents[1] / "fakes"
LOOK_MS = 20
Story = Callable[[MainWindow], Generator[Callable[[], bool], None, None]]
"""A person's steps; each `yield` waits until the condition holds."""


class Travel:
    """Runs a story on the window that main() opens."""

    def __init__(self, story: Story, limit_s: float) -> None:
        self._story = story
        self._deadline_s = time.monotonic() + limit_s
        self._steps: Generator[Callable[[], bool], None, None] | None = None
        self._waiting: Callable[[], bool] = lambda: True
        self._timer = QTimer()
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(self._look)
        self.error: BaseException | None = None

    def begin(self, arguments: list[str]) -> int:
        self._timer.start()
        code = main(arguments)
        self._timer.stop()
        if self.error is not None:
            raise self.error
        return code

    def _look(self) -> None:
        windows = [window for window in QApplication.topLevelWidgets() if isinstance(window, MainWindow)]
        window = next((one for one in windows if one.isVisible()), None)
        try:
            if window is None:
                assert time.monotonic() < self._deadline_s, "no window opened"
                return
            self._steps = self._steps or self._story(window)
            if self._waiting():
                self._waiting = next(self._steps)
            else:
                assert time.monotonic() < self._deadline_s, f"waited in vain; the window says: {texts(window)}"
        except StopIteration:
            self._end(window)
        except BaseException as error:
            self.error = error
            self._end(window)

    def _end(self, window: MainWindow | None) -> None:
        self._timer.stop()
        if window is None:
            QApplication.exit(1)
        else:
            window.close()


def texts(window: QWidget) -> list[str]:
    """All visible texts."""
    labels = [label.text() for label in window.findChildren(QLabel) if label.isVisible() and label.text()]
    return labels + [button.text() for button in window.findChildren(QPushButton) if button.isVisible()]


def says(window: QWidget, part: str) -> Callable[[], bool]:
    """A condition: some visible text contains `part`."""
    return lambda: any(part in text for text in texts(window))


def button(window: QWidget, text: str) -> QPushButton | None:
    """The visible button of that text that can be pressed."""
    found = (one for one in window.findChildren(QPushButton) if one.text() == text)
    return next((one for one in found if one.isVisible() and one.isEnabled()), None)


def offers(window: QWidget, text: str) -> Callable[[], bool]:
    """A condition: the button of that text can be pressed."""
    return lambda: button(window, text) is not None


def press(window: QWidget, text: str) -> None:
    """Press the button of that text."""
    found = button(window, text)
    assert found, f"no button {text!r} to press among {texts(window)}"
    found.click()


@pytest.fixture
def travel(qapp: QApplication) -> Callable[..., int]:
    """Start the app and follow a story."""

    def start(story: Story, arguments: list[str] | None = None, limit_s: float = 30.0) -> int:
        return Travel(story, limit_s).begin(arguments or [])

    return start


@pytest.fixture
def fast_bench(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Put a child that measures nothing behind the Measure button; detection stays real."""

    def use(scenario: str) -> None:
        def command(*arguments: str) -> list[str]:
            if arguments[0] == "bench":
                return [sys.executable, "-S", str(FAKES / "bench_child.py"), scenario]
            return advisor_command(*arguments)

        monkeypatch.setattr(Session.__init__, "__defaults__", (command,))

    return use


@pytest.fixture
def save_as(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[str], Path]:
    """Answer the system's file dialog."""

    def choose(name: str) -> Path:
        path = tmp_path / name
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
        monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
        return path

    return choose
