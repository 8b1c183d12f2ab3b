#!/usr/bin/env python3
"""Uses the app as a person would, by keys on a virtual screen: `click_through.py [OPTIONS] -- rig-advisor`.

Opens all pages, measures, picks a model, copies the answer, saves the PDF, closes the window, and looks at what
each step left; then starts it some times more and says how soon the window is painted. It serves whatever can be
started: what is installed, a wheel, a checkout. Needs xvfb, openbox, xdotool, xclip and poppler-utils.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from virtual_screen import LOOK_S, NotSeen, VirtualScreen, wait_for

PAGES = 6
MODEL, WORDS_OF_ITS_ANSWER = "Qwen2.5 7B", ("Qwen2.5 7B", "tokens/s")
STARTS = 5
PAGES_LIMIT_S, MEASURE_LIMIT_S = 120.0, 240.0
LIST_SHARE = 8
"""The list of pages fills at least this part of the window's width, the upper half of its height."""
MARK = "RIG_ADVISOR_CLICKED_THROUGH"
"""In the environment of the app and of all it starts, to find what it leaves behind."""
OF_WINE = ("C:\\windows\\system32\\", "/usr/lib/wine/wineserver")
"""How the commands begin of what Wine starts beside the app and ends in its own time."""


class App:
    """One start of the app with a home of its own."""

    def __init__(self, command: list[str], screen: VirtualScreen, home: Path) -> None:
        self._mark = uuid.uuid4().hex
        kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL") if name in os.environ}
        environment = kept | {"HOME": str(home), "DISPLAY": screen.display, MARK: self._mark}
        self._errors = screen.folder / "errors"
        self._screen = screen
        start_s = time.monotonic()
        with self._errors.open("wb") as errors:
            self._process = subprocess.Popen(command, env=environment, stdout=errors, stderr=errors, cwd=home)
        try:
            wait_for(lambda: self._process.poll() is not None or not screen.is_dark(), "a window", 60.0, LOOK_S)
            self.first_paint_s = time.monotonic() - start_s
            self.check()
            self.first_paint_work_s = work_s(self._process.pid)
        except NotSeen:
            self.kill()
            raise

    def check(self) -> None:
        """Hold that it runs and has nothing to complain about.

        Raises:
            NotSeen: it ended, or wrote something.
        """
        if self._process.poll() is not None:
            raise NotSeen(f"the app running; it ended with {self._process.returncode}: {self._errors.read_text()}")
        if said := self._errors.read_text():
            raise NotSeen(f"no complaints: {said}")

    def close(self) -> None:
        """Close the window as its manager does, and hold that nothing is left of it."""
        self.check()
        wait_for(self._is_closed, "the end of the closed app", look_s=1.0)
        if self._process.returncode or self._errors.read_text():
            raise NotSeen(f"a good end; code {self._process.returncode}: {self._errors.read_text()}")
        wait_for(lambda: not self._left(), "the end of the processes it started", 10.0)
        wait_for(self._screen.is_dark, "an empty screen")

    def _is_closed(self) -> bool:
        """Asks again each time: a key pressed before the window is chosen goes nowhere."""
        if self._process.poll() is None:
            self._screen.press("alt+F4")
        return self._process.poll() is not None

    def kill(self) -> None:
        """End it where something else went wrong."""
        self._process.kill()
        self._process.wait()

    def _left(self) -> list[str]:
        mark = f"{MARK}={self._mark}".encode()
        running = (
            entry for entry in Path("/proc").iterdir() if entry.name.isdigit() and mark in _read(entry / "environ")
        )
        return [
            entry.name for entry in running if not _read(entry / "cmdline").decode(errors="replace").startswith(OF_WINE)
        ]


def work_s(process_id: int) -> float:
    """How long processors have worked for a process."""
    fields = Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError:  # another person's, or gone
        return b""


class Walk:
    """What is done in the open window, step by step, with a picture of each."""

    def __init__(self, screen: VirtualScreen, home: Path, data: Path, pictures: Path | None) -> None:
        self._screen, self._home, self._pictures = screen, home, pictures
        self._data = data

    def take(self) -> None:
        """All steps."""
        for name, step in {
            "pages": self._pages,
            "measure": self._measure,
            "model": self._model,
            "report": self._report,
            "help": self._help,
        }.items():
            start_s = time.monotonic()
            step()
            say(f"{name}: {time.monotonic() - start_s:.1f} s")

    def _show(self, name: str, keys: str, before: int | None) -> int:
        self._screen.press(keys)
        picture = self._screen.wait_still(other_than=before, what=f"another picture after {keys}")
        if self._pictures:
            self._screen.save(self._pictures / f"{name}.png")
        return picture

    def _pages(self) -> None:
        """Twice the same: pages come one after another, and until then their keys do nothing."""
        left, top, width, height = self._screen.window("Rig Advisor")
        end_s = time.monotonic() + PAGES_LIMIT_S
        before: list[int] = []
        chosen = [0]
        while chosen != before or len(set(chosen)) != PAGES:
            if time.monotonic() > end_s:
                raise NotSeen(f"{PAGES} pages")
            before, chosen = chosen, []
            for number in range(1, PAGES + 1):
                self._show(f"page-{number}", f"ctrl+{number}", None)
                chosen.append(self._screen.part(left, top, width // LIST_SHARE, height // 2))

    def _measure(self) -> None:
        kept = self._data / "measurements.json"
        before = kept.stat().st_mtime_ns if kept.is_file() else 0
        self._screen.press("ctrl+1", "ctrl+r")
        wait_for(lambda: kept.is_file() and kept.stat().st_mtime_ns != before, "a kept measurement", MEASURE_LIMIT_S)
        self._show("measured", "ctrl+1", None)

    def _model(self) -> None:
        self._show("model-before", "ctrl+4", None)
        self._screen.press("ctrl+f", "ctrl+a")
        self._screen.write(MODEL)
        self._screen.press("Return")
        self._screen.wait_still()

        def is_copied() -> bool:
            self._screen.press("ctrl+shift+c")
            return all(word in self._screen.clipboard() for word in WORDS_OF_ITS_ANSWER)

        wait_for(is_copied, f"the answer for {MODEL} in the clipboard", look_s=0.5)
        say(self._screen.clipboard().replace("\n", " | "))
        self._show("model", "ctrl+4", None)

    def _report(self) -> None:
        """From page Overview: in the search box of Will it run?, Ctrl+E goes to the end of the text."""
        name = "my rig.pdf"
        before = self._show("before-report", "ctrl+1", None)
        self._screen.press("ctrl+e")
        wait_for(lambda: self._screen.tool("search", "--onlyvisible", "--name", "^Save "), "the dialog to save")
        self._screen.wait_still(other_than=before, what="the finished dialog to save")
        self._screen.press("ctrl+a")
        self._screen.write(name)
        self._screen.press("Return")
        wait_for(lambda: list(self._home.rglob(name)), "the PDF")  # which folder is offered, the system decides
        (file,) = self._home.rglob(name)
        text = subprocess.run(["pdftotext", file, "-"], capture_output=True, check=True, text=True).stdout
        missing = [word for word in (*WORDS_OF_ITS_ANSWER, "measured") if word not in " ".join(text.split())]
        if missing:
            raise NotSeen(f"{missing} in the PDF")
        say(f"PDF of {file.stat().st_size} bytes")

    def _help(self) -> None:
        before = self._show("report", "ctrl+4", None)
        during = self._show("help", "F1", before)
        self._screen.press("Escape")
        self._screen.wait_still(other_than=during, what="the help closed")

    def check_kept(self) -> None:
        """Hold that the page that was open when the window was closed is kept."""
        kept = (self._data / "window.ini").read_text()
        if "page=will_it_run" not in kept:
            raise NotSeen(f"the last page in window.ini: {kept}")


def say(sentence: str) -> None:
    """One line on stdout, at once."""
    sys.stdout.write(f"   {sentence}\n")
    sys.stdout.flush()


def forget_files(folder: Path) -> None:
    """Let the system drop what it keeps in memory of a folder's files, so that the next start reads them anew."""
    for file in folder.rglob("*"):
        if file.is_file():
            descriptor = os.open(file, os.O_RDONLY)
            os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
            os.close(descriptor)


def handed_over(command: list[str], app: App, screen: VirtualScreen, home: Path) -> None:
    """Start the app a second time with a file: the first one shows it, the second ends well and without a word."""
    before = screen.picture()
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL") if name in os.environ}
    environment = kept | {"HOME": str(home), "DISPLAY": screen.display}
    second = subprocess.run(command, env=environment, capture_output=True, text=True, cwd=home, timeout=60, check=False)
    if second.returncode or second.stdout or second.stderr:
        raise NotSeen(f"a second start that hands over; code {second.returncode}: {second.stdout}{second.stderr}")
    screen.wait_still(other_than=before, what="the file of the second start")
    app.check()
    say("a second start handed over its file")


def started_and_closed(command: list[str], screen: VirtualScreen, home: Path) -> App:
    """One more start, to the finished window."""
    app = App(command, screen, home)
    screen.wait_still()
    app.close()
    return app


def timed_starts(arguments: argparse.Namespace, screen: VirtualScreen, home: Path) -> None:
    """Say how soon the window is there, and hold it against the limit."""
    if arguments.folder:
        forget_files(arguments.folder.resolve())
        first = started_and_closed(arguments.command, screen, home)
        say(f"first paint, its files not in memory: {first.first_paint_s:.3f} s")
    starts = [started_and_closed(arguments.command, screen, home) for _ in range(arguments.starts)]
    found_s = sorted(start.first_paint_s for start in starts)
    works_s = statistics.median(start.first_paint_work_s for start in starts)
    all_s = ", ".join(f"{one_s:.3f}" for one_s in found_s)
    say(f"first paint, warm: {statistics.median(found_s):.3f} s (median of {all_s}), {works_s:.2f} s of work")
    if found_s[0] > arguments.limit_s:  # the fastest: other programs slow a start down, nothing speeds it up
        raise NotSeen(f"a window within {arguments.limit_s} s")


def main() -> int:
    """Go through; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--pictures", type=Path, help="keep pictures of the pages in this folder")
    parser.add_argument("--folder", type=Path, help="where the app's files lie: time a start without them in memory")
    parser.add_argument("--file", type=Path, help="open this file in one more start")
    parser.add_argument("--home", type=Path, help="the home of who uses it, instead of a new one")
    parser.add_argument(
        "--data", type=Path, default=Path(".local/share/rig-advisor"), help="where in it the app keeps its data"
    )
    parser.add_argument("--starts", type=int, default=STARTS, help="how often to start it for its time")
    parser.add_argument("--limit-s", type=float, default=1.0, help="how long the fastest start may take")
    parser.add_argument("command", nargs="+", help="how to start the app")
    arguments = parser.parse_args()
    if (program := Path(arguments.command[0])).is_file():
        arguments.command[0] = str(program.absolute())
    with tempfile.TemporaryDirectory(prefix="click through ") as scratch:
        folder, home = Path(scratch), arguments.home or Path(scratch) / "Änne Rig"
        home.mkdir(exist_ok=True)
        screen = VirtualScreen(folder)
        app = None
        try:
            app = App(arguments.command, screen, home)
            walk = Walk(screen, home, home / arguments.data, arguments.pictures)
            walk.take()
            app.close()
            walk.check_kept()
            if arguments.file:
                with_file = [*arguments.command, str(arguments.file)]
                started_and_closed(with_file, screen, home)
                say(f"opened with {arguments.file.name}")
                app = App(arguments.command, screen, home)
                screen.wait_still()
                handed_over(with_file, app, screen, home)
                app.close()
            if arguments.starts:
                timed_starts(arguments, screen, home)
        except NotSeen as missing:
            sys.stderr.write(f"click_through: not seen: {missing}\n")
            if arguments.pictures:
                screen.save(arguments.pictures / "not-seen.png")
            return 1
        finally:
            if app:
                app.kill()
            screen.end()
    return 0


if __name__ == "__main__":
    sys.exit(main())
