"""A second start hands its files to the window that is open; nobody waits for one that is gone or hangs."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from advisor.ui.start import single_instance as one_window
from advisor.ui.start.single_instance import FAMILY, Door, arrive
from advisor.ui.start.visitors import Visitors
from tests.fakes.patience import HANG_S

SECOND = """
import socket, sys
from advisor.ui.start import single_instance as one_window
one_window.WAIT_S = one_window.START_S = float(sys.argv[2])
found = one_window.arrive(sys.argv[3:], getattr(socket, sys.argv[1]))
print("taken" if found.is_taken else "first" if found.door else "alone")
if found.door:
    found.door.close()
"""
FAMILIES = [FAMILY.name, "AF_INET"] if FAMILY != socket.AF_INET else ["AF_INET"]


@pytest.fixture(autouse=True)
def no_network() -> None:
    """Sockets of this computer's own are used here."""


def short(folder: Path) -> str:
    """From here; Windows has none from one drive to another, nor sockets with a path."""
    return str(folder) if sys.platform == "win32" else os.path.relpath(folder)


@pytest.fixture(autouse=True)
def place(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A short path: that of a socket has its limits."""
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    monkeypatch.setattr(one_window, "READ_S", HANG_S)
    monkeypatch.setenv("RIG_ADVISOR_DATA", short(tmp_path_factory.mktemp("d")))


def second(family: str, *files: str, wait_s: float = HANG_S) -> subprocess.Popen[str]:
    arguments = [sys.executable, "-c", SECOND, family, str(wait_s), *files]
    return subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)


def heard(door: Door) -> tuple[str, ...] | None:
    """What who is there has to say, once everybody has said it or has been sent away."""
    files = door.receive()
    while files is None and door.is_visited:
        files = door.receive()
    return files


def ended(process: subprocess.Popen[str]) -> str:
    return process.communicate()[0].strip()


@pytest.fixture(params=FAMILIES)
def family(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def door(family: str) -> Iterator[Door]:
    found = arrive([], getattr(socket, family)).door
    assert found
    yield found
    found.close()


def test_a_second_start_hands_its_files_over(door: Door, family: str, qtbot: QtBot, qapp: QApplication) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    visitors = Visitors(window, qapp, door)
    came: list[tuple[str, ...]] = []
    visitors.came.connect(came.append)
    early = second(family, "model.gguf", "/else where/rig.json")
    visitors.start()
    qtbot.waitUntil(lambda: bool(came))
    assert ended(early) == "taken"
    assert came == [(os.path.abspath("model.gguf"), os.path.abspath("/else where/rig.json"))]
    assert window.isVisible()
    visitors.stop()
    assert ended(second(family)) == "first"


def test_a_window_that_hangs_holds_nobody_up(door: Door, family: str) -> None:
    late = second(family, wait_s=0.3)
    assert ended(late) == "alone"
    assert door.receive() is None, "who gave up has opened a window: the same files are not opened twice"


def test_a_window_that_is_still_loading_is_waited_for(door: Door, family: str) -> None:
    start = second(family, "late.gguf", wait_s=HANG_S)
    came = None
    while came is None and start.poll() is None:
        came = door.receive()
    assert ended(start) == "taken"
    assert came == (os.path.abspath("late.gguf"),)


def test_a_window_that_is_open_for_long_is_not_waited_for_as_long(
    door: Door, family: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.utime(door.place, (1, 1))
    monkeypatch.setattr(one_window, "WAIT_S", 0.2)
    monkeypatch.setattr(one_window, "START_S", 1e9)
    assert arrive([], getattr(socket, family)) == (False, None)
    door.receive()


def test_what_a_crash_left_is_no_window(family: str) -> None:
    first = "import os, socket\nfrom advisor.ui.start import single_instance as one_window"
    crash = f"found = one_window.arrive([], socket.{family})\nassert found.door\nos._exit(77)"
    assert subprocess.run([sys.executable, "-c", f"{first}\n{crash}"], check=False).returncode == 77
    found = arrive([], getattr(socket, family))
    assert found.door
    found.door.close()


MANY = """
import os, select, socket, sys
from advisor.ui.start import single_instance as one_window
one_window.WAIT_S = one_window.READ_S = one_window.START_S = float(sys.argv[2])
print("ready", flush=True)
sys.stdin.readline()
found = one_window.arrive([], getattr(socket, sys.argv[1]))
print("taken" if found.is_taken else "first" if found.door else "alone", flush=True)
expected = int(sys.argv[3]) if found.door else 0
while expected:
    select.select([found.door.fileno()], [], [], 0.02)
    expected -= found.door.receive() is not None
os._exit(1)
"""


def test_of_many_starts_at_the_same_moment_one_opens_a_window_also_after_a_crash(family: str) -> None:
    for _ in range(2):
        arguments = [sys.executable, "-c", MANY, family, str(HANG_S), "5"]
        pipe = subprocess.PIPE
        starts = [subprocess.Popen(arguments, stdin=pipe, stdout=pipe, text=True) for _ in range(6)]
        assert {start.stdout.readline() for start in starts if start.stdout} == {"ready\n"}
        for start in starts:
            print("go", file=start.stdin, flush=True)
        assert sorted(ended(start) for start in starts) == ["first", *["taken"] * 5]


def test_without_locks_of_the_system_a_file_holds_the_others_off(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    held = one_window._lock(tmp_path / "a.window")
    assert held is not None
    assert one_window._lock(tmp_path / "a.window") is None
    os.close(held)


def test_who_answers_something_else_at_a_port_of_ours_is_no_window() -> None:
    with socket.socket(socket.AF_INET) as stranger:
        stranger.bind(("127.0.0.1", 0))
        stranger.listen()
        stranger.setblocking(False)
        place = one_window._place()
        place.write_text(f"{stranger.getsockname()[1]} secret")
        start = second("AF_INET")
        stranger.settimeout(HANG_S)
        visitor, _ = stranger.accept()
        with visitor:
            visitor.recv(1000)
            visitor.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        assert ended(start) == "first"


def test_what_another_account_left_is_no_window(door: Door, family: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patched:
        patched.setattr(socket.socket, "connect", refused)
        found = arrive([], getattr(socket, family))
    assert found.door
    found.door.close()


def test_a_window_that_closes_leaves_the_door_of_the_next_one_alone(family: str) -> None:
    door = arrive([], getattr(socket, family)).door
    assert door
    own, opened = door._socket, []

    class Closing:
        def close(self) -> None:
            own.close()
            opened.append(arrive([], getattr(socket, family)).door)

    door._socket = Closing()  # type: ignore[assignment]
    door.close()
    assert opened[0]
    assert opened[0].place.exists()
    opened[0].close()


def test_data_folders_and_screens_have_windows_of_their_own(
    door: Door, family: str, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    here = os.environ.get("DISPLAY", "")
    monkeypatch.setenv("DISPLAY", f"{here}:77")
    assert ended(second(family)) == "first"
    monkeypatch.setenv("DISPLAY", here)
    monkeypatch.setenv("RIG_ADVISOR_DATA", short(tmp_path_factory.mktemp("d")))
    assert ended(second(family)) == "first"


def test_a_stranger_is_not_heard(door: Door, family: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(one_window, "READ_S", 0.2)
    deep = b"[" * 60_000 + b"\n"
    for said in (b"", b"nonsense\n", b"[]\n", b'{"secret": "guessed", "files": []}\n', b'{"secret": ""}\n', deep):
        with socket.socket(getattr(socket, family)) as stranger:
            port = int(door.place.read_text().split()[0]) if family == "AF_INET" else 0
            stranger.connect(("127.0.0.1", port) if port else str(door.place))
            stranger.sendall(said)
            assert heard(door) is None


@pytest.mark.parametrize("token", ["a\0b", "\ud800", 5, ["x"]])
def test_no_word_of_a_visitor_ends_in_an_error(
    door: Door, family: str, token: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(one_window._TOKEN_VARIABLE, "")
    port, secret = door.place.read_text().split() if family == "AF_INET" else ("0", "")
    with socket.socket(getattr(socket, family)) as visitor:
        visitor.connect(("127.0.0.1", int(port)) if int(port) else str(door.place))
        visitor.sendall(json.dumps({"secret": secret, "files": ["a.rig"], "token": token}).encode() + b"\n")
        assert heard(door) == ("a.rig",)


def test_who_says_something_byte_by_byte_is_not_waited_for(
    door: Door, family: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(one_window, "READ_S", 0.2)
    talk = """
import socket, sys, time
from pathlib import Path
from advisor.ui.start import single_instance as one_window
visitor = one_window._visitor(Path(sys.argv[1]), getattr(socket, sys.argv[2]))
print("here", flush=True)
try:
    while True:
        visitor.send(b"[")
        time.sleep(0.02)
except OSError:
    print("sent away")
"""
    command = [sys.executable, "-c", talk, str(door.place), family]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "here\n"
        assert heard(door) is None
        assert process.communicate()[0] == "sent away\n"


def test_many_who_say_nothing_hold_up_neither_the_window_nor_a_start(
    door: Door, family: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []
    monkeypatch.setattr(time, "sleep", waits.append)
    monkeypatch.setattr(socket.socket, "settimeout", lambda *_: pytest.fail("the window waits"))
    place = ("127.0.0.1", int(door.place.read_text().split()[0])) if family == "AF_INET" else str(door.place)
    strangers = []
    for _ in range(60):
        stranger = socket.socket(getattr(socket, family))
        stranger.connect(place)
        strangers.append(stranger)
        assert door.receive() is None
    start = second(family, "a.rig")
    came = None
    while came is None and start.poll() is None:
        came = door.receive()
    assert came == (os.path.abspath("a.rig"),)
    assert ended(start) == "taken"
    assert waits == []
    assert len(door._inside) <= 16
    for stranger in strangers:
        stranger.close()


def test_the_window_hears_who_takes_a_moment_to_say_it(
    door: Door, family: str, qtbot: QtBot, qapp: QApplication
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    visitors = Visitors(window, qapp, door)
    came: list[tuple[str, ...]] = []
    visitors.came.connect(came.append)
    visitors.start()
    port, secret = door.place.read_text().split() if family == "AF_INET" else ("0", "")
    said = json.dumps({"secret": secret, "files": ["a.rig"] * 5000}).encode() + b"\n"
    with socket.socket(getattr(socket, family)) as visitor:
        visitor.connect(("127.0.0.1", int(port)) if int(port) else str(door.place))
        visitor.sendall(said[:20])
        qtbot.waitUntil(lambda: door.is_visited)
        visitor.sendall(said[20:])
        qtbot.waitUntil(lambda: bool(came))
    assert len(came[0]) == 1000, "no more files than a person means"
    visitors.stop()


def test_where_no_door_can_be_made_the_window_opens_all_the_same(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    too_long_for_a_socket = [tmp_path / ("deep" * 60)] if FAMILY != socket.AF_INET else []
    for folder in (tmp_path / "file" / "below", *too_long_for_a_socket):
        monkeypatch.setenv("RIG_ADVISOR_DATA", str(folder))
        found = arrive([])
        assert (found.is_taken, found.door) == (False, None)


def test_a_command_never_looks_for_a_window() -> None:
    code = "import sys; from advisor.__main__ import main; main(['model', '--help']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert one_window.__name__ not in done.stdout


FILE_OPENED = """
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QWidget
from advisor.ui.start.visitors import Application, Visitors
application = Application([])
window = QWidget()
visitors = Visitors(window, application, None)
visitors.came.connect(print)
QCoreApplication.sendEvent(application, QFileOpenEvent("/early.rig"))
visitors.start()
QCoreApplication.sendEvent(application, QFileOpenEvent("/late.gguf"))
"""


def test_files_that_the_system_hands_over_are_opened() -> None:
    done = subprocess.run([sys.executable, "-c", FILE_OPENED], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["('/early.rig',)", "('/late.gguf',)"]
