"""A text document with the few forms the report uses: titles, text, tables and drawings, kept together on a page."""

from collections.abc import Sequence

from PySide6.QtCore import QSizeF
from PySide6.QtGui import (
    QColor,
    QFont,
    QPdfWriter,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextLength,
    QTextTable,
    QTextTableFormat,
)

from advisor.present.palette import color
from advisor.present.series import Table
from advisor.report.application import report_font
from advisor.report.drawing import KEY, OBJECT_TYPE, Drawing, Drawings

TEXT_POINTS, SMALL_POINTS, NOTE_POINTS, HEADING_POINTS, TITLE_POINTS = 9.0, 8.0, 7.0, 10.5, 15.0
OBJECT_CHARACTER = "\ufffc"
_HEAD_ROWS = 3
"""So many rows of a table stay with its heading."""
PERCENT = QTextLength.Type.PercentageLength


class ReportDocument:
    """Builds one document for a writer; `width` is the width of its text in the writer's pixels."""

    def __init__(self, writer: QPdfWriter) -> None:
        self.document = QTextDocument()
        self.document.setDocumentMargin(0)
        self.document.setDefaultFont(report_font(TEXT_POINTS))
        layout = self.document.documentLayout()
        layout.setPaintDevice(writer)
        self.width = float(writer.width())
        self.document.setPageSize(QSizeF(writer.width(), writer.height()))
        self._drawings = Drawings(layout)
        layout.registerHandler(OBJECT_TYPE, self._drawings)
        self._cursor = QTextCursor(self.document)
        self._used = False
        self._groups: list[tuple[int, int]] = []
        self._group_start = 0
        self._group_end: int | None = None

    def discard(self) -> None:
        """Free the charts; the document cannot be painted afterwards."""
        self._drawings.discard()

    def title(self, text: str) -> None:
        """The one large line of a part."""
        self._write(text, report_font(TITLE_POINTS, QFont.Weight.Bold), below=2)

    def heading(self, text: str, *, above: float = 10) -> None:
        """A heading; what follows until the end of the group stays on its page."""
        self._write(text, report_font(HEADING_POINTS, QFont.Weight.DemiBold), above=above, below=1)

    def text(self, text: str, *, strong: str = "", soft: bool = False, below: float = 4) -> None:
        """A paragraph, `strong` in front of it; `soft` for subtitles and captions. Nothing for an empty text."""
        font = report_font(SMALL_POINTS if soft else TEXT_POINTS)
        if strong:
            self._write(f"{strong} ", report_font(TEXT_POINTS, QFont.Weight.DemiBold), below=below)
            self._cursor.insertText(text, _look(font, soft=soft))
        elif text:
            self._write(text, font, below=below, soft=soft)

    def note(self, text: str) -> None:
        """A paragraph in the smallest size, for what only some want to know."""
        self._write(text, report_font(NOTE_POINTS), below=2, soft=True)

    def drawing(self, drawing: Drawing) -> None:
        """A drawing on a line of its own."""
        self._block(above=2, below=2)
        look = QTextCharFormat()
        look.setObjectType(OBJECT_TYPE)
        look.setProperty(KEY, self._drawings.add(drawing))
        self._cursor.insertText(OBJECT_CHARACTER, look)

    def table(self, table: Table, *, shares: Sequence[float]) -> None:
        """A table; `shares` are the column widths in percent. Only its first rows belong to a group: it may break."""
        grid = self._grid(len(table.rows) + 1, shares, padding=1.5)
        for row, cells in enumerate((table.columns, *table.rows)):
            for column, text in enumerate(cells):
                font = report_font(SMALL_POINTS, QFont.Weight.DemiBold if row == 0 else QFont.Weight.Normal)
                cursor = grid.cellAt(row, column).firstCursorPosition()
                cursor.insertText(text, _look(font, soft=row == 0 or column == len(cells) - 1))
        self._group_end = grid.cellAt(min(_HEAD_ROWS, len(table.rows)), 0).lastCursorPosition().position()
        self._leave(grid)

    def columns(self, shares: Sequence[float]) -> QTextTable:
        """Side by side: fill each cell between `enter` and the next, then `leave`."""
        return self._grid(1, shares, padding=0)

    def enter(self, grid: QTextTable, column: int) -> None:
        """Continue writing inside one column."""
        self._cursor = grid.cellAt(0, column).firstCursorPosition()
        self._used = False

    def leave(self, grid: QTextTable) -> None:
        """Continue below the columns."""
        self._leave(grid)

    def start_group(self) -> None:
        """From here to `end_group` stays on one page."""
        self._group_start = self._cursor.position()

    def end_group(self) -> None:
        """End of what stays on one page: where text or a table was written last."""
        end = self._cursor.position() if self._group_end is None else self._group_end
        self._groups.append((self._group_start, max(self._group_start, end - 1)))
        self._group_end = None

    def start_page(self) -> None:
        """The next paragraph starts a page."""
        self._block()
        layout = self._cursor.blockFormat()
        layout.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
        self._cursor.setBlockFormat(layout)
        self._used = False

    def page_of(self, position: int) -> int:
        """The page on which a position of the text lies."""
        return _page(self.document, self.document.findBlock(position), bottom=True)

    def here(self) -> int:
        """The position written last."""
        return self._cursor.position()

    def keep_groups_together(self) -> None:
        """Move every group that a page end would cut to the next page, from the first to the last."""
        for start, end in self._groups:
            first, last = self.document.findBlock(start + 1), self.document.findBlock(end)
            if _page(self.document, first, bottom=False) != _page(self.document, last, bottom=True):
                cursor = QTextCursor(first)
                layout = cursor.blockFormat()
                layout.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
                cursor.setBlockFormat(layout)

    def _write(self, text: str, font: QFont, *, above: float = 0, below: float = 0, soft: bool = False) -> None:
        self._block(above=above, below=below)
        self._cursor.insertText(text, _look(font, soft=soft))

    def _block(self, *, above: float = 0, below: float = 0) -> None:
        layout = QTextBlockFormat()
        layout.setTopMargin(above)
        layout.setBottomMargin(below)
        if self._used:
            self._cursor.insertBlock(layout)
        else:
            layout.setPageBreakPolicy(self._cursor.blockFormat().pageBreakPolicy())
            self._cursor.setBlockFormat(layout)
        self._used = True

    def _grid(self, rows: int, shares: Sequence[float], *, padding: float) -> QTextTable:
        form = QTextTableFormat()
        form.setBorder(0)
        form.setCellPadding(padding)
        form.setCellSpacing(0)
        form.setBottomMargin(6)
        form.setWidth(QTextLength(PERCENT, 100))
        form.setColumnWidthConstraints([QTextLength(PERCENT, share) for share in shares])
        if self._used:
            self._block()
        return self._cursor.insertTable(rows, len(shares), form)

    def _leave(self, grid: QTextTable) -> None:
        self._cursor = grid.lastCursorPosition()
        self._cursor.movePosition(QTextCursor.MoveOperation.NextBlock)
        self._used = False


def _look(font: QFont, *, soft: bool) -> QTextCharFormat:
    look = QTextCharFormat()
    look.setFont(font)
    look.setForeground(QColor.fromString(color("soft_ink" if soft else "ink", "light")))
    look.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignNormal)
    return look


def _page(document: QTextDocument, block: QTextBlock, *, bottom: bool) -> int:
    rect = document.documentLayout().blockBoundingRect(block)
    y = rect.bottom() - 1 if bottom else rect.top() + 1
    return int(y // document.pageSize().height())
