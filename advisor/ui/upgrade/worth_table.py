"""The table of the ways that are compared for their money: as high as its rows, the page scrolls."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent

from advisor.present.upgrade.rows import FIT, GAIN, KIND, NEWLY_USABLE, WORTH_BELOW
from advisor.ui.parts.sorted_table import SortedTable
from advisor.ui.upgrade.worth_rows import WorthRows

WIDEST = 14
"""Of a column, in font heights; longer texts are shortened, and whole below the table."""
SPARED = (NEWLY_USABLE, KIND, GAIN, WORTH_BELOW)
"""What is left out where there is no room, the first first: it stands below the table, too."""


class WorthTable(SortedTable):
    """F2, a double click or a second click types a price."""

    def __init__(self, rows: WorthRows) -> None:
        super().__init__(rows, icon_column=FIT, spared=SPARED)
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
