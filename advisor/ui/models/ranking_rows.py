"""Ranked models as a Qt table that is searched and sorted."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from PySide6.QtCore import QObject, Qt

from advisor.present.rank.what_can_i_run import COLUMNS, FIT_COLUMN, RankedRow
from advisor.present.words.words import say
from advisor.ui.parts.model_search import plain
from advisor.ui.parts.sorted_table import SORT_ROLE, Index, SortedRows


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
                return self._icon(row.state)
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
