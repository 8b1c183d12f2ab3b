"""The dialog that asks as what to save the report: paper, Markdown, JSON, or nothing after all."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from advisor.facts.kept.settings import Paper, Settings
from advisor.ui.window.report_saving import save_report


class SavingSession:
    """What a session is asked to save and to keep."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.saved: list[tuple[Path, Paper | None]] = []

    def keep(self, **values: Any) -> None:
        self.settings = self.settings.changed(**values)

    def save_report(self, path: Path, *, paper: Paper | None) -> None:
        self.saved.append((path, paper))


@pytest.fixture
def chosen(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Callable[..., SavingSession]:
    """What comes of a choice in the dialog; without one it was cancelled."""
    window = QWidget()
    qtbot.addWidget(window)

    def choose(kind: str, name: str, settings: Settings) -> SavingSession:
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
        session = SavingSession(settings)
        save_report(window, session)  # type: ignore[arg-type]
        return session

    return choose


@pytest.mark.parametrize(
    ("kind", "paper", "ending"),
    [("US Letter", "letter", "pdf"), ("A4", "a4", "pdf"), ("Markdown", None, "md"), ("JSON", None, "json")],
)
def test_a_kind_brings_its_paper_and_its_ending(
    kind: str, paper: Paper | None, ending: str, chosen: Callable[..., SavingSession], tmp_path: Path
) -> None:
    session = chosen(kind, str(tmp_path / "rig.pdf"), Settings())
    assert session.saved == [(tmp_path / f"rig.{ending}", paper)]
    assert session.settings.paper == paper


def test_the_paper_of_the_last_time_stands_first(chosen: Callable[..., SavingSession], tmp_path: Path) -> None:
    session = chosen("PDF", str(tmp_path / "rig.pdf"), Settings(paper="letter"))
    assert session.saved == [(tmp_path / "rig.pdf", "letter")]


def test_cancelled_writes_nothing(chosen: Callable[..., SavingSession]) -> None:
    session = chosen("", "", Settings())
    assert session.saved == []
    assert session.settings == Settings()
