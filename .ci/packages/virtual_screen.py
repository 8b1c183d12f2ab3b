"""A virtual screen with a window manager, keys to press on it and a look at its picture; nothing but Python's own.

Needs xvfb, openbox and xdotool. Xvfb keeps its picture in a file, so looking costs next to nothing.
"""

import mmap
import os
import struct
import subprocess
import sys
import time
import zlib
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from waiting import CLOCK, NotSeen, wait_for

WIDTH, HEIGHT = 1400, 900
LOOK_S = 0.002
STILL_S = 0.4
"""How long a picture has to stay the same to count as finished; a cursor blinks twice a second."""


class VirtualScreen:
    """One screen, from making it to `end`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        read_end, write_end = os.pipe()
        size = f"{WIDTH}x{HEIGHT}x24"
        options = ["-displayfd", str(write_end), "-screen", "0", size, "-fbdir", str(folder), "-nolisten", "tcp"]
        self._processes = [subprocess.Popen(["Xvfb", *options], pass_fds=[write_end], stderr=subprocess.DEVNULL)]
        os.close(write_end)
        with os.fdopen(read_end) as told:
            number = told.readline().strip()
        if not number:
            raise NotSeen("Xvfb does not start")
        self.display = f":{number}"
        self._environment = os.environ | {"DISPLAY": self.display}
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self._processes.append(subprocess.Popen(["openbox"], env=self._environment, **quiet))
        CLOCK.watched = [process.pid for process in self._processes]
        with (folder / "Xvfb_screen0").open("rb") as file:
            self._memory = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        head = struct.unpack(">25I", self._memory[:100])  # as XWDFile.h has it
        self._start, self._line_bytes = head[0] + 12 * head[19], head[12]

    def end(self) -> None:
        """End the window manager and the screen."""
        for process in reversed(self._processes):
            process.terminate()
            process.wait()

    def is_dark(self) -> bool:
        """Whether a line above the mouse is all black, as it is without a window."""
        start = self._start + HEIGHT // 3 * self._line_bytes
        return not any(self._memory[start : start + self._line_bytes])

    def picture(self) -> int:
        """A number that is another one for another picture."""
        return zlib.crc32(self._memory)

    def part(self, left: int, top: int, width: int, height: int) -> int:
        """The same of a part of the picture."""
        starts = (self._start + line * self._line_bytes + 4 * left for line in range(top, top + height))
        return zlib.crc32(b"".join(self._memory[start : start + 4 * width] for start in starts))

    def window(self, title: str) -> tuple[int, int, int, int]:
        """Left, top, width and height of the window of that title.

        Raises:
            NotSeen: there is none.
        """
        told = self.tool("search", "--onlyvisible", "--name", f"^{title}$", "getwindowgeometry", "--shell")
        found = dict(line.split("=", 1) for line in told.splitlines())
        if not found:
            raise NotSeen(f"a window named {title}")
        left, top, width, height = (int(found[name]) for name in ("X", "Y", "WIDTH", "HEIGHT"))
        return left, top, width, height

    def is_open(self, title: str) -> bool:
        """Whether there is a window of that title."""
        return bool(self.tool("search", "--onlyvisible", "--name", f"^{title}$"))

    def activate(self, title: str) -> None:
        """Bring a window to the front, as a click on it does."""
        self.tool("search", "--onlyvisible", "--name", f"^{title}$", "windowactivate")

    def press_until(self, condition: Callable[[], object], keys: str, *, what: str) -> None:
        """Press the keys once a second until something is so.

        Raises:
            NotSeen: it never was.
        """

        def is_so() -> bool:
            if not condition():
                self.press(keys)
            return bool(condition())

        wait_for(is_so, what, look_s=1.0)

    def press(self, *keys: str) -> None:
        """Press keys one after another: `ctrl+2`, `Return`."""
        self.tool("key", "--clearmodifiers", "--delay", "60", *keys)

    def write(self, text: str) -> None:
        """Write a text as on a keyboard."""
        self.tool("type", "--clearmodifiers", "--delay", "40", text)

    def tool(self, *words: str) -> str:
        """What xdotool answers; empty where it finds nothing."""
        done = subprocess.run(["xdotool", *words], env=self._environment, capture_output=True, text=True, check=False)
        return done.stdout.strip()

    def clipboard(self) -> str:
        """The text somebody copied; empty while they do not hand it over."""
        command = ["xclip", "-o", "-selection", "clipboard"]
        try:
            done = subprocess.run(command, env=self._environment, capture_output=True, check=False, timeout=10)
        except subprocess.TimeoutExpired:  # who holds the text has no time yet
            return ""
        return done.stdout.decode(errors="replace")

    def wait_still(self, *, other_than: int | None = None, limit_s: float = 30.0, what: str = "a still picture") -> int:
        """Wait until the picture stays the same, and is another one than before; which it is.

        Raises:
            NotSeen: it moves, or stays what it was, for all that time.
        """
        seen, since_s = self.picture(), CLOCK.now_s()
        end_s = since_s + limit_s
        while CLOCK.now_s() - since_s < STILL_S or seen == other_than:
            if CLOCK.now_s() > end_s:
                raise NotSeen(what)
            time.sleep(0.05)
            if (now := self.picture()) != seen:
                seen, since_s = now, CLOCK.now_s()
        return seen

    def save(self, file: Path) -> None:
        """Save the picture as PNG."""
        lines = bytearray()
        for line in range(HEIGHT):
            start = self._start + line * self._line_bytes
            row, dots = self._memory[start : start + 4 * WIDTH], bytearray(3 * WIDTH)
            dots[0::3], dots[1::3], dots[2::3] = row[2::4], row[1::4], row[0::4]
            lines += b"\0" + dots
        head = struct.pack(">2I5B", WIDTH, HEIGHT, 8, 2, 0, 0, 0)
        parts = ((b"IHDR", head), (b"IDAT", zlib.compress(lines)), (b"IEND", b""))
        file.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(_png_part(name, body) for name, body in parts))


def _png_part(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
