"""Check this prediction: a pasted text is understood, stands beside the prediction, and is kept only when wished."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QPlainTextEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from advisor.present.check.imported_text import CheckView, ImportedRow, ImportedView
from advisor.present.words.choice import Choice
from advisor.run.command import advisor_command
from advisor.store.history import latest_results, load_history
from advisor.ui.state.session import Session
from advisor.ui.will_it_run.check_dialog import CheckDialog
from tests.fakes import imported_texts
from tests.fakes.children import CHILD
from tests.fakes.machines import machine, nvidia_card
from tests.fakes.sure import sure

HERE = machine(gpus=(nvidia_card(),))
VIEW = CheckView(
    accepted="Paste what a program printed.",
    models=(Choice("", "As the text says"), Choice("m", "Model M as Q4_K_M")),
    devices=(Choice("", "As the text says"), Choice("gpu0", "A card (gpu0)")),
    kept=("Model M as Q4_K_M on gpu0, writing 128 tokens: 72.0 tokens/s",),
)


def button(owner: QWidget, text: str) -> QPushButton:
    return next(one for one in owner.findChildren(QPushButton) if one.text() == text)


def labels(owner: QWidget) -> str:
    return "\n".join(label.text() for label in owner.findChildren(QLabel))


@pytest.fixture
def dialog(qtbot: QtBot) -> Iterator[CheckDialog]:
    parent = QWidget()
    qtbot.addWidget(parent)
    made = CheckDialog(VIEW, parent)
    made.show()
    yield made
    parent.close()


def test_what_is_pasted_is_asked_about_with_what_was_chosen(dialog: CheckDialog, qtbot: QtBot) -> None:
    assert not button(dialog, "Keep").isEnabled()
    with qtbot.waitSignal(dialog.read_requested) as asked:
        sure(dialog.findChild(QPlainTextEdit)).setPlainText("eval rate: 70 tokens/s")
    assert asked.args == ["eval rate: 70 tokens/s", "", ""]
    with qtbot.waitSignal(dialog.read_requested) as asked:
        for box in dialog.findChildren(QComboBox):
            box.setCurrentIndex(1)
    assert asked.args == ["eval rate: 70 tokens/s", "m", "gpu0"]


def test_what_was_understood_is_kept_or_discarded(dialog: CheckDialog, qtbot: QtBot) -> None:
    rows = (ImportedRow("Model M", "Measured 70, expected 60.", True), ImportedRow("Model N", "Not used: slow.", False))
    dialog.show_found(ImportedView("1 of 2 can be kept.", rows, can_keep=True))
    assert "Measured 70, expected 60." in labels(dialog)
    with qtbot.waitSignal(dialog.keep_requested):
        button(dialog, "Keep").click()
    dialog.show_found(ImportedView("0 of 1 can be kept.", rows[1:], can_keep=False))
    assert not button(dialog, "Keep").isEnabled()
    dialog.show_refused("No speed was found.")
    assert "No speed was found." in labels(dialog)
    button(dialog, "Discard").click()
    assert not button(dialog, "Discard").isEnabled()


def test_kept_runs_can_be_removed(dialog: CheckDialog, qtbot: QtBot) -> None:
    assert VIEW.kept[0] in labels(dialog)
    remove = button(dialog, "Remove")
    assert VIEW.kept[0] in remove.accessibleName()
    with qtbot.waitSignal(dialog.remove_requested) as removed:
        remove.click()
    assert removed.args == [0]
    dialog.show_kept(())
    assert "None yet." in labels(dialog)


@pytest.fixture
def session(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> Iterator[Session]:
    """A session that has read a computer with a graphics card and asks about Llama 3.1 8B."""
    event = {"event": "result", "kind": "machine", "body": HERE.model_dump(mode="json", by_alias=True)}
    script = tmp_path / "says.py"
    lines = [json.dumps(event), json.dumps({"event": "done"})]
    script.write_text(f"for line in {lines!r}:\n    print(line, flush=True)\n")
    owner = QObject()

    def command(*words: str) -> list[str]:
        if "--import" not in words:
            return [sys.executable, str(script)]
        if Path(words[-1]).name == "far":
            return [sys.executable, CHILD, "hang"]
        return advisor_command(*words)

    made = Session(owner, command)
    made.load_catalog()
    with qtbot.waitSignal(made.asking.answered):
        made.read_hardware()
    made.asking.turn("model", "llama/llama-3.1-8b")
    made.asking.turn("quant", "q4_k_m")
    made.asking.answer()
    yield made
    made.close()
    owner.deleteLater()


def test_a_text_is_kept_and_changes_the_answer_until_it_is_removed(session: Session, qtbot: QtBot) -> None:
    shown: list[Any] = []
    session.asking.answered.connect(shown.append)
    with qtbot.waitSignal(session.runs.opened) as opened:
        session.runs.open()
    assert opened.args[0].models[1].text == "Llama 3.1 8B as Q4_K_M"
    assert opened.args[0].kept == ()
    with qtbot.waitSignal(session.runs.understood) as found:
        session.runs.read(imported_texts.LM_STUDIO, "", "")
    assert "The model is not said: taken for Llama 3.1 8B" in found.args[0].rows[0].sentence
    assert latest_results(load_history().record, HERE) is None
    with qtbot.waitSignals([session.runs.kept, session.runs.changed]):
        session.runs.keep()
    kept = latest_results(load_history().record, HERE)
    assert kept
    assert [run.engine for run in kept.own_runs] == ["LM Studio"]
    assert any("ran here" in text for text in shown[-1].why[0].evidence)
    with qtbot.waitSignal(session.runs.kept) as left:
        session.runs.remove(0)
    assert left.args[0] == ()
    assert not any("ran here" in text for text in shown[-1].why[0].evidence)


def test_a_text_without_a_speed_is_one_sentence_and_a_file_is_read(
    session: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    with qtbot.waitSignal(session.runs.refused) as refused:
        session.runs.read("hello", "", "")
    assert "Accepted: output of" in refused.args[0]
    file = tmp_path / "bench.csv"
    file.write_text(imported_texts.as_csv(imported_texts.BENCH))
    with qtbot.waitSignal(session.runs.file_read) as read:
        session.runs.read_file(file)
    with qtbot.waitSignal(session.runs.understood) as found:
        session.runs.read(read.args[0], "", "")
    assert found.args[0].can_keep
    with qtbot.waitSignal(session.runs.refused) as refused:
        session.runs.read_file(tmp_path / "none")
    assert refused.args[0] == "none is not there."


def test_a_folder_that_does_not_answer_costs_one_sentence(session: Session, qtbot: QtBot, tmp_path: Path) -> None:
    with qtbot.waitSignal(session.runs.refused) as refused:
        session.runs.read_file(tmp_path / "far")
        assert not refused.signal_triggered, "the window goes on meanwhile"
    assert refused.args[0] == "far could not be opened: where it lies does not answer."
