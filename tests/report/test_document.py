"""What stays on one page: a row of a table, and a heading with what follows it."""

from itertools import product

import pytest
from PySide6.QtCore import QBuffer, QIODevice, QMarginsF
from PySide6.QtGui import QPageLayout, QPageSize, QPdfWriter, QTextBlock

from advisor.present.report.report import report
from advisor.present.upgrade.view import upgrade_question
from advisor.present.words.series import Table
from advisor.report.application import ensure_application
from advisor.report.document import ReportDocument
from advisor.report.layout import Look, lay_out_details
from tests.report.rig_reports import DATE, computer_views

LONG = "a text that takes more than one line in a column as narrow as this one is on the page " * 2


@pytest.fixture
def writer() -> QPdfWriter:
    ensure_application()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    made = QPdfWriter(buffer)
    made.setResolution(96)
    made._buffer = buffer  # type: ignore[attr-defined]  # it has to live as long
    return made


def page_of(document: ReportDocument, block: QTextBlock, *, bottom: bool) -> int:
    rect = document.document.documentLayout().blockBoundingRect(block)
    return int((rect.bottom() - 1 if bottom else rect.top() + 1) // document.document.pageSize().height())


def page_of_line(document: ReportDocument, block: QTextBlock, number: int = 0) -> int:
    """Of one line: the first that does not fit on a page is lower than its block says."""
    line, top = block.layout().lineAt(number), document.document.documentLayout().blockBoundingRect(block).top()
    return int((top + line.y() + line.height() / 2) // document.document.pageSize().height())


@pytest.mark.parametrize("lines_before", range(0, 40, 3))
def test_no_row_is_cut_by_the_end_of_a_page(lines_before: int, writer: QPdfWriter) -> None:
    document = ReportDocument(writer)
    with document.written():
        for _ in range(lines_before):
            document.text("one line", below=1)
        document.table(Table(("A", "B"), tuple((f"row {row}", LONG) for row in range(60))), shares=(60, 40))
    document.keep_together()
    assert document.document.pageCount() > 1
    block = document.document.begin()
    while block.isValid():
        assert page_of(document, block, bottom=False) == page_of(document, block, bottom=True), block.text()
        block = block.next()


@pytest.mark.parametrize("lines_before", range(0, 72, 3))
@pytest.mark.parametrize(("rows", "together"), [(2, 2), (6, 6), (60, 2)])
def test_a_short_table_is_not_divided_and_no_row_stands_alone(
    lines_before: int, rows: int, together: int, writer: QPdfWriter
) -> None:
    document = ReportDocument(writer)
    with document.written():
        for _ in range(lines_before):
            document.text("one line", below=1)
        with document.together():
            document.heading("The heading", depth=0)
            document.table(Table(("A", "B"), tuple((f"row {row}", LONG) for row in range(rows))), shares=(60, 40))
    document.keep_together()
    pages = [
        page_of(document, document.document.find(f"row {row}").block(), bottom=False)
        for row in range(rows - together, rows)
    ]
    assert len(set(pages)) == 1, pages


def test_a_heading_stays_with_what_follows(writer: QPdfWriter) -> None:
    document = ReportDocument(writer)
    with document.written():
        line = document.text
        while document.document.characterCount() < 9000:
            line("one line of the page before the heading", below=0)
        with document.together():
            document.heading("The heading", depth=0, entry="The heading")
            document.text(LONG * 12)
    document.keep_together()
    (entry,) = document.entries
    heading = document.document.findBlock(entry.position)
    assert page_of(document, heading, bottom=False) == page_of(document, heading.next(), bottom=True)


@pytest.mark.parametrize("lines_before", range(36, 84, 2))
def test_a_short_paragraph_and_a_short_table_stay_whole(lines_before: int, writer: QPdfWriter) -> None:
    document = ReportDocument(writer)
    with document.written():
        for _ in range(lines_before):
            document.text("one line", below=1)
        document.text(LONG * 4, strong="paragraph")
        for _ in range(lines_before - 14):
            document.text("one line", below=1)
        with document.together():
            document.heading("The heading", depth=1)
            document.table(Table(("A", "B"), tuple((f"cell {row}", "B") for row in range(7))), shares=(60, 40))
    document.keep_together()
    blocks, block = [], document.document.begin()
    while block.isValid():
        blocks.append(block)
        block = block.next()
    (paragraph,) = (one for one in blocks if "paragraph" in one.text())
    last = paragraph.layout().lineCount() - 1
    assert page_of_line(document, paragraph) == page_of_line(document, paragraph, last)
    rows = [one for one in blocks if "The heading" in one.text() or "cell " in one.text()]
    assert len({page_of_line(document, one) for one in rows}) == 1


@pytest.mark.parametrize("name", ["pc-rtx-4090", "pc-rtx-5090"])
def test_no_line_of_a_report_is_cut_by_the_end_of_a_page(name: str, writer: QPdfWriter) -> None:
    my_rig, will_it_run, worth = computer_views(f"computers/usual/{name}")
    whole = report(my_rig=my_rig, will_it_run=will_it_run, worth=worth, date=DATE, version="1")
    writer.setPageMargins(QMarginsF(15, 14, 15, 14), QPageLayout.Unit.Millimeter)
    for paper, scale in product((QPageSize.PageSizeId.A4, QPageSize.PageSizeId.Letter), (1.0, 0.85, 0.7)):
        writer.setPageSize(QPageSize(paper))
        document = ReportDocument(writer)
        lay_out_details(document, whole, Look(scale))
        height, block = document.document.pageSize().height(), document.document.begin()
        while block.isValid():
            text = block.layout()
            for line in map(text.lineAt, range(text.lineCount())):
                top = text.position().y() + line.y()
                assert top // height == (top + max(1.0, line.height()) - 1) // height, block.text()
            block = block.next()


def test_a_report_saved_on_page_upgrade_begins_with_its_verdict() -> None:
    """It was called by the light of the model, "Very good: Qwen3 14B"."""
    my_rig, will_it_run, worth = computer_views("computers/usual/pc-rtx-4090")
    assert worth is not None
    told = {"my_rig": my_rig, "will_it_run": will_it_run, "worth": worth, "date": DATE, "version": "1"}
    made, usual = report(**told, about="upgrade"), report(**told)  # type: ignore[arg-type]
    assert (made.title, made.light) == (worth.title, None)
    assert (made.summary[0].title, usual.summary[-1].title) == (upgrade_question(worth),) * 2
    assert len(made.summary) == len(usual.summary)
