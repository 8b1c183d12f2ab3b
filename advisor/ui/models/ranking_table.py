"""The table of ranked models."""

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView

from advisor.present.rank.what_can_i_run import COLUMNS, FIT_COLUMN, RankedRow
from advisor.present.words.words import say
from advisor.ui.models.ranking_rows import RankingRows
from advisor.ui.parts.sorted_table import SortedTable

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
