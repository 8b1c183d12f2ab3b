"""Undo and redo: in their order, over everything a person changes, and gone with the machine they were about."""

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from advisor.facts.asked.question import Edit
from advisor.facts.kept.settings import Money
from advisor.store.profile import save_machine
from advisor.store.settings import SETTINGS
from advisor.ui.state.changes import Change, Changes, KeptSettings
from advisor.ui.state.session import Session
from advisor.ui.window.settings_button import SettingsButton
from tests.fakes.machines import machine, nvidia_card
from tests.fakes.saved import show_saved


class Notebook:
    """What is undone and done again, in words."""

    def __init__(self, owner: QObject) -> None:
        self.changes, self.lines = Changes(owner), list[str]()

    def note(self, name: str, row: str = "") -> None:
        undo, redo = (lambda: self.lines.append(f"un{name}")), (lambda: self.lines.append(name))
        self.changes.note(Change("question", name, undo, redo, row))


@pytest.fixture
def book(qapp: QApplication) -> Any:
    owner = QObject()
    yield Notebook(owner)
    owner.deleteLater()


def test_changes_are_undone_from_the_last_and_done_again_from_the_first(book: Notebook) -> None:
    for name in ("one", "two", "three"):
        book.note(name)
    book.changes.undo()
    book.changes.undo()
    book.changes.redo()
    assert book.lines == ["unthree", "untwo", "two"]
    assert book.changes.last is not None
    assert book.changes.last.words == "two"
    book.note("four")
    assert book.changes.next is None, "another way was taken"
    book.changes.redo()
    assert book.lines[-1] == "two"


def test_a_drawn_slider_is_one_change(book: Notebook) -> None:
    for name in ("a", "b", "c"):
        book.note(name, row="context")
    book.changes.undo()
    assert book.lines == ["una"]
    assert book.changes.last is None
    book.changes.redo()
    assert book.lines[-1] == "c"


def test_the_menu_names_what_is_taken_back(qtbot: QtBot) -> None:
    button = SettingsButton()
    qtbot.addWidget(button)
    undo, redo = button.menu().actions()[:2]
    assert not undo.isEnabled()
    button.show_changes("what-if", "")
    assert undo.text() == "&Undo: what-if"
    assert undo.isEnabled()
    assert not redo.isEnabled()
    assert {keys.toString() for keys in redo.shortcuts()} == {"Ctrl+Shift+Z", "Ctrl+Y"}


@pytest.fixture
def session(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> Any:
    """A session that looks at a saved rig with a card."""
    save_machine(tmp_path / "rig.rig", machine(gpus=(nvidia_card(),)))
    owner = QObject()
    session = Session(owner)
    session.load_catalog()
    with qtbot.waitSignal(session.asking.answered):
        show_saved(session, tmp_path / "rig.rig")
    yield session
    session.close()
    owner.deleteLater()


def test_a_knob_a_what_if_and_a_fact_go_back_one_by_one(session: Session, tmp_path: Path) -> None:
    first = session.asking.asked and session.asking.asked[0]
    session.asking.turn("context", "8192")
    session.asking.answer()
    session.shown.try_edits((Edit(kind="card", card="gpus/nvidia/rtx-3090"),))
    session.shown.correct(("cpu.name",), "My own CPU")
    assert [session.changes.last and session.changes.last.kind] == ["fact"]
    session.changes.undo()
    assert session.shown.profile is not None
    assert session.shown.profile.corrections == ()
    assert session.shown.edits
    session.changes.undo()
    assert session.shown.edits == ()
    session.changes.undo()
    assert session.asking.asked is not None
    assert session.asking.asked[0] == first
    for _ in range(3):
        session.changes.redo()
    assert session.asking.asked[0].context_tokens == 8192
    assert len(session.shown.edits) == 1
    assert len(session.shown.profile.corrections) == 1
    show_saved(session, tmp_path / "rig.rig")
    assert session.changes.last is None, "these were changes of another machine"


def test_the_way_back_from_a_what_if_takes_back_nothing_else(session: Session) -> None:
    session.shown.try_edits((Edit(kind="card", card="gpus/nvidia/rtx-3090"),))
    session.asking.turn("context", "8192")
    session.shown.go_back()
    assert session.shown.edits == ()
    assert session.asking.asked is not None
    assert session.asking.asked[0].context_tokens == 8192
    session.changes.undo()
    assert len(session.shown.edits) == 1, "that was a change, too"


def test_what_is_turned_to_and_fro_is_written_when_it_rests_or_with_what_is_kept_at_once(qtbot: QtBot) -> None:
    owner = QObject()
    settings = KeptSettings(owner)

    def written() -> float | None:
        return SETTINGS.read().record.money.hours_per_day

    for hours in (1.0, 2.0):
        settings.keep_soon(money=Money(hours_per_day=hours))
    assert (settings.now.money.hours_per_day, written()) == (2.0, None)
    settings.keep(paper="letter")
    assert (written(), SETTINGS.read().record.paper) == (2.0, "letter")
    settings.keep_soon(money=Money(hours_per_day=3.0))
    qtbot.waitUntil(lambda: written() == 3.0)
    owner.deleteLater()


def test_slots_and_power_supply_are_of_one_computer_alone(qapp: QApplication) -> None:
    """A laptop was offered a card for the one slot and the 650 W of the desktop looked at before."""
    owner = QObject()
    settings = KeptSettings(owner)

    def written() -> Money:
        return SETTINGS.read().record.money

    settings.keep(money=Money(slots=2, psu_w=650.0, hours_per_day=1.0))
    settings.look_at(is_own=False)
    assert settings.now.money == Money(hours_per_day=1.0)
    settings.keep(money=Money(slots=4, budget_usd=500.0, hours_per_day=1.0))
    assert settings.now.money.slots == 4
    assert (written().slots, written().psu_w, written().budget_usd) == (2, 650.0, 500.0)
    settings.look_at(is_own=False)
    assert settings.now.money.slots is None, "a third computer has slots of its own"
    settings.look_at(is_own=True)
    assert settings.now.money == written() == Money(slots=2, psu_w=650.0, budget_usd=500.0, hours_per_day=1.0)
    owner.deleteLater()


def test_going_to_another_computer_and_back_brings_its_own_slots_back(session: Session, tmp_path: Path) -> None:
    session.shown.go_back()
    session.settings.keep(money=Money(slots=3))
    path = tmp_path / "other.rig"
    save_machine(path, machine(), None)
    show_saved(session, path)
    assert session.settings.now.money.slots is None
    session.shown.go_back()
    assert session.settings.now.money.slots == 3
