"""The table of the ways that are compared for their money: as high as its rows, the page scrolls."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from advisor.present.worth_rows import FIT, GAIN, KIND, NEWLY_USABLE, WORTH_BELOW
from advisor.ui.sorted_rows import BEST_FIRST
from advisor.ui.worth_rows import WorthRows

ROW_HEIGHTS, ICON_HEIGHTS = 1.9, 1.05
AROUND_TEXT, BESIDE_ICON = 26, 6
"""Space around the text of a cell, and between icon and text, in pixels."""
WIDEST = 14
"""Of a column, in font heights; longer texts are shortened, and whole below the table."""
SPARED = (NEWLY_USABLE, KIND, GAIN, WORTH_BELOW)
"""What is left out where there is no room, the first first: it stands below the table, too."""


class WorthTable(QTableView):
    """F2, a double click or a second click types a price; Tab leaves the table."""

    def __init__(self, rows: WorthRows) -> None:
        super().__init__()
        self._rows = rows
        self._widths: list[int] = []
        self.setModel(rows)
        triggers = QAbstractItemView.EditTrigger
        self.setEditTriggers(triggers.DoubleClicked | triggers.SelectedClicked | triggers.EditKeyPressed)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setShowGrid(False)
        self.setWordWrap(False)
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
        header.sortIndicatorChanged.connect(rows.sort)
        rows.modelReset.connect(self.fit)

    def fit(self) -> None:
        """Columns as wide as their texts, all of it as high as the rows."""
        metrics = QFontMetrics(self.font())
        high = metrics.height()
        self.setIconSize(QSize(round(ICON_HEIGHTS * high), round(ICON_HEIGHTS * high)))
        self.verticalHeader().setDefaultSectionSize(round(ROW_HEIGHTS * high))
        self._widths = []
        for column, title in enumerate(self._rows.columns):
            texts = [f"{title}   ", *(row.cells[column].text for row in self._rows.rows)]
            beside = self.iconSize().width() + BESIDE_ICON if column == FIT else 0
            wide = min(max(map(metrics.horizontalAdvance, texts)), WIDEST * high)
            self._widths.append(wide + beside + AROUND_TEXT)
            self.setColumnWidth(column, self._widths[column])
        rows = len(self._rows.rows) * round(ROW_HEIGHTS * high)
        self.setFixedHeight(self.horizontalHeader().sizeHint().height() + rows + self._scroll_bar_height())
        self._spare()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave columns out or take them in again."""
        super().resizeEvent(event)
        self._spare()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Let the page scroll."""
        event.ignore()

    def _scroll_bar_height(self) -> int:
        return self.horizontalScrollBar().sizeHint().height()

    def _spare(self) -> None:
        """Show the columns for which there is room."""
        room = self.viewport().width()
        for number, column in enumerate(SPARED):
            if column < len(self._widths):
                rest = [wide for other, wide in enumerate(self._widths) if other not in SPARED[:number]]
                self.setColumnHidden(column, sum(rest) > room)
