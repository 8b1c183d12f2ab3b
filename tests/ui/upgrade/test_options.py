"""The table of options on page Upgrade: what a click and a tick do, and where what is said of a row stands."""

import datetime
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QApplication, QPushButton, QStyle, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.worth import answer_worth
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.kept.settings import Money
from advisor.present.upgrade.rows import NAME, SPEED
from advisor.present.upgrade.view import WorthView, worth_view
from advisor.ui.parts.sorted_table import AROUND_TEXT
from advisor.ui.upgrade.page_upgrade import UpgradePage
from tests.fakes.rigs import RIGS
from tests.fakes.sure import sure
from tests.fakes.whole_window import turn


@pytest.fixture(scope="module")
def view() -> WorthView:
    catalog = load_catalog()
    detected, measured = RIGS["gaming PC"]
    known = known_machine(detected, (), catalog)
    rig = assemble_rig(known, measured, catalog)
    question = WorthQuestion(catalog, "coding", "Qwen3 32B", None, Money())
    return worth_view(answer_worth(known, rig, question, today=datetime.date(2026, 11, 20)), None)


@pytest.fixture
def page(qtbot: QtBot, view: WorthView) -> UpgradePage:
    shown = UpgradePage()
    qtbot.addWidget(shown)
    shown.resize(1100, 500)
    shown.show_money(Money())
    shown.show()
    qtbot.waitExposed(shown)
    shown.show_view(view)
    turn()
    return shown


def in_sight(page: UpgradePage, number: int) -> bool:
    row = page.table.visualRect(page.rows.index(number, SPEED))
    return page.viewport().rect().contains(page.table.viewport().mapTo(page.viewport(), row.center()))


def go_to(page: UpgradePage, number: int) -> None:
    """Bring a row to the middle of what is seen."""
    row = page.table.viewport().mapTo(
        sure(page.widget()), page.table.visualRect(page.rows.index(number, SPEED)).center()
    )
    page.verticalScrollBar().setValue(row.y() - page.viewport().height() // 2)


def try_button(page: UpgradePage) -> QPushButton | None:
    return next((one for one in page.findChildren(QPushButton) if one.text() == "Try it on" and one.isVisible()), None)


def test_a_row_that_is_clicked_stays_in_sight(page: UpgradePage, qtbot: QtBot) -> None:
    """The page went to the end of what is said of it, so far that row and buttons were gone."""
    number = next(place for place, row in enumerate(page.rows.rows) if row.edits)
    assert len(page.rows.rows) - number > 12, "else all of it is in sight"
    go_to(page, number)
    cell = page.table.visualRect(page.rows.index(number, SPEED))
    qtbot.mouseClick(page.table.viewport(), Qt.MouseButton.LeftButton, pos=cell.center())
    qtbot.waitUntil(lambda: not page._showing.isActive())
    assert in_sight(page, number)
    assert page.table.currentIndex().row() == number


def test_what_can_be_done_with_a_row_stands_beside_what_is_said_of_it(page: UpgradePage) -> None:
    number = next(place for place, row in enumerate(page.rows.rows) if row.edits)
    page.table.selectRow(number)
    turn()
    button = sure(try_button(page))
    assert page._detail.text().startswith(page.rows.rows[number].name)
    top = [one.mapTo(page, QPoint()).y() for one in (button, page._detail)]
    assert abs(top[0] - top[1]) < button.height()
    page.table.selectRow(0)
    turn()
    assert try_button(page) is None, "this computer is what it is"


def test_a_row_that_is_ticked_is_the_one_that_is_told_of(page: UpgradePage, qtbot: QtBot) -> None:
    """What was tried on then was another row, or none."""
    page.table.selectRow(0)
    number = next(place for place, row in enumerate(page.rows.rows) if row.edits)
    go_to(page, number)
    index, option = page.rows.index(number, NAME), QStyleOptionViewItem()
    page.table.initViewItemOption(option)
    option.rect = page.table.visualRect(index)
    option.features |= QStyleOptionViewItem.ViewItemFeature.HasCheckIndicator
    box = QApplication.style().subElementRect(QStyle.SubElement.SE_ItemViewItemCheckIndicator, option, page.table)
    with qtbot.waitSignal(page.rows.ticked):
        qtbot.mouseClick(page.table.viewport(), Qt.MouseButton.LeftButton, pos=box.center())
    assert page.table.currentIndex().row() == number
    assert page._detail.text().startswith(page.rows.rows[number].name)
    assert try_button(page) is not None


@pytest.mark.parametrize("takes_parts", [True, False])
def test_slots_and_a_supply_are_asked_where_a_card_goes_in(
    page: UpgradePage, view: WorthView, takes_parts: bool
) -> None:
    """A Mac was asked for its slots."""
    page.show_view(replace(view, takes_parts=takes_parts))
    fields = (page.bar.fields[one] for one in ("slots", "psu_w"))
    assert [one.isVisibleTo(page.bar.more) for one in fields] == [takes_parts, takes_parts]


def test_the_range_of_a_speed_stands_below_the_table_alone(page: UpgradePage, view: WorthView) -> None:
    """Cut at the end of its column a range hid what is before it."""
    best = next(one for one in view.rows if one.is_best)
    shown = page.rows.index(page.rows.row_of(best.way_id), SPEED).data()
    assert shown == best.cells[SPEED].short
    assert shown in best.cells[SPEED].text.replace(
        f" ({best.cells[SPEED].text.partition(' (')[2].partition(')')[0]})", ""
    )
    assert any("range" in line for line in best.detail)


def test_a_verdict_that_is_shown_already_is_not_drawn_again(page: UpgradePage, view: WorthView) -> None:
    drawn: list[object] = []
    page.charts["speed"].shown.connect(drawn.append)
    page.show_view(view)
    assert not drawn
    page.show_waiting()
    page.show_view(view)
    assert len(drawn) == 1


@pytest.mark.parametrize("width", [700, 1100])
def test_no_text_of_the_table_is_cut(page: UpgradePage, width: int) -> None:
    """ "16, Q4_K_M, partly in RA…" and two Macs of one name stood there: what has no room takes a line more."""
    page.resize(width, 500)
    turn()
    table, metrics = page.table, page.table.fontMetrics()
    for number, row in enumerate(page.rows.rows):
        for column, cell in enumerate(row.cells):
            if not table.isColumnHidden(column):
                room = QRect(0, 0, table.columnWidth(column) - AROUND_TEXT // 2, 1000)
                needed = metrics.boundingRect(room, Qt.TextFlag.TextWordWrap, cell.text).height()
                assert table.rowHeight(number) >= needed, cell.text
    assert table.height() >= sum(map(table.rowHeight, range(len(page.rows.rows))))
