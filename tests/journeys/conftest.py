"""Journeys start the app through main() and act like a person: wait, press, type, look."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QTimer, QUrl
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QPushButton, QWidget

from advisor.__main__ import main
from advisor.run.command import advisor_command
from advisor.ui.window.main_window import MainWindow
from advisor.ui.work.child_process import ChildProcess
from tests.fakes.children import BENCH_CHILD
from tests.fakes.drags import drag_over, let_go
from tests.fakes.patience import HANG_S

LOOK_MS = 20
Story = Callable[[MainWindow], Generator[Callable[[], bool], None, None]]
"""A person's steps; each `yield` waits until the condition holds."""


class Travel:
    """Runs a story on the window that main() opens."""

    def __init__(self, story: Story) -> None:
        self._story = story
        self._deadline_s = time.monotonic() + HANG_S
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
        """Close all there is, also what waits for an answer: nobody will give it."""
        self._timer.stop()
        while (waiting := QApplication.activeModalWidget()) is not None:
            waiting.close()
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


def choose(window: QWidget, text: str, entry: str) -> None:
    """Choose one entry of the list that the button of that text opens."""
    found = button(window, text)
    assert found, f"no button {text!r} to press among {texts(window)}"
    next(action for action in found.menu().actions() if action.text() == entry).trigger()


def drop(on: QWidget, *dropped: Path | QUrl) -> None:
    """Drag files over a widget and let go, as a file manager does it: with their paths as text, too."""
    data = QMimeData()
    data.setUrls([one if isinstance(one, QUrl) else QUrl.fromLocalFile(str(one)) for one in dropped])
    data.setText("\n".join(str(one) for one in dropped))
    assert drag_over(on, data)
    let_go(on, data)


@pytest.fixture
def travel(qapp: QApplication) -> Callable[..., int]:
    """Start the app and follow a story."""

    def start(story: Story, arguments: list[str] | None = None) -> int:
        return Travel(story).begin(arguments or [])

    return start


@pytest.fixture(scope="session")
def detection(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the real child says of this computer."""
    folder = tmp_path_factory.mktemp("detection")
    environment = os.environ | {"RIG_ADVISOR_DATA": str(folder)}
    command = advisor_command("probe", "--events")
    said = subprocess.run(command, capture_output=True, check=True, env=environment).stdout
    (folder / "events").write_bytes(said)
    return folder / "events"


@pytest.fixture
def commands() -> dict[str, list[str]]:
    """Children by the command that they take the place of."""
    return {}


@pytest.fixture(autouse=True)
def quick_children(monkeypatch: pytest.MonkeyPatch, commands: dict[str, list[str]], detection: Path) -> None:
    """What was detected once is said again at every start: reading the hardware takes longer than most stories."""
    says = "import pathlib, sys; sys.stdout.buffer.write(pathlib.Path(sys.argv[1]).read_bytes())"
    commands["probe"] = [sys.executable, "-S", "-c", says, str(detection)]

    def command(*arguments: str) -> list[str]:
        return commands.get(arguments[0]) or advisor_command(*arguments)

    monkeypatch.setattr(ChildProcess, "default_command", command)


@pytest.fixture
def real_children(commands: dict[str, list[str]], quick_children: None) -> None:
    """Let the hardware be read in truth."""
    commands.clear()


@pytest.fixture
def fast_bench(commands: dict[str, list[str]]) -> Callable[[str], None]:
    """Put a child that measures nothing behind the Measure button."""

    def use(scenario: str) -> None:
        commands["bench"] = [sys.executable, "-S", BENCH_CHILD, scenario]

    return use


@pytest.fixture
def save_as(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[str], Path]:
    """Answer the system's file dialog."""

    def choose(name: str) -> Path:
        path = tmp_path / name
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
        monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
        monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([str(path)], ""))
        monkeypatch.setattr(QFileDialog, "exec", lambda dialog: dialog.selectFile(str(path)) or True)
        return path

    return choose
