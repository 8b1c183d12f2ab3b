"""Page Compare and what stands behind it: the list, its undo, names and colors."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QMimeData, QObject, Qt, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from advisor.advice.comparison import Asked
from advisor.advice.known_models import KnownModels
from advisor.advice.question import page_compared
from advisor.answer.money.prices import Prices
from advisor.answer.tasks.ask import usual_question
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.asked.question import Edit, Question
from advisor.facts.kept.settings import Money
from advisor.facts.machine.machine import Machine
from advisor.facts.rig.rig import KnownRig
from advisor.present.compare.compare_rigs import COLUMNS
from advisor.run.command import advisor_command
from advisor.store.profile import save_machine
from advisor.ui.compare.compare_wiring import RigList
from advisor.ui.compare.page_compare import ComparePage
from advisor.ui.compare.rig_table import RigTable
from advisor.ui.state.changes import Changes
from tests.fakes.drags import drag_over, let_go
from tests.fakes.machines import machine, nvidia_card
from tests.fakes.rigs import RIGS

if TYPE_CHECKING:
    from advisor.present.compare.compare_rigs import CompareView
    from advisor.present.rig.edit_text import WhatIfView

CATALOG = load_catalog()
STICK, CARD = Edit(kind="sticks", channels=2), Edit(kind="card", card="gpus/nvidia/rtx-3090")


QUESTION = Question(
    workload_id="chat", model_id="llama/llama-3.1-8b", fields={"quant": "q4_k_m", "context_tokens": 4096}
)


def asked(detected: Machine) -> Asked:
    known = known_machine(detected, (), CATALOG)
    return Asked(
        question=QUESTION,
        known=KnownModels(CATALOG),
        real=KnownRig(known, assemble_rig(known, None, CATALOG)),
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
        self.files: list[tuple[str, ...]] = []
        self.said: list[str] = []
        self.offers: list[WhatIfView] = []
        self.comparison.changed.connect(self.views.append)
        self.comparison.files_changed.connect(self.files.append)
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
    assert one.names == ["This rig"]
    one.comparison.add_files([friend])
    assert one.names == ["This rig", "friend"]
    one.comparison.add_edits((STICK,))
    one.comparison.add_edits((STICK, CARD))
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
    assert one.files[-1] == (str(friend),)
    own, _, stick = one.views[-1].chart.bars
    assert own.role == "this_rig"
    assert stick.middle > own.middle


def test_a_server_for_sale_joins_the_list_and_is_not_kept(watched: Any, page: ComparePage) -> None:
    one = watched()
    one.comparison.systems_changed.connect(page.show_systems)
    page.system_chosen.connect(one.comparison.add_system)
    assert one.names == ["This rig"]
    next(action for action in page.servers.menu().actions() if action.text() == "GB200 NVL72").trigger()
    assert one.names == ["This rig", "GB200 NVL72"]
    assert not one.files[-1]


def test_the_same_rig_is_listed_once(watched: Any, friend: Path) -> None:
    one = watched(files=(str(friend),))
    one.comparison.add_files([friend])
    one.comparison.add_edits((CARD,))
    one.comparison.add_edits((CARD,))
    assert one.names == ["This rig", "friend", "With RTX 3090"]


def test_a_file_without_a_machine_is_refused_in_a_sentence(watched: Any, tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text("{")
    one = watched()
    assert one.names == ["This rig"]
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
    one.comparison.add_edits((CARD,))
    assert one.names == ["This rig", "With RTX 3090"]
    assert one.views[-1].rows[1].detail == "This rig cannot take it."
    assert (one.offers[-1].stick, one.offers[-1].cards, one.offers[-1].sizes) == ("", (), ())


def test_nothing_is_asked_while_nobody_looks(watched: Any, qtbot: QtBot) -> None:
    one = watched()
    assert one.names
    one.comparison.show(False)
    one.comparison.ask_all()
    qtbot.wait(50)
    assert len(one.views) == 1
    one.comparison.show(True)
    assert one.names == ["This rig"]


@pytest.fixture
def page(qtbot: QtBot, watched: Any, friend: Path) -> ComparePage:
    one = watched(files=(str(friend),))
    shown = ComparePage()
    qtbot.addWidget(shown)
    shown.resize(1100, 700)
    one.comparison.offers_changed.connect(shown.show_offers)
    shown.show()
    assert one.names == ["This rig", "friend"]
    assert one.views[-1].subtitle == "Llama 3.1 8B as Q4_K_M, context 4,096 tokens"
    shown.show_view(one.views[-1])
    return shown


def test_every_control_has_a_name(page: ComparePage) -> None:
    names = [one.accessibleName() for one in page.findChildren(QPushButton) if one.isVisible()]
    assert all(names)
    assert "Remove: friend" in names
    assert {"Add a saved rig", "Add a stick", "Try another GPU", "More memory", "Share this rig"} <= set(names)
    assert page.chart.accessibleName() == page.chart.title
    assert page.rigs.accessibleName()
    signs = [one for one in page.rigs.findChildren(QLabel) if not one.pixmap().isNull()]
    assert [one.accessibleName() for one in signs] == ["Fine", "Great"]


def test_the_table_goes_to_the_clipboard_as_it_is_shown(page: ComparePage) -> None:
    page._copy.click()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0].startswith("Rig,Verdict,Speed (tokens/s)")
    assert [line.split(",")[0] for line in lines[1:]] == ["This rig", "friend"]


def test_a_dropped_profile_is_for_this_page_and_a_model_for_the_window(
    page: ComparePage, qtbot: QtBot, friend: Path, tmp_path: Path
) -> None:
    model = tmp_path / "tiny.gguf"
    model.write_bytes(b"GGUF")

    def dragged(path: Path) -> QMimeData:
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path))])
        return data

    assert not drag_over(page.viewport(), dragged(model))
    assert drag_over(page.viewport(), dragged(friend))
    with qtbot.waitSignal(page.dropped) as dropped:
        let_go(page.viewport(), dragged(friend))
    assert dropped.args == [(friend,)]


def test_the_search_for_a_card_gives_way_to_its_button_again(page: ComparePage, qtbot: QtBot) -> None:
    edits = page.edits
    edits.card.click()
    assert (edits.card.isVisible(), edits.search.isVisible()) == (False, True)
    QTest.keyClicks(edits.search, "no such card")
    QTest.keyClick(edits.search, Qt.Key.Key_Return)
    assert (edits.card.isVisible(), edits.search.isVisible()) == (True, False)
    edits.card.click()
    QTest.keyClicks(edits.search, "rtx 3090")
    with qtbot.waitSignal(page.tried) as tried:
        QTest.keyClick(edits.search, Qt.Key.Key_Return)
    assert tried.args == [CARD]
    assert edits.card.isVisible()


def test_trouble_is_said_in_place_of_the_rigs(page: ComparePage) -> None:
    page.show_trouble("The reading was refused.")
    assert page._subtitle.text() == "The reading was refused."
    assert not page.rigs.isVisible()
    assert not page._table.isEnabled()


def test_a_narrow_window_keeps_what_matters_most_and_cuts_nothing_off(page: ComparePage, qtbot: QtBot) -> None:
    def titles() -> list[str]:
        return [one.text().split("\n")[0] for one in page.rigs._titles if one.isVisible()]

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
    found, subject = page_compared(question, "This rig", told.real.rig, told.known)
    assert found.answer.id == "This rig"
    assert CATALOG.other_workloads[workload].name in subject
    assert found.rate is not None or found.fit == "too_big"


def test_both_themes_paint(page: ComparePage) -> None:
    page.set_theme("dark")
    dark = page.rigs.grab().toImage()
    page.set_theme("light")
    assert page.rigs.grab().toImage() != dark
