"""Page Overview in the whole window: it opens first, fills itself, and each tile leads to the page behind it."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.computer_machine import computer_machine
from advisor.present.overview.tiles import Tile
from advisor.present.rank.rows import MEMORY_COLUMN
from advisor.present.words.view import FactRow, FindingPanel
from advisor.ui.look.theme import set_text_size
from advisor.ui.models.page_what_can_i_run import WhatCanIRunPage
from advisor.ui.overview.page_overview import OverviewPage
from advisor.ui.parts.search_button import SearchButton
from advisor.ui.parts.toast import QUIET_S, SAVED_S, Toast
from advisor.ui.state.session import Session
from advisor.ui.will_it_run.page_will_it_run import WillItRunPage
from advisor.ui.window.main_window import MainWindow
from advisor.ui.window.saved_files import say_saved
from tests.fakes import views
from tests.fakes.sure import sure
from tests.fakes.whole_window import Script, settle, shown_page, turn, whole_window

CATALOG = load_catalog()


@pytest.fixture
def window(qapp: QApplication, tmp_path: Path) -> Iterator[MainWindow]:
    script = Script(tmp_path / "script")
    script.read(computer_machine("computers/usual/pc-rtx-3060-12gb", CATALOG))
    with whole_window(qapp, tmp_path / "data", script) as shown:
        settle(shown)
        yield shown


def test_the_first_page_answers_without_a_click(window: MainWindow) -> None:
    assert window.page_name == "overview"
    shown = [panel.tile for panel in window.overview.tiles.values()]
    assert [tile.id for tile in shown] == ["chat", "coding", "pictures", "upgrade"]
    assert all(tile.title and tile.tone for tile in shown)
    assert window.overview.health.accessibleName() == "Good to know: Nothing known to slow this rig"


def test_a_tile_opens_its_model_on_page_will_it_run(window: MainWindow, qtbot: QtBot) -> None:
    panel = window.overview.tiles["coding"]
    qtbot.mouseClick(panel, Qt.MouseButton.LeftButton)
    settle(window)
    assert window.page_name == "will_it_run"
    knobs = window.findChildren(WillItRunPage)[0].knobs
    assert knobs.model.currentText() == panel.tile.title
    assert knobs.workload.currentText() == "Coding"


@pytest.mark.broad
@pytest.mark.parametrize("use", ["chat", "coding", "pictures"])
def test_tile_row_and_verdict_say_one_memory(window: MainWindow, use: str) -> None:
    """Also where a part of the model lies in RAM."""
    panel = window.overview.tiles[use]
    panel.open.click()
    settle(window)
    view = sure(window.findChildren(WillItRunPage)[0]._view)
    memory = view.verdict.figures[2].amount
    assert panel.tile.figures.split("\n")[-1] in (f"{memory} of memory", f"{memory} of memory, partly in RAM")
    window.open_page("what_can_i_run")
    models = window.findChildren(WhatCanIRunPage)[0]
    models.workload_chosen.emit(use)
    settle(window)
    rows = {row.model_id: row for row in models.rows.rows}
    assert rows[panel.tile.model_id].texts[MEMORY_COLUMN] == memory


def test_hardware_read_again_without_news_keeps_the_answers(window: MainWindow) -> None:
    before = [panel.tile for panel in window.overview.tiles.values()]
    window.overview.read_requested.emit()
    settle(window)
    assert [panel.tile for panel in window.overview.tiles.values()] == before


def test_a_tile_opens_by_its_button(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.keyClick(window.overview.tiles["upgrade"].open, Qt.Key.Key_Space)
    assert window.page_name == "upgrade"
    qtbot.mouseClick(window.overview.tiles["chat"].open, Qt.MouseButton.LeftButton)
    assert window.page_name == "will_it_run"


@pytest.mark.parametrize("measured", [(), (FactRow("RAM bandwidth", "40 GB/s", "measured here", ""),)])
def test_the_key_measures_whatever_was_measured_before(measured: tuple[FactRow, ...], qtbot: QtBot) -> None:
    page, asked = OverviewPage(), list[str]()
    qtbot.addWidget(page)
    page.measure_requested.connect(lambda: asked.append("measure"))
    page.show()
    for shown in ((), measured):
        page.show_rig(replace(views.my_rig(), measured=shown), FindingPanel("good", "Good", "Set up well", ""))
    page.set_busy(False)
    qtbot.waitUntil(page.isActiveWindow)
    qtbot.keyClick(page, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: asked == ["measure"])


def test_another_computer_is_looked_at_and_left_again(window: MainWindow) -> None:
    """Who asked about another computer found it in a table alone, without its best models and what to buy for it."""
    here = window.overview._title.text()
    others = sure(window.my_rig.findChild(SearchButton))
    window.open_page("my_rig")
    settle(window)
    others.button.click()
    QTest.keyClicks(others.search, "two rtx 3090")
    QTest.keyClick(others.search, Qt.Key.Key_Return)
    settle(window)
    assert shown_page(window) is window.overview
    assert "two RTX 3090" in window._viewing.accessibleName()
    assert "RTX 3090" in window.overview._lines.text()
    for page in (window.overview, window.my_rig):
        assert page._measure.isHidden(), "it was greyed without a word why"
    window.back_requested.emit()
    settle(window)
    assert window.overview._title.text() == here
    assert not window.overview._measure.isHidden()


def test_a_tile_that_waits_stands_like_one_that_answers(qtbot: QtBot) -> None:
    """Before its answer a tile's text stood in the middle of the card, in a column of two words."""
    page = OverviewPage()
    qtbot.addWidget(page)
    page.resize(1040, 720)
    page.offer_tiles([Tile(id="chat", heading="Chat")])
    page.show()
    qtbot.waitExposed(page)
    tile = page.tiles["chat"]
    turn()
    waiting = tile.open.mapTo(tile, QPoint()).x()
    page.show_tile(Tile(id="chat", heading="Chat", tone="great", word="Great", title="A model", figures="9 tokens/s"))
    turn()
    assert waiting == tile.open.mapTo(tile, QPoint()).x()


def test_a_high_page_lists_what_is_next_best_and_a_low_one_names_it(qtbot: QtBot) -> None:
    """A third of a large window was empty."""
    page = OverviewPage()
    qtbot.addWidget(page)
    listed = ("Next best:", "A · 9 tokens/s", "B · 8 tokens/s")
    page.offer_tiles([Tile(id="chat", heading="Chat", title="A model", more="Next best: A, B", longer=listed)])
    page.show()
    tile = page.tiles["chat"]
    for heights, shown in ((46, "Next best: A, B"), (86, "\n".join(listed)), (46, "Next best: A, B")):
        page.resize(1700, heights * page.fontMetrics().height())
        turn()
        assert tile._more.text().replace("\N{NO-BREAK SPACE}", " ").replace("\N{WORD JOINER}", "") == shown


@pytest.mark.parametrize(("percent", "is_last"), [(100, False), (200, True)])
def test_the_picture_stands_last_where_its_letters_would_be_tiny(
    percent: int, is_last: bool, qapp: QApplication, qtbot: QtBot
) -> None:
    """At 200 % its letters had less than half the height of those beside it."""
    page = OverviewPage()
    qtbot.addWidget(page)
    page.offer_tiles([Tile(id="chat", heading="Chat", title="A model")])
    page.resize(1180, 768)
    page.show()
    try:
        set_text_size(qapp, percent)
        page.set_theme("light")
        turn()
        picture, tile = (one.mapTo(page, QPoint(0, 0)).y() for one in (page.picture, page.tiles["chat"]))
    finally:
        set_text_size(qapp, 100)
    assert (picture > tile) == is_last
    assert (page.picture.width() > 1000) == is_last


def test_reasons_stand_behind_bullets_where_there_is_room_for_more_than_one(qtbot: QtBot) -> None:
    """Second lines began under the bullet."""
    page = OverviewPage()
    qtbot.addWidget(page)
    reasons = (
        "Runs all you do already, and it is fast enough for each.",
        "A larger card costs more than two years of rent. " * 6,
    )
    page.offer_tiles([Tile(id="upgrade", heading="Upgrade", title="No", more=reasons[0], bullets=reasons)])
    page.show()
    tile = page.tiles["upgrade"]
    for heights, is_listed in ((46, False), (86, True), (46, False)):
        page.resize(1700, heights * page.fontMetrics().height())
        turn()
        assert tile._bullets.isVisible() == is_listed
        assert tile._more.isVisible() != is_listed
    page.resize(1000, 86 * page.fontMetrics().height())
    turn()
    bullet, line = tile._bullets._rows[1]
    assert line.height() > 1.5 * bullet.height(), "it has further lines"
    assert line.x() >= bullet.geometry().right(), "which begin under the first"


def test_a_tile_that_is_worked_out_anew_has_no_color_of_the_answer_before(window: MainWindow) -> None:
    panel = window.overview.tiles["coding"]
    known = panel.tile
    assert panel.edge.styleSheet()
    panel.show_tile(replace(known, tone="", word="", title="", figures=""))
    assert not panel.edge.styleSheet()
    panel.show_tile(known)
    assert panel.edge.styleSheet()


def test_models_follow_the_work_that_other_pages_turn_to(window: MainWindow) -> None:
    """Models stayed at coding agent while Will it run? and Upgrade were about chat."""
    session, models = window.findChildren(Session)[0], window.findChildren(WhatCanIRunPage)[0]
    for work in ("coding-agent", "coding"):
        session.asking.turn("workload", work)
        session.asking.answer()
        settle(window)
        assert models.bar.workload.currentData() == work
    models.bar.words.setText("gpt-oss 120")
    models.forget()
    assert models.bar.words.text() == "", "what was looked for on another machine hides this one's models"


def test_what_was_saved_is_said_for_a_while(window: MainWindow, tmp_path: Path) -> None:
    """Eight seconds after a PDF was saved nothing said where; a minute after it the note still covered the page."""
    say_saved(window, tmp_path / "rig.pdf")
    toast = window.findChildren(Toast)[0]
    assert toast.leaves_by_itself
    assert SAVED_S > 2 * QUIET_S
    assert str(tmp_path) in toast.accessibleName()
    toast.close_button.click()


def test_a_greyed_check_says_why(window: MainWindow) -> None:
    explain = window.findChildren(WillItRunPage)[0].explain
    explain.set_own(False)
    assert "Only runs of this computer" in explain.check.toolTip()
    explain.set_own(True)
    assert "Only runs" not in explain.check.toolTip()


def test_the_settings_button_is_let_go_with_its_menu(window: MainWindow) -> None:
    """It stayed grey, as if the pointer were on it, long after its menu was closed."""
    button = window.settings_button
    button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, True)
    QCursor.setPos(button.mapToGlobal(button.rect().topRight()) + QPoint(300, -200))
    button.menu().aboutToHide.emit()
    assert not button.underMouse()


def test_the_verdict_on_buying_stays_with_the_best_chat_whatever_other_pages_are_asked(window: MainWindow) -> None:
    """ "Images: worth upgrading?" stood there after a look at pictures, also on the next computer."""
    tiles, session = window.overview.tiles, window.findChildren(Session)[0]
    before = tiles["upgrade"].tile
    assert before.heading == "Chat: worth upgrading?"
    assert before.figures.startswith(f"{tiles['chat'].tile.title} ")
    for knob, choice in (("text_model", "llama/llama-3.3-70b"), ("workload", "pictures")):
        session.asking.turn(knob, choice)
        session.asking.answer()
        settle(window)
        assert tiles["upgrade"].tile == before
    tiles["upgrade"].open.click()
    settle(window)
    assert window.page_name == "upgrade"
    assert session.asking.question is not None
    assert session.asking.question.now.workload_id == "chat"
