"""The verdict on the page: the same as on paper and in the picture, and its one button does what it says."""

import datetime
import io
import re
from dataclasses import replace
from functools import partial
from typing import Any

import pypdf
import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from advisor.advice.known_models import KnownModels
from advisor.advice.question import page_view
from advisor.answer.tasks.ask import usual_question
from advisor.facts.asked.question import Question
from advisor.present.report.forum_picture import answer_forum_picture
from advisor.present.report.report import report
from advisor.present.rig.my_rig import my_rig_view
from advisor.present.words.verdict import Action, Verdict
from advisor.present.words.view import Explained
from advisor.report.pdf import pdf_bytes
from advisor.ui.will_it_run.page_will_it_run import WillItRunPage
from tests.advice.reference_rigs import CATALOG, KNOWN
from tests.fakes import views
from tests.fakes.verdicts import VERDICT

MODELS = KnownModels(CATALOG)
RIGS = ("laptop", "gaming PC", "Mac mini M4 Pro 64GB", "PC with two RTX 3090")
GEMMA = Question(workload_id="chat", model_id="gemma/gemma-3-27b", fields={"quant": "q8_0", "context_tokens": 4096})
TASKS = ("pictures", "serve-a-team", "fine-tune-lora", "speech", "embeddings")


@pytest.fixture
def page(qtbot: QtBot, qapp: QApplication) -> WillItRunPage:
    made = WillItRunPage()
    qtbot.addWidget(made)
    made.resize(1180, 720)
    made.show()
    return made


def texts(page: WillItRunPage) -> list[str]:
    shown = (label.text() for label in page.card.findChildren(QLabel) if label.isVisible())
    return [line for text in shown for line in text.splitlines()]


def plain(text: str) -> str:
    return re.sub(r"\s+", "", text)


def told(verdict: Verdict) -> list[str]:
    figures = [text for one in verdict.figures for text in (one.name, one.value, one.unit, one.span, one.meaning)]
    return [text for text in (verdict.title, verdict.asked, *figures, verdict.because, verdict.aside) if text]


@pytest.mark.broad
@pytest.mark.parametrize("name", RIGS)
@pytest.mark.parametrize("asked", [GEMMA, *TASKS], ids=lambda one: one if isinstance(one, str) else "chat")
def test_page_paper_and_picture_say_the_same(name: str, asked: Question | str, page: WillItRunPage) -> None:
    now = KNOWN[name]
    question = usual_question(asked, CATALOG) if isinstance(asked, str) else asked
    view = page_view(question, now.rig, MODELS)
    my_rig = my_rig_view(machine=now.machine, rig=now.rig, measurements=None, answers=())
    page.show_view(view)
    QApplication.processEvents()
    assert texts(page) == told(view.verdict)
    content = report(my_rig=my_rig, will_it_run=view, worth=None, date=datetime.date(2026, 11, 23), version="1")
    first = pypdf.PdfReader(io.BytesIO(pdf_bytes(content, profile_json="{}", paper="a4"))).pages[0].extract_text()
    assert [one for one in told(view.verdict) if plain(one) not in plain(first)] == []
    picture = answer_forum_picture(view, my_rig.picture, app="app", day="today")
    assert (picture.title, picture.light, picture.figures) == (
        view.verdict.title, view.verdict.light, view.verdict.figures
    )  # fmt: skip
    assert picture.lines[0] == view.verdict.because


@pytest.mark.parametrize(
    ("action", "signal", "arguments"),
    [
        (Action("run", "How to run it"), "run_requested", []),
        (Action("measure", "Measure"), "measure_requested", []),
        (Action("see", "See what fits"), "models_requested", []),
        (Action("try", "Try Q4_K_M", "quant", "automatic"), "turned", ["quant", "automatic"]),
    ],
)
def test_the_button_does_what_it_says(
    action: Action, signal: str, arguments: list[str], page: WillItRunPage, qtbot: QtBot
) -> None:
    page.show_view(replace(views.will_it_run(), verdict=replace(VERDICT, actions=(action,))))
    assert page.card.primary.text() == action.text
    with qtbot.waitSignal(getattr(page, signal)) as asked:
        page.card.primary.click()
    assert asked.args == arguments


def shown(page: WillItRunPage) -> list[str]:
    return [one.text() for one in page.card.menu.actions() if one.isVisible() and one.text()]


def test_what_is_not_done_first_is_in_the_menu(page: WillItRunPage) -> None:
    page.show_view(views.will_it_run())
    assert page.card.primary.text() == "How to run it"
    always = ["Watch it type", "Copy answer", "Share result …", "Copy picture", "Save picture", "Save PDF"]
    assert shown(page) == ["See what fits", *always]
    page.show_view(replace(views.will_it_run(), offers_check=False))
    assert shown(page) == ["See what fits", *always[1:]]


def test_only_this_computer_is_measured_and_only_one_thing_at_a_time(page: WillItRunPage) -> None:
    actions = (Action("measure", "Measure"), Action("run", "How to run it"))
    page.show_view(replace(views.will_it_run(), verdict=replace(VERDICT, actions=actions)))
    assert (page.card.primary.text(), page.card.primary.isEnabled()) == ("Measure", True)
    assert shown(page)[0] == "How to run it"
    page.set_busy(True, is_own=True)
    assert not page.card.primary.isEnabled()
    page.set_busy(False, is_own=False)
    assert (page.card.primary.text(), page.card.primary.isEnabled()) == ("How to run it", True)
    assert "Measure" not in shown(page)


def test_an_answer_makes_no_new_widgets(page: WillItRunPage) -> None:
    page.show_view(views.will_it_run())
    QApplication.processEvents()
    before = page.findChildren(QLabel)
    page.show_view(views.changed_run(3))
    QApplication.processEvents()
    assert page.findChildren(QLabel) == before


def test_what_is_behind_explain_is_worked_out_when_it_is_opened(page: WillItRunPage) -> None:
    looked: list[str] = []
    view = views.will_it_run()

    def explained(name: str) -> Explained:
        looked.append(name)
        return view.explained

    for name in ("first", "second"):
        page.show_view(replace(view, explain=partial(explained, name)))
        QApplication.processEvents()
    assert not looked
    page.explain.button.click()
    assert looked == ["second"]


def test_explain_stays_open_and_draws_what_comes(page: WillItRunPage) -> None:
    first: Any = views.will_it_run()
    page.show_view(first)
    assert not page.charts["roofline"].isVisible()
    page.explain.button.click()
    assert page.charts["roofline"].isVisible()
    page.show_view(replace(first, explain=lambda: replace(first.explained, detail="Other words.")))
    assert page.explain.is_open
    assert any(label.text() == "Other words." for label in page.explain.findChildren(QLabel) if label.isVisible())
    page.explain.button.click()
    assert not page.charts["roofline"].isVisible()


def test_of_another_model_the_charts_that_wait_are_not_left_there(page: WillItRunPage) -> None:
    """Beside "Won't run" stood how many users the model before it serves."""
    first: Any = views.will_it_run()
    page.show_view(first)
    page.explain.button.click()
    page.explain.show_more({"users": first.explained.charts["roofline"]})
    assert page.charts["users"].isVisible()
    page.show_view(replace(first, answer="The same with another knob."))
    assert page.charts["users"].isVisible()
    page.show_view(replace(first, subject="Another model"))
    assert not page.charts["users"].isVisible()


def test_what_explain_opens_comes_into_sight(page: WillItRunPage, qtbot: QtBot) -> None:
    page.resize(1100, 500)
    page.show_view(views.will_it_run())
    QApplication.processEvents()
    page.explain.button.click()
    qtbot.waitUntil(lambda: page.explain.mapTo(page.viewport(), QPoint(0, 0)).y() < page.viewport().height() // 3)
    assert page.explain.button.isVisible()


def test_no_answer_has_no_figures_and_nothing_to_do(page: WillItRunPage) -> None:
    page.show_view(views.will_it_run())
    page.show_trouble("No model has that name.")
    assert texts(page) == ["No model has that name."]
    assert not page.card.primary.isVisible()
    assert not page.card.more.isVisible()
    page.show_view(views.will_it_run())
    assert texts(page) == told(VERDICT)
