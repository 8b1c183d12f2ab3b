"""What stays on one page: a row of a table, and a heading with what follows it."""

import pytest
from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QPdfWriter, QTextBlock

from advisor.present.words.series import Table
from advisor.report.application import ensure_application
from advisor.report.document import ReportDocument

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
