"""Ranked models as a table that is searched and sorted."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyledItemDelegate, QStyleOptionViewItem

from advisor.charts.color import shade
from advisor.charts.plain import plain_tip
from advisor.charts.qt_override import qt_override
from advisor.present.rank.filters import FileRows, RankFilter
from advisor.present.rank.rows import (
    COLUMNS,
    CONTEXT_COLUMN,
    FILE_COLUMNS,
    LIGHT_COLUMN,
    MEMORY_COLUMN,
    NAME_COLUMN,
    NOTHING,
    RATING_COLUMN,
    RankedRow,
)
from advisor.present.rank.search import found_rows
from advisor.present.words.search import typed
from advisor.present.words.words import say, to_say
from advisor.ui.parts.sorted_table import SORT_ROLE, Index, SortedRows, SortedTable

ON_DISK = " ✓"
"""Behind the name of a model that lies on this computer; the filter for those has it, too."""


class RankingRows(SortedRows[RankedRow]):
    """The models that pass the filter, or those that a search finds; the light has an icon beside its word."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.columns = self._own_columns = tuple(map(say, COLUMNS))
        self._text, self._filter = "", RankFilter()

    def set_rows(self, rows: tuple[RankedRow, ...], columns: tuple[str, ...] | None = None) -> None:
        """Show these instead of the present ones."""
        self._all = rows
        self._own_columns = columns or self._own_columns
        self._set_columns()
        self._arrange()

    @property
    def is_filtered(self) -> bool:
        """Whether a filter is set."""
        return self._filter != RankFilter()

    @property
    def passing(self) -> list[RankedRow]:
        """Those that pass the filter, whatever is searched for, the best first."""
        return [row for row in self._all if self._filter.shows(row.facets)]

    @property
    def knows_any(self) -> bool:
        """Whether there are models, found or not."""
        return bool(self._all)

    def set_text(self, text: str) -> None:
        """Show only what this text finds."""
        if typed(text).words != typed(self._text).words:
            self._text = text
            self._arrange()

    def set_filter(self, wanted: RankFilter) -> None:
        """Show only what passes."""
        if wanted != self._filter:
            self._filter = wanted
            self._set_columns()
            self._arrange()

    @qt_override()
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The text of a cell, what it is sorted by, its icon or bar, and why the model stands where it does."""
        row = self.rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                mark = ON_DISK if row.held and index.column() == NAME_COLUMN else ""
                return f"{row.cells[index.column()].text}{mark}"
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip("\n".join(filter(None, (row.why, row.held, row.quality))))
            case Qt.ItemDataRole.DecorationRole if index.column() == LIGHT_COLUMN:
                return self._icon(row.light)
            case _ if role == BAR_ROLE:
                return row.memory_share if index.column() == MEMORY_COLUMN else None
            case _:
                return row.cells[index.column()].value if role == SORT_ROLE else None

    @qt_override()
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The title of a column, and what its figures and the bar below the memory mean."""
        if role == Qt.ItemDataRole.ToolTipRole and section in _TIPS:
            return plain_tip(say(_TIPS[section]))
        return super().headerData(section, orientation, role)

    def _wanted(self) -> Iterable[RankedRow]:
        """A search looks through the older ones, too."""
        searched = bool(typed(self._text).words)
        files: FileRows = self._filter.files if self._filter.files == "only" else "too"
        wanted = replace(self._filter, with_older=True, files=files) if searched else self._filter
        rows = [row for row in self._all if wanted.shows(row.facets)]
        found = found_rows(rows, self._text) if searched else rows
        return [row.as_file() for row in found] if wanted.files == "only" else found

    def _set_columns(self) -> None:
        """Among files alone two columns tell how large they are, and which programs have them."""
        self.columns = self._own_columns
        if self._filter.files == "only":
            named = zip(COLUMNS, self._own_columns, strict=True)
            self.columns = tuple(say(FILE_COLUMNS[name]) if name in FILE_COLUMNS else own for name, own in named)


BAR_ROLE = SORT_ROLE + 1
_TIPS = {
    MEMORY_COLUMN: to_say("Bar: share of the memory it runs in; full where a part of it is in RAM"),
    CONTEXT_COLUMN: to_say("The longest context that fits here as this file; the model may be made for more"),
    RATING_COLUMN: to_say("By public comparisons; models without one are placed by size and age"),
}
"""What the title of a column says where the mouse rests on it."""


class MemoryBar(QStyledItemDelegate):
    """Draws below the text of a cell which part of its memory a model takes."""

    def __init__(self, parent: QObject, rows: RankingRows) -> None:
        super().__init__(parent)
        self._rows = rows

    @qt_override()
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """The text and the bar, full where more is wanted than there is."""
        super().paint(painter, option, index)
        share = index.data(BAR_ROLE)
        if share is None:
            return
        whole = option.rect.adjusted(BAR_SIDE, option.rect.height() - BAR_HIGH - 2, -BAR_SIDE, -2)
        painter.fillRect(whole, shade("free", self._rows.theme))
        whole.setWidth(round(whole.width() * min(1.0, share)))
        painter.fillRect(whole, shade("weights", self._rows.theme))


BAR_HIGH, BAR_SIDE = 3, 6
LEAST_ROWS = 6
WIDEST = (9, 16, 12, 9, 7, 9, 12, 6, 7, 8, 9, 9)
"""Of the columns, in font heights; longer texts are shortened, and whole below the table."""
_SPARED = "License", "Context here", "Released", "Can", "Rating", "Size", "Quantization", "Memory", "Ready in"
SPARED = tuple(map(COLUMNS.index, _SPARED))
"""What is left out where there is no room, the first first: it stands below the table, too."""


class RankingTable(SortedTable):
    """A click shows a model below the table, a double click or Enter opens it."""

    opened = Signal(QModelIndex)

    def __init__(self, rows: RankingRows) -> None:
        self._is_fitting = False
        super().__init__(rows, icon_column=LIGHT_COLUMN, spared=SPARED, blanks=("", NOTHING, say("unknown")))
        self._fitted: tuple[RankedRow, ...] = ()
        self._rows = rows
        self.setItemDelegateForColumn(MEMORY_COLUMN, MemoryBar(self, rows))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.doubleClicked.connect(self.opened)
        self.fit()

    def fit(self) -> None:
        """Heights and widths by the size of text."""
        self.setMinimumHeight(LEAST_ROWS * self._fit_heights())
        self.fit_columns(self._fitted)

    @qt_override()
    def updateGeometries(self) -> None:  # noqa: N802 - Qt's name
        """Leave room free below the last row that is seen as a whole: one that is cut in half reads as the last."""
        if self._is_fitting:
            return
        self._is_fitting = True
        super().updateGeometries()
        around, high = self.viewportMargins(), self.verticalHeader().defaultSectionSize()
        rest = self.viewport().height() % high if self.verticalScrollBar().maximum() > 0 else 0
        if rest != around.bottom():  # to say it again lays everything out again
            self.setViewportMargins(around.left(), around.top(), around.right(), rest)
        self._is_fitting = False

    def fit_columns(self, rows: tuple[RankedRow, ...]) -> None:
        """As wide as the widest text."""
        self._fitted = rows
        self._fit_widths(self._rows.columns, rows, WIDEST)
        self._spare()

    @qt_override()
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.opened.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)
