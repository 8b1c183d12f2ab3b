"""Rows of cells as a Qt table that is sorted; searching, editing and what a cell says come from each kind of row."""

from collections.abc import Iterable
from typing import Any, Generic, Protocol, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QIcon

from advisor.present.words.palette import Theme
from advisor.present.words.sorted_cell import Cell
from advisor.ui.look.theme import icon

Index = QModelIndex | QPersistentModelIndex
SORT_ROLE = Qt.ItemDataRole.UserRole
BEST_FIRST = -1
"""In place of a column: the order in which the rows were given."""


class Row(Protocol):
    """What a row has to have."""

    @property
    def cells(self) -> tuple[Cell, ...]:
        """One for each column."""


AnyRow = TypeVar("AnyRow", bound=Row)


class SortedRows(QAbstractTableModel, Generic[AnyRow]):
    """The rows in their order or sorted by a column; unknown values come last in either direction."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.rows: tuple[AnyRow, ...] = ()
        self.columns: tuple[str, ...] = ()
        self._all: tuple[AnyRow, ...] = ()
        self._order = BEST_FIRST, Qt.SortOrder.AscendingOrder
        self._theme: Theme = "light"
        self._icons: dict[str, QIcon] = {}

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """By the native values of a column, or back to the order in which the rows were given."""
        if (column, order) != self._order:
            self._order = column, order
            self._arrange()

    def set_theme(self, theme: Theme) -> None:
        """Recolor icons and words."""
        self._theme, self._icons = theme, {}

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Number of rows shown."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Number of columns."""
        return 0 if parent.isValid() else len(self.columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The title of a column."""
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return self.columns[section]
        return None

    def _wanted(self) -> Iterable[AnyRow]:
        """The rows to be shown, in the order in which they were given."""
        return self._all

    def _arrange(self) -> None:
        found = list(self._wanted())
        column, order = self._order
        if column != BEST_FIRST and self.columns:
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
