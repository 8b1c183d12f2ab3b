"""The ways that are compared for their money, as a Qt table that is sorted, and whose prices are typed in place."""

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QFont

from advisor.present.upgrade.rows import FIT, NAME, PRICE, WorthRow
from advisor.present.words.palette import color
from advisor.ui.parts.sorted_rows import SORT_ROLE, Index, SortedRows


class WorthRows(SortedRows[WorthRow]):
    """Emits what a person typed as a price."""

    priced = Signal(str, str)

    def set_rows(self, columns: tuple[str, ...], rows: tuple[WorthRow, ...]) -> None:
        """Show these instead of the present ones."""
        self.columns, self._all = columns, rows
        self._arrange()

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

    def row_of(self, way_id: str) -> int:
        """Where a way stands; where it is not there the best one, else the first."""
        known = any(row.way_id == way_id for row in self.rows)
        wanted = (number for number, row in enumerate(self.rows) if (row.way_id == way_id if known else row.is_best))
        return next(wanted, 0)
