"""A speed that a person measured: entered beside the number it corrects, and used at once."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QDoubleSpinBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from advisor.store.history import latest_results, load_history
from advisor.ui.parts.why_dialog import OwnRunRow, WhyDialog
from advisor.ui.state.session import Session
from tests.fakes import views
from tests.fakes.machines import machine, nvidia_card
from tests.fakes.sure import sure

HERE = machine(gpus=(nvidia_card(),))


def test_only_this_computer_takes_runs(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    whys = views.will_it_run().why
    assert WhyDialog(whys, parent, takes_runs=False).findChild(OwnRunRow) is None
    dialog = WhyDialog(whys, parent, takes_runs=True)
    row = dialog.findChild(OwnRunRow)
    keep = sure(row).findChild(QPushButton)
    assert not sure(keep).isEnabled()
    sure(sure(row).findChild(QDoubleSpinBox)).setValue(61.5)
    with qtbot.waitSignal(dialog.ran) as ran:
        sure(keep).click()
    assert ran.args == [61.5]


@pytest.fixture
def session(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> Any:
    """A session that has read a computer with a graphics card."""
    event = {"event": "result", "kind": "machine", "body": HERE.model_dump(mode="json", by_alias=True)}
    script = tmp_path / "says.py"
    lines = [json.dumps(event), json.dumps({"event": "done"})]
    script.write_text(f"for line in {lines!r}:\n    print(line, flush=True)\n")
    owner = QObject()
    made = Session(owner, lambda *_: [sys.executable, str(script)])
    made.load_catalog()
    with qtbot.waitSignal(made.asking.answered):
        made.read_hardware()
    yield made
    made.close()
    owner.deleteLater()


def test_a_run_changes_the_answer_and_an_impossible_one_does_not(session: Session, qtbot: QtBot) -> None:
    session.asking.turn("model", "llama/llama-3.1-8b")
    session.asking.turn("quant", "q4_k_m")
    with qtbot.waitSignal(session.said) as refused:
        session.runs.take(3000.0)
    assert "speculative decoding" in refused.args[0]
    assert latest_results(load_history().record, HERE) is None
    with qtbot.waitSignals([session.said, session.asking.answered]):
        session.runs.take(66.0)
    shown: list[Any] = []
    session.asking.answered.connect(shown.append)
    session.asking.answer()
    assert "66 tokens/s" in shown[-1].answer
    assert any("ran here" in text for text in shown[-1].why[0].evidence)
