"""The options as a table: as high as its rows, the page scrolls. What is ticked stands side by side with the rig."""

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, QRect, Qt, Signal
from PySide6.QtGui import QColor, QFont, QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QStyle

from advisor.charts.plain import plain_tip, unbroken_amounts
from advisor.charts.qt_override import qt_override
from advisor.present.upgrade.rows import LIGHT, NAME, NEEDS, NEWLY_USABLE, PRICE, SPEED, WorthRow
from advisor.present.words.cell import Cell
from advisor.present.words.palette import color
from advisor.ui.parts.sorted_table import AROUND_TEXT, BESIDE_ICON, SORT_ROLE, Index, SortedRows, SortedTable


def _shortened(cell: Cell) -> Cell:
    return replace(cell, text=cell.short, short="") if cell.short else cell


class OptionRows(SortedRows[WorthRow]):
    """Emits what a person typed as a price, and which row was ticked or is no longer."""

    priced = Signal(str, str)
    ticked = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._ticked: frozenset[str] = frozenset()
        self._given: tuple[tuple[str, ...], tuple[WorthRow, ...]] = (), ()

    def set_rows(self, columns: tuple[str, ...], rows: tuple[WorthRow, ...]) -> None:
        """Show these instead of the present ones, in short: the whole texts stand below the table."""
        if (columns, rows) == self._given:
            return
        self._given = columns, rows
        self.columns, self._all = columns, tuple(replace(row, cells=tuple(map(_shortened, row.cells))) for row in rows)
        self._arrange()

    def show_ticked(self, way_ids: frozenset[str]) -> None:
        """Tick these and no others."""
        if way_ids != self._ticked and self.rows:
            self._ticked = way_ids
            self.dataChanged.emit(self.index(0, NAME), self.index(len(self.rows) - 1, NAME))

    def tick(self, number: int) -> None:
        """Tell that a row was ticked, or is no longer; it changes once the rig stands there."""
        if self.rows[number].can_stand_beside:
            self.ticked.emit(self.rows[number])

    @qt_override(Qt.ItemFlag.NoItemFlags)
    def flags(self, index: Index) -> Qt.ItemFlag:
        """A price can be typed, a name be ticked."""
        row, flag = self.rows[index.row()], Qt.ItemFlag
        if index.column() == NAME and row.can_stand_beside:
            return super().flags(index) | flag.ItemIsUserCheckable
        editable = index.column() == PRICE and row.price_text is not None
        return super().flags(index) | (flag.ItemIsEditable if editable else flag.NoItemFlags)

    @qt_override()
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The text of a cell, what it is sorted by, its icon, and all that is known of the way."""
        row = self.rows[index.row()]
        cell = row.cells[index.column()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return unbroken_amounts(cell.text)
            case Qt.ItemDataRole.EditRole:
                return row.price_text or ""
            case Qt.ItemDataRole.CheckStateRole if index.column() == NAME and row.can_stand_beside:
                return Qt.CheckState.Checked if row.way_id in self._ticked else Qt.CheckState.Unchecked
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip("\n".join(row.detail))
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

    @qt_override(False)
    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:  # noqa: N802 - Qt's name
        """Tell of a price that was typed; the row changes once it is counted with."""
        if role == Qt.ItemDataRole.CheckStateRole:
            self.tick(index.row())
            return True
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


WIDEST, WIDEST_NAME = 16, 30
"""Of a column, in font heights; longer texts take a line more. No name is so long."""
SHORTEST, SHORTEST_SPEED = 12, 10
"""The same where else there is no room for what a card needs."""
BESIDE_TICK = 6
"""Pixels between tick and name."""
SPARED = (NEWLY_USABLE, NEEDS)
"""What is left out where there is no room, the first first: it stands below the table, too.

Nobody buys a card without knowing what it needs; what it opens stands in the verdict, too.
"""


class OptionTable(SortedTable):
    """F2, a double click or a second click types a price, the space bar ticks a row."""

    def __init__(self, rows: OptionRows) -> None:
        super().__init__(rows, icon_column=LIGHT, spared=SPARED, wanted=(NEEDS,), wraps=True)
        self._rows = rows
        triggers = self.EditTrigger
        self.setEditTriggers(triggers.DoubleClicked | triggers.SelectedClicked | triggers.EditKeyPressed)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        rows.modelReset.connect(self.fit)

    def fit(self) -> None:
        """Columns as wide as their texts, all of it as high as the rows."""
        columns = self._rows.columns
        self._fit_heights()
        widest = [WIDEST_NAME if column == NAME else WIDEST for column in range(len(columns))]
        shortest = [SHORTEST_SPEED if column == SPEED else SHORTEST for column in range(len(columns))]
        self._fit_widths(columns, self._rows.rows, widest, shortest)
        if columns:
            for widths in (self._widths, self._whole, self._least):
                widths[NAME] += self._tick
            self.setColumnWidth(NAME, self._widths[NAME])
        self._spare()

    def _spare(self) -> None:
        """As high as its rows, which take a line more for a text without room."""
        super()._spare()
        usual, line = self.verticalHeader().defaultSectionSize(), self.fontMetrics().lineSpacing()
        for number, row in enumerate(self._rows.rows):
            self.setRowHeight(number, usual + line * (self._lines(row) - 1))
        around = self.horizontalHeader().sizeHint().height() + self.horizontalScrollBar().sizeHint().height()
        self.setFixedHeight(self.verticalHeader().length() + around)

    def _lines(self, row: WorthRow) -> int:
        """How many lines its texts take in the columns as they are."""
        signs = {NAME: self._tick, LIGHT: self.iconSize().width() + BESIDE_ICON}
        rooms = {
            column: self.columnWidth(column) - AROUND_TEXT - signs.get(column, 0)
            for column in range(len(row.cells))
            if not self.isColumnHidden(column)
        }
        wide, high, wraps = self._advance(), self.fontMetrics().lineSpacing(), Qt.TextFlag.TextWordWrap
        cut = (
            (room, text)
            for column, room in rooms.items()
            if wide(text := unbroken_amounts(row.cells[column].text)) > room
        )
        heights = (self.fontMetrics().boundingRect(QRect(0, 0, room, high), wraps, text).height() for room, text in cut)
        return max((round(one / high) for one in heights), default=1)

    @property
    def _tick(self) -> int:
        """What a tick takes beside a name."""
        return self.style().pixelMetric(QStyle.PixelMetric.PM_IndicatorWidth) + BESIDE_TICK

    @qt_override()
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The space bar ticks wherever in the row one is."""
        if event.key() == Qt.Key.Key_Space and self.currentIndex().isValid():
            self._rows.tick(self.currentIndex().row())
        else:
            super().keyPressEvent(event)

    @qt_override()
    def wheelEvent(self, event: QWheelEvent) -> None:
        """Let the page scroll."""
        event.ignore()
