"""Page Rigs in the whole window: several saved rigs, the best of them, filter, sort, and one of them viewed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from advisor.store.profile import save_machine
from advisor.ui.rigs.page_rigs import RigsPage
from advisor.ui.window.main_window import MainWindow
from tests.fakes.machines import machine, nvidia_card
from tests.fakes.sure import sure
from tests.fakes.whole_window import Script, settle, wait_until, whole_window

pytestmark = pytest.mark.broad


@pytest.fixture
def lab(tmp_path: Path) -> Path:
    """Three rigs and a file that is none."""
    folder = tmp_path / "lab"
    folder.mkdir()
    save_machine(folder / "fast.rig", machine(gpus=(nvidia_card(),)))
    save_machine(folder / "slow.rig", machine())
    save_machine(folder / "small.rig", machine(memory_gib=3.8, available_gib=3.0))
    (folder / "broken.rig").write_text("{")
    return folder


@pytest.fixture
def window(qapp: QApplication, tmp_path: Path) -> Iterator[MainWindow]:
    """The window on a computer of its own."""
    script = Script(tmp_path / "script")
    script.read(machine())
    with whole_window(qapp, tmp_path / "data", script) as shown:
        settle(shown)
        yield shown


def rigs_page(window: MainWindow) -> RigsPage:
    wait_until(lambda: window.page_name == "rigs")
    page = sure(window.findChild(RigsPage))
    wait_until(lambda: bool(page.rows.rows))
    settle(window)
    return page


def labels(page: RigsPage) -> list[str]:
    return [row.label for row in page.rows.rows]


def drop(window: MainWindow, *paths: Path) -> None:
    window.files_dropped.emit(tuple(map(str, paths)))


def test_a_folder_of_rigs_opens_a_page_with_all_of_them(window: MainWindow, lab: Path) -> None:
    count = window.pages.count()
    drop(window, lab)
    page = rigs_page(window)
    assert window.pages.count() == count + 1
    assert labels(page) == ["fast", "slow", "small"]
    said = [page.verdict.accessibleName(), page.verdict.accessibleDescription()]
    assert "fast" in said[0]
    assert "of 3 rigs" in said[1]
    assert "alone is faster" in said[1] or "Split by" in said[1]
    assert "1 file could not be read" in page._subtitle.text()


def test_rigs_in_folders_of_a_folder_open_the_page_too(window: MainWindow, lab: Path) -> None:
    (lab / "room 1").mkdir()
    for one in lab.glob("*.rig"):
        one.rename(lab / "room 1" / one.name)
    drop(window, lab)
    assert labels(rigs_page(window)) == ["fast", "slow", "small"]


def test_the_rows_come_before_what_takes_longer(window: MainWindow, lab: Path) -> None:
    shown: list[tuple[list[str], list[str]]] = []
    drop(window, lab)
    wait_until(lambda: window.page_name == "rigs")
    page = sure(window.findChild(RigsPage))
    users = page.rows.columns.index("Users")
    page.rows.modelReset.connect(lambda: shown.append((labels(page), [row.texts[users] for row in page.rows.rows])))
    wait_until(lambda: len({tuple(cells) for names, cells in shown if names}) > 1)
    settle(window)
    (first, _), *_, (last, _) = [one for one in shown if one[0]]
    assert first == last


def test_the_page_says_what_to_buy_or_why_nothing(window: MainWindow, lab: Path) -> None:
    drop(window, lab / "slow.rig", lab / "small.rig")
    page = rigs_page(window)
    wait_until(lambda: page.buying.text().startswith("Buy an"))
    assert len(page.buying.text().split()) <= 8
    assert "small, $" in page.buying_line.text()
    save_machine(lab / "fast-2.rig", machine(gpus=(nvidia_card(),)))
    page.turned.emit("model", "qwen/qwen3-8b")
    drop(window, lab / "fast.rig", lab / "fast-2.rig")
    wait_until(lambda: "It runs well on 2 rigs." in page.buying_line.text())
    assert page.buying.text() == "Buy nothing for these rigs"
    settle(window)


def test_a_light_and_words_filter_and_a_column_sorts(window: MainWindow, lab: Path) -> None:
    drop(window, *sorted(lab.glob("[fs]*.rig")))
    page = rigs_page(window)
    page.words.setText("rtx 4070")
    assert labels(page) == ["fast"]
    page.words.setText("")
    lights = {row.light for row in page.rows.rows}
    wanted = page.rows.rows[-1].light
    page.light.setCurrentIndex(page.light.findData(wanted))
    page.light.activated.emit(page.light.currentIndex())
    assert {row.light for row in page.rows.rows} == {wanted} < lights | {wanted}
    page.light.setCurrentIndex(0)
    page.light.activated.emit(0)
    page.table.sortByColumn(1, Qt.SortOrder.DescendingOrder)
    assert labels(page) == ["small", "slow", "fast"]


def test_enter_on_a_row_shows_that_rig(window: MainWindow, lab: Path) -> None:
    drop(window, lab / "fast.rig", lab / "slow.rig")
    page = rigs_page(window)
    page.table.setFocus()
    QTest.keyClick(page.table, Qt.Key.Key_Return)
    wait_until(lambda: "fast" in window._viewing.findChildren(type(page._title))[0].text())
    assert window.page_name == "my_rig"
    settle(window)


def test_another_network_and_workload_are_asked_anew(window: MainWindow, lab: Path) -> None:
    drop(window, lab / "fast.rig", lab / "slow.rig")
    page = rigs_page(window)
    before = page.verdict.accessibleDescription()
    page.network.turned.emit("")
    wait_until(lambda: page.verdict.accessibleDescription() != before)
    assert "RPC" not in page.verdict.accessibleDescription()
    settle(window)


def test_files_that_hold_no_rig_say_why(window: MainWindow, lab: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.rig"
    other.write_text("[]")
    drop(window, lab / "broken.rig", other)
    wait_until(lambda: window.page_name == "rigs")
    page = sure(window.findChild(RigsPage))
    wait_until(lambda: "could not be asked" in page._title.text())
    assert "broken.rig is not a machine profile" in page._subtitle.text()
    settle(window)
