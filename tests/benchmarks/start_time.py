"""How long the window takes from its start to the first paint, to charts, and from page to page, and its memory.

Run from the folder of README.md, on Linux with Xvfb: `python -m tests.benchmarks.start_time [PROGRAM]` times the
packaged app (`dist/rig-advisor/rig-advisor`), or without a file this source tree. What is on the screen is looked at
every 2 ms; nothing in the app helps. In turns with it an empty window of Qt is started, to tell a slow machine from a
slow start. `--cold` drops the caches of files before each start (as root), `--long` walks through all pages for a while
and looks at memory again.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import psutil

from advisor.facts.values.units import MEGA
from advisor.present.words.palette import COLORS
from tests.benchmarks.screen import Screen

RUNS, STILL_S, PAGES = 5, 1.0, 7
PAINTED, DRAWN = 3000, 150
"""Pixels looked at that make a painted window, and a drawn chart."""
LIGHT = {role: pair[0] for role, pair in COLORS.items()}
MARKS = tuple({LIGHT[role] for role in ("this_rig", "processor", "graphics_memory", "candidate", "other_programs")})
EMPTY = f"""
import sys
from PySide6.QtWidgets import QApplication, QWidget
app = QApplication([])
window = QWidget()
window.setStyleSheet("background: {LIGHT["card"]}")
window.resize(1240, 780)
window.show()
sys.exit(app.exec())
"""
LIMITS = {
    "first paint": 0.3,
    "first paint, cold": 0.6,
    "charts": 0.8,
    "page": 0.8,
    "memory": 165.0,
    "memory after long use": 250.0,
}
"""Seconds, and MB of resident memory."""


class Start(NamedTuple):
    """One start: seconds to the first paint and to charts on page My rig, seconds for each page, and memory in MB."""

    paint_s: float
    charts_s: float
    pages_s: tuple[float, ...]
    rss_mb: float
    pss_mb: float
    long_mb: float


def started(command: Sequence[str], screen: Screen, folder: Path) -> tuple[subprocess.Popen[bytes], float]:
    """A process on the screen, and when it was started."""
    kept = {name: value for name, value in os.environ.items() if name != "QT_QPA_PLATFORM"}
    environment = {**kept, "DISPLAY": screen.display, "RIG_ADVISOR_DATA": str(folder)}
    begin = time.perf_counter()
    return subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL), begin


def paint_time(screen: Screen, begin: float) -> float:
    """Seconds until a window stands on the black screen."""
    surfaces = LIGHT["card"], LIGHT["background"]
    painted = screen.wait(lambda: screen.count(*surfaces) > PAINTED)
    assert painted, "no window came"
    return painted - begin


def memory_mb(process: subprocess.Popen[bytes]) -> tuple[float, float]:
    """Resident memory, and the share of it that belongs to this process alone or in part."""
    found: Any = psutil.Process(process.pid).memory_full_info()
    return found.rss / MEGA, found.pss / MEGA


def one_start(command: Sequence[str], screen: Screen, *, long: bool) -> Start:
    """Start the app with a new data folder, look, walk through its pages, end it."""
    with tempfile.TemporaryDirectory() as folder:
        process, begin = started(command, screen, Path(folder))
        try:
            paint_s = paint_time(screen, begin)
            drawn = screen.wait(lambda: screen.count(*MARKS) > DRAWN)
            assert drawn, "no chart came"
            screen.wait_still(still_s=STILL_S)
            rss_mb, pss_mb = memory_mb(process)
            screen.focus()
            pages_s = tuple(page_time(screen, number) for number in (*range(2, PAGES + 1), 1) * 2)
            if long:
                use_long(screen)
            return Start(paint_s, drawn - begin, pages_s, rss_mb, pss_mb, memory_mb(process)[0])
        finally:
            end(process, screen)


def page_time(screen: Screen, number: int) -> float:
    """Seconds from the key of a page to the last change on the screen."""
    begin = time.perf_counter()
    screen.press(str(number), control=True)
    _, last = screen.wait_still(still_s=STILL_S, pixels=200)
    return max(0.0, last - begin)


def use_long(screen: Screen) -> None:
    """Walk through all pages and turn what the keys reach."""
    for turn in range(120):
        screen.press(str(turn % PAGES + 1), control=True)
        time.sleep(0.3)
        for key in ("Tab", "Tab", "Down", "Right", "Tab", "Down", "Left", "Escape"):
            screen.press(key)
            time.sleep(0.05)
    screen.wait_still(still_s=2 * STILL_S)


def empty_time(screen: Screen) -> float:
    """Seconds to the first paint of an empty window."""
    process, begin = started([sys.executable, "-c", EMPTY], screen, Path())
    paint_s = paint_time(screen, begin)
    end(process, screen)
    return paint_s


def end(process: subprocess.Popen[bytes], screen: Screen) -> None:
    """End a start and its children, which would be in the way of the next."""
    for child in psutil.Process(process.pid).children(recursive=True):
        child.kill()
    process.kill()
    process.wait()
    screen.wait(lambda: screen.count("#000000") == screen.looked().size, limit_s=5)


def drop_caches() -> None:
    """Forget what was read from disk."""
    os.sync()
    Path("/proc/sys/vm/drop_caches").write_text("3")


def middle(starts: Sequence[Start], figure: Callable[[Start], float]) -> float:
    """The median of one figure."""
    return statistics.median(map(figure, starts))


def report(starts: Sequence[Start], empty: Sequence[float], *, cold: bool, long: bool) -> bool:
    """Print medians beside their limits; whether all are kept."""
    figures = {
        "first paint, cold" if cold else "first paint": middle(starts, lambda one: one.paint_s),
        "charts": middle(starts, lambda one: one.charts_s),
        "page": max(statistics.median(one.pages_s[number] for one in starts) for number in range(2 * PAGES)),
        "memory": middle(starts, lambda one: one.rss_mb),
    }
    if long:
        figures["memory after long use"] = starts[0].long_mb
    for name, figure in figures.items():
        kept = "" if figure <= LIMITS[name] else "  TOO MUCH"
        sys.stdout.write(f"{name:24}{figure:8.2f}  limit {LIMITS[name]:g}{kept}\n")
    pages = ", ".join(f"{statistics.median(one.pages_s[number] for one in starts):.2f}" for number in range(2 * PAGES))
    sys.stdout.write(f"pages 2 to {PAGES} and 1, first and second time: {pages} s\n")
    ratio = middle(starts, lambda one: one.paint_s) / statistics.median(empty)
    sys.stdout.write(f"an empty window of Qt: {statistics.median(empty):.2f} s, so {ratio:.1f} times as long\n")
    sys.stdout.write(f"of the memory {middle(starts, lambda one: one.pss_mb):.0f} MB are its own share\n")
    return all(figure <= LIMITS[name] for name, figure in figures.items())


def main(arguments: list[str]) -> int:
    """Measure, print, and fail where a limit is missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.start_time", description=__doc__)
    parser.add_argument("program", nargs="?", type=Path)
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--cold", action="store_true")
    parser.add_argument("--long", action="store_true")
    found = parser.parse_args(arguments)
    command = [str(found.program.absolute())] if found.program else [sys.executable, "-m", "advisor"]
    starts, empty = [], []
    with Screen() as screen:
        if not found.cold:
            empty_time(screen)
            one_start(command, screen, long=False)
        for run in range(found.runs):
            if found.cold:
                drop_caches()
            else:
                empty.append(empty_time(screen))
            starts.append(one_start(command, screen, long=found.long and run == 0))
    if not empty:
        empty = [float("nan")]
    return 0 if report(starts, empty, cold=found.cold, long=found.long) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
