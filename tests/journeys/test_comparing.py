"""Someone wonders what another card would change, and how the rig of a friend does: tried, compared, undone, kept."""

from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLabel

from advisor.store.profile import open_machine, save_machine
from advisor.store.settings import SETTINGS
from advisor.ui.compare.page_compare import ComparePage
from advisor.ui.window.main_window import MainWindow
from tests.fakes.machines import machine, nvidia_card
from tests.fakes.rigs import RIGS
from tests.journeys.conftest import button, offers, press, says

Waits = Generator[Callable[[], bool], None, None]


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    save_machine(tmp_path / "mine.json", machine())
    return tmp_path / "mine.json"


@pytest.fixture
def friend(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "friend.json"
    save_machine(path, machine(gpus=(nvidia_card(),)))
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([str(path)], ""))
    return path


def compare_page(window: MainWindow) -> ComparePage:
    return window.findChildren(ComparePage)[0]


def title(window: MainWindow) -> str:
    return window.my_rig.findChildren(QLabel, "title")[0].text()


def is_ready(window: MainWindow) -> Callable[[], bool]:
    """A condition: all pages are there, and the rig was asked about its models."""
    return lambda: bool(window.findChildren(ComparePage)) and title(window).startswith("Chats with")


def names(window: MainWindow) -> list[str]:
    return [row.cells[0] for row in compare_page(window).rigs._rows]


def lists(window: MainWindow, *wanted: str) -> Callable[[], bool]:
    return lambda: names(window) == list(wanted)


def test_a_stick_and_a_card_are_tried_undone_and_compared(travel: Callable[..., int], mine: Path) -> None:
    def story(window: MainWindow) -> Waits:
        yield is_ready(window)
        window.open_page("my_rig")
        yield offers(window, "Add a stick")
        real = title(window)
        press(window, "Add a stick")
        yield says(window, "With a second stick: chats with")
        assert "64 GB/s" in window.my_rig.picture.accessibleDescription()
        assert says(window, "Viewing: mine with a second stick (what-if)")()
        assert button(window, "Measure") is None
        assert button(window, "Add a stick") is None
        press(window, "Try another GPU")
        QTest.keyClicks(window.my_rig.what_if.edits.search, "rtx 3090")
        QTest.keyClick(window.my_rig.what_if.edits.search, Qt.Key.Key_Return)
        yield lambda: title(window).startswith("With a second stick and RTX 3090: ")
        press(window, "Compare")
        yield lists(window, "mine", "With a second stick and RTX 3090")
        yield says(window, "With a second stick and RTX 3090 this rig would be")
        window.open_page("my_rig")
        press(window, "Undo")
        yield lambda: title(window).startswith("With a second stick: ")
        press(window, "Back to my real rig")
        yield lambda: title(window) == real
        assert says(window, "Viewing: mine")()

    assert travel(story, [str(mine)]) == 0


def test_saved_rigs_are_kept_in_the_list_until_they_are_removed(
    travel: Callable[..., int], mine: Path, friend: Path, save_as: Callable[[str], Path]
) -> None:
    shared = save_as("shared.json")

    def first(window: MainWindow) -> Waits:
        yield is_ready(window)
        window.open_page("compare")
        yield says(window, "Add another rig to compare")
        assert button(window, "Undo") is None
        press(window, "Add a saved rig")
        yield lists(window, "mine", "friend")
        yield says(window, "as fast as this rig")
        press(window, "Share this rig")
        yield says(window, "Saved shared.json")

    def second(window: MainWindow) -> Waits:
        yield is_ready(window)
        window.open_page("compare")
        yield lists(window, "mine", "friend")
        press(window, "Remove")
        yield lists(window, "mine")
        press(window, "Undo")
        yield lists(window, "mine", "friend")
        yield says(window, "as fast as this rig")
        press(window, "Remove")
        yield lists(window, "mine")

    assert travel(first, [str(mine)]) == 0
    assert SETTINGS.read().record.compared_files == (str(friend),)
    assert open_machine(shared).profile.machine == machine()
    assert travel(second, [str(mine)]) == 0
    assert SETTINGS.read().record.compared_files == ()


def test_a_laptop_with_soldered_memory_is_offered_nothing(travel: Callable[..., int], tmp_path: Path) -> None:
    save_machine(tmp_path / "laptop.json", RIGS["laptop"][0])

    def story(window: MainWindow) -> Waits:
        yield is_ready(window)
        for name in ("my_rig", "compare"):
            window.open_page(name)
            yield offers(window, "Save PDF" if name == "my_rig" else "Share this rig")
            assert not any(button(window, text) for text in ("Add a stick", "Try another GPU", "More memory"))

    assert travel(story, [str(tmp_path / "laptop.json")]) == 0
