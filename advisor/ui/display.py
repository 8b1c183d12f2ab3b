"""Whether there is a screen to open a window on: Qt ends the whole program where it finds none."""

import os
import socket
import sys
from pathlib import Path

from PySide6.QtCore import QLibraryInfo

NO_SCREEN = "There is no screen to open a window on; the commands work without one (rig-advisor --help)."
_X_SOCKETS = Path("/tmp/.X11-unix")
_X_PORT = 6000
_WAIT_S = 2.0


def display_trouble() -> str:
    """Why the window cannot open here, as one plain sentence; empty when it can."""
    wished = [part.partition(":")[0] for part in os.environ.get("QT_QPA_PLATFORM", "").split(";") if part]
    if wished and not any(_is_installed(name) for name in wished):
        return f"This installation has no window system named {wished[0]!r}; unset QT_QPA_PLATFORM."
    screens = {"wayland": _wayland_answers, "xcb": _x_answers}
    possible = wished or list(screens)
    if not sys.platform.startswith("linux") or any(name not in screens for name in possible):
        return ""
    return "" if any(screens[name]() for name in possible) else NO_SCREEN


def _is_installed(platform: str) -> bool:
    folder = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)) / "platforms"
    return any(folder.glob(f"*q{platform}.*")) or not folder.is_dir()


def _wayland_answers() -> bool:
    name = os.environ.get("WAYLAND_DISPLAY", "")
    return bool(name) and _connects(socket.AF_UNIX, str(Path(os.environ.get("XDG_RUNTIME_DIR", "")) / name))


def _x_answers() -> bool:
    """Whether the X server that DISPLAY names (`:0`, `host:10.0`) takes connections."""
    host, colon, number = os.environ.get("DISPLAY", "").rpartition(":")
    number = number.partition(".")[0]
    if not colon or not number.isdigit():
        return False
    if host not in ("", "unix"):
        return _connects(socket.AF_INET, (host, _X_PORT + int(number)))
    place = str(_X_SOCKETS / f"X{number}")
    return _connects(socket.AF_UNIX, place) or _connects(socket.AF_UNIX, f"\0{place}")


def _connects(family: socket.AddressFamily, address: str | tuple[str, int]) -> bool:
    try:
        with socket.socket(family, socket.SOCK_STREAM) as connection:
            connection.settimeout(_WAIT_S)
            connection.connect(address)
    except (OSError, OverflowError):
        return False
    return True
