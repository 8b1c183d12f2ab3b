"""Ranked models as a Qt table that is searched and sorted."""

import re
from functools import lru_cache
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QIcon

from advisor.present.palette import Theme
from advisor.present.what_can_i_run import COLUMNS, FIT_COLUMN, Cell, RankedRow
from advisor.ui.model_list import plain
from advisor.ui.theme import icon

Index = QModelIndex | QPersistentModelIndex
SORT_ROLE = Qt.ItemDataRole.UserRole
BEST_FIRST = -1
"""In place of a column: the order of the ranking."""


class RankingRows(QAbstractTableModel):
    """The models that hold every word of the search text, in their order or sorted by a column.

    The fit has an icon beside its word. Unknown values come last in either direction.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.rows: tuple[RankedRow, ...] = ()
        self._all: tuple[RankedRow, ...] = ()
        self._words: tuple[str, ...] = ()
        self._order = BEST_FIRST, Qt.SortOrder.AscendingOrder
        self._icons: dict[str, QIcon] = {}
        self._theme: Theme = "light"

    def set_rows(self, rows: tuple[RankedRow, ...]) -> None:
        """Show these instead of the present ones."""
        self._all = rows
        self._arrange()

    @property
    def knows_any(self) -> bool:
        """Whether there are models, found or not."""
        return bool(self._all)

    def set_text(self, text: str) -> None:
        """Show only what this text finds."""
        words = tuple(word for word in text.lower().split() if plain(word))
        if words != self._words:
            self._words = words
            self._arrange()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """By the native values of a column, or back to the order of the ranking."""
        if (column, order) != self._order:
            self._order = column, order
            self._arrange()

    def set_theme(self, theme: Theme) -> None:
        """Recolor the icons."""
        self._theme, self._icons = theme, {}

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Number of models found."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Number of columns."""
        return 0 if parent.isValid() else len(COLUMNS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The text of a cell, what it is sorted by, its icon, and why the model stands where it does."""
        row = self.rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.cells[index.column()].text
            case Qt.ItemDataRole.ToolTipRole:
                return f"{row.why}\n{row.quality}"
            case Qt.ItemDataRole.DecorationRole if index.column() == FIT_COLUMN:
                return self._icon(row.state)
            case _:
                return row.cells[index.column()].value if role == SORT_ROLE else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The title of a column."""
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return COLUMNS[section]
        return None

    def _arrange(self) -> None:
        found = [row for row in self._all if all(_holds(row.search, word) for word in self._words)]
        column, order = self._order
        if column != BEST_FIRST:
            falling = order == Qt.SortOrder.DescendingOrder
            found.sort(key=lambda row: _value(row.cells[column]), reverse=falling)
            found.sort(key=lambda row: row.cells[column].value is None)
        self.beginResetModel()
        self.rows = tuple(found)
        self.endResetModel()

    def _icon(self, state: str) -> QIcon:
        if state not in self._icons:
            self._icons[state] = icon(state, state, self._theme)
        return self._icons[state]


def _value(cell: Cell) -> tuple[float, str]:
    """Numbers by size, words by letters."""
    value = cell.value
    return (0.0, value) if isinstance(value, str) else (value or 0.0, "")


@lru_cache(maxsize=4096)
def _holds(text: str, word: str) -> bool:
    """Whether a word stands in a text, whatever signs are between; a number only from its first digit on."""
    if word[0].isdigit():
        return re.search(rf"(?<![\d.]){re.escape(word)}", text) is not None
    return plain(word) in plain(text)
