"""Results beyond the main four: shown on wish, with curves and history."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from advisor.charts.chart_frame import ChartFrame
from advisor.facts.values.message import Result
from advisor.present.measured.charts import cache_chart
from advisor.present.words.view import FactRow, MyRigView
from advisor.ui.my_rig.page_my_rig import MyRigPage
from advisor.ui.state.own_computer import OwnComputer
from tests.fakes import views
from tests.fakes.machines import machine
from tests.fakes.measurements import measurement
from tests.fakes.sure import sure

ROWS = tuple(FactRow(f"Result {number}", f"{number} GB/s", "measured here", "90% of paper") for number in range(6))
BEFORE = (FactRow("2026-10-18 15:00", "RAM bandwidth: 41 GB/s", "measured here", "on mains"),)
CURVE = cache_chart([measurement("cache_curve", ((16384, 5e11), (2**28, 4e10)))])


def view(measured: tuple[FactRow, ...] = ROWS) -> MyRigView:
    return replace(views.my_rig(), measured=measured, measured_charts=(CURVE,), history=BEFORE)


@pytest.fixture
def page(qtbot: QtBot) -> MyRigPage:
    shown = MyRigPage()
    qtbot.addWidget(shown)
    shown.resize(1100, 800)
    shown.show()
    return shown


def button(page: QWidget, text: str) -> QPushButton:
    return next(one for one in page.findChildren(QPushButton) if one.text() == text)


def texts(page: QWidget) -> set[str]:
    return {label.text() for label in page.findChildren(QLabel) if label.isVisible()}


def test_the_main_results_are_shown_and_the_others_on_wish(page: MyRigPage) -> None:
    page.show_view(view())
    assert {"Result 0", "Result 3"} <= texts(page)
    assert not {"Result 4", "Measured before"} & texts(page)
    button(page, "Details").click()
    assert {"Result 4", "Result 5", "Measured before", "RAM bandwidth: 41 GB/s"} <= texts(page)
    assert CURVE.title in {frame.title for frame in page.findChildren(ChartFrame) if frame.isVisible()}
    page.show_view(view())
    assert "Result 5" in texts(page), "stays open while figures arrive"
    button(page, "Details").click()
    assert "Result 5" not in texts(page)


@pytest.mark.parametrize("measured", [(), ROWS], ids=["not yet", "before"])
def test_the_key_measures_whatever_was_measured_before(
    page: MyRigPage, measured: tuple[FactRow, ...], qtbot: QtBot
) -> None:
    page.show_view(view(()))
    page.show_view(view(measured))
    page.set_busy(False)
    qtbot.waitUntil(page.isActiveWindow)
    asked: list[str] = []
    page.measure_requested.connect(lambda: asked.append("measure"))
    qtbot.keyClick(page, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: asked == ["measure"])


def test_before_the_first_measurement_there_are_no_details(page: MyRigPage) -> None:
    page.show_view(replace(view(()), measured_charts=(), history=()))
    assert not button(page, "Details").isVisible()


def test_a_minute_under_load_is_started_from_the_details(page: MyRigPage, qtbot: QtBot) -> None:
    page.show_view(view())
    page.set_busy(False)
    button(page, "Details").click()
    with qtbot.waitSignal(page.soak_requested):
        button(page, "Stress test (1 min)").click()
    page.set_busy(True)
    assert not button(page, "Stress test (1 min)").isEnabled()


def test_figures_so_far_are_shown_until_the_final_ones_come(qtbot: QtBot) -> None:
    parent = QObject()
    own = OwnComputer(parent, lambda *_: ["true"])
    own.machine = machine()
    rates = []
    own.changed.connect(lambda: rates.append([one.figure for one in sure(own.measurements).results]))
    for kind, rate in (("reading", 30e9), ("reading", 36e9), ("measurement", 35e9)):
        own._take(Result(kind=kind, body=measurement(value=rate).model_dump(mode="json")))
    assert rates == [[30e9], [36e9], [35e9]]
