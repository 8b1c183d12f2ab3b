"""Ranked models as a table that is searched and sorted."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView

from advisor.present.rank.what_can_i_run import COLUMNS, FIT_COLUMN, RankedRow
from advisor.present.words.words import say
from advisor.ui.parts.model_search import plain
from advisor.ui.parts.sorted_table import SORT_ROLE, Index, SortedRows, SortedTable


class RankingRows(SortedRows[RankedRow]):
    """The models that hold every word of the search text; the fit has an icon beside its word."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.columns = tuple(map(say, COLUMNS))
        self._words: tuple[str, ...] = ()

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

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The text of a cell, what it is sorted by, its icon, and why the model stands where it does."""
        row = self.rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.cells[index.column()].text
            case Qt.ItemDataRole.ToolTipRole:
                return f"{row.why}\n{row.quality}"
            case Qt.ItemDataRole.DecorationRole if index.column() == FIT_COLUMN:
                return self._icon(row.light)
            case _:
                return row.cells[index.column()].value if role == SORT_ROLE else None

    def _wanted(self) -> Iterable[RankedRow]:
        return (row for row in self._all if all(_holds(row.search, word) for word in self._words))


@lru_cache(maxsize=4096)
def _holds(text: str, word: str) -> bool:
    """Whether a word stands in a text, whatever signs are between; a number only from its first digit on."""
    if word[0].isdigit():
        return re.search(rf"(?<![\d.]){re.escape(word)}", text) is not None
    return plain(word) in plain(text)


LEAST_ROWS = 6
WIDEST = (16, 9, 12, 9, 8, 6, 9, 40)
"""Of the columns, in font heights; longer texts are shortened, and whole below the table."""
SPARED = tuple(reversed(range(COLUMNS.index("Tokens/s") + 1, len(COLUMNS))))
"""What is left out where there is no room, the first first: it stands below the table, too."""
LEAST_OF_LAST = 12
"""Font heights from which on the last column is worth showing."""


class RankingTable(SortedTable):
    """Enter or a double click opens a model."""

    opened = Signal(QModelIndex)

    def __init__(self, rows: RankingRows) -> None:
        super().__init__(rows, icon_column=FIT_COLUMN, spared=SPARED)
        self._fitted: tuple[RankedRow, ...] = ()
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.doubleClicked.connect(self.opened)
        self.fit()

    def fit(self) -> None:
        """Heights and widths by the size of text."""
        self.setMinimumHeight(LEAST_ROWS * self._fit_heights())
        self.fit_columns(self._fitted)

    def fit_columns(self, rows: tuple[RankedRow, ...]) -> None:
        """As wide as the widest text."""
        self._fitted = rows
        self._fit_widths(tuple(map(say, COLUMNS)), rows, WIDEST)
        high = QFontMetrics(self.font()).height()
        self._widths[-1] = min(self._widths[-1], LEAST_OF_LAST * high)  # it takes what is left
        self._spare()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.opened.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)
