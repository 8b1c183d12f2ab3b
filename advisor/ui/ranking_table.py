"""The table of ranked models."""

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from advisor.present.what_can_i_run import COLUMNS, FIT_COLUMN, RankedRow
from advisor.ui.ranking_rows import RankingRows
from advisor.ui.sorted_rows import BEST_FIRST

ROW_HEIGHTS, LEAST_ROWS, ICON_HEIGHTS = 1.9, 6, 1.05
AROUND_TEXT, BESIDE_ICON = 26, 6
"""Space around the text of a cell, and between icon and text, in pixels."""
WIDEST = (16, 9, 12, 9, 8, 6, 9, 40)
"""Of the columns, in font heights; longer texts are shortened, and whole below the table."""
SPARED = tuple(reversed(range(COLUMNS.index("Tokens/s") + 1, len(COLUMNS))))
"""What is left out where there is no room, the first first: it stands below the table, too."""
LEAST_OF_LAST = 12
"""Font heights from which on the last column is worth showing."""


class RankingTable(QTableView):
    """Enter or a double click opens a model; Tab leaves the table."""

    opened = Signal(QModelIndex)

    def __init__(self, rows: RankingRows) -> None:
        super().__init__()
        self._widths = [0] * len(COLUMNS)
        self._fitted: tuple[RankedRow, ...] = ()
        self.setModel(rows)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom)
        header.setHighlightSections(False)
        header.setSectionsClickable(True)
        header.setSortIndicatorClearable(True)
        header.setSortIndicatorShown(True)
        header.setSortIndicator(BEST_FIRST, Qt.SortOrder.AscendingOrder)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setStretchLastSection(True)
        self.doubleClicked.connect(self.opened)
        self.fit_font()

    def fit_font(self) -> None:
        """Heights and widths by the size of text."""
        metrics = QFontMetrics(self.font())
        high = metrics.height()
        self.setIconSize(QSize(round(ICON_HEIGHTS * high), round(ICON_HEIGHTS * high)))
        self.verticalHeader().setDefaultSectionSize(round(ROW_HEIGHTS * high))
        self.setMinimumHeight(round(LEAST_ROWS * ROW_HEIGHTS * high))
        self.fit_columns(self._fitted)

    def fit_columns(self, rows: tuple[RankedRow, ...]) -> None:
        """As wide as the widest text."""
        self._fitted = rows
        metrics = QFontMetrics(self.font())
        for column, most in enumerate(WIDEST):
            texts = {row.cells[column].text for row in rows} | {f"{COLUMNS[column]}   "}
            wide = max(metrics.horizontalAdvance(text) for text in texts)
            beside = self.iconSize().width() + BESIDE_ICON if column == FIT_COLUMN else 0
            self._widths[column] = min(wide, most * metrics.height()) + beside + AROUND_TEXT
            self.setColumnWidth(column, self._widths[column])
        self._widths[-1] = min(self._widths[-1], LEAST_OF_LAST * metrics.height())  # it takes what is left
        self._spare()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave columns out or take them in again."""
        super().resizeEvent(event)
        self._spare()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.opened.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def _spare(self) -> None:
        """Show the columns for which there is room."""
        room = self.viewport().width()
        for number, column in enumerate(SPARED):
            rest = [wide for other, wide in enumerate(self._widths) if other not in SPARED[:number]]
            self.setColumnHidden(column, sum(rest) > room)
