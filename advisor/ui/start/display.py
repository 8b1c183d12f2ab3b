"""Whether there is a screen to open a window on: Qt ends the whole program where it finds none."""

import os
import socket
import sys
from pathlib import Path

from PySide6.QtCore import QLibraryInfo

_COMMANDS_WORK = "; the commands work without one (rig-advisor --help)."
NO_SCREEN = f"There is no screen to open a window on{_COMMANDS_WORK}"
REFUSED = (
    f"The screen {{name}} does not let you open a window (its key, XAUTHORITY, is missing or wrong){_COMMANDS_WORK}"
)
MISSING = "This system lacks {name}, without which no window opens{hint}."
_PACKAGES = {"libxcb-cursor.so.0": "libxcb-cursor0", "libxkbcommon-x11.so.0": "libxkbcommon-x11-0"}
"""What Debian and Ubuntu call the package of a library that a bare system may lack."""
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
    answering = (name for name in possible if screens[name]())
    troubles: list[str] = []
    for name in answering:
        troubles.append(_trouble_with(name))
        if not troubles[-1]:
            return ""
    return next(iter(troubles), NO_SCREEN)


def _trouble_with(platform: str) -> str:
    """Why a window system that answers is of no use."""
    from advisor.run.window_system import lets_in, missing_library

    if platform == "xcb" and not lets_in():
        return REFUSED.format(name=os.environ["DISPLAY"])
    for plugin in _plugins(platform):
        missing = missing_library(plugin)
        if missing:
            package = _PACKAGES.get(missing)
            hint = f" (on Debian and Ubuntu: sudo apt install {package})" if package else ""
            return MISSING.format(name=missing, hint=hint)
    return ""


def _plugins(platform: str) -> list[Path]:
    return sorted(_folder().glob(f"*q{platform}.*"))


def _folder() -> Path:
    return Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)) / "platforms"


def _is_installed(platform: str) -> bool:
    return bool(_plugins(platform)) or not _folder().is_dir()


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
