"""The dialog that asks as what to save the report: paper, Markdown, JSON, or nothing after all."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from advisor.facts.kept.settings import Paper
from advisor.ui.window.report_saving import chosen_report

Chosen = Callable[..., tuple[Path, Paper | None] | None]


@pytest.fixture
def chosen(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Chosen:
    """What comes of a choice in the dialog; without one it was cancelled."""
    window = QWidget()
    qtbot.addWidget(window)

    def choose(kind: str, name: str, first: Paper) -> tuple[Path, Paper | None] | None:
        def answer(dialog: QFileDialog) -> bool:
            dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
            if not kind:
                return False
            dialog.selectFile(name)
            wanted = next(words for words in dialog.nameFilters() if kind in words)
            dialog.selectNameFilter(wanted)
            dialog.filterSelected.emit(wanted)
            return True

        monkeypatch.setattr(QFileDialog, "exec", answer)
        return chosen_report(window, first)

    return choose


@pytest.mark.parametrize(
    ("kind", "paper", "ending"),
    [("US Letter", "letter", "pdf"), ("A4", "a4", "pdf"), ("Markdown", None, "md"), ("JSON", None, "json")],
)
def test_a_kind_brings_its_paper_and_its_ending(
    kind: str, paper: Paper | None, ending: str, chosen: Chosen, tmp_path: Path
) -> None:
    assert chosen(kind, str(tmp_path / "rig.pdf"), "a4") == (tmp_path / f"rig.{ending}", paper)


def test_the_paper_of_the_last_time_stands_first(chosen: Chosen, tmp_path: Path) -> None:
    assert chosen("PDF", str(tmp_path / "rig.pdf"), "letter") == (tmp_path / "rig.pdf", "letter")


def test_cancelled_writes_nothing(chosen: Chosen) -> None:
    assert chosen("", "", "a4") is None
