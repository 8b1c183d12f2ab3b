"""Someone wonders what a part would change, and how the rig of a friend does: tried on, side by side, undone, kept."""

from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLabel

from advisor.present.upgrade.rows import NAME, SPEED
from advisor.present.upgrade.speed_cell import ARROW
from advisor.store.profile import open_machine, save_machine
from advisor.store.settings import SETTINGS
from advisor.ui.upgrade.page_upgrade import UpgradePage
from advisor.ui.window.main_window import MainWindow
from tests.fakes.machines import machine, nvidia_card
from tests.fakes.rigs import RIGS
from tests.journeys.conftest import button, offers, press, says

pytestmark = pytest.mark.broad

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


def upgrade_page(window: MainWindow) -> UpgradePage:
    return window.findChildren(UpgradePage)[0]


def title(window: MainWindow) -> str:
    return window.overview.findChildren(QLabel, "title")[0].text()


def is_ready(window: MainWindow) -> Callable[[], bool]:
    """A condition: all pages are there, and the rig was asked about its models."""
    return lambda: bool(window.findChildren(UpgradePage)) and title(window).startswith("Chats with")


def names(window: MainWindow) -> list[str]:
    rigs = upgrade_page(window).side.rigs
    return [row.cells[0] for row in rigs._rows] if rigs.isVisible() else []


def row_of(window: MainWindow, name: str) -> int:
    return next(number for number, row in enumerate(upgrade_page(window).rows.rows) if row.name == name)


def ticks(window: MainWindow) -> list[str]:
    rows = upgrade_page(window).rows
    cells = [rows.index(number, NAME) for number in range(rows.rowCount())]
    return [
        cell.data().replace("\N{NO-BREAK SPACE}", " ")
        for cell in cells
        if cell.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
    ]


def lists(window: MainWindow, *wanted: str) -> Callable[[], bool]:
    return lambda: names(window) == list(wanted)


def test_an_option_is_tried_on_all_pages_and_taken_off(travel: Callable[..., int], mine: Path) -> None:
    def story(window: MainWindow) -> Waits:
        yield is_ready(window)
        real = title(window)
        window.open_page("upgrade")
        page = upgrade_page(window)
        yield lambda: page.table.isVisible()
        assert button(window, "Try it on") is None, "this computer is what it is"
        page.table.selectRow(row_of(window, "Second stick"))
        press(window, "Try it on")
        yield says(window, "Viewing: mine with a second stick (what-if)")
        yield lambda: title(window).startswith("With a second stick: chats with")
        assert "64 GB/s" in window.my_rig.picture.accessibleDescription()
        yield lists(window, "mine as it is now", "With a second stick")
        assert button(window, "Measure") is None
        page.side.adding.card.button.click()
        QTest.keyClicks(page.side.adding.card.search, "rtx 3090")
        QTest.keyClick(page.side.adding.card.search, Qt.Key.Key_Return)
        yield lists(window, "mine as it is now", "With a second stick", "With RTX 3090")
        yield says(window, "With RTX 3090 this rig is")
        press(window, "Try on")
        yield lambda: title(window).startswith("With RTX 3090: ")
        press(window, "Undo")
        yield lambda: title(window).startswith("With a second stick: ")
        press(window, "Take off")
        yield lambda: title(window) == real
        press(window, "Undo")
        yield lambda: title(window).startswith("With a second stick: ")
        press(window, "Back to mine")
        yield lambda: title(window) == real
        assert says(window, "Viewing: mine")()

    assert travel(story, [str(mine)]) == 0


def test_what_is_ticked_stands_side_by_side_with_the_same_speed(travel: Callable[..., int], mine: Path) -> None:
    def story(window: MainWindow) -> Waits:
        yield is_ready(window)
        window.open_page("upgrade")
        page = upgrade_page(window)
        yield lambda: page.table.isVisible()
        assert names(window) == []
        wanted = [row for row in page.rows.rows if row.can_stand_beside]
        for row in wanted:
            page.table.selectRow(row_of(window, row.name))
            QTest.keyClick(page.table, Qt.Key.Key_Space)
        yield lambda: len(names(window)) == len(wanted) + 1
        assert ticks(window) == [row.name for row in wanted]
        for row, beside in zip(wanted, page.side.rigs._rows[1:], strict=True):
            speed = row.cells[SPEED].text.partition(f"{ARROW} ")[2].partition(",")[0].partition(" (")[0]
            assert beside.cells[2].partition(" (")[0] == speed, row.name
            assert beside.light == row.usability
        QTest.keyClick(page.table, Qt.Key.Key_Space)
        yield lambda: len(names(window)) == len(wanted)
        assert ticks(window) == [row.name for row in wanted[:-1]]

    assert travel(story, [str(mine)]) == 0


def test_saved_rigs_are_kept_in_the_list_until_they_are_removed(
    travel: Callable[..., int],
    mine: Path,
    friend: Path,
    save_as: Callable[[str], Path],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shared = save_as("shared.json")
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([str(friend)], ""))

    def first(window: MainWindow) -> Waits:
        yield is_ready(window)
        window.open_page("upgrade")
        yield says(window, "Tick options above")
        assert button(window, "Undo") is None
        press(window, "Add a saved rig")
        yield lists(window, "mine", "friend")
        yield says(window, "as fast as this rig")
        press(window, "Share this rig")
        yield says(window, "Saved shared.json")

    def second(window: MainWindow) -> Waits:
        yield is_ready(window)
        window.open_page("upgrade")
        yield lists(window, "mine", "friend")
        press(window, "Remove")
        yield lists(window)
        press(window, "Undo")
        yield lists(window, "mine", "friend")
        yield says(window, "as fast as this rig")
        press(window, "Remove")
        yield lists(window)

    assert travel(first, [str(mine)]) == 0
    assert SETTINGS.read().record.compared_files == (str(friend),)
    assert open_machine(shared).profile.machine == machine()
    assert travel(second, [str(mine)]) == 0
    assert SETTINGS.read().record.compared_files == ()


def test_a_laptop_with_soldered_memory_is_offered_nothing(travel: Callable[..., int], tmp_path: Path) -> None:
    save_machine(tmp_path / "laptop.json", RIGS["laptop"][0])

    def story(window: MainWindow) -> Waits:
        yield is_ready(window)
        window.open_page("upgrade")
        yield offers(window, "Add a rig")
        assert not any(button(window, text) for text in ("Try another GPU", "More memory"))

    assert travel(story, [str(tmp_path / "laptop.json")]) == 0
