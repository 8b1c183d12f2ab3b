"""A note over the page: nothing moves for it; what is done goes by itself, what failed stays and can be tried again."""

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from advisor.ui.parts.toast import Toast


class Held(QWidget):
    """A window with one part, and a note over it."""

    def __init__(self) -> None:
        super().__init__()
        self.part = QWidget()
        QVBoxLayout(self).addWidget(self.part)
        self.toast = Toast(self, self.part)


@pytest.fixture
def held(qtbot: QtBot, qapp: QApplication) -> Held:
    made = Held()
    qtbot.addWidget(made)
    made.resize(900, 600)
    made.show()
    return made


def place(held: Held) -> QRect:
    QApplication.processEvents()
    return QRect(held.toast.pos(), held.toast.size())


def test_nothing_moves_for_it(held: Held) -> None:
    before = held.part.geometry()
    held.toast.say("Saved rig.pdf.", stays_s=6.0)
    assert held.part.geometry() == before
    assert held.toast.isVisible()
    assert held.part.geometry().contains(place(held))


def test_it_follows_the_window(held: Held) -> None:
    held.toast.say("Saved rig.pdf.", stays_s=6.0)
    held.resize(700, 400)
    assert held.part.geometry().contains(place(held))


def test_what_is_done_goes_by_itself_and_what_failed_stays(held: Held) -> None:
    held.toast.say("Saved rig.pdf.", stays_s=6.0)
    assert held.toast.leaves_by_itself
    assert not held.toast.again.isVisible()
    held.toast.say("The disk is full.")
    assert not held.toast.leaves_by_itself
    held.toast.close_button.click()
    assert not held.toast.isVisible()


def test_what_failed_can_be_tried_again(held: Held) -> None:
    tried: list[int] = []
    held.toast.say("The disk is full.", again=lambda: tried.append(1))
    held.toast.again.click()
    assert tried == [1]
    assert not held.toast.isVisible()


def test_a_second_failure_is_shown_after_the_first_was_tried_again(held: Held) -> None:
    held.toast.say("The disk is full.", again=lambda: held.toast.say("The disk is still full."))
    held.toast.again.click()
    assert held.toast.isVisible()
    assert held.toast.accessibleName() == "The disk is still full."


def test_an_empty_note_takes_the_last_one_away(held: Held) -> None:
    held.toast.say("Stopped.")
    held.toast.say("")
    assert not held.toast.isVisible()
