"""A table of sorted rows: what all of them look like, columns as wide as their texts, and what there is no room for."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Any, Generic, Protocol, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QFontMetrics, QIcon, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from advisor.charts.qt_override import qt_override
from advisor.present.words.cell import Cell
from advisor.present.words.palette import Theme
from advisor.present.words.words import joined, say
from advisor.ui.look.theme import icon
from advisor.ui.parts.panel import text_label

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

    @property
    def theme(self) -> Theme:
        """The theme in which icons are drawn."""
        return self._theme

    @qt_override(0)
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Number of rows shown."""
        return 0 if parent.isValid() else len(self.rows)

    @qt_override(0)
    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Number of columns."""
        return 0 if parent.isValid() else len(self.columns)

    @qt_override()
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


ROW_HEIGHTS, ICON_HEIGHTS = 1.9, 1.05
AROUND_TEXT, BESIDE_ICON = 26, 6
"""Space around the text of a cell, and between icon and text, in pixels."""
_MEASURED = 2048
"""Texts of which it is remembered how wide they are."""
LAST_SHARE = 0.5
"""The last column may end so early where texts wrap: they take a line more."""


class SortedTable(QTableView):
    """Tab leaves the table. `icon_column` shows icons; `spared` is what is left out without room, the first first.

    It is left out with room, too, where every row has one of the `blanks` there. For what is `wanted` texts of other
    columns are shortened before it is left out. `wraps`: a text without room takes a line more instead of being cut.
    """

    def __init__(
        self,
        rows: SortedRows[Any],
        *,
        icon_column: int,
        spared: Sequence[int],
        wanted: Sequence[int] = (),
        blanks: Sequence[str] = ("",),
        wraps: bool = False,
    ) -> None:
        super().__init__()
        self._last_share = LAST_SHARE if wraps else 1.0
        self._blanks, self._wanted = frozenset(blanks), frozenset(wanted)
        self.no_room = text_label("soft")
        """What there is no room for; a page puts it over the table."""
        self.no_room.hide()
        self._measured_in = ""
        self._measured: Callable[[str], int] = len
        self._widths: list[int] = []
        self._whole: list[int] = []
        self._least: list[int] = []
        self._empty: frozenset[int] = frozenset()
        self._icon_column, self._spared = icon_column, spared
        self.setModel(rows)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setWordWrap(wraps)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom)
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        header.setHighlightSections(False)
        header.setSectionsClickable(True)
        header.setSortIndicatorClearable(True)
        header.setSortIndicatorShown(True)
        self.order_anew()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setStretchLastSection(True)
        header.sortIndicatorChanged.connect(rows.sort)

    def order_anew(self) -> None:
        """The order in which the rows were given, whatever a person sorted by before."""
        self.horizontalHeader().setSortIndicator(BEST_FIRST, Qt.SortOrder.AscendingOrder)

    @qt_override()
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave columns out or take them in again."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._spare()

    def fit(self) -> None:
        """Heights and widths by the size of text."""
        raise NotImplementedError

    def set_theme(self, theme: Theme) -> None:
        """Texts may have another size now."""
        del theme
        self.fit()

    def _fit_heights(self) -> int:
        """Icons and rows by the size of text; returns the height of a row in pixels."""
        high = QFontMetrics(self.font()).height()
        self.setIconSize(QSize(round(ICON_HEIGHTS * high), round(ICON_HEIGHTS * high)))
        self.verticalHeader().setDefaultSectionSize(round(ROW_HEIGHTS * high))
        return round(ROW_HEIGHTS * high)

    def _fit_widths(
        self, columns: Sequence[str], rows: Iterable[Row], widest: Sequence[int], shortest: Sequence[int] = ()
    ) -> None:
        """Columns as wide as their widest text, up to so many font heights; without room up to the `shortest`."""
        metrics, advance = QFontMetrics(self.font()), self._advance()
        cells = [row.cells for row in rows]
        self._widths, self._whole, self._least = [], [], []
        self._empty = frozenset(
            column for column in self._spared if cells and self._blanks.issuperset(row[column].text for row in cells)
        )
        for column, (title, most, few) in enumerate(zip(columns, widest, shortest or widest, strict=True)):
            texts = {row[column].text for row in cells}
            widest_text = max(map(advance, texts), default=0)
            least = advance(f"{title}   ")
            beside = self.iconSize().width() + BESIDE_ICON if column == self._icon_column else 0
            around = beside + AROUND_TEXT
            self._widths.append(max(least, min(widest_text, most * metrics.height())) + around)
            self._least.append(max(least, min(widest_text, few * metrics.height())) + around)
            self._whole.append(max(least, widest_text) + around)
            self.setColumnWidth(column, self._widths[column])

    def _advance(self) -> Callable[[str], int]:
        """How wide a text is; most are those of the rows before."""
        font = self.font().toString()
        if font != self._measured_in:
            self._measured_in, self._measured = font, lru_cache(_MEASURED)(QFontMetrics(self.font()).horizontalAdvance)
        return self._measured

    def _spare(self) -> None:
        """Show the columns for which there is room, and of those that may be left out the ones that say something.

        Texts that are cut are shown as far as room is left, first those of which little is cut.
        """
        room = self.viewport().width()
        for number, column in enumerate(self._spared):
            gone = self._empty.union(self._spared[:number])
            widths = self._least if column in self._wanted else self._widths
            needed = self._needed(widths, [other for other in range(len(widths)) if other not in gone])
            self.setColumnHidden(column, needed > room or column in self._empty)
        shown = [column for column in range(len(self._widths)) if not self.isColumnHidden(column)]
        widths = self._widths if self._needed(self._widths, shown) <= room else self._least
        spare = max(0, room - sum(widths[column] for column in shown))
        given = dict.fromkeys(shown, 0)
        for column in sorted(shown[:-1], key=lambda one: self._whole[one] - widths[one]):
            more = max(0, min(spare, self._whole[column] - widths[column]))
            given[column] = widths[column] + more
            spare -= more
        for column in shown[-1:]:
            left = room - sum(given.values())
            given[column] = min(self._widths[column], max(left, round(self._last_share * widths[column])))
        for column, wide in given.items():
            self.setColumnWidth(column, wide)
        self._say_unseen(given)

    def _say_unseen(self, given: Mapping[int, int]) -> None:
        titles = [str(self.model().headerData(column, Qt.Orientation.Horizontal)) for column in self._unseen(given)]
        self.no_room.setText(say("More columns in a wider window: {columns}.", columns=joined(titles, ", ")))
        self.no_room.setVisible(bool(titles) and self.no_room.parent() is not None)  # alone it were a window

    def _unseen(self, given: Mapping[int, int]) -> list[int]:
        """The columns that say something and are left out, or lie right of what is seen at first.

        Told by the widths that were `given`: what the last one is stretched to is known only when it is laid out.
        """
        gone = [one for one in self._spared if one < len(self._widths) and one not in given and one not in self._empty]
        cut = 1 - self._last_share
        room = self.viewport().width()
        ends = zip(given, accumulate(given.values()), strict=True)
        beyond = [one for one, end in ends if end - cut * given[one] > room]
        return sorted(gone + beyond)

    def _needed(self, widths: Sequence[int], columns: Sequence[int]) -> float:
        """The room for these columns, of which the last may be narrower."""
        wide = [widths[column] for column in columns]
        return sum(wide[:-1]) + self._last_share * sum(wide[-1:])
