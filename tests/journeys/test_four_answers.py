"""The four questions of a newcomer, clicked as a person does: at most four clicks each, and no scrolling.

What can I run, is my rig set up well, will this model run and how fast, should I buy.
"""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea, QWidget

from advisor.catalog.cards.catalog import load_catalog
from advisor.ui.overview.page_overview import OverviewPage
from advisor.ui.will_it_run.page_will_it_run import WillItRunPage
from advisor.ui.window.main_window import MainWindow
from tests.fakes.rigs import RIGS
from tests.fakes.whole_window import Script, settle, wait_until, whole_window

pytestmark = pytest.mark.broad

MOST_CLICKS = 4
SIZE = (1366, 728)
"""A laptop's screen less the bar of its system."""
LIGHTS = ("Great", "Fine", "Slow", "Won't run")
RIG_NAMES = ("laptop", "4090 desktop", "Mac M2 Max")
MODEL = "Qwen3 8B"


class Newcomer:
    """Clicks what can be seen, and counts."""

    def __init__(self, window: MainWindow) -> None:
        self.window, self.clicks = window, 0

    def click(self, widget: QWidget, at: QPoint | None = None) -> None:
        assert self.sees(widget), f"{widget} has to be looked for"
        self.clicks += 1
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=at or widget.rect().center())
        settle(self.window)

    def open_page(self, name: str) -> None:
        pages = self.window.pages
        entry = next(row for row in range(pages.count()) if pages.item(row).text() == name)
        self.click(pages.viewport(), pages.visualItemRect(pages.item(entry)).center())

    def sees(self, widget: QWidget) -> bool:
        """Whether the whole of it is on the screen, without scrolling."""
        area = QRect(widget.mapTo(self.window, QPoint()), widget.size())
        holder = widget.parentWidget()
        while holder is not None and not isinstance(holder, QScrollArea):
            holder = holder.parentWidget()
        page = holder.viewport() if isinstance(holder, QScrollArea) else self.window
        return widget.isVisible() and QRect(page.mapTo(self.window, QPoint()), page.size()).contains(area)

    def reads(self, *parts: str) -> str:
        """The line seen that begins so; fails where there is none."""
        labels = [one for one in self.window.findChildren(QLabel) if self.sees(one)]
        found = [one.text() for one in labels if one.text().startswith(parts)]
        assert found, f"none of {parts} among {[one.text() for one in labels]}"
        return found[0]

    def starts_again(self) -> None:
        assert self.clicks <= MOST_CLICKS
        self.clicks = 0


@pytest.mark.parametrize("name", RIG_NAMES)
def test_four_answers_take_four_clicks_each_at_most(name: str, qapp: QApplication, tmp_path: Path) -> None:
    machine, measured = RIGS[name]
    script = Script(tmp_path / "script")
    script.read(machine)
    script.measure(measured.results if measured else ())
    with whole_window(qapp, tmp_path / "data", script) as window:
        window.resize(*SIZE)
        settle(window)
        person = Newcomer(window)
        overview = window.findChildren(OverviewPage)[0]

        press = next(one for one in overview.findChildren(QWidget) if one.accessibleName() == "Measure")
        person.click(press)
        wait_until(lambda: all(tile.open.isEnabled() for tile in overview.tiles.values()))
        settle(window)
        best = overview.tiles["chat"]
        assert person.sees(best)
        assert best.tile.word.startswith(LIGHTS)
        assert best.tile.model_id in load_catalog().models
        person.starts_again()

        assert person.sees(overview.health)
        assert overview.health.accessibleName().partition(": ")[2]
        person.starts_again()

        person.open_page("Will it run?")
        picker = window.findChildren(WillItRunPage)[0].knobs.model
        person.click(picker)
        QTest.keyClicks(picker.panel.words, MODEL)
        QTest.keyClick(picker.panel.words, Qt.Key.Key_Return)
        settle(window)
        person.reads(*(f"{light}: {MODEL}" for light in LIGHTS))
        person.reads("Speed")
        person.starts_again()

        person.open_page("Overview")
        worth = overview.tiles["upgrade"]
        said = worth.tile.title
        person.click(worth.open)
        person.reads("No", "Yes", "It depends", "Only")
        assert said
        person.starts_again()
