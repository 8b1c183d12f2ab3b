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
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from advisor.facts.units import MIB
from advisor.store.folder import data_folder

BEGUN_S = time.monotonic()
"""When this program began, as near as it can tell."""
WAIT_S, READ_S = 2.0, 0.2
"""How long a second start waits for an answer, and a window for what a second start has to say."""
FAMILY = getattr(socket, "AF_UNIX", socket.AF_INET)
_OWN_ADDRESS = "127.0.0.1"
_DONE = b"taken\n"
_LONGEST_BYTES = MIB
_TOKEN_VARIABLE = "XDG_ACTIVATION_TOKEN"
"""With what a Wayland desktop lets a program that a person has just started bring a window to the front."""


class Door:
    """What the first window listens at; a second start finds it by its place."""

    def __init__(self, listening: socket.socket, place: Path, secret: str) -> None:
        self._socket, self._secret = listening, secret
        self.place = place

    def fileno(self) -> int:
        """The descriptor that can be read when somebody comes."""
        return self._socket.fileno()

    def receive(self) -> tuple[str, ...] | None:
        """The files, perhaps none, of who came; None where nobody waits for the answer, or it was no start of ours."""
        import json

        try:
            visitor, _ = self._socket.accept()
            with visitor:
                visitor.settimeout(READ_S)
                said = json.loads(_line(visitor))
                if said["secret"] != self._secret:
                    return None
                if _has_gone(visitor):  # it gave up and has opened a window of its own
                    return None
                visitor.sendall(_DONE)
                files = tuple(str(file) for file in said["files"])
        except (OSError, ValueError, KeyError, TypeError):
            return None
        if said.get("token"):
            os.environ[_TOKEN_VARIABLE] = str(said["token"])
        return files

    def close(self) -> None:
        """Let the next start be the first one."""
        self._socket.close()
        with contextlib.suppress(OSError):
            self.place.unlink()


class Arrival(NamedTuple):
    """What a start found: a window that took its files, or a door of its own, or neither."""

    is_taken: bool = False
    door: Door | None = None


def arrive(files: Sequence[str], family: int = FAMILY) -> Arrival:
    """Hand the files to the window that is open, or become the first one.

    A window that does not answer is left alone, and where no door can be made the window opens without one.
    """
    try:
        place = _place()
        try:
            return Arrival(is_taken=_knock(place, files, family))
        except FileNotFoundError:
            pass
        except (ConnectionError, ValueError):  # left by a crash, or closed just now: nobody is there any longer
            place.unlink(missing_ok=True)
        try:
            return Arrival(door=_open(place, family))
        except FileExistsError:  # another start was quicker
            return Arrival(is_taken=_knock(place, files, family))
    except (OSError, ValueError):
        return Arrival()


def _place() -> Path:
    """The file at which the windows of this person, data folder and screen meet."""
    screen = [os.environ.get(name, "") for name in ("WAYLAND_DISPLAY", "DISPLAY")]
    name = zlib.crc32("\n".join((*screen, str(data_folder().absolute()))).encode("utf-8", "surrogateescape"))
    own = os.environ.get("XDG_RUNTIME_DIR" if sys.platform.startswith("linux") else "TMPDIR", "")
    folder = Path(own)
    if not own or not folder.is_dir():
        folder = data_folder()
        folder.mkdir(parents=True, exist_ok=True)
    return folder / f"rig-advisor-{name:08x}.window"


def _knock(place: Path, files: Sequence[str], family: int) -> bool:
    """Whether the window at that place took the files; an error where it did not in time."""
    if not place.exists():
        raise FileNotFoundError(place)
    address, secret = (str(place), "") if family != socket.AF_INET else _own_address(place)
    with socket.socket(family, socket.SOCK_STREAM) as visitor:
        visitor.settimeout(WAIT_S)
        visitor.connect(address)
        import json

        from advisor.run.window_system import let_another_come_forward

        let_another_come_forward()
        said = {"secret": secret, "files": [os.path.abspath(file) for file in files]}
        visitor.sendall(json.dumps({**said, "token": os.environ.get(_TOKEN_VARIABLE, "")}).encode() + b"\n")
        if not visitor.recv(len(_DONE)):
            raise ConnectionAbortedError
    return True


def _open(place: Path, family: int) -> Door:
    """Listen there. FileExistsError where another start does so since a moment ago."""
    secret = os.urandom(16).hex() if family == socket.AF_INET else ""
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        if family == socket.AF_INET:
            listening.bind((_OWN_ADDRESS, 0))
            with place.open("x", encoding="ascii") as file:
                place.chmod(0o600)
                file.write(f"{listening.getsockname()[1]} {secret}")
        else:
            _bind(listening, place)
            place.chmod(0o600)
        listening.listen()
        listening.setblocking(False)
    except OSError:
        listening.close()
        raise
    return Door(listening, place, secret)


def _bind(listening: socket.socket, place: Path) -> None:
    try:
        listening.bind(str(place))
    except OSError as error:
        if place.exists():
            raise FileExistsError(place) from error
        raise


def _own_address(place: Path) -> tuple[tuple[str, int], str]:
    port, secret = place.read_text(encoding="ascii").split()
    return (_OWN_ADDRESS, int(port)), secret


def _line(visitor: socket.socket) -> bytes:
    """What a visitor says, up to the end of its line."""
    said = b""
    while not said.endswith(b"\n") and len(said) < _LONGEST_BYTES:
        more = visitor.recv(_LONGEST_BYTES)
        if not more:
            break
        said += more
    return said


def _has_gone(visitor: socket.socket) -> bool:
    """Whether the other end is closed already."""
    visitor.setblocking(False)
    try:
        return not visitor.recv(1)
    except BlockingIOError:
        return False
    finally:
        visitor.settimeout(READ_S)
