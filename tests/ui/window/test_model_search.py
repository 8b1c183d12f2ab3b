"""The search box for models: what it finds, and what Enter takes."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from advisor.catalog.cards.catalog import load_catalog
from advisor.present.text.choices import model_choices
from advisor.present.words.view import Choice
from advisor.ui.parts.model_search import ID_ROLE, ModelList
from tests.fakes import views


@pytest.mark.parametrize("typed", ["gemma", "google 12", "GEMMA-3"])
def test_the_model_search_finds_by_name_and_alias(window: Any, qtbot: QtBot, typed: str) -> None:
    window.open_page("will_it_run")
    page = window.will_it_run
    page.show_knobs(views.KNOBS)
    page.knobs.model.setFocus()
    page.knobs.model.selectAll()
    with qtbot.waitSignal(page.turned) as turned:
        qtbot.keyClicks(page.knobs.model, typed)
        qtbot.keyClick(page.knobs.model, Qt.Key.Key_Return)
    assert turned.args == ["model", "gemma/gemma-3-12b"]


def test_enter_on_the_open_list_chooses_once_what_is_marked(window: Any, qtbot: QtBot) -> None:
    window.open_page("will_it_run")
    page = window.will_it_run
    page.show_knobs(views.KNOBS)
    search, chosen = page.knobs.model, list[str]()
    search.chosen.connect(chosen.append)
    search.setFocus()
    search.selectAll()
    qtbot.keyClicks(search, "3")
    assert search.is_open
    marked = search._popup.model().index(1, 0)
    search._popup.setCurrentIndex(marked)
    qtbot.keyClick(search._popup, Qt.Key.Key_Return)
    assert chosen == [marked.data(Qt.ItemDataRole.UserRole)]


def test_a_name_that_no_model_has_is_put_back(window: Any, qtbot: QtBot) -> None:
    window.open_page("will_it_run")
    search = window.will_it_run.knobs.model
    window.will_it_run.show_knobs(views.KNOBS)
    search.setFocus()
    search.selectAll()
    qtbot.keyClicks(search, "no such model")
    assert search.is_open
    assert [search._popup.model().index(0, 0).data()] == ["No matching model"]
    assert not search._popup.model().index(0, 0).flags()
    qtbot.keyClick(search._popup, Qt.Key.Key_Return)
    assert not search.is_open
    assert search.text() == "Qwen3 8B"


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
