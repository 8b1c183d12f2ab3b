"""How long the window's own thread works for a turned knob, for another page, and for a search among all models.

Run from the folder of README.md: `python -m tests.benchmarks.window_speed [--turns 300] [--at-once]`. Counted is the
time of the processor that the thread of the window takes, with painting, on rigs of several kinds and for every
workload; other programs on the machine show little in it. Page by page: the work from the knob to the redrawn charts,
and the longest stretch in which no input would be handled.
"""

import argparse
import os
import random
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, SignalInstance
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QSlider, QWidget

from advisor.advice.comparison import Entry
from advisor.ui.models.page_what_can_i_run import WhatCanIRunPage
from advisor.ui.state.session import Session
from advisor.ui.upgrade.page_upgrade import UpgradePage
from advisor.ui.upgrade.side_by_side_wiring import RigList
from advisor.ui.will_it_run.page_will_it_run import WillItRunPage
from advisor.ui.window.main_window import MainWindow
from advisor.ui.work.looked_at import LookedAt
from tests.benchmarks.pictures import DESKTOP
from tests.fakes import rigs
from tests.fakes.sure import sure
from tests.fakes.whole_window import PAGES, Script, is_settled, settle, turn, whole_window

MACHINES = {"desktop": DESKTOP, "laptop": rigs.laptop(), "old server": rigs.old_server(), "Mac": rigs.mac()}
TURNS = 300
MEDIAN_MS, P99_MS, PAGE_S = 16.0, 50.0, 0.8
COUNTING_S = 0.02
ANOTHER = ", another workload"
"""It asks everything anew, and brings other knobs: told apart from the other knobs, and without a limit."""
QUESTION_PAGES = ("will_it_run", "upgrade")
BESIDE = Entry(computer="computers/usual/pc-rtx-4090"), Entry(computer="computers/usual/pc-rtx-3060-12gb")
"""What stands side by side with each rig meanwhile."""


class Core:
    """How fast a core is now: other programs on it make it slower, also while they wait for the same caches.

    Times are told as they were on a core that counts to a million in `COUNTING_S`.
    """

    def __init__(self) -> None:
        self.share = 1.0

    def look(self) -> None:
        """Count again."""
        before_s = time.thread_time()
        for _ in range(1_000_000):
            pass
        self.share = min(1.0, COUNTING_S / (time.thread_time() - before_s))


CORE = Core()


class Work:
    """Milliseconds that the window's thread worked: all of it, and the longest turn of its event loop."""

    def __init__(self) -> None:
        self.total_ms = self.longest_ms = 0.0

    def until(self, done: Callable[[], bool]) -> "Work":
        """Turn the event loop until it is done; every turn that works is counted."""
        end_s = time.monotonic() + 30
        while True:
            before_s = time.thread_time()
            turn()
            ms = (time.thread_time() - before_s) * 1000 * CORE.share
            self.total_ms += ms
            self.longest_ms = max(self.longest_ms, ms)
            if done():
                return self
            assert time.monotonic() < end_s, "waited in vain"


class Answers(QObject):
    """Counts the answers that a page shows."""

    def __init__(self, window: MainWindow, *signals: SignalInstance) -> None:
        super().__init__(window)
        self.count = 0
        for signal in signals:
            signal.connect(self._take)

    def _take(self, _: object) -> None:
        self.count += 1


def answers_of(window: MainWindow) -> dict[str, Answers]:
    """By page, what counts its answers."""
    session, page = sure(window.findChild(Session)), sure(window.findChild(UpgradePage))
    verdict = next(one for one in page.findChildren(LookedAt) if not isinstance(one, RigList))
    return {
        "will_it_run": Answers(window, session.asking.answered, session.asking.failed),
        "upgrade": Answers(window, verdict.changed, verdict.failed),
    }


def knobs_of(window: MainWindow, name: str) -> list[QWidget]:
    """The knobs of a page but its model and workload, which bring another page of knobs along."""
    if name == "upgrade":
        bar = sure(window.findChild(UpgradePage)).bar
        return [bar._cloud.control, bar.fields["hours_per_day"].control]
    knobs = sure(window.findChild(WillItRunPage)).knobs
    return [knobs.control(knob_id) for knob_id, *_ in knobs._others]


def knob_steps(controls: list[QWidget], chance: random.Random) -> Iterator[Callable[[], None]]:
    """Ways to turn one of some knobs by one step, as the mouse or the keys do."""
    for control in controls:
        if isinstance(control, QSlider):
            others = [step for step in range(control.maximum() + 1) if step != control.value()]
            if others:
                yield partial(control.setValue, chance.choice(others))
        elif isinstance(control, QComboBox):
            rows = [row for row in range(control.count()) if control.itemData(row) and row != control.currentIndex()]
            if rows:
                yield partial(choose, control, chance.choice(rows))
        elif isinstance(control, QLineEdit):
            others = [hours for hours in range(1, 25) if str(hours) != control.text()]
            yield partial(write, control, str(chance.choice(others)))


def choose(control: QComboBox, row: int) -> None:
    control.setCurrentIndex(row)
    control.activated.emit(row)


def ask_workload(session: Session, workload_id: str) -> None:
    session.asking.turn("workload", workload_id)
    session.asking.answer()


def write(control: QLineEdit, text: str) -> None:
    control.setText(text)
    control.editingFinished.emit()


def turned(window: MainWindow, answers: Answers, act: Callable[[], None]) -> tuple[Work, Work]:
    """The work of one turned knob: until the charts are redrawn, and what follows in small pieces."""
    count = answers.count
    before_s = time.thread_time()
    act()
    work = Work()
    work.total_ms = work.longest_ms = (time.thread_time() - before_s) * 1000 * CORE.share
    work.until(lambda: answers.count > count)
    work.until(lambda: True)  # what was asked to be painted is
    return work, Work().until(lambda: is_settled(window))


def rest(window: MainWindow, *, at_once: bool) -> None:
    """Somebody reads the answer before the next turn; `at_once` nobody does, and nothing is worked out ahead."""
    settle(window)
    if not at_once:
        sure(window.findChild(Session)).asking.finish_ahead()
        settle(window)


def measure_knobs(
    window: MainWindow, turns: int, chance: random.Random, *, at_once: bool
) -> dict[str, list[tuple[Work, Work]]]:
    """Turned knobs by page, over all workloads and several models."""
    session, page = window.findChild(Session), window.findChild(WillItRunPage)
    answers, found = answers_of(window), defaultdict(list)
    sure(window.findChild(RigList)).add(*BESIDE)
    workloads = [sure(page).knobs.workload.itemData(row) for row in range(sure(page).knobs.workload.count())]
    workloads = [workload for workload in workloads if workload]
    for number in range(turns):
        name = QUESTION_PAGES[number % 7 // 4]
        window.open_page(name)
        if number % 8 == 0:
            rest(window, at_once=at_once)
            CORE.look()
            ask = partial(ask_workload, sure(session), workloads[number // 8 % len(workloads)])
            found[f"{name}{ANOTHER}"].append(turned(window, answers[name], ask))
        rest(window, at_once=at_once)
        steps = list(knob_steps(knobs_of(window, name), chance))
        CORE.look()
        if steps:
            found[name].append(turned(window, answers[name], chance.choice(steps)))
    return found


def measure_pages(window: MainWindow) -> dict[str, list[tuple[float, float]]]:
    """By page, the first and the second time: seconds to its first paint, and until nothing is to come any more."""
    found = defaultdict(list)
    for name in (*PAGES[1:], *PAGES, *PAGES):
        CORE.look()
        begin_s = time.perf_counter()
        window.open_page(name)
        turn()
        painted_s = time.perf_counter() - begin_s
        settle(window)
        all_s = time.perf_counter() - begin_s
        found[name].append((painted_s * CORE.share, all_s * CORE.share))
    return found


def measure_search(window: MainWindow) -> dict[str, float]:
    """Milliseconds of work of the table of all models: sorted by each column, and searched letter by letter."""
    window.open_page("what_can_i_run")
    settle(window)
    page = window.findChild(WhatCanIRunPage)
    orders = [(column, order) for column in range(sure(page).rows.columnCount()) for order in Qt.SortOrder]
    sorting = [work_ms(partial(sure(page).bar.order_chosen.emit, column, order)) for column, order in orders]
    texts = ("l", "ll", "lla", "llam", "llama", "llama 3", "llama 3.1", "", "q", "qw", "qwen", "")
    typing = [work_ms(partial(sure(page).bar.words.setText, text)) for text in texts]
    return {"sorting": max(sorting), "searching": max(typing)}


def work_ms(act: Callable[[], None]) -> float:
    """Milliseconds of work for one act, with painting."""
    before_s = time.thread_time()
    act()
    turn()
    return (time.thread_time() - before_s) * 1000 * CORE.share


def p99(values: list[float]) -> float:
    return sorted(values)[min(len(values) - 1, round(0.99 * len(values)))]


def line(name: str, values: list[float]) -> str:
    return f"{name:44}{statistics.median(values):8.1f}{p99(values):8.1f}{max(values):8.1f}"


def main(arguments: list[str]) -> int:
    """Measure and print; fail where a limit is missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.window_speed", description=__doc__)
    parser.add_argument("--turns", type=int, default=TURNS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--at-once", action="store_true", help="turn each knob before anything is worked out ahead")
    wished = parser.parse_args(arguments)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application, chance = QApplication(["rig-advisor"]), random.Random(wished.seed)
    knobs: dict[str, list[tuple[Work, Work]]] = defaultdict(list)
    pages: dict[str, list[tuple[float, float]]] = defaultdict(list)
    search: dict[str, list[float]] = defaultdict(list)
    for machine in MACHINES.values():
        with tempfile.TemporaryDirectory() as folder:
            script = Script(Path(folder) / "script")
            script.read(machine)
            with whole_window(application, Path(folder) / "data", script) as window:
                settle(window)
                for name, found in measure_pages(window).items():
                    pages[name] += [found[0], found[-1]]
                for name, each in measure_knobs(
                    window, wished.turns // len(MACHINES), chance, at_once=wished.at_once
                ).items():
                    knobs[name] += each
                for name, ms in measure_search(window).items():
                    search[name].append(ms)
    return 0 if report(knobs, pages, search) else 1


def report(
    knobs: dict[str, list[tuple[Work, Work]]],
    pages: dict[str, list[tuple[float, float]]],
    search: dict[str, list[float]],
) -> bool:
    """Print all; whether the limits are kept."""
    write = sys.stdout.write
    write(f"{'milliseconds of work of the window':44}{'median':>8}{'p99':>8}{'most':>8}\n")
    kept = True
    for name, works in knobs.items():
        redrawn = [work.total_ms for work, _ in works]
        if ANOTHER not in name:
            kept = kept and statistics.median(redrawn) <= MEDIAN_MS and p99(redrawn) <= P99_MS
        write(line(f"{name}: knob to redrawn charts ({len(works)} turns)", redrawn) + "\n")
        write(line(f"{name}: longest stretch of what follows", [after.longest_ms for _, after in works]) + "\n")
        write(line(f"{name}: all that follows", [after.total_ms for _, after in works]) + "\n")
    for name, values in search.items():
        write(line(f"{name} all models", values) + "\n")
    write(f"{'seconds to another page':44}{'paint':>8}{'all':>8}{'again':>8}\n")
    for name, times in pages.items():
        paint_s, all_s = max(one for one, _ in times), max(end for _, end in times[::2])
        again_s = max(end for _, end in times[1::2])
        kept = kept and all_s <= PAGE_S
        write(f"{name:44}{paint_s:8.2f}{all_s:8.2f}{again_s:8.2f}\n")
    return kept


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
