"""Page What can I run?: its table, what it shows and wishes for."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QLabel, QLineEdit, QPushButton, QTableView
from pytestqt.qtbot import QtBot

from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.answers.usability import Usability
from advisor.present.rank.rows import COLUMNS, Facets, RankedRow
from advisor.present.rank.search import Elsewhere, models_elsewhere
from advisor.present.rank.what_can_i_run import WhatCanIRunView
from advisor.present.words.cell import Cell
from advisor.present.words.palette import color
from advisor.ui.models.page_what_can_i_run import WhatCanIRunPage
from advisor.ui.models.ranking_table import RankingRows
from advisor.ui.parts.sorted_table import BEST_FIRST, SORT_ROLE
from tests.fakes.sure import sure

CATALOG = load_catalog()
NAME, SPEED, LICENSE = (COLUMNS.index(name) for name in ("Model", "Speed", "License"))
RISING, FALLING = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder


def row(
    name: str,
    *,
    speed: float | None = 40.0,
    license_id: str | None = "mit",
    search: str = "",
    usability: Usability = "great",
    older: bool = False,
    abilities: tuple[bool | None, ...] = (None, None, None, None),
) -> RankedRow:
    cells = (
        Cell("Great", 0),
        Cell(name, name.lower()),
        Cell("unknown" if speed is None else f"{speed:.0f}", speed),
        Cell("8 s", 8.0),
        Cell("5.1 GiB", 5.1),
        Cell("Q4_K_M", 4.9),
        Cell("think", 1),
        Cell("8.0 B", 8e9),
        Cell("2026-04", 24316),
        Cell("32k", 32768),
        Cell(license_id or "license unknown", license_id),
        Cell("The usual choice.", 80),
    )
    facets = Facets(usability, True, abilities, license_id, search.partition(" ")[0] or "maker", 8_000_000_000, older)
    words = "\n".join((name.lower(), *search.split()))
    return RankedRow(name, "chat", usability, cells, f"{name} fits.", "Good.", words, facets, memory_share=0.4)


ROWS = (
    row("Qwen3 8B", speed=40, search="alibaba apache-2.0"),
    row("Qwen3 1.8B", speed=9, search="alibaba"),
    row("Llama 3.1 8B", speed=None, license_id=None, search="meta"),
    row("Gemma 3 12B", speed=100, search="google gemma"),
)
VIEW = WhatCanIRunView("4 models run well here; the best for chat is Qwen3 8B", "Chat: 512 tokens read.", ROWS)


def names(rows: RankingRows) -> list[str]:
    return [rows.index(place, NAME).data() for place in range(rows.rowCount())]


@pytest.fixture
def rows(qapp: QApplication) -> Iterator[RankingRows]:
    owner = QObject()
    found = RankingRows(owner)
    found.set_rows(ROWS)
    yield found
    owner.deleteLater()


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("qwen", ["Qwen3 8B", "Qwen3 1.8B"]),
        ("8b", ["Qwen3 8B", "Llama 3.1 8B"]),
        ("gemma 12", ["Gemma 3 12B"]),
        ("qwen 8b", ["Qwen3 8B"]),
        ("llama3", ["Llama 3.1 8B"]),
        ("3.1", ["Llama 3.1 8B"]),
        ("GOOGLE", ["Gemma 3 12B"]),
        ("apache", ["Qwen3 8B"]),
        ("  - ", [one.name for one in ROWS]),
        ("(", [one.name for one in ROWS]),
        ("8b)", []),
        ("nothing", []),
    ],
)
def test_models_are_found_by_any_word(rows: RankingRows, typed: str, found: list[str]) -> None:
    rows.set_text(typed)
    assert names(rows) == found


def test_numbers_sort_as_numbers_and_unknown_comes_last_either_way(rows: RankingRows) -> None:
    rows.sort(SPEED, RISING)
    assert names(rows) == ["Qwen3 1.8B", "Qwen3 8B", "Gemma 3 12B", "Llama 3.1 8B"]
    rows.sort(SPEED, FALLING)
    assert names(rows) == ["Gemma 3 12B", "Qwen3 8B", "Qwen3 1.8B", "Llama 3.1 8B"]
    rows.sort(LICENSE, FALLING)
    assert names(rows)[-1] == "Llama 3.1 8B"
    rows.sort(BEST_FIRST)
    assert names(rows) == [one.name for one in ROWS]
    assert rows.index(0, SPEED).data(SORT_ROLE) == 40


def test_the_light_has_a_word_and_an_icon(rows: RankingRows) -> None:
    index = rows.index(0, COLUMNS.index("Verdict"))
    assert index.data() == "Great"
    assert not index.data(Qt.ItemDataRole.DecorationRole).isNull()
    assert "Qwen3 8B fits." in index.data(Qt.ItemDataRole.ToolTipRole)


def texts(page: WhatCanIRunPage) -> str:
    return "\n".join(label.text() for label in page.findChildren(QLabel) if label.isVisible())


def test_the_page_shows_the_finding_and_the_best_model_in_full(page: WhatCanIRunPage) -> None:
    assert VIEW.title in texts(page)
    assert "Qwen3 8B · Q4_K_M" in texts(page)
    assert "Qwen3 8B fits." in texts(page)
    assert page.table.model().rowCount() == len(ROWS)
    assert page.table.accessibleDescription() == VIEW.title


def test_keys_lead_from_the_search_to_the_opened_model(page: WhatCanIRunPage, qtbot: QtBot) -> None:
    page.bar.words.setFocus()
    qtbot.keyClicks(page.bar.words, "8b")
    qtbot.keyClick(page.bar.words, Qt.Key.Key_Down)
    qtbot.keyClick(page.table, Qt.Key.Key_Down)
    with qtbot.waitSignal(page.opened) as opened:
        qtbot.keyClick(page.table, Qt.Key.Key_Return)
    assert opened.args[0].name == "Llama 3.1 8B"
    qtbot.keyClick(page.bar.words, Qt.Key.Key_Escape)
    assert page.rows.rowCount() == len(ROWS)


def test_a_click_shows_a_model_and_a_double_click_or_the_button_opens_it(page: WhatCanIRunPage, qtbot: QtBot) -> None:
    at = page.table.visualRect(page.rows.index(3, NAME)).center()
    opened_rows: list[RankedRow] = []
    page.opened.connect(opened_rows.append)
    qtbot.mouseClick(page.table.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert not opened_rows
    assert page.model.accessibleName().startswith("Gemma 3 12B"), "what is behind it stands below the table"
    qtbot.mouseDClick(page.table.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert [one.name for one in opened_rows] == ["Gemma 3 12B"]
    with qtbot.waitSignal(page.opened) as opened:
        page.model.open.click()
    assert opened.args[0].name == "Gemma 3 12B"


def test_order_and_header_agree(page: WhatCanIRunPage) -> None:
    page.bar.order.setCurrentIndex(page.bar.order.findData(SPEED))
    page.bar.order.activated.emit(page.bar.order.currentIndex())
    assert names(page.rows)[0] == "Gemma 3 12B"
    page.table.horizontalHeader().setSortIndicator(NAME, RISING)
    assert page.bar.order.currentText() == "Model"
    assert names(page.rows)[0] == "Gemma 3 12B"
    page.table.horizontalHeader().setSortIndicator(BEST_FIRST, RISING)
    assert page.bar.order.currentText() == "Best first"
    assert names(page.rows)[0] == "Qwen3 8B"


def test_nothing_found_is_said_and_undone(page: WhatCanIRunPage) -> None:
    page.bar.words.setText("zzz")
    assert "No matching model." in texts(page)
    assert not page.table.isVisible()
    assert not page.model.isVisible()
    next(one for one in page.findChildren(QPushButton) if one.text() == "Show all models").click()
    assert page.table.isVisible()


def test_waiting_and_trouble_are_sentences(page: WhatCanIRunPage) -> None:
    page.show_waiting()
    assert "Ranking all models" in texts(page)
    page.show_trouble("the rig has no CPU")
    assert "the rig has no CPU" in texts(page)
    assert "No model is found" not in texts(page)
    assert not page.table.isVisible()


def test_the_models_of_one_machine_are_not_shown_for_another(page: WhatCanIRunPage) -> None:
    page.forget()
    assert not any(one.isVisible() for one in (page.table, page.model))


def test_an_unmeasured_computer_offers_to_measure(page: WhatCanIRunPage, qtbot: QtBot) -> None:
    page.show_view(replace(VIEW, offers_measure=True))
    with qtbot.waitSignal(page.measure_requested):
        page._measure.click()
    page.set_busy(True, is_own=True)
    assert not page._measure.isEnabled()
    page.set_busy(False, is_own=False)
    assert not page._measure.isVisible()


def test_what_is_shown_is_copied_and_read_as_a_table(page: WhatCanIRunPage) -> None:
    page.bar.words.setText("qwen")
    page._copy.click()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0].split(",")[:3] == list(COLUMNS[:3])
    assert [line.split(",")[NAME] for line in lines[1:]] == ["Qwen3 8B", "Qwen3 1.8B"]
    page._view.click()
    dialog = page.findChildren(QDialog)[-1]
    assert sure(dialog.findChild(QTableView)).model().rowCount() == 2
    dialog.close()


def test_every_control_has_a_name_and_tab_goes_in_reading_order(page: WhatCanIRunPage) -> None:
    for kind in (QComboBox, QLineEdit, QTableView, QPushButton):
        assert all(one.accessibleName() for one in page.findChildren(kind))
    able = tuple(replace(one, facets=replace(one.facets, abilities=(True,) * 4)) for one in VIEW.rows)
    page.show_view(replace(VIEW, rows=able))
    filters = page.filters
    wanted = [page._copy, page._view, page.bar.workload, page.bar.words, page.bar.order]
    wanted += [filters.light, filters.up_to, filters.license, filters.maker, *filters.able.values()]
    wanted += [page.table, page.model.open]
    stops, widget = [], page.nextInFocusChain()
    while widget is not page:
        if sure(widget).isVisible() and sure(widget).focusPolicy() & Qt.FocusPolicy.TabFocus:
            stops.append(widget)
        widget = sure(widget).nextInFocusChain()
    assert stops == wanted


def test_a_theme_recolors_the_icons(page: WhatCanIRunPage) -> None:
    page.set_theme("dark")
    icon = page.rows.index(0, COLUMNS.index("Verdict")).data(Qt.ItemDataRole.DecorationRole)
    image = icon.pixmap(32, 32).toImage()
    shades = {
        image.pixelColor(x, y).name() for x in range(32) for y in range(32) if image.pixelColor(x, y).alpha() == 255
    }
    assert color("great", "dark").lower() in shades


@pytest.mark.parametrize("size", [(1700, 900), (800, 700), (720, 560), (520, 560)])  # all columns take about 900
def test_columns_that_have_no_room_are_left_out(page: WhatCanIRunPage, size: tuple[int, int]) -> None:
    page.resize(*size)
    QApplication.processEvents()
    shown = [name for column, name in enumerate(COLUMNS) if not page.table.isColumnHidden(column)]
    assert shown == [name for name in COLUMNS if name not in page.table.no_room.text()]
    assert len(shown) >= 3
    assert page.table.horizontalScrollBar().maximum() == 0
    assert page.horizontalScrollBar().maximum() == 0
    assert (len(shown) == len(COLUMNS)) is (size[0] == 1700)


def test_larger_texts_get_wider_columns(page: WhatCanIRunPage) -> None:
    before = page.table.columnWidth(NAME), page.table.rowHeight(0)
    font = page.table.font()
    font.setPointSizeF(2 * font.pointSizeF())
    page.table.setFont(font)
    page.set_theme("light")
    assert page.table.columnWidth(NAME) > before[0]
    assert page.table.rowHeight(0) > 1.8 * before[1]


OLD = row("Qwen2 27B", search="alibaba", older=True)
SEEING = row("Qwen3-VL 270M", search="alibaba", abilities=(True, False, None, False), usability="slow")


def test_older_models_are_folded_until_they_are_asked_or_searched_for(page: WhatCanIRunPage) -> None:
    page.show_view(replace(VIEW, rows=(*ROWS, OLD)))
    assert "Qwen2 27B" not in names(page.rows)
    assert page.filters.older.text() == "Older models (1)"
    page.bar.words.setText("qwen 27")
    assert names(page.rows)[0] == "Qwen2 27B"
    page.bar.words.clear()
    page.filters.older.click()
    assert names(page.rows)[-1] == "Qwen2 27B"


def test_filters_hide_what_is_not_known_to_pass(page: WhatCanIRunPage) -> None:
    page.show_view(replace(VIEW, rows=(*ROWS, SEEING)))
    page.filters.able["tools"].click()
    assert names(page.rows) == [], "of the others nobody knows"
    page.filters.able["tools"].click()
    page.filters.light.setCurrentIndex(page.filters.light.findData("great"))
    page.filters.light.activated.emit(0)
    assert "Qwen3-VL 270M" not in names(page.rows)
    page.filters.reset()
    assert "Qwen3-VL 270M" in names(page.rows)
    page.filters.maker.setCurrentIndex(page.filters.maker.findData("google"))
    page.filters.maker.activated.emit(0)
    assert names(page.rows) == ["Gemma 3 12B"]


def test_enter_takes_the_marked_row_with_the_very_numbers(page: WhatCanIRunPage, qtbot: QtBot) -> None:
    rows = (row("Gemma 3 270M"), row("Gemma 3n 2.7B"), row("Gemma 2 27B"), row("Gemma 3 27B", older=True))
    page.show_view(replace(VIEW, rows=rows))
    page.bar.words.setFocus()
    qtbot.keyClicks(page.bar.words, "gemma 3 27")
    assert page.table.currentIndex().row() == 0, "the row that Enter takes is marked"
    with qtbot.waitSignal(page.opened) as opened:
        qtbot.keyClick(page.bar.words, Qt.Key.Key_Return)
    assert opened.args[0].name == "Gemma 3 27B"


def test_a_search_looks_through_all_tasks_and_leads_there(page: WhatCanIRunPage, qtbot: QtBot) -> None:
    page.show_elsewhere(models_elsewhere(CATALOG, "chat"))
    page.bar.words.setFocus()
    qtbot.keyClicks(page.bar.words, "sdxl")
    assert not names(page.rows)
    buttons = [one.text() for one in page.elsewhere.findChildren(QPushButton)]
    assert buttons[0] == "Stable Diffusion XL (Images)"
    with qtbot.waitSignal(page.wished_elsewhere) as wished:
        qtbot.keyClick(page.bar.words, Qt.Key.Key_Return)
    assert isinstance(wished.args[0], Elsewhere)
    assert wished.args[0].workload_id == "pictures"
    page.choose_workload("pictures")
    assert page.bar.workload.currentText() == "Images"


def test_every_model_is_found_here_or_in_another_task() -> None:
    for workload_id in ("chat", "pictures", "speech"):
        elsewhere = {one.model_id for one in models_elsewhere(CATALOG, workload_id)}
        assert len(elsewhere) > 20
    everything = {one.model_id for one in models_elsewhere(CATALOG, "speech")}
    assert set(CATALOG.models) <= everything


def test_files_on_this_computer_stand_alone_where_they_are_asked_for(page: WhatCanIRunPage) -> None:
    assert not page.filters.files.isVisibleTo(page)
    marked = replace(ROWS[0], held="On this computer: Q4_K_M · Ollama")
    one, cells = row("my-tune"), (Cell("4.7 GiB", 4.7), Cell("Ollama", "ollama"))
    file = replace(one, facets=replace(one.facets, is_file=True), on_disk=cells)
    page.show_view(replace(VIEW, rows=(marked, *ROWS[1:], file)))
    assert page.filters.files.isVisibleTo(page)
    assert [one.name for one in page.rows.rows] == [one.name for one in ROWS]
    assert page.rows.index(0, NAME).data() == "Qwen3 8B ✓"
    page.filters.files.setChecked(True)
    assert [one.name for one in page.rows.rows] == ["my-tune"]
    assert "On disk" in page.rows.columns
    assert "4.7 GiB" in page.rows.rows[0].texts
    page.filters.files.setChecked(False)
    page.bar.words.setText("tune")
    assert [one.name for one in page.rows.rows] == ["my-tune"]
    assert "On disk" not in page.rows.columns


def test_only_where_a_model_is_divided_can_the_divided_ones_be_hidden(page: WhatCanIRunPage) -> None:
    page.filters.offer_found(ROWS)
    assert page.filters.vram.isHidden(), "without a GPU every model lies in RAM"
    divided = replace(ROWS[0], facets=replace(ROWS[0].facets, is_divided=True))
    page.filters.offer_found((divided, *ROWS[1:]))
    assert not page.filters.vram.isHidden()


def test_what_no_model_of_a_task_has_is_neither_a_column_nor_a_filter(page: WhatCanIRunPage) -> None:
    """Models that make pictures had "Can: unknown" in every row, a context of "-", and filters for what they hear."""
    can, context = COLUMNS.index("Can"), COLUMNS.index("Context here")
    page.resize(2600, 900)
    before = page.rows._all
    assert not page.table.isColumnHidden(can)
    rows = tuple(
        replace(
            row,
            cells=tuple(
                Cell({can: "unknown", context: "-"}.get(place, cell.text), cell.value)
                for place, cell in enumerate(row.cells)
            ),
            facets=replace(row.facets, abilities=(None, None, None, None)),
        )
        for row in before
    )
    page.show_view(replace(VIEW, rows=rows))
    assert page.table.isColumnHidden(can)
    assert page.table.isColumnHidden(context)
    assert not any(box.isVisible() for box in page.filters.able.values())


def test_a_ranking_that_another_will_replace_is_faded_and_opens_nothing(page: WhatCanIRunPage) -> None:
    """It stood there as if it answered what was just asked."""
    page.show_view(VIEW)
    page.show_waiting()
    assert sure(page._panel.graphicsEffect()).isEnabled()
    assert not page.model.open.isEnabled()
    assert not page._subtitle.text()
    page.show_view(VIEW)
    assert not sure(page._panel.graphicsEffect()).isEnabled()
    assert page.model.open.isEnabled()
