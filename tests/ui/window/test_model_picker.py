"""The model picker without a session: how it opens, what it finds, what is taken, and where its list stands."""

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from advisor.present.words.choice import Choice
from advisor.present.words.view import OPEN_FILE, Badge, ChoiceGroup
from advisor.ui.look.theme import set_text_size
from advisor.ui.parts.model_picker import ModelPicker
from tests.fakes import views

GROUPS = (
    ChoiceGroup("Recent", (Choice("gemma/gemma-3-12b", "Gemma 3 12B", "12 B"),)),
    ChoiceGroup("Best here for chat", (), waits=2),
    ChoiceGroup("", (Choice(OPEN_FILE, "Open a model file …"),)),
    ChoiceGroup("All models", views.KNOBS.models),
    ChoiceGroup("Other tasks", (Choice("flux/flux-1-dev", "FLUX.1 dev", "12 B · Images"),), is_only_found=True),
)
BEST = ChoiceGroup("Best here for chat", tuple(Choice(f"best-{number}", f"Best {number}") for number in range(2)))


@pytest.fixture
def picker(window: Any) -> ModelPicker:
    """That of page Will it run?; the groups come when it is opened, as from a session."""
    window.open_page("will_it_run")
    window.will_it_run.show_knobs(views.KNOBS)
    found: ModelPicker = window.will_it_run.knobs.model
    found.opened.connect(lambda: found.show_groups(GROUPS))
    QApplication.processEvents()
    return found


def rows(picker: ModelPicker) -> list[str]:
    found = picker.panel.rows
    return [found.index(row, 0).data() for row in range(found.rowCount())]


def marked(picker: ModelPicker) -> str:
    return str(picker.panel.list.currentIndex().data())


@pytest.mark.parametrize("key", [Qt.Key.Key_Down, Qt.Key.Key_Space])
def test_a_key_or_a_click_opens_groups_with_headings(picker: ModelPicker, qtbot: QtBot, key: Qt.Key) -> None:
    qtbot.keyClick(picker, key)
    assert rows(picker) == [
        *("Recent", "Gemma 3 12B", "Best here for chat", "Ranking …", "Ranking …", "Open a model file …"),
        *("All models", "Qwen3 8B", "Gemma 3 12B"),
    ]
    assert marked(picker) == "Qwen3 8B"
    qtbot.keyClick(picker, Qt.Key.Key_Escape)
    assert not picker.is_open
    qtbot.mouseClick(picker, Qt.MouseButton.LeftButton)
    assert picker.is_open


def test_keys_step_over_headings_and_what_is_not_known_yet(picker: ModelPicker, qtbot: QtBot) -> None:
    qtbot.keyClick(picker, Qt.Key.Key_Down)
    qtbot.keyClick(picker.panel.words, Qt.Key.Key_Up)
    assert marked(picker) == "Open a model file …"
    qtbot.keyClick(picker.panel.words, Qt.Key.Key_Up)
    assert marked(picker) == "Gemma 3 12B"
    with qtbot.waitSignal(picker.chosen) as chosen:
        qtbot.keyClick(picker.panel.words, Qt.Key.Key_Return)
    assert chosen.args == ["gemma/gemma-3-12b"]
    assert not picker.is_open


@pytest.mark.parametrize("typed", ["gemma", "google 12", "GEMMA-3"])
def test_typing_opens_and_finds_by_name_and_alias(picker: ModelPicker, window: Any, qtbot: QtBot, typed: str) -> None:
    with qtbot.waitSignal(window.will_it_run.turned) as turned:
        qtbot.keyClicks(picker, typed)
        qtbot.keyClick(picker, Qt.Key.Key_Return)
    assert turned.args == ["model", "gemma/gemma-3-12b"]


def test_a_search_looks_through_all_groups_and_shows_each_model_once(picker: ModelPicker, qtbot: QtBot) -> None:
    qtbot.keyClicks(picker, "gemma")
    assert rows(picker) == ["Gemma 3 12B"]
    picker.panel.words.clear()
    qtbot.keyClicks(picker, "flux")
    assert rows(picker) == ["FLUX.1 dev"]
    assert marked(picker) == "FLUX.1 dev"


def test_a_name_that_no_model_has_changes_nothing(picker: ModelPicker, qtbot: QtBot) -> None:
    qtbot.keyClicks(picker, "no such model")
    assert rows(picker)[0] == "No matching model"
    assert not picker.panel.rows.index(0, 0).flags()
    with qtbot.assertNotEmitted(picker.chosen):
        qtbot.keyClick(picker, Qt.Key.Key_Return)
    assert not picker.is_open
    assert picker.currentText() == "Qwen3 8B"


def test_a_file_is_asked_for_in_the_list(picker: ModelPicker, qtbot: QtBot) -> None:
    qtbot.keyClick(picker, Qt.Key.Key_Down)
    qtbot.keyClick(picker, Qt.Key.Key_Up)
    with qtbot.waitSignal(picker.file_requested), qtbot.assertNotEmitted(picker.chosen):
        qtbot.keyClick(picker, Qt.Key.Key_Return)


def test_what_comes_later_moves_nothing_and_is_read_out(picker: ModelPicker, qtbot: QtBot) -> None:
    with qtbot.waitSignal(picker.looked_at) as looked_at:
        qtbot.keyClick(picker, Qt.Key.Key_Down)
    assert set(looked_at.args[0]) == {"gemma/gemma-3-12b", "qwen/qwen3-8b"}
    qtbot.keyClick(picker, Qt.Key.Key_Down)
    at, before = marked(picker), len(rows(picker))
    picker.show_groups((GROUPS[0], BEST, *GROUPS[2:]))
    picker.show_badges({"qwen/qwen3-8b": Badge("great", "Great", "5.7 GiB")})
    assert (marked(picker), len(rows(picker))) == (at, before)
    assert rows(picker)[3:5] == ["Best 0", "Best 1"]
    row = picker.panel.rows.index(7, 0)
    assert row.data(Qt.ItemDataRole.AccessibleTextRole) == "Qwen3 8B, Great, 5.7 GiB, 8.2 billion"
    picture = picker.panel.list.grab().toImage()
    assert picture.size() == picker.panel.list.size()


def test_a_closed_list_takes_nothing(picker: ModelPicker, qtbot: QtBot) -> None:
    qtbot.keyClick(picker, Qt.Key.Key_Down)
    qtbot.keyClick(picker, Qt.Key.Key_Escape)
    picker.show_groups(())
    qtbot.keyClick(picker, Qt.Key.Key_Down)
    assert rows(picker)[0] == "Recent"


@pytest.mark.broad
@pytest.mark.parametrize("direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
@pytest.mark.parametrize("percent", [100, 200])
def test_the_list_stays_on_the_screen(
    picker: ModelPicker, window: Any, qapp: QApplication, direction: Qt.LayoutDirection, percent: int
) -> None:
    screen = picker.screen().availableGeometry()
    window.setLayoutDirection(direction)
    set_text_size(qapp, percent)
    window.set_theme("light")
    window.setMinimumSize(0, 0)
    window.resize(800, 600)
    try:
        for corner in (screen.topLeft(), screen.bottomRight() - QPoint(400, 300)):
            window.move(corner)
            QApplication.processEvents()
            picker.begin()
            assert screen.contains(picker.panel.geometry())
            assert picker.panel.width() <= window.width()
            assert picker.panel.layoutDirection() == direction
            assert picker.panel.list.height() >= 3 * picker.panel.look.sizeHint(option(picker), row(picker)).height()
            picker.hidePopup()
    finally:
        set_text_size(qapp, 100)


def option(picker: ModelPicker) -> QStyleOptionViewItem:
    found = QStyleOptionViewItem()
    found.fontMetrics = picker.panel.list.fontMetrics()
    return found


def row(picker: ModelPicker) -> Any:
    return picker.panel.rows.index(0, 0)


def test_a_long_name_ends_in_an_ellipsis_and_stands_in_the_tooltip(picker: ModelPicker) -> None:
    name = "DeepSeek-R1-Distill-Qwen 32B with quite a long name"
    picker.set_choices((Choice("long", name, "32 B"),), "long")
    picker.setFixedWidth(170)
    assert picker.shown_text.endswith("…")
    assert name in picker.toolTip()


def test_a_name_that_no_model_has_can_be_made_a_card(picker: ModelPicker, qtbot: QtBot) -> None:
    qtbot.keyClicks(picker, "Nonesuch 9B")
    assert rows(picker) == ["No matching model", "Make a card for it …"]
    qtbot.keyClick(picker.panel.words, Qt.Key.Key_Down)
    with qtbot.waitSignal(picker.card_requested) as asked:
        qtbot.keyClick(picker.panel.words, Qt.Key.Key_Return)
    assert asked.args == ["Nonesuch 9B"]
    assert not picker.is_open
