"""The dialog that asks as what to save the report: paper, Markdown, JSON, or nothing after all."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from PySide6.QtWidgets import QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from advisor.facts.kept.settings import Paper, Settings
from advisor.ui.window import report_saving
from advisor.ui.window.report_saving import chosen_report, save_report
from tests.fakes.whole_window import wait_until

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


@pytest.mark.parametrize(("page", "work", "about"), [
    ("my_rig", "chat", "rig"),
    ("my_rig", "pictures", "answer"),
    ("will_it_run", "chat", "answer"),
    ("upgrade", "chat", "upgrade"),
])  # fmt: skip
def test_a_report_is_called_by_the_question_that_it_answers(
    page: str, work: str, about: str, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """One about images, saved on page My rig, was called "Chats with Gemma 4", and all below was about SDXL."""
    written: list[str] = []
    monkeypatch.setattr(report_saving, "chosen_report", lambda *_: (tmp_path / "rig.md", None))
    monkeypatch.setattr(report_saving, "write_shown", lambda *_, about, **__: written.append(about))
    asked = SimpleNamespace(now=SimpleNamespace(workload_id=work))
    asking = SimpleNamespace(question=asked, asked=None)
    shown = SimpleNamespace(shown=None)
    session = SimpleNamespace(asking=asking, settings=SimpleNamespace(now=Settings()), shown=shown)
    said: list[str] = []
    window = cast("Any", QWidget())
    window.page_name, window.say, window.confirm = page, said.append, lambda text, stays_s: said.append(text)
    window.closed = SimpleNamespace(connect=lambda _: None)
    qtbot.addWidget(window)
    save_report(window, cast("Any", session))
    assert (said, written) == (["Saving rig.md …"], []), "it goes on beside the window"
    wait_until(lambda: len(said) > 1)
    assert written == [about]


@pytest.mark.parametrize(("model", "is_told"), [("best", True), ("another", False)])
def test_a_report_of_the_rig_tells_of_no_other_model_than_its_title(
    model: str, is_told: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Below "Chats with Qwen" stood that a model which was looked at last is slow, and what to buy for it."""
    written: dict[str, object] = {}
    monkeypatch.setattr("advisor.report.write.write_todays_report", lambda *_, **told: written.update(told))
    asking = SimpleNamespace(
        question=SimpleNamespace(now=SimpleNamespace(model_id=model)), asked=None, view="view", complete=lambda: None
    )
    session = SimpleNamespace(
        asking=asking,
        rig=SimpleNamespace(view=SimpleNamespace(links=(SimpleNamespace(id="best"),))),
        shown=SimpleNamespace(profile=SimpleNamespace(changed=lambda **_: "profile"), shown=None),
        settings=SimpleNamespace(now=Settings()),
        verdict=lambda: "worth",
    )
    report_saving.write_shown(cast("Any", session), tmp_path / "rig.pdf", about="rig")
    assert (written["will_it_run"], written["worth"]) == (("view", "worth") if is_told else (None, None))
