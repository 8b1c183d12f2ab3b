"""Other workloads than text for one person on page Will it run?: choosing, knobs, trouble, and the way back."""

import re
import sys
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from advisor.present.words.view import CHARTS, Knobs, WillItRunView
from advisor.store.profile import save_machine
from advisor.ui.state.session import Session
from advisor.ui.will_it_run.page_will_it_run import WillItRunPage
from tests.fakes.children import CHILD
from tests.fakes.machines import machine, nvidia_card
from tests.fakes.saved import show_saved


class Shown:
    """A session with the page it feeds, and what it said last."""

    def __init__(self, session: Session, page: WillItRunPage) -> None:
        self.session, self.page = session, page
        self.knobs: Knobs | None = None
        self.view: WillItRunView | None = None
        self.trouble = ""
        page.turned.connect(self.turn)
        session.asking.knobs_changed.connect(self._take_knobs)
        session.asking.answered.connect(self._take_view)
        session.asking.failed.connect(self._take_trouble)
        session.asking.best_found.connect(page.card.offer_instead)

    def turn(self, knob: str, choice: str) -> None:
        self.trouble = ""
        self.session.asking.turn(knob, choice)
        self.session.asking.answer()
        QApplication.processEvents()

    def _take_knobs(self, knobs: Knobs) -> None:
        self.knobs = knobs
        self.page.show_knobs(knobs)

    def _take_view(self, view: WillItRunView) -> None:
        self.view = view
        self.page.show_view(view)

    def _take_trouble(self, title: str, because: str) -> None:
        self.trouble = " ".join((title, because)).strip()
        self.page.show_trouble(title, because)


@pytest.fixture
def shown(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> Any:
    owner = QObject()
    session = Session(owner, lambda *_: [sys.executable, CHILD, "success"])
    page = WillItRunPage()
    qtbot.addWidget(page)
    page.resize(1000, 700)
    page.show()
    both = Shown(session, page)
    save_machine(tmp_path / "friend.json", machine(gpus=(nvidia_card(),)))
    with qtbot.waitSignal(session.asking.answered):
        show_saved(session, tmp_path / "friend.json")
        session.load_catalog()
    yield both
    session.close()
    owner.deleteLater()


def test_the_usual_workloads_come_first_and_the_others_under_more(shown: Shown) -> None:
    assert shown.knobs is not None
    first = [choice.text for choice in shown.knobs.workloads if not choice.group]
    assert first == ["Chat", "Long documents", "Coding", "Images", "Fine-tune"]
    more = [choice.text for choice in shown.knobs.workloads if choice.group == "More"]
    assert {"Serve a team", "Coding agent", "Embeddings", "Reranking", "Video", "Transcription"} <= set(more)
    assert not any("nothing" in text for text in more), "training from nothing is for the command line"
    combo = shown.page.knobs.workload
    rows = [combo.itemText(row) for row in range(combo.count())]
    heading = rows.index("More")
    assert not combo.model().index(heading, 0).flags() & Qt.ItemFlag.ItemIsEnabled
    assert combo.currentText() == "Chat"


def test_every_workload_has_knobs_and_an_answer(shown: Shown) -> None:
    assert shown.knobs is not None
    for choice in shown.knobs.workloads:
        shown.turn("workload", choice.id)
        assert not shown.trouble, choice.id
        assert shown.view is not None
        assert shown.view.answer.count(".") >= 1
        assert shown.page.knobs.workload.currentText() == choice.text
        for knob in shown.knobs.others:
            assert shown.page.knobs.control(knob.id).accessibleName() == knob.label


def test_a_knob_of_a_task_changes_its_answer(shown: Shown) -> None:
    shown.turn("workload", "pictures")
    before = shown.view
    steps: Any = shown.page.knobs.control("steps")
    steps.setValue(0)
    assert shown.view is not None
    assert before is not None
    assert shown.view.answer != before.answer
    assert "1 step," in shown.view.detail
    assert shown.page.knobs.control("steps") is steps, "a slider under the mouse must not be rebuilt"


def test_charts_that_a_task_has_not_are_hidden_and_come_back(shown: Shown) -> None:
    shown.turn("workload", "speech")
    charts = shown.page.charts
    shown.page.explain.open()
    assert not charts["roofline"].isVisible()
    assert not charts["speed"].isVisible()
    assert not shown.page.explain.check.isVisible()
    shown.turn("workload", "chat")
    assert all(charts[name].isVisible() for name in ("roofline", "speed"))
    assert shown.page.explain.check.isVisible()


def test_back_to_chat_finds_model_and_context_as_they_were(shown: Shown, qtbot: QtBot) -> None:
    shown.turn("context", "8192")
    before = shown.knobs
    assert before is not None
    shown.turn("workload", "fine-tune-lora")
    shown.turn("workload", "chat")
    assert shown.knobs is not None
    assert shown.knobs.model_id == before.model_id
    quant: Any = shown.page.knobs.control("quant")
    assert quant.currentText().startswith("Automatic: ")
    qtbot.waitUntil(lambda: "iB" in quant.itemText(quant.count() - 1))


def test_a_task_is_found_as_it_was_left(shown: Shown) -> None:
    shown.turn("workload", "pictures")
    shown.turn("steps", '{"steps": 4}')
    shown.turn("workload", "chat")
    shown.turn("workload", "pictures")
    assert shown.view is not None
    assert "4 steps" in shown.view.detail


def test_only_models_of_the_task_are_offered(shown: Shown) -> None:
    shown.turn("workload", "films")
    assert shown.knobs is not None
    assert shown.knobs.model_id in {choice.id for choice in shown.knobs.models}
    assert len(shown.knobs.models) < 30
    other = next(choice.id for choice in shown.knobs.models if choice.id != shown.knobs.model_id)
    shown.turn("model", other)
    assert shown.view is not None
    assert shown.knobs.model_id == other


def test_what_cannot_be_answered_is_a_sentence_and_another_turn_mends_it(shown: Shown) -> None:
    shown.turn("workload", "serve-a-team")
    shown.turn("prompt", '{"prompt_tokens": 99000000}')
    assert re.match(r"Context too short for this work .+ takes at most .+ tokens, a request has ", shown.trouble)
    assert not shown.page.charts["fit"].isVisible()
    shown.turn("prompt", '{"prompt_tokens": 512}')
    assert not shown.trouble
    assert shown.page.charts["fit"].isVisible()


def test_a_model_with_too_short_a_context_is_no_dead_end(shown: Shown, qtbot: QtBot) -> None:
    """The page held one line that began small, and nothing to do about it."""
    shown.turn("workload", "coding-agent")
    shown.turn("model", "gpt2/gpt2")
    card = shown.page.card
    assert card.title.text() == "Context too short for this work"
    assert "GPT-2 124M takes at most 1,024 tokens, a request has 32,768." in shown.trouble
    qtbot.waitUntil(card.primary.isVisible)
    assert card.primary.text().startswith("Ask about ")
    card.primary.click()
    assert not shown.trouble
    assert shown.knobs is not None
    assert shown.knobs.model_id != "gpt2/gpt2"


def test_a_model_to_talk_to_leads_back_to_text(shown: Shown) -> None:
    shown.turn("workload", "pictures")
    shown.turn("text_model", "qwen/qwen3-8b")
    assert shown.knobs is not None
    assert (shown.knobs.model_id, shown.knobs.workload_id) == ("qwen/qwen3-8b", "chat")


def test_the_task_is_asked_again_at_the_next_start(shown: Shown, qtbot: QtBot, tmp_path: Path) -> None:
    shown.turn("workload", "embeddings")
    shown.session.close()
    again = Session(shown.page, lambda *_: [sys.executable, CHILD, "success"])
    with qtbot.waitSignal(again.asking.knobs_changed) as knobs:
        show_saved(again, tmp_path / "friend.json")
        again.load_catalog()
    assert knobs.args[0].workload_id == "embeddings"
    again.close()


class Frames(QObject):
    """What stands on the page each time it is painted: the verdict's texts, and the tables of the charts."""

    def __init__(self, page: WillItRunPage) -> None:
        super().__init__(page)
        self._page = page
        self.seen: list[Any] = []
        page.card.installEventFilter(self)
        for frame in page.charts.values():
            frame.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        if event.type() == QEvent.Type.Paint:
            self.seen.append(self.standing())
        return super().eventFilter(watched, event)

    def standing(self) -> Any:
        labels = (label.text() for label in self._page.card.findChildren(QLabel) if label.isVisible())
        at_once = [one.id for one in CHARTS if not one.waits]
        shown = {name: self._page.charts[name] for name in at_once if self._page.charts[name].isVisible()}
        return set(labels), {name: (frame.title, frame.table) for name, frame in shown.items()}


@pytest.mark.parametrize("is_open", [False, True], ids=["closed", "explained"])
def test_what_stands_in_one_frame_answers_one_question(shown: Shown, is_open: bool, qtbot: QtBot) -> None:
    if is_open:
        shown.page.explain.open()
    frames = Frames(shown.page)
    for knob, choice in (("context", "8192"), ("quant", "q8_0"), ("context", "4096"), ("quant", "q4_k_m")):
        frames.seen.clear()
        shown.turn(knob, choice)
        view = shown.view
        assert view is not None
        qtbot.waitUntil(lambda: bool(frames.seen))
        told = [figure.value for figure in view.verdict.figures]
        charts = view.charts if is_open else view.first
        for labels, drawn in frames.seen:
            assert {view.verdict.title, *told} <= labels
            assert drawn == {name: (chart.title, chart.table) for name, chart in charts.items()}
