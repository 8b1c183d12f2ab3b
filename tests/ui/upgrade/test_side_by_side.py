"""Rigs side by side on page Upgrade and what stands behind them: the list, its undo, names and colors."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QMimeData, QObject, Qt, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from advisor.advice.comparison import Asked, Entry, asked_rig
from advisor.advice.known_models import KnownModels
from advisor.advice.purchase import PurchaseAsked
from advisor.answer.money.prices import Prices
from advisor.answer.tasks.ask import usual_question
from advisor.answer.worth.question import WorthQuestion
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.asked.question import Edit, Question
from advisor.facts.kept.settings import Money
from advisor.facts.machine.machine import Machine
from advisor.facts.rig.rig import KnownRig
from advisor.present.upgrade.side_by_side import COLUMNS, computer_choices
from advisor.run.command import advisor_command
from advisor.store.profile import save_machine
from advisor.ui.state.changes import Changes
from advisor.ui.upgrade.page_upgrade import UpgradePage
from advisor.ui.upgrade.rig_table import RigTable
from advisor.ui.upgrade.side_by_side_wiring import RigList
from tests.fakes.drags import drag_over, let_go
from tests.fakes.machines import machine, nvidia_card
from tests.fakes.rigs import RIGS

if TYPE_CHECKING:
    from advisor.present.rig.edit_text import WhatIfView
    from advisor.present.upgrade.side_by_side import CompareView

CATALOG = load_catalog()
STICK, CARD = Edit(kind="sticks", channels=2), Edit(kind="card", card="gpus/nvidia/rtx-3090")


QUESTION = Question(
    workload_id="chat", model_id="llama/llama-3.1-8b", fields={"quant": "q4_k_m", "context_tokens": 4096}
)


def asked(detected: Machine) -> Asked:
    known = known_machine(detected, (), CATALOG)
    real = KnownRig(known, assemble_rig(known, None, CATALOG))
    question = WorthQuestion(CATALOG, QUESTION.workload_id, QUESTION.model_id, "q4_k_m", Money())
    return Asked(
        purchase=PurchaseAsked(real, question),
        question=QUESTION,
        known=KnownModels(CATALOG),
        real=real,
        name="",
        prices=Prices(CATALOG, Money(), date(2026, 11, 20)),
    )


class Watched:
    """A comparison that is looked at, and the last it said."""

    def __init__(self, qtbot: QtBot, owner: QObject, detected: Machine, files: tuple[str, ...]) -> None:
        self.qtbot = qtbot
        self.told: Any = asked(detected)
        self.changes = Changes(owner)
        self.comparison = RigList(owner, lambda: self.told, files, self.changes, advisor_command)
        self.views: list[CompareView] = []
        self.listed: list[tuple[Entry, ...]] = []
        self.said: list[str] = []
        self.offers: list[WhatIfView] = []
        self.comparison.changed.connect(self.views.append)
        self.comparison.listed.connect(self.listed.append)
        self.comparison.said.connect(self.said.append)
        self.comparison.offers_changed.connect(self.offers.append)
        self.comparison.show(True)
        self.comparison.ask_all()

    @property
    def names(self) -> list[str]:
        with self.qtbot.waitSignal(self.comparison.changed):
            pass
        return [row.cells[0] for row in self.views[-1].rows]


@pytest.fixture
def watched(qtbot: QtBot) -> Iterator[Any]:
    owner = QObject()
    made: list[Watched] = []

    def make(detected: Machine | None = None, files: tuple[str, ...] = ()) -> Watched:
        made.append(Watched(qtbot, owner, detected or machine(), files))
        return made[-1]

    yield make
    for one in made:
        one.comparison.stop()
    owner.deleteLater()


@pytest.fixture
def friend(tmp_path: Path) -> Path:
    save_machine(tmp_path / "friend.json", machine(gpus=(nvidia_card(),)))
    return tmp_path / "friend.json"


def test_rigs_and_what_ifs_come_and_go_and_come_back(watched: Any, friend: Path) -> None:
    one = watched()
    one.comparison.add_files([friend])
    assert one.names == ["This rig", "friend"]
    one.comparison.add(Entry(edits=(STICK,)))
    one.comparison.add(Entry(edits=(STICK, CARD)))
    assert one.names == ["This rig", "friend", "With a second stick", "With a second stick and RTX 3090"]
    one.comparison.remove(str(friend))
    assert one.names == ["This rig", "With a second stick", "With a second stick and RTX 3090"]
    one.changes.undo()
    one.changes.undo()
    assert one.names == ["This rig", "friend", "With a second stick"]
    one.changes.redo()
    assert len(one.names) == 4
    one.changes.undo()
    assert one.names == ["This rig", "friend", "With a second stick"]
    assert [entry.path for entry in one.listed[-1]] == [str(friend), ""]
    own, _, stick = one.views[-1].chart.bars
    assert own.role == "this_rig"
    assert stick.middle > own.middle


def test_any_computer_of_the_catalog_joins_the_list(watched: Any, page: UpgradePage, qtbot: QtBot) -> None:
    one = watched()
    page.side.adding.show_computers(computer_choices(CATALOG))
    page.side.adding.computer_chosen.connect(lambda found: one.comparison.add(Entry(computer=found)))
    for typed, name in (("gb200 nvl72", "GB200 NVL72"), ("pc rtx 4090", "PC with RTX 4090"), ("m4 pro 24gb", "24GB")):
        page.side.adding.computer.button.click()
        QTest.keyClicks(page.side.adding.computer.search, typed)
        QTest.keyClick(page.side.adding.computer.search, Qt.Key.Key_Return)
        assert name in one.names[-1]


def test_what_was_tried_on_one_machine_is_no_part_of_another(watched: Any, friend: Path) -> None:
    one = watched(files=(str(friend),))
    one.comparison.add(Entry(edits=(CARD,)))
    one.comparison.take_machine()
    assert one.comparison.entries == (Entry(str(friend)),)


def test_nothing_is_asked_while_nothing_stands_there(watched: Any, qtbot: QtBot) -> None:
    one = watched()
    qtbot.waitUntil(lambda: bool(one.offers))
    qtbot.wait(50)
    assert not one.views
    assert one.offers[-1].cards


def test_the_same_rig_is_listed_once(watched: Any, friend: Path) -> None:
    one = watched(files=(str(friend),))
    one.comparison.add_files([friend])
    one.comparison.add(Entry(edits=(CARD,)))
    one.comparison.add(Entry(edits=(CARD,)))
    assert one.names == ["This rig", "friend", "With RTX 3090"]


def test_a_file_without_a_machine_is_refused_in_a_sentence(watched: Any, tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text("{")
    one = watched()
    one.comparison.add_files([bad])
    one.qtbot.waitUntil(lambda: bool(one.said))
    assert one.said[-1] == "bad.json is not a machine profile: it holds no JSON."
    assert not one.comparison.entries


def test_a_kept_file_that_is_gone_stays_in_the_list_and_says_so(watched: Any, tmp_path: Path) -> None:
    one = watched(files=(str(tmp_path / "gone.json"),))
    assert one.names == ["This rig", "gone"]
    assert "it is not there" in one.views[-1].rows[1].detail


def test_what_cannot_be_put_in_is_not_offered_and_a_what_if_of_before_says_so(watched: Any) -> None:
    one = watched(RIGS["Mac M2 Max"][0])
    one.comparison.add(Entry(edits=(CARD,)))
    assert one.names == ["This rig", "With RTX 3090"]
    assert one.views[-1].rows[1].detail == "This rig cannot take it."
    assert not one.views[-1].rows[1].can_be_tried
    assert (one.offers[-1].cards, one.offers[-1].memory) == ((), ())


def test_nothing_is_asked_while_nobody_looks(watched: Any, qtbot: QtBot) -> None:
    one = watched()
    one.comparison.add(Entry(edits=(CARD,)))
    assert one.names
    one.comparison.show(False)
    one.told = replace(one.told, name="mine")
    one.comparison.ask_all()
    qtbot.wait(50)
    assert len(one.views) == 1
    one.comparison.show(True)
    assert one.names == ["mine", "With RTX 3090"]


def test_hours_of_a_day_ask_no_rig_again(watched: Any, qtbot: QtBot) -> None:
    one = watched()
    one.comparison.add(Entry(edits=(CARD,)))
    assert one.names
    busy = Money(hours_per_day=8)
    purchase = replace(one.told.purchase, question=replace(one.told.purchase.question, money=busy))
    one.told = replace(one.told, purchase=purchase, prices=Prices(CATALOG, busy, date(2026, 11, 20)))
    one.comparison.ask_all()
    qtbot.wait(50)
    assert len(one.views) == 1


@pytest.fixture
def page(qtbot: QtBot, watched: Any, friend: Path) -> UpgradePage:
    one = watched(files=(str(friend),))
    shown = UpgradePage()
    qtbot.addWidget(shown)
    shown.resize(1100, 700)
    one.comparison.offers_changed.connect(shown.side.adding.show_offers)
    shown.show()
    assert one.names == ["This rig", "friend"]
    shown.side.show_view(one.views[-1])
    return shown


def test_every_control_has_a_name(page: UpgradePage) -> None:
    names = [one.accessibleName() for one in page.side.findChildren(QPushButton) if one.isVisible()]
    assert all(names)
    assert "Remove: friend" in names
    assert {"Add a saved rig", "Try another GPU", "More memory", "Share this rig"} <= set(names)
    assert page.side.chart.accessibleName() == page.side.chart.title
    assert page.side.rigs.accessibleName()
    signs = [one for one in page.side.rigs.findChildren(QLabel) if not one.pixmap().isNull()]
    assert [one.accessibleName() for one in signs] == ["Slow", "Great"]


def test_the_table_goes_to_the_clipboard_as_it_is_shown(page: UpgradePage) -> None:
    page.side._copy.click()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0].startswith("Rig,Verdict,Speed (tokens/s)")
    assert [line.split(",")[0] for line in lines[1:]] == ["This rig", "friend"]


def test_a_dropped_profile_is_for_this_page_and_a_model_for_the_window(
    page: UpgradePage, qtbot: QtBot, friend: Path, tmp_path: Path
) -> None:
    model = tmp_path / "tiny.gguf"
    model.write_bytes(b"GGUF")

    def dragged(path: Path) -> QMimeData:
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path))])
        return data

    assert not drag_over(page.viewport(), dragged(model))
    assert drag_over(page.viewport(), dragged(friend))
    with qtbot.waitSignal(page.rigs_dropped) as dropped:
        let_go(page.viewport(), dragged(friend))
    assert dropped.args == [(friend,)]


def test_the_search_for_a_card_gives_way_to_its_button_again(page: UpgradePage, qtbot: QtBot) -> None:
    card = page.side.adding.card
    card.button.click()
    assert (card.button.isVisible(), card.search.isVisible()) == (False, True)
    QTest.keyClicks(card.search, "no such card")
    QTest.keyClick(card.search, Qt.Key.Key_Return)
    assert (card.button.isVisible(), card.search.isVisible()) == (False, True), "what was typed can be mended"
    card.search._popup.hide()
    card.search.editingFinished.emit()
    assert (card.button.isVisible(), card.search.isVisible()) == (True, False)
    for _ in range(2):  # what was taken out can be chosen again
        card.button.click()
        QTest.keyClicks(card.search, "rtx 3090")
        with qtbot.waitSignal(page.side.adding.edited) as tried:
            QTest.keyClick(card.search, Qt.Key.Key_Return)
        assert tried.args == [CARD]
        assert card.button.isVisible()


def test_what_is_tried_on_can_be_taken_off_in_its_row(watched: Any, page: UpgradePage, qtbot: QtBot) -> None:
    one = watched()
    entry = Entry(edits=(CARD,))
    one.comparison.add(entry, Entry(computer="computers/usual/pc-rtx-4090"))
    assert one.names
    page.side.show_view(one.views[-1])

    def offered() -> list[str]:
        buttons = page.side.rigs.findChildren(QPushButton)
        return [one.text() for one in buttons if one.isVisible() and one.text() != "Remove"]

    assert offered() == ["Try on", "View"]
    with qtbot.waitSignal(page.side.rigs.tried) as tried:
        page.side.rigs._lines[1].tried.click()
    assert tried.args == [entry.id]
    page.side.rigs.show_tried(entry.id)
    assert offered() == ["Take off", "View"]


def test_an_empty_list_leaves_only_what_can_be_added(page: UpgradePage) -> None:
    assert page.side.rigs.isVisible()
    page.side.clear()
    assert page.side.adding.isVisible()
    assert not any(one.isVisible() for one in (page.side.rigs, page.side.chart, page.side._copy))


def test_a_narrow_window_keeps_what_matters_most_and_cuts_nothing_off(page: UpgradePage, qtbot: QtBot) -> None:
    def titles() -> list[str]:
        return [one.text().split("\n")[0] for one in page.side.rigs._titles if one.isVisible()]

    assert titles() == list(COLUMNS)
    page.resize(500, 700)
    qtbot.waitUntil(lambda: titles() == ["Rig", "Verdict", "Speed", "Memory bandwidth"])
    inside = page.widget()
    assert inside is not None
    qtbot.waitUntil(lambda: inside.width() <= page.viewport().width())


def test_a_narrow_window_may_come_before_the_first_rig(qtbot: QtBot) -> None:
    table = RigTable()
    qtbot.addWidget(table)
    for width in (1200, 300, 1200):
        table.resize(width, 200)
        table.grab()
    assert not table._lines


@pytest.mark.parametrize("workload", sorted(CATALOG.other_workloads))
def test_every_kind_of_work_can_be_compared(workload: str) -> None:
    told = asked(machine(gpus=(nvidia_card(),)))
    question = usual_question(workload, CATALOG)
    purchase = PurchaseAsked(told.real, WorthQuestion(CATALOG, workload, question.model_id, None, Money()))
    ways = (
        replace(told, purchase=purchase),
        replace(told, question=question, purchase=replace(purchase, is_file=True)),
    )
    found, of_page = (asked_rig(one, "This rig", told.real.rig) for one in ways)
    assert found.rate is not None or found.fit == "too_big"
    assert (found.fit, found.light, found.runs) == (of_page.fit, of_page.light, of_page.runs)
    assert not found.runs or found.rate == of_page.rate


def test_both_themes_paint(page: UpgradePage) -> None:
    page.set_theme("dark")
    dark = page.side.rigs.grab().toImage()
    page.set_theme("light")
    assert page.side.rigs.grab().toImage() != dark
