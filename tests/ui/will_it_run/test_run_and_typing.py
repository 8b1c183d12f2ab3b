"""The dialogs of an answer: every step can be copied, and text appears at the predicted pace."""

from typing import Any

import pytest
from PySide6.QtCore import QStandardPaths
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from advisor.facts.answers.estimate import LaunchPlan
from advisor.present.run_it.steps import run_view
from advisor.present.text.typing_view import TypingView, typing_view
from advisor.present.words.choice import Choice
from advisor.ui.look import motion
from advisor.ui.will_it_run import typing_dialog
from advisor.ui.will_it_run.run_dialog import RunDialog
from advisor.ui.will_it_run.typing_dialog import TypingDialog
from tests.fakes.estimates import answer, estimate

CARDS = (Choice("rtx-3090", "RTX 3090"), Choice("rtx-4090", "RTX 4090"))


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def owner(qtbot: QtBot) -> QWidget:
    widget = QWidget()
    qtbot.addWidget(widget)
    return widget


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typing_dialog, "reduces_motion", lambda: True)


def view() -> TypingView:
    found = answer()
    return typing_view(found, found.fastest_candidate)


def test_every_step_is_copied_as_it_stands(owner: QWidget) -> None:
    found = run_view(answer(estimate(launch=LaunchPlan(arguments=("-c", "8192"), layers=36))), system="linux")
    assert found is not None
    dialog = RunDialog(found, owner, can_check=True)
    copies = [one for one in dialog.findChildren(QPushButton) if one.text() == "Copy"]
    steps = [step.copied for guide in found.guides for step in guide.steps if step.copied]
    assert len(copies) == len(steps)
    for button, text in zip(copies, steps, strict=True):
        button.click()
        assert QGuiApplication.clipboard().text() == text
        assert button.accessibleName().startswith("Copy ")
    assert len({button.accessibleName() for button in copies}) == len(copies)


def test_text_appears_after_the_wait_and_at_the_speed(owner: QWidget) -> None:
    clock = Clock()
    dialog = TypingDialog(view(), CARDS, owner, clock=clock)
    lane = dialog.lanes[0]
    dialog.start.click()
    assert dialog.is_typing
    clock.now_s += 0.2
    dialog.tick()
    assert lane.text == ""
    clock.now_s += 0.2
    dialog.tick()
    assert lane.text.startswith("A language model")
    assert len(lane.text) < len("".join(view().pieces)) / 2
    clock.now_s += 1000
    dialog.tick()
    assert lane.text == "".join(view().pieces)
    assert not dialog.is_typing
    dialog.start.click()
    assert dialog.is_typing, "once more"
    dialog.start.click()
    assert not dialog.is_typing
    dialog.start.click()
    dialog.reject()
    assert not dialog.is_typing, "nothing moves behind a closed dialog"


@pytest.mark.usefixtures("still")
def test_who_asks_for_less_movement_reads_times(owner: QWidget) -> None:
    dialog = TypingDialog(view(), CARDS, owner)
    assert not dialog.start.isEnabled()
    assert dialog.lanes[0].text.startswith("[0.3 s] A language model")


def test_another_card_is_wished_for_by_its_name(owner: QWidget, qtbot: QtBot) -> None:
    dialog = TypingDialog(view(), CARDS, owner)
    with qtbot.waitSignal(dialog.card_requested) as wished:
        dialog.search.chosen.emit("rtx-3090")
    assert wished.args == ["rtx-3090"]
    dialog.show_view(typing_view(answer(), estimate(98.0, name="RTX 3090")))
    assert dialog.lanes[-1].accessibleName() == "With another GPU: RTX 3090"


def test_a_rig_of_unknown_speed_types_nothing(owner: QWidget) -> None:
    slow = answer(estimate(None), cpu=estimate(None, processor_id="cpu", name="CPU"), candidates=())
    dialog = TypingDialog(typing_view(slow), CARDS, owner)
    assert not dialog.start.isEnabled()


@pytest.mark.parametrize(("text", "reduced"), [("[KDE]\nAnimationDurationFactor=0\n", True), ("[KDE]\nx=1\n", False)])
def test_the_desktop_is_asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Any, text: str, reduced: bool) -> None:
    (tmp_path / "kdeglobals").write_text(text)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda _: str(tmp_path))
    assert motion.reduces_motion() is reduced


@pytest.mark.parametrize(
    ("mask", "reduced"),
    [
        (bytes.fromhex("9e3e078012000000"), False),
        (bytes.fromhex("9012038010000000"), True),
        (bytes.fromhex("9012038010000000").decode("utf-16-le"), True),
        (None, False),
    ],
)
def test_the_bits_of_windows_are_read(mask: object, reduced: bool) -> None:
    assert motion.windows_asks(mask) is reduced
