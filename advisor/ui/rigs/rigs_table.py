"""The rigs as a table that is searched, filtered and sorted."""

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView

from advisor.charts.plain import plain_tip
from advisor.charts.qt_override import qt_override
from advisor.present.rank.fleet_rows import COLUMNS, LABEL_COLUMN, LIGHT_COLUMN, FleetFilter, FleetRow
from advisor.present.words.words import say
from advisor.ui.parts.sorted_table import SORT_ROLE, Index, SortedRows, SortedTable

LEAST_ROWS = 6
WIDEST = (9, 18, 12, 9, 14, 6, 9, 16)
"""Of the columns, in font heights; longer texts are shortened."""
SPARED = tuple(reversed(range(LABEL_COLUMN + 2, len(COLUMNS))))
"""What is left out where there is no room, the first first."""
_MEASURED = 500
"""So many rows tell how wide a column is."""


class RigRows(SortedRows[FleetRow]):
    """The rigs that are wanted; the light has an icon beside its word."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.columns = tuple(map(say, COLUMNS))
        self._filter = FleetFilter()

    def set_rows(self, rows: tuple[FleetRow, ...], columns: tuple[str, ...]) -> None:
        """Show these instead of the present ones."""
        self._all, self.columns = rows, columns
        self._arrange()

    def set_filter(self, wanted: FleetFilter) -> None:
        """Show only these."""
        if wanted != self._filter:
            self._filter = wanted
            self._arrange()

    @qt_override()
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The text of a cell, what it is sorted by, its icon, and all of it as a hint."""
        row = self.rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.cells[index.column()].text
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip(row.cells[index.column()].text)
            case Qt.ItemDataRole.DecorationRole if index.column() == LIGHT_COLUMN:
                return self._icon(row.light)
            case _:
                return row.cells[index.column()].value if role == SORT_ROLE else None

    def _wanted(self) -> Iterable[FleetRow]:
        return self._filter.found(self._all)


class RigsTable(SortedTable):
    """Enter or a click opens a rig."""

    opened = Signal(object)
    """Its `FleetRow`."""

    def __init__(self, rows: RigRows) -> None:
        super().__init__(rows, icon_column=LIGHT_COLUMN, spared=SPARED)
        self._rows = rows
        self.setAccessibleName(say("Rigs"))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(self._open)
        self.fit()

    def fit(self) -> None:
        """Heights and widths by the size of text."""
        self.setMinimumHeight(LEAST_ROWS * self._fit_heights())
        self._fit_widths(self._rows.columns, self._rows.rows[:_MEASURED], WIDEST)
        self._spare()

    def _open(self, index: QModelIndex) -> None:
        if index.isValid():
            self.opened.emit(self._rows.rows[index.row()])

    @qt_override()
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(self.currentIndex())
        else:
            super().keyPressEvent(event)
