"""A table of sorted rows: what all of them look like, columns as wide as their texts, and what there is no room for."""

from collections.abc import Iterable, Sequence
from typing import Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from advisor.ui.parts.sorted_rows import BEST_FIRST, Row, SortedRows

ROW_HEIGHTS, ICON_HEIGHTS = 1.9, 1.05
AROUND_TEXT, BESIDE_ICON = 26, 6
"""Space around the text of a cell, and between icon and text, in pixels."""


class SortedTable(QTableView):
    """Tab leaves the table. `icon_column` shows icons; `spared` is what is left out without room, the first first."""

    def __init__(self, rows: SortedRows[Any], *, icon_column: int, spared: Sequence[int]) -> None:
        super().__init__()
        self._widths: list[int] = []
        self._icon_column, self._spared = icon_column, spared
        self.setModel(rows)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom)
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        header.setHighlightSections(False)
        header.setSectionsClickable(True)
        header.setSortIndicatorClearable(True)
        header.setSortIndicatorShown(True)
        header.setSortIndicator(BEST_FIRST, Qt.SortOrder.AscendingOrder)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setStretchLastSection(True)
        header.sortIndicatorChanged.connect(rows.sort)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave columns out or take them in again."""
        super().resizeEvent(event)
        self._spare()

    def _fit_heights(self) -> int:
        """Icons and rows by the size of text; returns the height of a row in pixels."""
        high = QFontMetrics(self.font()).height()
        self.setIconSize(QSize(round(ICON_HEIGHTS * high), round(ICON_HEIGHTS * high)))
        self.verticalHeader().setDefaultSectionSize(round(ROW_HEIGHTS * high))
        return round(ROW_HEIGHTS * high)

    def _fit_widths(self, columns: Sequence[str], rows: Iterable[Row], widest: Sequence[int]) -> None:
        """Columns as wide as their widest text, up to so many font heights."""
        metrics = QFontMetrics(self.font())
        cells = [row.cells for row in rows]
        self._widths = []
        for column, (title, most) in enumerate(zip(columns, widest, strict=True)):
            texts = {row[column].text for row in cells}
            widest_text = max(map(metrics.horizontalAdvance, texts), default=0)
            wide = max(metrics.horizontalAdvance(f"{title}   "), min(widest_text, most * metrics.height()))
            beside = self.iconSize().width() + BESIDE_ICON if column == self._icon_column else 0
            self._widths.append(wide + beside + AROUND_TEXT)
            self.setColumnWidth(column, self._widths[column])

    def _spare(self) -> None:
        """Show the columns for which there is room."""
        room = self.viewport().width()
        for number, column in enumerate(self._spared):
            rest = [wide for other, wide in enumerate(self._widths) if other not in self._spared[:number]]
            self.setColumnHidden(column, sum(rest) > room)
