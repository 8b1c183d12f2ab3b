import contextlib
import os
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import PySide6
import pytest
from PySide6.QtWidgets import QApplication

from advisor.store.folder import data_folder
from advisor.ui.start import application
from advisor.ui.window.main_window import MainWindow

LATE = ("numpy", "pydantic", "pynvml", "psutil", "asyncio")
FIRST_PAINT = f"""
import os, sys
from PySide6.QtWidgets import QApplication
from advisor.ui.start.application import open_window
app = QApplication([])
window = open_window(app, [])
def look():
    print([name for name in {LATE!r} if name in sys.modules], flush=True)
    os._exit(0)
window.painted.connect(look)
app.exec()
"""


def run_python(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    }
    return subprocess.run(
        [sys.executable, *arguments],
        env={**kept, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_first_paint_needs_qt_only() -> None:
    done = run_python("-c", FIRST_PAINT, QT_QPA_PLATFORM="offscreen")
    assert done.stdout.strip() == "[]", done.stdout + done.stderr


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="signals as on POSIX")
@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({}, "no screen"),
        ({"DISPLAY": ":40077"}, "no screen"),
        ({"DISPLAY": "nonsense"}, "no screen"),
        ({"WAYLAND_DISPLAY": "wayland-77"}, "no screen"),
        ({"QT_QPA_PLATFORM": "xcb"}, "no screen"),
        ({"QT_QPA_PLATFORM": "foo"}, "no window system named 'foo'"),
    ],
)
def test_without_a_screen_there_is_one_sentence_and_no_crash(environment: dict[str, str], words: str) -> None:
    done = run_python("-m", "advisor", **environment)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert words in done.stderr
    assert "Traceback" not in done.stderr


class RefusingScreen(threading.Thread):
    """An X server, at a port of its own, that lets nobody in."""

    REASON = b"not you".ljust(8)

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self._listening = next(one for one in map(listening_at, range(6500, 6600)) if one)
        self.name = f"127.0.0.1:{self._listening.getsockname()[1] - 6000}"

    def run(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                visitor, _ = self._listening.accept()
                with visitor:
                    if visitor.recv(4096):
                        visitor.sendall(struct.pack("=BBHHH", 0, len(self.REASON), 11, 0, 2) + self.REASON)

    def stop(self) -> None:
        with contextlib.suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self.join()


def listening_at(port: int) -> socket.socket | None:
    try:
        return socket.create_server(("127.0.0.1", port))
    except OSError:
        return None


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="signals as on POSIX")
def test_a_screen_that_lets_nobody_in_is_one_sentence() -> None:
    screen = RefusingScreen()
    screen.start()
    try:
        done = run_python("-m", "advisor", DISPLAY=screen.name)
    finally:
        screen.stop()
    assert done.returncode == 1
    assert f"The screen {screen.name} does not let you open a window" in done.stderr
    assert done.stderr.count("\n") == 1


WITHOUT_LIBRARY = """
import sys
from pathlib import Path
from advisor.ui.start import display
display._plugins = lambda platform: [Path(sys.argv[1])]
print(display.display_trouble())
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="signals as on POSIX")
def test_a_window_system_that_cannot_be_loaded_is_one_sentence(tmp_path: Path) -> None:
    plugin = tmp_path / "libqwayland.so"
    plugin.write_text("no library")
    with socket.socket(socket.AF_UNIX) as screen:
        screen.bind(str(tmp_path / "screen"))
        screen.listen()
        environment = {"WAYLAND_DISPLAY": "screen", "XDG_RUNTIME_DIR": str(tmp_path)}
        done = run_python("-c", WITHOUT_LIBRARY, str(plugin), **environment)
    assert "lacks libqwayland.so" in done.stdout, done.stderr


def test_a_crashing_pyside_is_refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(PySide6, "__version_info__", (6, 12, 0))
    monkeypatch.setattr(application, "FIRST_GOOD_PYTHON", (99, 0))
    assert application.run_window([]) == 1
    error = capsys.readouterr().err
    assert "PySide6" in error
    assert error.count("\n") == 1


def test_this_pyside_is_accepted() -> None:
    assert application.start_trouble() == ""


@pytest.fixture
def start(qapp: QApplication) -> Iterator[Callable[[], MainWindow]]:
    """Open the window as at a start, and leave the application's look as it was."""
    look, opened = (qapp.styleSheet(), qapp.font(), qapp.palette()), []

    def open_one() -> MainWindow:
        opened.append(application.open_window(qapp, []))
        return opened[-1]

    yield open_one
    for window in opened:
        window.deleteLater()
    qapp.setStyleSheet(look[0])
    qapp.setFont(look[1])
    qapp.setPalette(look[2])


def test_the_window_comes_back_as_it_was_left(start: Callable[[], MainWindow]) -> None:
    first = start()
    assert first.settings_button.choice == "system"
    first.resize(700, 610)
    first.choose_theme("dark")
    size = first.size()
    first.close()
    again = start()
    assert (again.size(), again.theme, again.settings_button.choice) == (size, "dark", "dark")
    again.choose_theme("system")
    assert again.theme == "light"
    again.close()


def test_a_damaged_memory_of_the_window_is_ignored(start: Callable[[], MainWindow]) -> None:
    data_folder().mkdir(parents=True)
    (data_folder() / "window.ini").write_text("[General]\ngeometry=@ByteArray(nonsense)\ntheme=pink\n")
    window = start()
    assert window.settings_button.choice == "system"
    assert window.width() >= window.minimumWidth()
    window.close()


ENCODING = """
from advisor.__main__ import _prefer_utf8
_prefer_utf8()
from PySide6.QtCore import QCoreApplication, QLocale
QCoreApplication([])
print(QLocale.system().name())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="languages as on POSIX")
@pytest.mark.parametrize(
    ("chosen", "language"),
    [
        ({}, "C"),
        ({"LC_ALL": "C", "LANG": "fr_FR.UTF-8"}, "C"),
        ({"LC_ALL": "C.UTF-8"}, "C"),
        ({"LC_ALL": "eo_XX.UTF-8", "LANG": "fr_FR.UTF-8"}, "eo_001"),
        ({"LANG": "de_DE@euro"}, "de_DE"),
        ({"LC_CTYPE": "UTF-8"}, "C"),
    ],
)
def test_a_language_that_is_not_installed_or_not_in_utf8_is_no_remark_of_qt(
    chosen: dict[str, str], language: str
) -> None:
    cleared = dict.fromkeys(("LC_ALL", "LC_CTYPE", "LANG", "LANGUAGE"), "")
    done = run_python("-c", ENCODING, **cleared | chosen)
    assert done.stderr == ""
    assert done.stdout.strip() == language
