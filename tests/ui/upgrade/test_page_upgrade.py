"""Page Is a GPU worth it? without a session: texts, table, prices typed in place, fields, names for screen readers."""

import datetime
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractSlider,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QTableView,
    QWidget,
)
from pytestqt.qtbot import QtBot

from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.worth import answer_worth
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.kept.settings import Money
from advisor.present.upgrade.rows import ASK_PRICE, NAME, NEEDS, NEWLY_USABLE, PRICE, SPEED
from advisor.present.upgrade.text import RULE_NAMES
from advisor.present.upgrade.view import WorthView, worth_trip, worth_view
from advisor.present.words.cell import Cell
from advisor.present.words.choice import Knob
from advisor.present.words.view import Knobs
from advisor.ui.look.theme import load_font
from advisor.ui.parts.sorted_table import SORT_ROLE
from advisor.ui.parts.why_dialog import WhyDialog
from advisor.ui.upgrade.page_upgrade import NOTICED_MS, UpgradePage
from tests.fakes.measuring_page import measures_only_here
from tests.fakes.rigs import RIGS
from tests.fakes.sure import sure
from tests.fakes.whole_window import turn

CATALOG = load_catalog()
NAVIGATION = 185
"""What the window has beside a page, in pixels."""
CONTROLS = (QPushButton, QComboBox, QLineEdit, QAbstractSlider, QTableView)


def view_of(
    rig: str = "gaming PC", workload: str = "coding", model: str | None = "Qwen3 32B", **money: Any
) -> WorthView:
    detected, measured = RIGS[rig]
    known = known_machine(detected, (), CATALOG)
    assembled = assemble_rig(known, measured, CATALOG)
    question = WorthQuestion(CATALOG, workload, model, None, Money(**{"cloud": True, **money}))
    answer = answer_worth(known, assembled, question, today=datetime.date(2026, 11, 20))
    return worth_view(answer, worth_trip(answer, assembled))


@pytest.fixture
def page(qtbot: QtBot) -> UpgradePage:
    shown = UpgradePage()
    qtbot.addWidget(shown)
    shown.resize(1100, 700)
    shown.show_money(Money())
    shown.show()
    qtbot.waitExposed(shown)
    return shown


def texts(widget: QWidget) -> str:
    return "\n".join(label.text() for label in widget.findChildren(QLabel) if label.isVisible())


def test_the_buttons_beside_the_verdict_stand_in_one_row(page: UpgradePage) -> None:
    page.show_view(view_of())
    shown = [one for one in page._buttons if one.isVisible()]
    assert len({one.y() for one in shown}) == 1
    assert len(shown) == len(page._buttons)


def test_costs_that_are_drawn_are_not_called_unknown(page: UpgradePage) -> None:
    view = view_of("office PC", "chat", "LFM2.5 8B-A1B", cloud=False)
    assert "million" in view.telling
    assert not any("can't be compared" in one for one in view.told)


def test_the_verdict_is_the_title_with_three_reasons_and_what_would_change_it(page: UpgradePage) -> None:
    view = view_of()
    page.show_view(view)
    shown = texts(page)
    assert view.title in shown
    assert all(reason in shown for reason in view.reasons)
    assert all(change in shown for change in view.would_change)
    assert view.sureness in shown
    assert all(note in shown for note in view.notes)
    assert [name for name, frame in page.charts.items() if frame.isVisible()] == list(view.telling)
    assert len(view.telling) > 2


def test_an_old_verdict_is_not_read_as_the_new_one(page: UpgradePage, qtbot: QtBot) -> None:
    """It stayed for seconds after another workload was chosen, without any sign of work."""
    view = view_of()
    page.show_view(view)
    page.show_waiting()
    assert view.subject in texts(page)  # fast answers do not flicker
    qtbot.waitUntil(lambda: "Working it out …" in texts(page))
    assert view.subject not in texts(page)
    assert page._panel.icon.toolTip() == "Working it out …"
    page.show_view(view)
    assert "Working it out …" not in texts(page)
    assert page._panel.icon.toolTip() == view.word
    page.show_waiting()
    page.show_view(view)
    qtbot.wait(2 * NOTICED_MS)
    assert "Working it out …" not in texts(page)


def test_of_another_question_nothing_of_the_old_verdict_stays(page: UpgradePage, qtbot: QtBot) -> None:
    """That there is nothing to buy stood for seconds above the name of work for which the answer was yes."""
    view = view_of()
    page.show_view(view)
    page.show_waiting(is_other=True)
    assert view.title in texts(page)  # fast answers do not flicker
    qtbot.waitUntil(lambda: "Working it out …" in texts(page))
    assert not any(one in texts(page) for one in (view.title, view.subject, view.sureness, *view.reasons))
    assert not page.table.isVisible()
    page.show_view(view)
    assert all(one in texts(page) for one in (view.title, view.sureness))
    assert page.table.isVisible()


def test_every_control_and_chart_has_a_name(page: UpgradePage) -> None:
    page.show_view(view_of())
    kinds = [one for kind in CONTROLS for one in page.findChildren(kind) if one.isVisible()]
    assert len(kinds) > 10
    assert [one for one in kinds if not one.accessibleName()] == []
    frames = [frame for frame in page.charts.values() if frame.isVisible()]
    assert len(frames) > 2
    assert all(frame.accessibleName() and frame.accessibleDescription() for frame in frames)


def test_the_table_begins_with_this_computer_and_looks_at_the_best(page: UpgradePage) -> None:
    view = view_of()
    page.show_view(view)
    assert page.rows.rows[0].name == "This computer"
    chosen = page.rows.rows[page.table.currentIndex().row()]
    assert chosen.is_best
    assert chosen.detail[0] in texts(page)


def test_a_click_on_a_row_brings_what_is_said_of_it_into_sight(page: UpgradePage, qtbot: QtBot) -> None:
    """It stood below a table of 21 rows, out of sight on a usual laptop."""
    page.show_view(view_of())
    turn()
    number = len(page.rows.rows) - 3  # near enough to what is said, however large the text is
    row = page.table.visualRect(page.rows.index(number, SPEED))
    page.ensureWidgetVisible(page.table, 0, 0)
    page.verticalScrollBar().setValue(
        page.table.viewport().mapTo(sure(page.widget()), row.bottomLeft()).y() - page.viewport().height()
    )
    assert end_of(page, page._detail) > page.viewport().height(), "else nothing is shown"
    qtbot.mouseClick(page.table.viewport(), Qt.MouseButton.LeftButton, pos=row.center())
    assert page._detail.text().startswith(page.rows.rows[number].name)
    qtbot.waitUntil(lambda: end_of(page, page._detail) <= page.viewport().height())


def end_of(page: UpgradePage, widget: QWidget) -> int:
    return widget.mapTo(page.viewport(), widget.rect().bottomLeft()).y()


def test_a_card_tells_whether_it_is_added_or_takes_a_place() -> None:
    names = [row.name for row in view_of().rows]
    assert any(name.startswith("Replace with ") for name in names)
    assert any(name.startswith("Add ") for name in names)
    assert not any(name.startswith("RTX ") for name in names)
    bare = [row.name for row in view_of("office PC", "chat", "Qwen3 8B").rows]
    assert not any(name.startswith("Replace") for name in bare)


def test_the_table_is_sorted_by_numbers_with_unknown_ones_last(page: UpgradePage) -> None:
    page.show_view(view_of())
    for order in (Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder):
        page.rows.sort(PRICE, order)
        values = [page.rows.index(row, PRICE).data(SORT_ROLE) for row in range(page.rows.rowCount())]
        known = [value for value in values if value is not None]
        assert values[len(known) :] == [None] * (len(values) - len(known))
        assert known == sorted(known, reverse=order == Qt.SortOrder.DescendingOrder)


def test_an_unknown_price_asks_and_is_typed_in_place(page: UpgradePage, qtbot: QtBot) -> None:
    page.show_view(view_of())
    row = next(number for number, one in enumerate(page.rows.rows) if one.asks_price)
    cell = page.rows.index(row, PRICE)
    assert cell.data() == ASK_PRICE
    assert page.rows.flags(cell) & Qt.ItemFlag.ItemIsEditable
    assert not page.rows.flags(page.rows.index(row, SPEED)) & Qt.ItemFlag.ItemIsEditable
    with qtbot.waitSignal(page.money_typed) as told:
        page.rows.setData(cell, "450")
    (price,) = told.args[0].own_prices
    assert price.usd == 450


def test_a_price_that_is_none_is_refused_in_one_sentence(page: UpgradePage, qtbot: QtBot) -> None:
    page.show_view(view_of())
    row = next(number for number, one in enumerate(page.rows.rows) if one.asks_price)
    with qtbot.assertNotEmitted(page.money_typed):
        page.rows.setData(page.rows.index(row, PRICE), "cheap")
    assert "Enter an amount" in texts(page)


def test_hours_are_taken_when_their_field_is_left(page: UpgradePage, qtbot: QtBot) -> None:
    page.show_view(view_of())
    field = page.bar.fields["hours_per_day"].control
    field.setText("8")
    with qtbot.waitSignal(page.money_typed) as told:
        field.editingFinished.emit()
    assert told.args[0].hours_per_day == 8
    field.setText("25")
    with qtbot.assertNotEmitted(page.money_typed):
        field.editingFinished.emit()
    knob = page.bar.fields["hours_per_day"]
    assert "Enter 0 to 24 hours." in texts(knob), "beside its field"
    assert field.text() == "25", "to be mended, not typed again"
    field.textEdited.emit("2")
    assert "Enter 0 to 24 hours." not in texts(knob)


def test_another_question_begins_with_its_verdict(page: UpgradePage) -> None:
    page.show_view(view_of())
    QApplication.processEvents()
    bar = page.verticalScrollBar()
    bar.setValue(bar.maximum())
    page.show_view(view_of(electricity_per_kwh=0.5))
    assert bar.value() > 0, "the same question, of other prices"
    page.show_view(view_of(model="Qwen3 8B"))
    assert bar.value() == 0


def test_what_was_refused_is_not_said_of_another_machine(page: UpgradePage) -> None:
    page.show_view(view_of())
    field = page.bar.fields["hours_per_day"].control
    field.setText("25")
    field.editingFinished.emit()
    page.refuse("Enter an amount.")
    page.take_machine()
    assert "Enter" not in texts(page)
    assert field.text() == ""


def test_the_rate_is_asked_only_for_another_currency(page: UpgradePage) -> None:
    page.show_view(view_of())
    assert not page.bar.fields["usd_rate"].isVisible()
    page.show_money(Money(currency="EUR"))
    assert page.bar.fields["usd_rate"].isVisible()


@pytest.mark.parametrize(
    ("knob", "cloud", "shown"),
    [
        ("users", False, ["users", "tokens_per_day"]),
        ("context", True, ["tokens_per_day"]),
        ("context", False, []),
        ("steps", True, []),
    ],
)
def test_users_and_tokens_are_asked_where_they_count(
    page: UpgradePage, knob: str, cloud: bool, shown: list[str]
) -> None:
    page.show_knobs(Knobs((), (), "", "", (Knob(knob, "", (), ""),)))
    page.show_money(Money(cloud=cloud))
    fields = page.bar.fields
    assert [one for one in ("users", "tokens_per_day") if fields[one].isVisible()] == shown


def test_why_shows_all_nine_rules_and_the_formulas_of_money(page: UpgradePage) -> None:
    page.show_view(view_of())
    button = next(one for one in page.findChildren(QPushButton) if one.text() == "Why this verdict")
    button.click()
    dialog = page.findChild(WhyDialog)
    assert dialog is not None
    assert "price / (the same work otherwise" in texts(dialog)
    tables = [table.model() for table in dialog.findChildren(QTableView)]
    firsts = [str(model.index(row, 0).data()) for model in tables for row in range(model.rowCount())]
    assert [one for one in firsts if one in RULE_NAMES.values()] == list(RULE_NAMES.values())
    dialog.close()


def test_trouble_takes_the_place_of_a_verdict(page: UpgradePage) -> None:
    page.show_view(view_of())
    page.show_trouble("No catalog.")
    assert "No catalog." in texts(page)
    assert not page.table.isVisible()
    page.show_view(view_of())
    assert page.table.isVisible()


def test_the_answer_is_copied_with_its_reasons(page: UpgradePage) -> None:
    view = view_of()
    page.show_view(view)
    page.copy_answer()
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith(view.title)
    assert all(reason in copied for reason in view.reasons)


@pytest.mark.broad
@pytest.mark.parametrize("rig", list(RIGS))
@pytest.mark.parametrize("hours", [0.0, 24.0])
def test_every_rig_is_shown_without_an_odd_number(page: UpgradePage, rig: str, hours: float) -> None:
    page.show_view(view_of(rig, hours_per_day=hours, budget_usd=0.0, currency="EUR"))
    cells = [cell.text for row in page.rows.rows for cell in row.cells]
    shown = f"{texts(page)} {' '.join(cells)}".lower()
    assert " nan" not in shown
    assert " inf" not in shown
    assert page.rows.index(0, NAME).data() == "This computer"


def test_where_a_measurement_is_lacking_it_is_offered(page: UpgradePage, qtbot: QtBot) -> None:
    page.show_view(view_of())
    assert not page._measure.isVisible()
    measures_only_here(page, replace(view_of(), offers_measure=True), qtbot)
    page.show_trouble("Nothing is known.")
    assert not page._measure.isVisible()


def test_a_column_that_says_nothing_is_left_out(page: UpgradePage) -> None:
    """What a card needs of the computer: of other computers nothing is asked."""
    view = view_of(cloud=False)
    page.resize(3000, 700)
    page.show_view(view)
    assert not page.table.isColumnHidden(NEEDS)
    bare = tuple(replace(row, cells=(*row.cells[:NEEDS], Cell("", None), *row.cells[NEEDS + 1 :])) for row in view.rows)
    page.show_view(replace(view, rows=bare))
    assert page.table.isColumnHidden(NEEDS)
    page.show_view(view)
    assert not page.table.isColumnHidden(NEEDS)


def test_a_column_that_says_nothing_takes_no_room_from_others(page: UpgradePage) -> None:
    view, silent = view_of(cloud=False), Cell("", None)
    rows = tuple(replace(row, cells=(*row.cells[:NEEDS], silent, *row.cells[NEEDS + 1 :])) for row in view.rows)
    page.show_view(replace(view, rows=rows))
    others = sum(wide for column, wide in enumerate(page.table._widths) if column != NEEDS)
    page.resize(page.width() + others - page.table.viewport().width(), 700)
    QApplication.processEvents()
    assert not page.table.isColumnHidden(NEWLY_USABLE)
    page.resize(page.width() - others // 3, 700)
    QApplication.processEvents()
    assert page.table.isColumnHidden(NEWLY_USABLE)


@pytest.fixture
def own_font(qapp: QApplication) -> Iterator[None]:
    """As the window has it."""
    before = qapp.font()
    load_font(qapp)
    yield
    qapp.setFont(before)


@pytest.mark.usefixtures("own_font")
@pytest.mark.parametrize("window_width", [1240, 1366])
@pytest.mark.parametrize(
    ("rig", "workload", "model"), [("office PC", "images", "SDXL Turbo"), ("gaming PC", "coding", "Qwen3 32B")]
)
def test_what_a_card_needs_is_seen_on_usual_screens(
    page: UpgradePage, window_width: int, rig: str, workload: str, model: str
) -> None:
    """Power supply, slots and length were what was left out first."""
    page.resize(window_width - NAVIGATION, 700)
    page.show_view(view_of(rig, workload, model, cloud=False))
    QApplication.processEvents()
    table = page.table
    assert not table.isColumnHidden(NEEDS)
    assert "Needs" not in table.no_room.text()
    assert table.columnViewportPosition(NEEDS) + table.columnWidth(NEEDS) <= table.viewport().width()


def test_room_that_is_left_shows_prices_as_a_whole(page: UpgradePage) -> None:
    view = view_of(cloud=False)
    long = Cell("$260 to $300 used, $320 to $340 new, September 2026", 260.0)
    page.show_view(
        replace(
            view,
            rows=tuple(replace(row, cells=(*row.cells[:PRICE], long, *row.cells[PRICE + 1 :])) for row in view.rows),
        )
    )
    table = page.table
    widths = []
    for wide in (900, 3000):
        page.resize(wide, 700)
        QApplication.processEvents()
        widths.append(table.columnWidth(PRICE))
    assert widths[0] < table.fontMetrics().horizontalAdvance(long.text) < widths[1]
