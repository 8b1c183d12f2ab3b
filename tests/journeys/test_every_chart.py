"""Someone who cannot see a chart, or wants its figures, finds them as a table on every page."""

from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from advisor.charts.chart_frame import ChartFrame
from advisor.charts.chart_menu import ChartMenu, TableDialog, table_csv
from advisor.store.profile import save_machine
from advisor.ui.learn.page_learn import LearnPage
from advisor.ui.will_it_run.page_will_it_run import WillItRunPage
from advisor.ui.window.main_window import MainWindow
from tests.fakes.rigs import RIGS

pytestmark = pytest.mark.broad

Waits = Generator[Callable[[], bool], None, None]
LEAST = {"my_rig": 1, "will_it_run": 6, "upgrade": 3, "learn": 1}
"""Charts that a page shows at least, a rig given whose card holds a part of the model."""


def shown(window: MainWindow) -> list[ChartFrame]:
    frames = [frame for frame in window.findChildren(ChartFrame) if frame.isVisible()]
    return [frame for frame in frames if frame.table.rows and frame.accessibleDescription()]


def test_every_chart_has_its_figures_as_a_table(travel: Callable[..., int], tmp_path: Path) -> None:
    save_machine(tmp_path / "gaming.rig", *RIGS["gaming PC"])
    seen: dict[str, int] = {}

    def story(window: MainWindow) -> Waits:
        yield lambda: bool(window.findChildren(LearnPage)) and window.pages.count() >= len(LEAST)
        window.open_page("will_it_run")
        yield lambda: window.findChildren(WillItRunPage)[0].card.next is not None
        window.findChildren(WillItRunPage)[0].explain.open()
        for name, least in LEAST.items():
            window.open_page(name)
            if name == "learn":
                yield lambda: window.findChildren(LearnPage)[0].topics.isVisible()
                window.findChildren(LearnPage)[0].open_topic("pcie-trip")
            yield lambda least=least: len(shown(window)) >= least  # type: ignore[misc]
            for frame in shown(window):
                assert all(len(row) == len(frame.table.columns) for row in frame.table.rows), frame.title
                assert len(table_csv(frame.table).splitlines()) > 1
                actions = {action.text() for action in ChartMenu(frame).actions()}
                assert {"Copy &picture", "Copy &data (CSV)", "View as &table", "&Save as PNG or SVG …"} <= actions
            frame = shown(window)[-1]
            QTest.keyClick(frame, Qt.Key.Key_Return)
            dialog = next(iter(frame.findChildren(TableDialog)))
            assert dialog.windowTitle() == frame.title
            dialog.close()
            seen[name] = len(shown(window))

    assert travel(story, [str(tmp_path / "gaming.rig")]) == 0
    assert list(seen) == list(LEAST)
