"""The whole window with all pages on an imagined machine: what its children would read is said by a script."""

import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QTimer
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

from advisor.facts.answers.crossover import LAYER_ROWS, LayerRun
from advisor.facts.answers.local_model import LocalModel, Looked
from advisor.facts.answers.tried import Tried
from advisor.facts.machine.machine import Machine
from advisor.facts.machine.measurement import Measurement
from advisor.run.command import advisor_command
from advisor.ui.start.application import open_window
from advisor.ui.window.main_window import MainWindow
from advisor.ui.work.child_process import ChildProcess
from advisor.ui.work.job import Job
from tests.fakes.children import APP_CHILD
from tests.fakes.patience import HANG_S

PAGES = ("overview", "my_rig", "what_can_i_run", "will_it_run", "upgrade", "learn")
PROBE, BENCH, LAYER, MODELS, TRY = "probe", "bench", "layer", "models", "try"
LOOK_MS = 10


class Script:
    """What the children say; each can be written anew while the window is open."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.find(())

    def write(self, command: str, *events: dict[str, Any], end: str = "0") -> None:
        """These events, then an end: `hang`, `crash`, or after so many seconds."""
        (self.folder / f"{command}.jsonl").write_text("".join(json.dumps(event) + "\n" for event in events))
        (self.folder / f"{command}.end").write_text(end)

    def read(self, machine: Machine) -> None:
        """Detection finds this machine."""
        self.write(PROBE, said("machine", machine))

    def measure(self, results: Sequence[Measurement], *, end: str = "0") -> None:
        """The measurement gives these results."""
        self.write(BENCH, progress(500, "reading memory"), *(said("measurement", one) for one in results), end=end)

    def find(self, models: Sequence[LocalModel]) -> None:
        """These models lie on the computer."""
        self.write(MODELS, *(said("local_model", one) for one in models), said("looked", Looked()))

    def run_model(self, tried: Tried, *, end: str = "0") -> None:
        """A model that is tried reaches this."""
        self.write(TRY, progress(500, "llama-bench writes"), said("tried", tried), end=end)

    def run_layer(self) -> None:
        """The layer runs on the processor."""
        runs = (
            LayerRun(device="cpu", device_name="Processor", rows=rows, middle_s=0.002, low_s=0.001, high_s=0.003,
                     passes=10, method="test/1")
            for rows in LAYER_ROWS
        )  # fmt: skip
        self.write(LAYER, progress(500, "a thousand rows"), *(said("layer_run", one) for one in runs))

    def command(self, *arguments: str) -> list[str]:
        """The command line of a child; files of models are read by the real one."""
        if arguments[0] in (PROBE, BENCH, MODELS, TRY):
            return [sys.executable, "-S", APP_CHILD, str(self.folder), *arguments]
        return advisor_command(*arguments)


def said(kind: str, record: Any) -> dict[str, Any]:
    """A record as a child says it."""
    return {"event": "result", "kind": kind, "body": record.model_dump(mode="json", by_alias=True)}


def progress(per_mille: int, phase: str) -> dict[str, Any]:
    """How far a child is."""
    return {"event": "progress", "per_mille": per_mille, "phase": phase, "limit_s": 30.0}


@contextmanager
def whole_window(application: QApplication, folder: Path, script: Script) -> Iterator[MainWindow]:
    """The window as after a start, once nothing is at work in it any more; the look of the application is put back."""
    look = application.styleSheet(), application.font(), application.palette()
    before = os.environ.get("RIG_ADVISOR_DATA"), ChildProcess.default_command
    os.environ["RIG_ADVISOR_DATA"] = str(folder)
    ChildProcess.default_command = script.command
    window = open_window(application, [])
    try:
        wait_until(lambda: window.pages.count() == len(PAGES))
        yield window
    finally:
        window.close()
        window.deleteLater()
        turn()
        ChildProcess.default_command = staticmethod(before[1])
        if before[0] is None:
            del os.environ["RIG_ADVISOR_DATA"]
        else:
            os.environ["RIG_ADVISOR_DATA"] = before[0]
        application.setStyleSheet(look[0])
        application.setFont(look[1])
        application.setPalette(look[2])


@contextmanager
def measured_window(
    application: QApplication, folder: Path, machine: Machine, results: Sequence[Measurement]
) -> Iterator[MainWindow]:
    """The whole window on a computer that was read and measured."""
    script = Script(folder / "script")
    script.read(machine)
    script.measure(results)
    with whole_window(application, folder / "data", script) as shown:
        settle(shown)
        shown.my_rig.measure_requested.emit()
        settle(shown)
        yield shown


def open_page(window: MainWindow, name: str) -> QScrollArea:
    """Open a page, and wait until it is done."""
    window.open_page(name)
    settle(window)
    return shown_page(window)


def shown_page(window: MainWindow) -> QScrollArea:
    """The page that is open."""
    return next(one for one in window.findChildren(QScrollArea, "page") if one.isVisible())


def is_settled(window: QWidget) -> bool:
    """Whether no child and no work in small pieces is under way."""
    waiting = any(timer.isActive() and timer.interval() == 0 for timer in window.findChildren(QTimer))
    return not waiting and not window.findChildren(Job)


def turn() -> None:
    """One turn of the event loop, deletions included."""
    QApplication.processEvents()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def wait_until(condition: Callable[[], bool], limit_s: float = HANG_S) -> None:
    """Turn the event loop until the condition holds; it is looked at every few milliseconds."""
    end_s = time.monotonic() + limit_s
    alarm = QTimer()
    alarm.start(LOOK_MS)  # looks are taken also while nothing happens
    turn()
    while not condition():
        assert time.monotonic() < end_s, "waited in vain"
        look_s = time.monotonic() + LOOK_MS / 1000
        while time.monotonic() < look_s:
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        turn()


def settle(window: QWidget) -> None:
    """Wait until nothing is under way, and everything is laid out and painted."""
    wait_until(lambda: is_settled(window))
    for _ in range(4):  # parts that follow the width ask for another turn
        turn()
