"""Parts that a person names, and the search in whose place a button stands."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from advisor.catalog.cards.catalog import load_catalog
from advisor.present.upgrade.side_by_side import computer_choices
from advisor.present.words.choice import Choice
from advisor.ui.my_rig.another_computer import OWN_PARTS, AnotherComputer
from advisor.ui.my_rig.named_parts import named_computer, parts_by_id
from advisor.ui.my_rig.own_parts import PC, Parts, viewable
from advisor.ui.my_rig.parts_dialog import PartsDialog
from advisor.ui.parts.model_search import ID_ROLE, ModelSearch
from advisor.ui.parts.search_button import SearchButton
from tests.fakes.sure import sure

CATALOG = load_catalog()
ENTER = Qt.Key.Key_Return


@pytest.fixture
def dialog(qtbot: QtBot) -> PartsDialog:
    holder = QWidget()
    qtbot.addWidget(holder)
    shown = PartsDialog(CATALOG, holder)
    setattr(shown, "holder", holder)  # noqa: B010 - else it goes, and takes the dialog with it
    shown.show()
    qtbot.waitExposed(shown)
    return shown


def choose(box: ModelSearch, text: str) -> None:
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, text)
    QTest.keyClick(box, ENTER)


def test_the_dialog_begins_with_a_usual_pc_and_gives_what_was_chosen(dialog: PartsDialog, qtbot: QtBot) -> None:
    usual = CATALOG.computers[PC]
    assert dialog.parts == Parts(sure(usual.cpu), sure(usual.memory_gib), sure(usual.gpu), 1)
    choose(dialog.cpu, "ryzen 9 5950x")
    choose(dialog.gpu, "rtx 3090")
    assert dialog.isVisible(), "Enter takes what was found, and leaves the dialog open"
    dialog.gpus.setCurrentIndex(1)
    dialog.memory.setCurrentIndex(dialog.memory.findText("64 GB"))
    with qtbot.waitSignal(dialog.chosen) as chosen:
        QTest.keyClick(dialog.gpu, ENTER)  # once more, with nothing typed since
    assert chosen.args[0] == Parts("cpus/amd/ryzen-9-5950x", 64.0, "gpus/nvidia/rtx-3090", 2)


@pytest.mark.parametrize("text", ["RTX 3090 + GTX 1070", " "])
def test_a_text_that_names_nothing_stays_and_shows_no_computer(dialog: PartsDialog, text: str) -> None:
    choose(dialog.gpu, text)
    dialog.gpu._popup.hide()
    dialog.cpu.setFocus()
    assert dialog.gpu.text() == text
    assert not dialog.view.isEnabled()
    assert dialog.lost.isVisible()
    assert text in dialog.lost.text()
    choose(dialog.gpu, "rtx 3090")
    assert dialog.view.isEnabled()
    assert not dialog.lost.isVisible()
    assert dialog.parts.gpu == "gpus/nvidia/rtx-3090"


def test_what_is_found_is_taken_on_leaving_the_box(dialog: PartsDialog) -> None:
    dialog.gpu.setFocus()
    dialog.gpu.selectAll()
    QTest.keyClicks(dialog.gpu, "rtx 3090")
    dialog.gpu._popup.hide()
    dialog.cpu.setFocus()
    assert dialog.gpu.text() == "RTX 3090"
    assert dialog.parts.gpu == "gpus/nvidia/rtx-3090"


def type_in(box: ModelSearch, text: str) -> None:
    """Without taking anything of the list, which stays open."""
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, text)


def test_what_was_typed_counts_without_being_taken_from_the_list(dialog: PartsDialog, qtbot: QtBot) -> None:
    """ "5950X" and "RTX 3090" showed the computer that the dialog had begun with."""
    type_in(dialog.cpu, "5950X")
    assert dialog.cpu.is_open
    QTest.keyClick(dialog.cpu._popup, Qt.Key.Key_Tab)
    assert dialog.cpu.text() == "Ryzen 9 5950X"
    type_in(dialog.gpu, "RTX 3090")
    with qtbot.waitSignal(dialog.chosen) as chosen:
        dialog.view.click()
    assert chosen.args[0] == Parts("cpus/amd/ryzen-9-5950x", 32.0, "gpus/nvidia/rtx-3090", 1)


def test_it_is_asked_which_of_several_is_meant(dialog: PartsDialog, qtbot: QtBot) -> None:
    chosen: list[Parts] = []
    dialog.chosen.connect(chosen.append)
    type_in(dialog.gpu, "3060")
    assert not dialog.lost.isVisible(), "more may be typed"
    dialog.gpu._popup.hide()
    dialog.view.click()
    assert chosen == []
    assert dialog.isVisible()
    assert dialog.lost.text().startswith("Which one is 3060? RTX 3060 ")
    assert dialog.gpu.text() == "3060"
    QApplication.processEvents()
    assert dialog.gpu.height() >= dialog.gpu.sizeHint().height(), "the sentence takes no room from the fields"
    type_in(dialog.gpu, "3060 Ti")
    dialog.gpu._popup.hide()
    dialog.view.click()
    assert [one.gpu for one in chosen] == ["gpus/nvidia/rtx-3060-ti"]


def test_the_dialog_begins_with_the_parts_it_is_given(qtbot: QtBot) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    given = Parts("cpus/amd/ryzen-9-5950x", 48.0, "gpus/nvidia/rtx-3090", 2)
    assert PartsDialog(CATALOG, holder, given).parts == given
    none = Parts("cpus/intel/core-i7-8700", 20.0)
    shown = PartsDialog(CATALOG, holder, none)
    assert (shown.parts, shown.gpus.isEnabled()) == (none, False)


def test_a_computer_may_have_no_gpu(dialog: PartsDialog) -> None:
    choose(dialog.gpu, "no gpu")
    assert dialog.parts.gpu == ""
    assert not dialog.gpus.isEnabled()


@pytest.fixture
def button(qtbot: QtBot) -> Iterator[SearchButton]:
    shown = SearchButton("View another computer", "Type a name")
    qtbot.addWidget(shown)
    shown.offer((Choice("a", "Alpha"), Choice("b", "Beta")))
    shown.show()
    qtbot.waitExposed(shown)
    shown.button.click()
    qtbot.waitUntil(lambda: shown.search.is_open)
    yield shown
    shown.search._popup.hide()


def test_a_search_that_finds_nothing_stays_for_another_word(button: SearchButton, qtbot: QtBot) -> None:
    chosen: list[str] = []
    button.chosen.connect(chosen.append)
    QTest.keyClicks(button.search, "gamma")
    for _ in range(2):
        QTest.keyClick(button.search, ENTER)
        assert button.search.isVisible()
        assert button.search.text() == "gamma"
    button.search.selectAll()
    QTest.keyClicks(button.search, "beta")
    QTest.keyClick(button.search, ENTER)
    assert chosen == ["b"]
    assert not button.search.isVisible()


def test_what_is_not_found_can_be_put_together(qtbot: QtBot) -> None:
    chosen: list[str] = []
    shown = AnotherComputer()
    qtbot.addWidget(shown)
    shown.offer((Choice(OWN_PARTS, "Your own parts"), Choice("a", "Alpha")))
    shown.chosen.connect(chosen.append)
    shown.show()
    qtbot.waitExposed(shown)
    shown.button.click()
    qtbot.waitUntil(lambda: shown.search.is_open)
    QTest.keyClicks(shown.search, "omega")
    rows = sure(shown.search.completer().popup()).model()
    assert [rows.index(row, 0).data(ID_ROLE) for row in range(rows.rowCount())] == [None, OWN_PARTS]
    shown.search._popup.setCurrentIndex(rows.index(1, 0))
    QTest.keyClick(shown.search._popup, ENTER)
    assert chosen == [OWN_PARTS]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("2x RTX 3090", "computers/usual/pc-2-x-rtx-3090"),
        ("two RTX 3090", "computers/usual/pc-2-x-rtx-3090"),
        ("two RTX 3090 and 128 GB RAM", Parts("cpus/amd/ryzen-9-5950x", 128.0, "gpus/nvidia/rtx-3090", 2)),
        ("5950X, 3090, 64 GB", Parts("cpus/amd/ryzen-9-5950x", 64.0, "gpus/nvidia/rtx-3090")),
        ("3x RTX 3060 12GB", Parts("cpus/amd/ryzen-5-5600", 32.0, "gpus/nvidia/rtx-3060-12gb", 3)),
        ("RTX 4070 12GB", "gpus/nvidia/rtx-4070"),
        ("2x RTX 3090 and a cat", "gpus/nvidia/rtx-3090"),
    ],
)
def test_enter_shows_the_computer_of_all_parts_that_were_typed(qtbot: QtBot, text: str, wanted: object) -> None:
    """ "2x RTX 3090" showed one, and the memory that was typed behind it counted for nothing."""
    chosen: list[str] = []
    shown = AnotherComputer()
    qtbot.addWidget(shown)
    shown.describe_by(lambda typed: named_computer(typed, CATALOG))
    shown.offer(viewable(computer_choices(CATALOG), CATALOG))
    shown.chosen.connect(chosen.append)
    shown.show()
    qtbot.waitExposed(shown)
    shown.button.click()
    qtbot.waitUntil(lambda: shown.search.is_open)
    QTest.keyClicks(shown.search, text)
    QTest.keyClick(shown.search, ENTER)
    assert [parts_by_id(one) or one for one in chosen] == [wanted]


def test_all_are_offered_again_once_the_text_is_cleared(button: SearchButton, qtbot: QtBot) -> None:
    QTest.keyClicks(button.search, "beta")
    button.search.selectAll()
    QTest.keyClick(button.search, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: button.search.is_open)
    assert sure(button.search.completer().popup()).model().rowCount() == 2
