"""One window for each person, data folder and screen: a second start hands its files to the first one and ends.

Runs before Qt is imported, so it takes the sockets of the standard library: those of the file system, else, where
Python has none (Windows), one of this computer's own address behind a secret in a file of this person.
"""

import contextlib
import os
import socket
import sys
import time
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from advisor.facts.values.units import MIB
from advisor.store.folder import data_folder, make_private, open_private

BEGUN_S = time.monotonic()
"""When this program began, as near as it can tell."""
WAIT_S, READ_S = 2.0, 2.0
"""How long a second start waits for an answer, and may take to say what it has to."""
START_S = 20.0
"""So long after it began a window may still be loading, and has no time to answer."""
FAMILY = getattr(socket, "AF_UNIX", socket.AF_INET)
_OWN_ADDRESS = "127.0.0.1"
_ATTEMPTS, _LOOK_S = 3, 0.005
_DONE = b"taken\n"
_LONGEST_BYTES, _MOST_INSIDE, _MOST_FILES = MIB, 16, 1000
_TOKEN_VARIABLE = "XDG_ACTIVATION_TOKEN"
"""With what a Wayland desktop lets a program that a person has just started bring a window to the front."""


class Door:
    """What the first window listens at; a second start finds it by its place. It never waits for anybody.

    Who came and has not said everything yet may do so for a moment; of too many the first that came goes.
    """

    def __init__(self, listening: socket.socket, place: Path, secret: str) -> None:
        self._socket, self._secret = listening, secret
        self._inside: list[_Visitor] = []
        self.place = place

    def fileno(self) -> int:
        """The descriptor that can be read when somebody comes."""
        return self._socket.fileno()

    @property
    def is_visited(self) -> bool:
        """Whether somebody is inside who has not said everything yet: ask again soon."""
        return bool(self._inside)

    def receive(self) -> tuple[str, ...] | None:
        """The files, perhaps none, of one who has said everything; None where nobody has, or waits for the answer."""
        self._let_in()
        for visitor in tuple(self._inside):
            line = visitor.line()
            if line is None and visitor.is_late():
                line = b""
            if line is not None:
                self._inside.remove(visitor)
                with visitor.socket:
                    files = self._heard(visitor.socket, line)
                if files is not None:
                    return files
        return None

    def _let_in(self) -> None:
        with contextlib.suppress(OSError):  # nobody else is there
            for _ in range(_MOST_INSIDE):
                self._inside.append(_Visitor(self._socket.accept()[0]))
        while len(self._inside) > _MOST_INSIDE:
            self._inside.pop(0).socket.close()

    def _heard(self, visitor: socket.socket, line: bytes) -> tuple[str, ...] | None:
        """The files that a line names, once its visitor knows; None where that is gone, or was no start of ours."""
        import json

        try:
            said = json.loads(line)
            if said["secret"] != self._secret or _has_gone(visitor):  # it has opened a window of its own
                return None
            files = tuple(str(file) for file in said["files"][:_MOST_FILES])
            visitor.sendall(_DONE)
            if said.get("token"):
                with contextlib.suppress(ValueError):  # it is no text that an environment can hold
                    os.environ[_TOKEN_VARIABLE] = str(said["token"])
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None
        return files

    def close(self) -> None:
        """Let the next start be the first one."""
        with contextlib.suppress(OSError):
            self.place.unlink()  # first: who finds nobody behind it takes it away, and puts its own there
        self._socket.close()
        for visitor in self._inside:
            visitor.socket.close()
        self._inside.clear()


class _Visitor:
    """One who came, and what was said so far."""

    def __init__(self, inside: socket.socket) -> None:
        self.socket, self._said, self._until_s = inside, bytearray(), time.monotonic() + READ_S
        inside.setblocking(False)

    def line(self) -> bytes | None:
        """All that was said, up to the end of its line or of the connection; None while more may come."""
        try:
            while len(self._said) < _LONGEST_BYTES:
                more = self.socket.recv(_LONGEST_BYTES)
                self._said += more
                if not more or more.endswith(b"\n"):
                    return bytes(self._said)
        except BlockingIOError:
            return None
        except OSError:
            pass
        return b""

    def is_late(self) -> bool:
        """Whether it took longer than a start of ours does."""
        return time.monotonic() > self._until_s


class Arrival(NamedTuple):
    """What a start found: a window that took its files, or a door of its own, or neither."""

    is_taken: bool = False
    door: Door | None = None


def arrive(files: Sequence[str], family: int = FAMILY) -> Arrival:
    """Hand the files to the window that is open, or become the first one.

    A window that does not answer is left alone, and where no door can be made the window opens without one.
    """
    is_stranger = False
    try:
        place = _place()
        for _ in range(_ATTEMPTS):
            with _alone(place):
                visitor = None if is_stranger else _visitor(place, family)
                if visitor is None:  # nobody yet, or what a crash left
                    place.unlink(missing_ok=True)
                    return Arrival(door=_open(place, family))
            with visitor, contextlib.suppress(ConnectionError, FileNotFoundError):  # it closes just now
                said = _answer(visitor, files, place, family)
                if said == _DONE:
                    return Arrival(is_taken=True)
                is_stranger = bool(said)
    except (OSError, ValueError):
        pass
    return Arrival()


@contextlib.contextmanager
def _alone(place: Path) -> Iterator[None]:
    """While inside, no other start looks or opens there: starts at the same moment come one after the other.

    A start that waits too long goes on all the same.
    """
    held = None
    try:
        until_s = time.monotonic() + WAIT_S
        while held is None and time.monotonic() < until_s:
            held = _lock(place)
            if held is None:
                time.sleep(_LOOK_S)
        yield
    finally:
        if held is not None:
            os.close(held)


def _lock(place: Path) -> int | None:
    """A descriptor that holds the others off until it is closed, also by a crash; None where another start has it."""
    try:
        import fcntl
    except ImportError:  # Windows: a file that goes with its descriptor
        flags = os.O_CREAT | os.O_EXCL | getattr(os, "O_TEMPORARY", 0)
        with contextlib.suppress(FileExistsError, PermissionError):
            return os.open(place.with_suffix(".lock"), flags)
        return None
    folder = os.open(place.parent, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(folder)
        return None
    except OSError:  # a file system without locks
        pass
    return folder


def _place() -> Path:
    """The file at which the windows of this person, data folder and screen meet."""
    screen = [os.environ.get(name, "") for name in ("WAYLAND_DISPLAY", "DISPLAY")]
    name = zlib.crc32("\n".join((*screen, str(data_folder().absolute()))).encode("utf-8", "surrogateescape"))
    own = os.environ.get("XDG_RUNTIME_DIR" if sys.platform.startswith("linux") else "TMPDIR", "")
    folder = Path(own)
    if not own or not folder.is_dir():
        folder = data_folder()
        make_private(folder)
    return folder / f"rig-advisor-{name:08x}.window"


def _visitor(place: Path, family: int) -> socket.socket | None:
    """A connection to the window at that place; None where nobody listens any longer.

    What takes time to import comes first: a visitor has only a moment to say what it has to.
    """
    if not place.exists():
        return None
    import json  # noqa: F401

    import advisor.run.window_system  # noqa: F401

    visitor = socket.socket(family, socket.SOCK_STREAM)
    try:
        visitor.settimeout(WAIT_S)
        visitor.connect(str(place) if family != socket.AF_INET else _own_address(place)[0])
    except (ConnectionError, ValueError, FileNotFoundError, PermissionError):  # the last: of another account, as root
        visitor.close()
        return None
    except OSError:
        visitor.close()
        raise
    return visitor


def _answer(visitor: socket.socket, files: Sequence[str], place: Path, family: int) -> bytes:
    """What the window says to these files; nothing where it closes."""
    import json

    from advisor.run.window_system import let_another_come_forward

    secret = _own_address(place)[1] if family == socket.AF_INET else ""
    let_another_come_forward()
    said = {"secret": secret, "files": [os.path.abspath(file) for file in files]}
    visitor.sendall(json.dumps({**said, "token": os.environ.get(_TOKEN_VARIABLE, "")}).encode() + b"\n")
    visitor.settimeout(max(WAIT_S, START_S - max(0.0, time.time() - place.stat().st_mtime)))
    return visitor.recv(len(_DONE))


def _open(place: Path, family: int) -> Door:
    """Listen there."""
    secret = os.urandom(16).hex() if family == socket.AF_INET else ""
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        if family == socket.AF_INET:
            listening.bind((_OWN_ADDRESS, 0))
            with open(place, "x", encoding="ascii", opener=open_private) as file:
                file.write(f"{listening.getsockname()[1]} {secret}")
        else:
            listening.bind(str(place))
            place.chmod(0o600)
        listening.listen()
        listening.setblocking(False)
    except OSError:
        listening.close()
        raise
    return Door(listening, place, secret)


def _own_address(place: Path) -> tuple[tuple[str, int], str]:
    port, secret = place.read_text(encoding="ascii").split()
    return (_OWN_ADDRESS, int(port)), secret


def _has_gone(visitor: socket.socket) -> bool:
    """Whether the other end is closed already."""
    try:
        return not visitor.recv(1)
    except BlockingIOError:
        return False
