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
from contextlib import suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from virtual_screen import LOOK_S, VirtualScreen
from waiting import CLOCK, MARK, NotSeen, marked, new_mark, read, wait_for

APP, HELP, PAGES = "Rig Advisor", "Keyboard and help", 6
MODEL, WORDS_OF_ITS_ANSWER = "Qwen2.5 7B", ("Qwen2.5 7B", "tokens/s")
STARTS = 5
PAGES_LIMIT_S, MEASURE_LIMIT_S = 120.0, 240.0
MEASURE_TRIES = 20
"""So often Measure is asked for: it does nothing while the hardware is still read, and a busy computer may end it."""
LIST_SHARE = 8
"""The list of pages fills at least this part of the window's width, the upper half of its height."""
OF_A_HELD_CLIPBOARD = "OleSetClipboard: "
"""How Qt's words begin of a clipboard that another program holds, as the one of Wine that hands it over to this
screen. The app says that nothing was copied, and what is copied here is asked for again until it is there."""
OF_WINE = ("C:\\windows\\system32\\", "/usr/lib/wine/wineserver")
"""How the commands begin of what Wine starts beside the app and ends in its own time."""


class App:
    """One start of the app with a home of its own."""

    def __init__(self, command: list[str], screen: VirtualScreen, home: Path) -> None:
        self._mark = new_mark()
        environment = environment_of(screen, home) | {MARK: self._mark}
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
        if said := self._complaints():
            raise NotSeen(f"no complaints: {said}")

    def close(self) -> None:
        """Close the window as its manager does, and hold that nothing is left of it."""
        self.check()
        wait_for(self._is_closed, "the end of the closed app", look_s=1.0)
        if self._process.returncode or self._complaints():
            raise NotSeen(f"a good end; code {self._process.returncode}: {self._complaints()}")
        wait_for(lambda: not self._left(), "the end of the processes it started", 10.0)
        wait_for(self._screen.is_dark, "an empty screen")

    def _complaints(self) -> str:
        lines = self._errors.read_text().splitlines()
        return "\n".join(line for line in lines if line and not line.startswith(OF_A_HELD_CLIPBOARD))

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
        return [one for one in self._commands() if not one.startswith(OF_WINE)]

    def is_running(self, word: str) -> bool:
        """Whether a child of it runs that has this word in its command."""
        return any(word in one.replace("\0", " ").split() for one in self._commands())

    def _commands(self) -> list[str]:
        return [read(entry / "cmdline").decode(errors="replace") for entry in marked(self._mark)]


def environment_of(screen: VirtualScreen, home: Path) -> dict[str, str]:
    """What a program learns of this computer: nothing of whoever runs the proof."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL") if name in os.environ}
    return kept | {"HOME": str(home), "DISPLAY": screen.display}


def work_s(process_id: int) -> float:
    """How long processors have worked for a process."""
    fields = Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Walk:
    """What is done in the open window, step by step, with a picture of each."""

    def __init__(self, app: App, screen: VirtualScreen, home: Path, data: Path, pictures: Path | None) -> None:
        self._app, self._screen, self._home, self._pictures = app, screen, home, pictures
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
        left, top, width, height = self._screen.window(APP)
        end_s = CLOCK.now_s() + PAGES_LIMIT_S
        before: list[int] = []
        chosen = [0]
        while chosen != before or len(set(chosen)) != PAGES:
            if CLOCK.now_s() > end_s:
                raise NotSeen(f"{PAGES} pages")
            before, chosen = chosen, []
            for number in range(1, PAGES + 1):
                self._show(f"page-{number}", f"ctrl+{number}", None)
                chosen.append(self._screen.part(left, top, width // LIST_SHARE, height // 2))

    def _measure(self) -> None:
        kept = self._data / "measurements.json"
        before = kept.stat().st_mtime_ns if kept.is_file() else 0

        def is_kept() -> bool:
            return kept.is_file() and kept.stat().st_mtime_ns != before

        def is_measuring() -> bool:
            return self._app.is_running("bench")

        for number in range(1, MEASURE_TRIES + 1):
            self._screen.press("ctrl+1", "ctrl+r")
            with suppress(NotSeen):
                wait_for(lambda: is_kept() or is_measuring(), "the begin of a measurement", 10.0)
            wait_for(lambda: is_kept() or not is_measuring(), "the end of a measurement", MEASURE_LIMIT_S)
            with suppress(NotSeen):
                wait_for(is_kept, "a kept measurement", 10.0)
                self._show("measured", "ctrl+1", None)
                return
            self._app.check()
            say(f"nothing was kept when Measure was asked for the {number}. time")
        raise NotSeen("a kept measurement")

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
        """Each key again until it is heard: what comes to the front after a dialog, the system decides."""
        self._screen.activate(APP)
        self._show("report", "ctrl+4", None)
        self._screen.press_until(lambda: self._screen.is_open(HELP), "F1", what="the help")
        self._screen.wait_still()
        if self._pictures:
            self._screen.save(self._pictures / "help.png")
        self._screen.press_until(lambda: not self._screen.is_open(HELP), "Escape", what="the help closed")
        self._screen.activate(APP)

    def check_kept(self) -> None:
        """Hold that the place of the window is kept when it is closed."""
        kept = (self._data / "window.ini").read_text()
        if "geometry=" not in kept:
            raise NotSeen(f"the place of the window in window.ini: {kept}")


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
    environment = environment_of(screen, home) | {MARK: new_mark()}
    said = screen.folder / "said by the second"
    with said.open("wb") as both:
        second = subprocess.Popen(command, env=environment, stdout=both, stderr=both, cwd=home)
    try:
        wait_for(lambda: second.poll() is not None, "the end of a second start", 60.0)
    finally:
        second.kill()
    if second.returncode or said.read_text():
        raise NotSeen(f"a second start that hands over; code {second.returncode}: {said.read_text()}")
    screen.wait_still(other_than=before, what="the file of the second start")
    app.check()
    say("a second start handed over its file")


def started_and_closed(command: list[str], screen: VirtualScreen, home: Path) -> App:
    """One more start, to the finished window."""
    app = App(command, screen, home)
    screen.wait_still()
    app.close()
    return app


def timed_run(command: list[str], screen: VirtualScreen, home: Path) -> float:
    """How long a program runs that does nearly nothing, in seconds: what every start costs on this system."""
    start_s = time.monotonic()
    subprocess.run(command, env=environment_of(screen, home), capture_output=True, cwd=home, check=True)
    return time.monotonic() - start_s


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
    if arguments.beside:
        beside = [*arguments.command[:-1], arguments.beside]
        beside_s = statistics.median(timed_run(beside, screen, home) for _ in found_s)
        times = statistics.median(found_s) / beside_s
        say(f"{arguments.beside} takes {beside_s:.3f} s from start to end, the first paint {times:.1f} times that")
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
    parser.add_argument("--beside", help="a program to time in the place of the app, to hold its start against")
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
            walk = Walk(app, screen, home, home / arguments.data, arguments.pictures)
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
