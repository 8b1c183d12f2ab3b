"""A virtual screen (Xvfb) whose pixels can be looked at every few milliseconds, and whose keys can be pressed."""

import ctypes
import mmap
import shutil
import struct
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

import numpy as np

WIDTH, HEIGHT = 1280, 900
EVERY = 4
"""One pixel of so many across and down is looked at."""
LOOK_S = 0.002
_NCOLORS, _HEADER_FIELDS, _COLOR_BYTES = 19, 25, 12
_CONTROL = "Control_L"
_SERVER = ("Xvfb", "-displayfd", "1", "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-nolisten", "tcp")


class Screen:
    """Starts with the first free number; `display` is its name."""

    def __enter__(self) -> Self:
        self._folder = tempfile.mkdtemp()
        self._server = subprocess.Popen(
            [*_SERVER, "-fbdir", self._folder],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )  # fmt: skip
        assert self._server.stdout is not None
        self.display = f":{self._server.stdout.readline().strip()}"
        with open(Path(self._folder) / "Xvfb_screen0", "rb") as file:
            self._memory = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        header = struct.unpack(f">{_HEADER_FIELDS}I", self._memory[: 4 * _HEADER_FIELDS])
        start, line_bytes = header[0] + header[_NCOLORS] * _COLOR_BYTES, header[12]
        pixels = np.frombuffer(self._memory, np.uint32, line_bytes // 4 * HEIGHT, start)
        self._pixels: Any = pixels.reshape(HEIGHT, line_bytes // 4)[:, :WIDTH]
        self._x11, self._xtest = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
        self._x11.XOpenDisplay.restype = ctypes.c_void_p
        self._x11.XStringToKeysym.restype = self._x11.XDefaultRootWindow.restype = ctypes.c_ulong
        self._link = ctypes.c_void_p(self._x11.XOpenDisplay(self.display.encode()))
        return self

    def __exit__(self, *_: object) -> None:
        self._x11.XCloseDisplay(self._link)
        self._server.terminate()
        self._server.wait()
        del self._pixels
        shutil.rmtree(self._folder, ignore_errors=True)

    def looked(self) -> Any:
        """The colors of the pixels that are looked at, 0xRRGGBB."""
        return self._pixels[::EVERY, ::EVERY] & 0xFFFFFF

    def count(self, *colors: str) -> int:
        """How many of them have one of the colors, each `#RRGGBB`."""
        return int(np.isin(self.looked(), [int(color[1:], 16) for color in colors]).sum())

    def wait(self, condition: Callable[[], bool], *, limit_s: float = 30.0) -> float | None:
        """The moment (perf_counter) at which the condition holds; None if it does not within the limit."""
        end_s = time.perf_counter() + limit_s
        while not condition():
            if time.perf_counter() > end_s:
                return None
            time.sleep(LOOK_S)
        return time.perf_counter()

    def wait_still(self, *, still_s: float, limit_s: float = 30.0, pixels: int = 40) -> tuple[float | None, float]:
        """When more than a few pixels changed first and last, once nothing changed for `still_s`."""
        before, first, last, begin = self.looked(), None, time.perf_counter(), time.perf_counter()
        while time.perf_counter() < min(max(last, begin) + still_s, begin + limit_s):
            time.sleep(LOOK_S)
            now = self.looked()
            if int((now != before).sum()) > pixels:
                before, last = now, time.perf_counter()
                first = first or last
        return first, last

    def focus(self) -> None:
        """Give the keyboard to the largest window, as a window system's shell would."""
        root, parent = ctypes.c_ulong(), ctypes.c_ulong()
        children, number = ctypes.POINTER(ctypes.c_ulong)(), ctypes.c_uint()
        top = self._x11.XDefaultRootWindow(self._link)
        names = map(ctypes.byref, (root, parent, children, number))
        self._x11.XQueryTree(self._link, ctypes.c_ulong(top), *names)
        for index in range(number.value):
            x, y, wide, high, border, depth = (ctypes.c_uint() for _ in range(6))
            facts = map(ctypes.byref, (root, x, y, wide, high, border, depth))
            self._x11.XGetGeometry(self._link, ctypes.c_ulong(children[index]), *facts)
            if wide.value > WIDTH / 2:
                self._x11.XSetInputFocus(self._link, ctypes.c_ulong(children[index]), 1, ctypes.c_ulong(0))
        self._x11.XSync(self._link, 0)

    def press(self, key: str, *, control: bool = False) -> None:
        """Press and release a key by its X name, perhaps with Ctrl."""
        keys = [_CONTROL, key] if control else [key]
        symbols = (ctypes.c_ulong(self._x11.XStringToKeysym(one.encode())) for one in keys)
        codes = [self._x11.XKeysymToKeycode(self._link, symbol) for symbol in symbols]
        for code in codes:
            self._xtest.XTestFakeKeyEvent(self._link, code & 0xFF, 1, ctypes.c_ulong(0))
        for code in reversed(codes):
            self._xtest.XTestFakeKeyEvent(self._link, code & 0xFF, 0, ctypes.c_ulong(0))
        self._x11.XFlush(self._link)
