"""The ways that are compared for their money, as a Qt table that is sorted, and whose prices are typed in place."""

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QFont, QIcon

from advisor.present.palette import Theme, color
from advisor.present.worth_rows import FIT, NAME, PRICE, WorthCell, WorthRow
from advisor.ui.theme import icon

Index = QModelIndex | QPersistentModelIndex
SORT_ROLE = Qt.ItemDataRole.UserRole
BEST_FIRST = -1
"""In place of a column: the order in which the ways were compared."""


class WorthRows(QAbstractTableModel):
    """Emits what a person typed as a price; unknown values come last in either direction."""

    priced = Signal(str, str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.rows: tuple[WorthRow, ...] = ()
        self.columns: tuple[str, ...] = ()
        self._all: tuple[WorthRow, ...] = ()
        self._order = BEST_FIRST, Qt.SortOrder.AscendingOrder
        self._theme: Theme = "light"
        self._icons: dict[str, QIcon] = {}

    def set_rows(self, columns: tuple[str, ...], rows: tuple[WorthRow, ...]) -> None:
        """Show these instead of the present ones."""
        self.columns, self._all = columns, rows
        self._arrange()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """By the native values of a column, or back to the order of the comparison."""
        if (column, order) != self._order:
            self._order = column, order
            self._arrange()

    def set_theme(self, theme: Theme) -> None:
        """Recolor icons and words."""
        self._theme, self._icons = theme, {}

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Number of ways."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Number of columns."""
        return 0 if parent.isValid() else len(self.columns)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """A price can be typed."""
        editable = index.column() == PRICE and self.rows[index.row()].price_text is not None
        return super().flags(index) | (Qt.ItemFlag.ItemIsEditable if editable else Qt.ItemFlag.NoItemFlags)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The text of a cell, what it is sorted by, its icon, and all that is known of the way."""
        row = self.rows[index.row()]
        cell = row.cells[index.column()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return cell.text
            case Qt.ItemDataRole.EditRole:
                return row.price_text or ""
            case Qt.ItemDataRole.ToolTipRole:
                return "\n".join(row.detail)
            case Qt.ItemDataRole.DecorationRole if index.column() == FIT and row.state is not None:
                return self._icon(row.state)
            case Qt.ItemDataRole.ForegroundRole if index.column() == PRICE and row.price_text is not None:
                return QColor.fromString(color("accent", self._theme))
            case Qt.ItemDataRole.FontRole if row.is_best and index.column() == NAME:
                font = QFont()
                font.setBold(True)
                return font
            case _:
                return cell.value if role == SORT_ROLE else None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:  # noqa: N802 - Qt's name
        """Tell of a price that was typed; the row changes once it is counted with."""
        row = self.rows[index.row()]
        if role != Qt.ItemDataRole.EditRole or value == row.price_text:
            return False
        self.priced.emit(row.way_id, str(value))
        return True

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The title of a column."""
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return self.columns[section]
        return None

    def row_of(self, way_id: str) -> int:
        """Where a way stands; where it is not there the best one, else the first."""
        known = any(row.way_id == way_id for row in self.rows)
        wanted = (number for number, row in enumerate(self.rows) if (row.way_id == way_id if known else row.is_best))
        return next(wanted, 0)

    def _arrange(self) -> None:
        found = list(self._all)
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


def _value(cell: WorthCell) -> tuple[float, str]:
    """Numbers by size, words by letters."""
    value = cell.value
    return (0.0, value) if isinstance(value, str) else (value or 0.0, "")
