"""The table of the ways that are compared for their money: as high as its rows, the page scrolls."""

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QFont, QWheelEvent

from advisor.present.upgrade.rows import LIGHT, NAME, NEEDS, NEWLY_USABLE, PRICE, WorthRow
from advisor.present.words.palette import color
from advisor.ui.parts.sorted_table import SORT_ROLE, Index, SortedRows, SortedTable


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
            case Qt.ItemDataRole.DecorationRole if index.column() == LIGHT and cell.text:
                return self._icon(row.usability)
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


WIDEST = 16
"""Of a column, in font heights; longer texts are shortened, and whole below the table."""
SPARED = (NEEDS, NEWLY_USABLE)
"""What is left out where there is no room, the first first: it stands below the table, too."""


class WorthTable(SortedTable):
    """F2, a double click or a second click types a price."""

    def __init__(self, rows: WorthRows) -> None:
        super().__init__(rows, icon_column=LIGHT, spared=SPARED)
        self._rows = rows
        triggers = self.EditTrigger
        self.setEditTriggers(triggers.DoubleClicked | triggers.SelectedClicked | triggers.EditKeyPressed)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        rows.modelReset.connect(self.fit)

    def fit(self) -> None:
        """Columns as wide as their texts, all of it as high as the rows."""
        row_high, columns = self._fit_heights(), self._rows.columns
        self._fit_widths(columns, self._rows.rows, (WIDEST,) * len(columns))
        around = self.horizontalHeader().sizeHint().height() + self.horizontalScrollBar().sizeHint().height()
        self.setFixedHeight(len(self._rows.rows) * row_high + around)
        self._spare()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Let the page scroll."""
        event.ignore()
