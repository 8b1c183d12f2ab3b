"""A text document with the few forms the report uses: titles, text, tables and drawings, kept together on a page."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QLocale, QSizeF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPdfWriter,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextLength,
    QTextTable,
    QTextTableCell,
    QTextTableFormat,
)

from advisor.facts.kept.settings import Paper
from advisor.present.report.parts import Style
from advisor.present.words.palette import color
from advisor.present.words.series import Table
from advisor.report.application import report_font
from advisor.report.drawing import KEY, OBJECT_TYPE, Drawing, Drawings, LightMark, PartMark
from advisor.report.marks import NO_PART, Part, Role

if TYPE_CHECKING:
    from advisor.facts.answers.usability import Usability

_LETTER_COUNTRIES = ("BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE")
"""Where paper of 8.5 by 11 inches is usual, by Unicode's table of paper sizes."""


def usual_paper() -> Paper:
    """The paper of the country this computer is set to."""
    named = os.environ.get("LC_PAPER")
    locale = QLocale(named) if named and not os.environ.get("LC_ALL") else QLocale.system()
    return "letter" if QLocale.territoryToCode(locale.territory()) in _LETTER_COUNTRIES else "a4"


TEXT_POINTS, SMALL_POINTS, NOTE_POINTS = 8.5, 7.8, 7.0
HEADING_POINTS = (12.0, 10.0)
"""Of a section, and of what stands inside one."""
TITLE_POINTS, FIGURE_POINTS = 15.0, 19.0
OBJECT_CHARACTER = "\ufffc"
_HEAD_ROWS = 3
"""So many rows of a table stay with its heading."""
_WHOLE_ROWS, _LAST_ROWS = 8, 2
"""A table of so many rows is never divided; of a longer one so many stay together at its end."""
_SHORT_SHARE = 0.2
"""A paragraph that takes less of a page is never divided."""
PADDING = 1.5
COLUMN_GAP = 5.0
"""Least space between the texts of two columns, in pixels."""
_SPACER_POINTS = 1.0
"""An empty line before a table is no higher than this."""
PERCENT = QTextLength.Type.PercentageLength
_STYLES: dict[Style, tuple[float, bool]] = {
    "plain": (TEXT_POINTS, False),
    "soft": (SMALL_POINTS, True),
    "note": (NOTE_POINTS, True),
}
"""Size of a paragraph, and whether it is set in the softer color."""


class Entry(NamedTuple):
    """A line of the contents: its text, its depth from 0, and where it stands in the text."""

    text: str
    depth: int
    position: int


class ReportDocument:
    """Builds one document for a writer; `width` is the width of its text in the writer's pixels.

    `parts` are its headings, paragraphs and so on in the order in which they are read; another document may have had
    `parts_before` of them.
    """

    def __init__(self, writer: QPdfWriter, *, text_scale: float = 1.0, parts_before: int = 0) -> None:
        self.document = QTextDocument()
        self.document.setDocumentMargin(0)
        self._text_scale = text_scale
        self.document.setDefaultFont(self._font(TEXT_POINTS))
        layout = self.document.documentLayout()
        layout.setPaintDevice(writer)
        self.width = float(writer.width())
        self.document.setPageSize(QSizeF(writer.width(), writer.height()))
        self.drawings = Drawings(layout)
        layout.registerHandler(OBJECT_TYPE, self.drawings)
        self.entries: list[Entry] = []
        self.parts: list[Part] = []
        self._parts_before = parts_before
        self._cursor = QTextCursor(self.document)
        self._used = False
        self._groups: list[tuple[int, int]] = []
        self._group_end: int | None = None
        self._tables: list[QTextTable] = []

    @contextmanager
    def written(self) -> Iterator[None]:
        """What is written inside is laid out once, at the end: anew with every paragraph, it would take seconds."""
        whole = QTextCursor(self.document)
        whole.beginEditBlock()
        yield
        whole.endEditBlock()

    def title(self, text: str, *, light: "Usability | None" = None) -> None:
        """The one large line of a report, with the color of a light before it."""
        font = self._font(TITLE_POINTS, QFont.Weight.Bold)
        self._write("", font, below=2, role="H1")
        if light is not None:
            mark = LightMark(light, QFontMetricsF(font).ascent())
            mark.part = self._parts_before + len(self.parts)
            self._insert(self._cursor, mark)
        self._cursor.insertText(text, _look(font, soft=False))
        self.entries.append(Entry(text, 0, self._cursor.block().position()))

    def heading(self, text: str, *, depth: int, entry: str = "") -> None:
        """A heading; with `entry` it stands in the contents under that name."""
        points = HEADING_POINTS[min(depth, len(HEADING_POINTS) - 1)]
        role: Role = "H3" if depth else "H2"
        self._write(text, self._font(points, QFont.Weight.DemiBold), above=8 if depth else 12, below=2, role=role)
        if entry:
            self.entries.append(Entry(entry, depth, self._cursor.block().position()))

    def figure(self, value: str, unit: str) -> None:
        """A large figure with its unit."""
        self._write(value, self._font(FIGURE_POINTS, QFont.Weight.Bold))
        self._cursor.insertText(f" {unit}" if unit else "", _look(self._font(HEADING_POINTS[-1]), soft=False))

    def text(self, text: str, *, strong: str = "", style: Style = "plain", above: float = 0, below: float = 4) -> None:
        """A paragraph, `strong` in front of it. Nothing for an empty text."""
        points, soft = _STYLES[style]
        if strong:
            self._write(f"{strong} ", self._font(points, QFont.Weight.DemiBold), above=max(above, 4), below=below)
            self._cursor.insertText(text, _look(self._font(points), soft=soft))
        elif text:
            self._write(text, self._font(points), above=above, below=below, soft=soft)

    def drawing(self, drawing: Drawing, *, alt: str) -> None:
        """A drawing on a line of its own, in the middle; `alt` says in words what it shows."""
        self._block(above=2, below=2, alignment=Qt.AlignmentFlag.AlignHCenter)
        drawing.part = self._part("Figure", alt=alt)
        self._insert(self._cursor, drawing)

    def table(self, table: Table, *, shares: Sequence[float]) -> None:
        """A table; `shares` are the column widths in percent. Of a long one only its first rows belong to a group."""
        grid = self._grid(len(table.rows) + 1, shares, padding=PADDING, heads=1)
        self._tables.append(grid)
        last = len(table.columns) - 1
        self._fill(grid, (table.columns, *table.rows), heads=1, is_soft=lambda row, column: row == 0 or column == last)
        kept = len(table.rows) if len(table.rows) <= _WHOLE_ROWS else _HEAD_ROWS
        self._group_end = max(grid.cellAt(kept, column).lastCursorPosition().position() for column in range(last + 1))
        self.leave(grid)

    def plain_table(self, rows: Sequence[tuple[str, ...]], *, shares: Sequence[float]) -> None:
        """A table without a head, its first column soft."""
        grid = self._grid(len(rows), shares, padding=1.0, below=0)
        self._fill(grid, rows, heads=0, is_soft=lambda _, column: column == 0)
        self.leave(grid)

    def _fill(
        self, grid: QTextTable, rows: Iterable[Sequence[str]], *, heads: int, is_soft: Callable[[int, int], bool]
    ) -> None:
        whole = self._part("Table")
        for row, cells in enumerate(rows):
            line, is_head = self._part("TR", inside=whole), row < heads
            font = self._font(SMALL_POINTS, QFont.Weight.DemiBold if is_head else QFont.Weight.Normal)
            for column, text in enumerate(cells):
                cell = grid.cellAt(row, column)
                form = cell.format().toTableCellFormat()
                form.setRightPadding(0 if column == len(cells) - 1 else COLUMN_GAP)
                cell.setFormat(form)
                cursor = cell.firstCursorPosition()
                self._insert(cursor, PartMark(self._part("TH" if is_head else "TD", inside=line)))
                cursor.insertText(text, _look(font, soft=is_soft(row, column)))

    def columns(self, shares: Sequence[float], *, rows: int = 1) -> QTextTable:
        """Side by side: fill each cell between `enter` and the next, then `leave`."""
        return self._grid(rows, shares, padding=0, below=8)

    def enter(self, grid: QTextTable, column: int, *, row: int = 0) -> None:
        """Continue writing inside one cell."""
        self._cursor = grid.cellAt(row, column).firstCursorPosition()
        self._used = False

    def leave(self, grid: QTextTable) -> None:
        """Continue below a table or columns."""
        self._cursor = grid.lastCursorPosition()
        self._cursor.movePosition(QTextCursor.MoveOperation.NextBlock)
        self._cursor.setBlockFormat(QTextBlockFormat())
        self._shrink()
        self._used = False

    @contextmanager
    def together(self) -> Iterator[None]:
        """What is written inside stays on one page; of a table that comes last only its first rows."""
        start = self._cursor.position()
        self._group_end = None
        yield
        end = self._cursor.position() if self._group_end is None else self._group_end
        self._groups.append((start, max(start, end - 1)))

    def all_of_it(self) -> None:
        """The group goes on to its end, also where a table came last."""
        self._group_end = None

    def keep_together(self) -> None:
        """Move every group, row and paragraph that a page end would cut to the next page, from the first to the last.

        In the order of the page: what is moved moves all that follows.
        """
        steps = [(start, partial(self._keep_group, start, end)) for start, end in self._groups]
        for table in self._tables:
            steps += self._row_steps(table)
        block = self.document.begin()
        while block.isValid():
            if QTextCursor(block).currentTable() is None:
                steps.append((block.position(), partial(self._keep_paragraph, block)))
            block = block.next()
        for _, step in sorted(steps, key=lambda one: one[0]):
            step()
        for table in self._tables:
            self._end_with_last_row(table)

    def _end_with_last_row(self, table: QTextTable) -> None:
        """Let a table end on the page of its last row: one that reaches beyond has its head drawn there once more."""
        first, last = (table.cellAt(row, 0).firstCursorPosition().block() for row in (0, table.rows() - 1))
        end = _page(self.document, last, bottom=True)
        below = self.document.documentLayout().frameBoundingRect(table).bottom() + table.format().bottomMargin()
        if int(below // self.document.pageSize().height()) == end:
            return
        form = table.format()
        form.setBottomMargin(0)
        if _page(self.document, first, bottom=False) == end:
            form.setHeaderRowCount(0)
        table.setFormat(form)

    def _keep_group(self, start: int, end: int) -> None:
        first = block = self.document.findBlock(start + 1)
        while block.isValid() and block.position() <= end:  # not the last alone: letters of a row differ in height
            if self._is_cut(first, block):
                _break_before(first)
                return
            block = block.next()

    def _row_steps(self, table: QTextTable) -> "Iterator[tuple[int, partial[None]]]":
        rows = [[table.cellAt(row, column) for column in range(table.columns())] for row in range(table.rows())]
        blocks = [[cell.firstCursorPosition().block() for cell in cells] for cells in rows]
        for row, cells in enumerate(rows):
            until = blocks[-1] if row == len(rows) - _LAST_ROWS else blocks[row]
            yield blocks[row][0].position(), partial(self._keep_row, cells, (*blocks[row], *until))

    def _keep_row(self, cells: Sequence[QTextTableCell], until: Sequence[QTextBlock]) -> None:
        if any(self._is_cut(until[0], block) for block in until):
            row = (cell.firstCursorPosition().block() for cell in cells)
            self._push(cells, min(row, key=lambda block: block.layout().lineAt(0).height()))

    def _keep_paragraph(self, block: QTextBlock) -> None:
        if self._is_parted(block):
            _break_before(block)  # below a table the layout does not look for the end of the page

    def top_of(self, position: int) -> float:
        """Where the line at a position of the text begins, in pixels from the top of the first page."""
        return self.document.documentLayout().blockBoundingRect(self.document.findBlock(position)).top()

    def height(self) -> float:
        """How far down the text reaches, in pixels."""
        return float(self.document.size().height())

    def _push(self, cells: Sequence[QTextTableCell], first: QTextBlock) -> None:
        """Move a row to the next page: no page break moves a whole one, but a first line that does not fit does."""
        page_height = self.document.pageSize().height()
        left = page_height - self.document.documentLayout().blockBoundingRect(first).top() % page_height
        for cell in cells:
            form = cell.format().toTableCellFormat()
            form.setTopPadding(max(0.0, left - first.layout().lineAt(0).height() + 2 * PADDING))
            cell.setFormat(form)

    def _is_cut(self, first: QTextBlock, last: QTextBlock) -> bool:
        return _page(self.document, first, bottom=False) != _page(self.document, last, bottom=True)

    def _is_parted(self, block: QTextBlock) -> bool:
        """Whether a paragraph that is not long begins on one page and ends on the next, or the first line of any."""
        height = self.document.documentLayout().blockBoundingRect(block).height()
        is_short = height < _SHORT_SHARE * self.document.pageSize().height()
        return (is_short and self._is_cut(block, block)) or _is_line_cut(self.document, block)

    def _write(
        self, text: str, font: QFont, *, above: float = 0, below: float = 0, soft: bool = False, role: Role = "P"
    ) -> None:
        self._block(above=above, below=below)
        self._insert(self._cursor, PartMark(self._part(role)))
        self._cursor.insertText(text, _look(font, soft=soft))

    def _font(self, points: float, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        return report_font(self._text_scale * points, weight)

    def _part(self, role: Role, *, inside: int = NO_PART, alt: str = "") -> int:
        """The number of a new part."""
        self.parts.append(Part(role, inside, alt))
        return self._parts_before + len(self.parts)

    def _insert(self, cursor: QTextCursor, drawing: Drawing) -> None:
        look = QTextCharFormat()
        look.setObjectType(OBJECT_TYPE)
        look.setProperty(KEY, self.drawings.add(drawing))
        cursor.insertText(OBJECT_CHARACTER, look)

    def _block(
        self,
        *,
        above: float = 0,
        below: float = 0,
        alignment: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
    ) -> None:
        layout = QTextBlockFormat()
        layout.setTopMargin(above)
        layout.setBottomMargin(below)
        layout.setAlignment(alignment)
        if self._used:
            self._cursor.insertBlock(layout)
        else:
            layout.setPageBreakPolicy(self._cursor.blockFormat().pageBreakPolicy())
            self._cursor.setBlockFormat(layout)
        self._used = True

    def _shrink(self) -> None:
        """Make an empty line as low as possible: before and after a table there always is one."""
        look = QTextCharFormat()
        look.setFont(report_font(_SPACER_POINTS))
        self._cursor.setBlockCharFormat(look)

    def _grid(
        self, rows: int, shares: Sequence[float], *, padding: float, heads: int = 0, below: float = 4
    ) -> QTextTable:
        form = QTextTableFormat()
        form.setBorder(0)
        form.setCellPadding(padding)
        form.setCellSpacing(0)
        form.setBottomMargin(below)
        form.setHeaderRowCount(heads)
        form.setWidth(QTextLength(PERCENT, 100))
        form.setColumnWidthConstraints([QTextLength(PERCENT, share) for share in shares])
        if self._used:
            self._block()
            self._shrink()
        return self._cursor.insertTable(rows, len(shares), form)


def _look(font: QFont, *, soft: bool) -> QTextCharFormat:
    look = QTextCharFormat()
    look.setFont(font)
    look.setForeground(QColor.fromString(color("soft_ink" if soft else "ink", "light")))
    look.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignNormal)
    return look


def _break_before(block: QTextBlock) -> None:
    cursor = QTextCursor(block)
    layout = cursor.blockFormat()
    layout.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
    cursor.setBlockFormat(layout)


def _is_line_cut(document: QTextDocument, block: QTextBlock) -> bool:
    """Whether the first line of a paragraph begins on one page and ends on the next."""
    text = block.layout()
    if not text.lineCount():
        return False
    line, page_height = text.lineAt(0), document.pageSize().height()
    top = text.position().y() + line.y()
    return line.height() < page_height and int(top // page_height) != int((top + line.height() - 1) // page_height)


def _page(document: QTextDocument, block: QTextBlock, *, bottom: bool) -> int:
    rect = document.documentLayout().blockBoundingRect(block)
    y, text = rect.bottom() - 1 if bottom else rect.top() + 1, block.layout()
    if text.lineCount():  # in a cell a line that does not fit is lower than its block says
        line = text.lineAt(text.lineCount() - 1 if bottom else 0)
        y = rect.top() + line.y() + (line.height() - 1 if bottom else 1)
    return int(y // document.pageSize().height())
