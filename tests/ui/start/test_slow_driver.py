"""The machine comes twice where a driver takes long: first without its answer."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from advisor.facts.machine.machine import Machine
from advisor.facts.values.fact import unknown
from advisor.facts.values.reason import told
from advisor.ui.start.application import open_window
from advisor.ui.state.session import Session
from advisor.ui.window.main_window import MainWindow
from advisor.ui.work.child_process import ChildProcess
from tests.fakes.machines import machine, nvidia_card
from tests.fakes.sure import sure

NOT_YET = "the NVIDIA driver has not answered yet"
SILENT: dict[str, Any] = {
    name: unknown(told(NOT_YET)) for name in ("memory_total_bytes", "memory_free_bytes", "power_limit_w")
}
PHASE = "graphics"
CHILD = """
import pathlib, sys, time
early, late, answered = {early!r}, {late!r}, pathlib.Path({answered!r})
for line in early:
    print(line, flush=True)
while not answered.exists():
    time.sleep(0.02)
for line in late:
    print(line, flush=True)
"""


def line(**fields: Any) -> str:
    return json.dumps(fields)


def result(found: Machine) -> str:
    return line(event="result", kind="machine", body=found.model_dump(mode="json"))


REBUILT: dict[str, Any] = {
    "name": "NVIDIA GeForce RTX 4090",
    "pci_id": "10de:2684",
    "total_gib": 47.99,
    "free_gib": 47.0,
}
"""A card of which only the driver knows that it has twice the usual memory."""


@pytest.fixture
def driver_answers(request: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Detection waits for the driver until this is called."""
    card: dict[str, Any] = getattr(request, "param", {})
    answered, script = tmp_path / "answered", tmp_path / "child.py"
    early = [
        result(machine(gpus=(nvidia_card(**card, **SILENT),))),
        line(event="progress", per_mille=300, phase=PHASE, limit_s=20.0),
    ]
    late = [result(machine(gpus=(nvidia_card(**card),))), line(event="done")]
    script.write_text(CHILD.format(early=early, late=late, answered=str(answered)))
    monkeypatch.setattr(ChildProcess, "default_command", lambda *_: [sys.executable, str(script)])
    return answered.touch


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication) -> Any:
    """The window as at a start."""
    look = qapp.styleSheet(), qapp.font(), qapp.palette()
    shown = open_window(qapp, [])
    shown.open_page("my_rig")
    qtbot.addWidget(shown)
    yield shown
    shown.close()
    qapp.setStyleSheet(look[0])
    qapp.setFont(look[1])
    qapp.setPalette(look[2])


class Painted(QObject):
    """What the first page says at each of its paints."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.texts: list[list[str]] = []
        self._window = window
        sure(window.my_rig.widget()).installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Look at every paint."""
        if event.type() == QEvent.Type.Paint:
            self.texts.append(texts(self._window))
        return False


def texts(window: MainWindow) -> list[str]:
    return [label.text() for label in window.findChildren(QLabel) if label.isVisible()]


def test_the_machine_is_shown_before_the_driver_answers_and_completed_after(
    driver_answers: Callable[[], None], window: MainWindow, qtbot: QtBot
) -> None:
    qtbot.waitUntil(lambda: NOT_YET in texts(window) and any(PHASE in text for text in texts(window)))
    assert window.job.isVisible()
    assert "VRAM" in texts(window)
    qtbot.waitUntil(lambda: window.pages.count() >= 4 and bool(window.findChildren(QLabel, "title")))
    session = window.findChildren(Session)[0]
    qtbot.waitUntil(lambda: session.asking.question is not None)
    painted = Painted(window)
    driver_answers()
    qtbot.waitUntil(lambda: not window.job.isVisible())
    qtbot.waitUntil(lambda: "12.0 GiB" in texts(window))
    assert NOT_YET not in texts(window)
    assert painted.texts
    for shown in painted.texts:
        assert "VRAM" in shown, "nothing is taken away in between"


@pytest.mark.parametrize("driver_answers", [REBUILT], indirect=True)
def test_what_was_asked_before_the_driver_answered_is_asked_of_the_whole_machine(
    driver_answers: Callable[[], None], window: MainWindow, qtbot: QtBot
) -> None:
    qtbot.waitUntil(lambda: bool(window.findChildren(Session)))
    asking = window.findChildren(Session)[0].asking
    qtbot.waitUntil(lambda: asking.question is not None)
    before = sure(asking.question)
    driver_answers()
    qtbot.waitUntil(lambda: sure(asking.question).now != before.now)
