"""Putting a fact right: typed in the window, kept for the next start, undone by a reset."""

from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from pypdf import PdfReader
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QPushButton

from advisor.facts.kept.profile import Correction, CorrectionFile, HardwarePart, MachineCorrections, Profile
from advisor.store.corrections import CORRECTIONS, load_corrections
from advisor.store.profile import open_machine, save_machine
from advisor.ui.my_rig.correct_dialog import CorrectDialog
from advisor.ui.window.main_window import MainWindow
from tests.fakes.machines import machine, nvidia_card
from tests.journeys.conftest import offers, press, says, texts

pytestmark = pytest.mark.broad

Waits = Generator[Callable[[], bool], None, None]


def correct_button(window: MainWindow, fact: str) -> QPushButton | None:
    found = (one for one in window.findChildren(QPushButton) if one.accessibleName() == f"Edit: {fact}")
    return next((one for one in found if one.isVisible()), None)


def dialog(window: MainWindow) -> CorrectDialog:
    return next(one for one in window.findChildren(CorrectDialog) if one.isVisible())


def open_dialog(window: MainWindow, fact: str) -> Waits:
    window.open_page("my_rig")
    yield lambda: window.pages.count() >= 4 and correct_button(window, fact) is not None
    found = correct_button(window, fact)
    assert found
    found.click()
    yield lambda: any(one.isVisible() for one in window.findChildren(CorrectDialog))


def type_fact(window: MainWindow, text: str) -> None:
    dialog(window).findChildren(QLineEdit)[0].setText(text)
    press(dialog(window), "Keep")


def closed(window: MainWindow) -> Callable[[], bool]:
    return lambda: not any(one.isVisible() for one in window.findChildren(CorrectDialog))


def test_a_fact_is_typed_kept_and_reset(travel: Callable[..., int], save_as: Callable[[str], Path]) -> None:
    def first(window: MainWindow) -> Waits:
        yield from open_dialog(window, "Rated memory bandwidth")
        type_fact(window, "plenty")
        assert says(dialog(window), "This is not a number")()
        type_fact(window, "0.01")
        assert says(dialog(window), "This cannot be. From 1 to 40000 GB/s.")()
        type_fact(window, "123.4 GB/s")
        yield closed(window)
        yield says(window, "typed by you")
        assert says(window, "123 GB/s")()

    pdf = save_as("rig.pdf")

    def second(window: MainWindow) -> Waits:
        yield lambda: window.pages.count() >= 4
        window.open_page("my_rig")
        yield says(window, "123 GB/s")
        yield offers(window, "Save PDF")
        press(window, "Save PDF")
        yield says(window, "Saved rig.pdf")
        yield from open_dialog(window, "Rated memory bandwidth")
        press(dialog(window), "Reset")
        yield closed(window)
        yield lambda: not says(window, "123 GB/s")()

    assert travel(first) == 0
    assert travel(second) == 0
    attached = Profile.model_validate_json(PdfReader(pdf).attachments["machine-profile.json"][0])
    assert [one.value for one in attached.corrections] == [123.4e9]
    assert load_corrections(attached.machine).corrections == ()


def test_a_saved_rig_can_be_put_right_and_saved(travel: Callable[..., int], save_as: Callable[[str], Path]) -> None:
    path = save_as("friend.json")
    save_machine(path, machine(gpus=(nvidia_card(),)))

    def story(window: MainWindow) -> Waits:
        yield from open_dialog(window, "VRAM")
        type_fact(window, "16")
        yield closed(window)
        yield says(window, "16.0 GiB")
        yield from open_dialog(window, "Memory type")
        choice = dialog(window).findChildren(QComboBox)[0]
        choice.setCurrentText("shared with RAM")
        press(dialog(window), "Keep")
        yield closed(window)
        yield lambda: any(label.text() == "shared with RAM" for label in window.findChildren(QLabel))
        window.activateWindow()
        press_save(window)
        yield says(window, "Saved friend.json")

    assert travel(story, arguments=[str(path)]) == 0
    profile = open_machine(path).profile
    assert {one.fact.rpartition(".")[2] for one in profile.corrections} == {"memory_total_bytes", "memory_kind"}
    assert profile.machine.gpus[0].memory_total_bytes.origin == "detected"


def press_save(window: MainWindow) -> None:
    wanted = QKeySequence(QKeySequence.StandardKey.Save)
    next(one for one in window.findChildren(QShortcut) if one.key() == wanted).activated.emit()


def test_what_was_typed_for_other_hardware_is_dropped_with_a_notice(travel: Callable[..., int]) -> None:
    def look(window: MainWindow) -> Waits:
        yield from open_dialog(window, "Memory channels")
        type_fact(window, "2")
        yield closed(window)
        yield says(window, "typed by you")

    assert travel(look) == 0
    (kept,) = CORRECTIONS.read().record.machines
    other = tuple(
        HardwarePart(place=part.place, key="0" * 16) if part.place == "memory" else part for part in kept.parts
    )
    stale = (*kept.corrections, Correction(fact="cpu.cores", value=77))
    CORRECTIONS.change(lambda _: CorrectionFile(machines=(MachineCorrections(parts=other, corrections=stale),)))

    def story(window: MainWindow) -> Waits:
        yield says(window, "what you typed for it was dropped: memory channels.")
        window.open_page("my_rig")
        yield lambda: "77" in texts(window)

    assert travel(story) == 0
    (left,) = CORRECTIONS.read().record.machines
    assert [one.fact for one in left.corrections] == ["cpu.cores"]
