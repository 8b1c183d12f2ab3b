from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QTableView
from pytestqt.qtbot import QtBot

from advisor.charts.bar_chart import BarPlot
from advisor.charts.chart_frame import ChartFrame
from advisor.charts.chart_menu import ChartMenu, TableDialog, table_csv
from advisor.present.words.series import Table
from tests.fakes import views
from tests.fakes.sure import sure


def make_menu(qtbot: QtBot) -> ChartMenu:
    frame = ChartFrame(BarPlot())
    qtbot.addWidget(frame)
    frame.set_theme("light")
    frame.show_series(views.fit_chart())
    frame.resize(400, 300)
    frame.show()
    qtbot.waitExposed(frame)
    return ChartMenu(frame)


def test_data_is_copied_as_csv(qtbot: QtBot) -> None:
    menu = make_menu(qtbot)
    menu.copy_data()
    assert QGuiApplication.clipboard().text() == table_csv(views.fit_chart().table)
    assert table_csv(views.fit_chart().table).splitlines()[:2] == ["Part,GiB", "weights,4.7"]


def test_the_picture_is_copied_and_saved(qtbot: QtBot, tmp_path: Path) -> None:
    menu = make_menu(qtbot)
    menu.copy_picture()
    assert QGuiApplication.clipboard().pixmap().width() == 800
    assert menu.save(tmp_path / "chart.png")
    assert QImage(str(tmp_path / "chart.png")).width() == 800
    assert menu.save(tmp_path / "chart.svg")
    assert "It fits with 4.4 GiB to spare" in (tmp_path / "chart.svg").read_text("utf-8")
    assert not menu.save(tmp_path / "missing" / "chart.png")


@pytest.mark.parametrize("name", ["chart.png", "chart.svg"])
def test_a_picture_that_cannot_be_put_in_place_leaves_the_former_one_alone(
    name: str, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    menu = make_menu(qtbot)
    (tmp_path / name).write_bytes(b"before")

    def refused(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", refused)
    assert not menu.save(tmp_path / name)
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir() if file.is_file()} == {name: b"before"}


def test_the_table_holds_the_figures(qtbot: QtBot) -> None:
    menu = make_menu(qtbot)
    menu._frame.show_table()
    dialog = menu._frame.findChild(TableDialog)
    model = sure(sure(dialog).findChild(QTableView)).model()
    assert model.index(0, 1).data() == "4.7"
    assert model.headerData(0, model_orientation()) == "Part"
    sure(dialog).close()


def model_orientation() -> Any:
    from PySide6.QtCore import Qt

    return Qt.Orientation.Horizontal


def test_no_spreadsheet_takes_a_name_for_a_formula() -> None:
    rows = (("=HYPERLINK(1)", "-2+3+cmd|' /C calc'!A0"), ("@SUM(1)", "+1"), ("A", "-3.5 GB/s"), ("B", "-12%"))
    told = table_csv(Table(("Part", "GiB"), rows)).splitlines()[1:]
    assert told == ["'=HYPERLINK(1),'-2+3+cmd|' /C calc'!A0", "'@SUM(1),+1", "A,-3.5 GB/s", "B,-12%"]
