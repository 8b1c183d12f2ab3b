"""What the window system says before Qt is asked: Qt ends the whole program where it is refused."""

import contextlib
import ctypes
import os
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path

_XCB = "libxcb.so.1"
_ERROR_OUTPUT = 2
ATTEMPTS, PAUSE_S = 3, 0.2
"""A server that begins anew refuses for a moment."""
_MISSING = re.compile(r"^([\w.+-]+): cannot open shared object file")


def lets_in() -> bool:
    """Whether the X server that DISPLAY names lets this person in: asked as Qt does, with the same library.

    The connection stays open: some servers begin anew when their last one is closed, and then refuse for a moment.
    """
    try:
        xcb = ctypes.CDLL(_XCB)
    except OSError:
        return True  # the plugin of the window system tells what is missing
    xcb.xcb_connect.restype = ctypes.c_void_p
    for attempt in range(ATTEMPTS):
        time.sleep(PAUSE_S * attempt)
        with _unsaid():
            connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
        if not xcb.xcb_connection_has_error(connection):
            return True
        xcb.xcb_disconnect(connection)
    return False


@contextlib.contextmanager
def _unsaid() -> Iterator[None]:
    """Without what a library of the system says of its own accord on the error output."""
    try:
        kept = os.dup(_ERROR_OUTPUT)
    except OSError:  # there is none
        yield
        return
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, _ERROR_OUTPUT)
    try:
        yield
    finally:
        os.dup2(kept, _ERROR_OUTPUT)
        os.close(kept)
        os.close(nothing)


def missing_library(library: Path) -> str:
    """What this library needs and the system does not have, or why it cannot be loaded; empty when it can."""
    try:
        ctypes.CDLL(str(library))
    except OSError as error:
        found = _MISSING.match(str(error))
        return found[1] if found else library.name
    return ""


def let_another_come_forward() -> None:
    """Windows lets a program take the front only where the one in front allows it."""
    if sys.platform == "win32":
        ctypes.windll.user32.AllowSetForegroundWindow(-1)
