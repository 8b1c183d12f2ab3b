"""Lines below each other, each behind a bullet with its further rows under the first."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from advisor.charts.chart_frame import SteadyLabel
from advisor.ui.parts.panel import text_label

BESIDE, BETWEEN = 6, 2
"""Between a bullet and its line, and between two lines, in pixels."""


class BulletList(QWidget):
    """Shows lines in place, of one look of the style sheet; a list that becomes shorter hides rows.

    With `is_steady` no line becomes lower again while its width stays: figures that change move nothing.
    """

    def __init__(self, look: str = "", *, is_steady: bool = True) -> None:
        super().__init__()
        self._look, self._is_steady = look, is_steady
        self._rows: list[tuple[QLabel, QLabel]] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(BESIDE)
        self._grid.setVerticalSpacing(BETWEEN)
        self._grid.setColumnStretch(1, 1)

    def show_lines(self, lines: Sequence[str]) -> None:
        """Show these instead of the present ones."""
        for place in range(len(self._rows), len(lines)):
            bullet = text_label(self._look, "•")
            line = SteadyLabel(self._look) if self._is_steady else text_label(self._look)
            bullet.setWordWrap(False)
            self._grid.addWidget(bullet, place, 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(line, place, 1)
            self._rows.append((bullet, line))
        for place in range(len(self._rows)):
            self._grid.setRowStretch(place, 0)
        self._grid.setRowStretch(len(self._rows), 1)  # height that is too much stands below, not between them
        for place, row in enumerate(self._rows):
            row[1].setText(lines[place] if place < len(lines) else "")
            for label in row:
                label.setVisible(place < len(lines))
