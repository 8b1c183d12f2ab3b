"""The search box for GPUs and topics: what it finds, and what Enter takes."""

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from advisor.catalog.cards.catalog import load_catalog
from advisor.present.text.choices import model_choices
from advisor.present.words.choice import Choice
from advisor.ui.parts.boxes import beside, fill
from advisor.ui.parts.model_search import ID_ROLE, ModelList, ModelSearch
from advisor.ui.parts.panel import Page
from advisor.ui.parts.search_button import SearchButton

CARDS = (Choice("nvidia/rtx-3060", "RTX 3060"), Choice("nvidia/rtx-3090", "RTX 3090"))


@pytest.fixture
def search(qtbot: QtBot) -> ModelSearch:
    """The box for another GPU."""
    found = ModelSearch("Another GPU", "Type the name of a GPU")
    qtbot.addWidget(found)
    found.show()
    found.set_choices(CARDS, "")
    return found


def test_enter_on_the_open_list_chooses_once_what_is_marked(search: ModelSearch, qtbot: QtBot) -> None:
    chosen = list[str]()
    search.chosen.connect(chosen.append)
    search.setFocus()
    qtbot.keyClicks(search, "rtx")
    assert search.is_open
    marked = search._popup.model().index(1, 0)
    search._popup.setCurrentIndex(marked)
    qtbot.keyClick(search._popup, Qt.Key.Key_Return)
    assert chosen == [marked.data(ID_ROLE)]


def test_the_open_list_stays_within_the_window(qtbot: QtBot) -> None:
    """Below a box at the right edge its end and the scrollbar stood outside."""
    window, search = QWidget(), ModelSearch("Another GPU", "Type the name of a GPU")
    qtbot.addWidget(window)
    window.resize(500, 300)
    fill(window, beside(None, search))
    search.set_choices(CARDS, "")
    window.show()
    qtbot.waitExposed(window)
    search.setFocus()
    for text in ("r", "tx"):
        qtbot.keyClicks(search, text)
        assert search.is_open
        assert search._popup.width() > search.width(), "else nothing is shown"
        assert search._popup.geometry().right() <= window.geometry().right()


def test_the_open_list_of_a_button_is_as_wide_as_its_box_and_leaves_the_edge_free(qtbot: QtBot) -> None:
    """It was wider, touched the edge of the window, and lay below the scroll bar of the page."""
    page, button = Page("My rig"), SearchButton("View another computer", "Type a name")
    qtbot.addWidget(page)
    page.resize(500, 300)
    page.body.addLayout(beside(None, button))
    far = QWidget()
    far.setMinimumHeight(900)
    page.body.addWidget(far)
    button.offer(CARDS)
    page.show()
    qtbot.waitExposed(page)
    button.button.click()
    qtbot.waitUntil(lambda: button.search.is_open)
    box, popup = button.search, button.search._popup
    assert popup.width() == box.width()
    assert popup.x() == box.mapToGlobal(QPoint()).x()
    edge = page.viewport().mapToGlobal(page.viewport().rect().topRight()).x()
    assert popup.geometry().right() < edge - 8
    popup.hide()


@pytest.mark.parametrize("downs", [1, 2])
def test_a_rig_is_chosen_once_by_keys_alone(qtbot: QtBot, downs: int) -> None:
    """Down and Enter opened the rig that was marked, and one of the same row of the whole list beside it."""
    button, chosen = SearchButton("Add a rig", "Type the name of a computer, server or GPU"), list[str]()
    qtbot.addWidget(button)
    names = ("Laptop with Iris Xe 16GB", "Mac mini M6 16GB", "RTX 3060", "RTX 5090", "Two RTX 5090")
    button.offer(tuple(Choice(name, name) for name in names))
    button.chosen.connect(chosen.append)
    button.show()
    button.button.click()
    qtbot.keyClicks(button.search, "5090")
    for _ in range(downs):
        qtbot.keyClick(button.search._popup, Qt.Key.Key_Down)
    marked = button.search._popup.currentIndex().data(ID_ROLE)
    qtbot.keyClick(button.search._popup, Qt.Key.Key_Return)
    assert chosen == [marked]
    assert marked in names[3:]


def test_a_name_that_nothing_has_is_put_back(search: ModelSearch, qtbot: QtBot) -> None:
    search.set_choices(CARDS, "nvidia/rtx-3090")
    search.setFocus()
    search.selectAll()
    qtbot.keyClicks(search, "no such card")
    assert search.is_open
    assert [search._popup.model().index(0, 0).data()] == ["No matching model"]
    assert not search._popup.model().index(0, 0).flags()
    qtbot.keyClick(search._popup, Qt.Key.Key_Return)
    assert not search.is_open
    assert search.text() == "RTX 3090"


def test_a_gpu_that_is_not_found_can_be_made_a_card(search: ModelSearch, qtbot: QtBot) -> None:
    search.offer_card()
    search.setFocus()
    qtbot.keyClicks(search, "RTX 9999")
    rows = search._popup.model()
    said = [rows.index(row, 0).data() for row in range(rows.rowCount())]
    assert said == ["No matching model", "Make a card for it …"]
    search._popup.setCurrentIndex(rows.index(1, 0))
    with qtbot.waitSignal(search.card_requested) as asked:
        qtbot.keyClick(search._popup, Qt.Key.Key_Return)
    assert asked.args == ["RTX 9999"]


def test_a_list_that_is_taken_without_a_row_chooses_nothing(search: ModelSearch) -> None:
    """So ends a list whose rows changed below the mark."""
    chosen = list[str]()
    search.chosen.connect(chosen.append)
    search.set_choices(CARDS, "nvidia/rtx-3090")
    search._completer.activated[QModelIndex].emit(QModelIndex())  # type: ignore[index]
    assert not chosen
    assert search.text() == "RTX 3090"


def test_the_nearest_name_is_found_first() -> None:
    models = ModelList()
    models.set_rows((Choice("h", "Hermes 3 8B", search="Llama 3.1 8B"), Choice("l", "Llama 3.1 8B")))
    models.set_text("llama 3.1")
    assert [models.index(row, 0).data(ID_ROLE) for row in range(models.rowCount())] == ["l", "h"]


@pytest.mark.parametrize("typed", ["alibaba 8.2b apache", "qwen3 8b apache-2.0", "QWEN 3 8b"])
def test_models_are_found_by_maker_family_size_and_license(typed: str) -> None:
    models = ModelList()
    models.set_rows(model_choices(load_catalog()))
    models.set_text(typed)
    assert "Qwen3 8B" in [models.index(row, 0).data(Qt.ItemDataRole.EditRole) for row in range(models.rowCount())]
