"""The rigs side by side as rows, each with a color, its light, and buttons that try it on and take it out."""

from typing import NamedTuple

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QPushButton, QWidget

from advisor.charts.plain import plain_tip
from advisor.charts.qt_override import qt_override
from advisor.present.upgrade.side_by_side import COLUMNS, ROLES, CompareView, RigRow, Whose
from advisor.present.words.palette import Theme, color
from advisor.present.words.words import say
from advisor.ui.look.theme import icon_pixmap
from advisor.ui.parts.boxes import beside, fill
from advisor.ui.parts.panel import Panel, clear, push_button, text_label
from advisor.ui.parts.toned_panel import IconLabel, paint_edge

SHARES = (5, 3, 4, 2, 4, 4, 5)
"""Of the width, for the columns."""
_NAME, _FIT = 0, 1
_SPARED = tuple(map(COLUMNS.index, ("First word", "Held back by", "Price")))
"""Columns that are left out where there is no room."""
_OTHERS: tuple[Whose, ...] = ("saved", "for_sale")
"""Rows of other computers: those are not tried on, but shown instead of this one."""
SWATCH, FULL_FROM_HEIGHTS = 14, 44
"""A swatch in pixels; the width in font heights from which on all columns are shown."""


class _Line(NamedTuple):
    """The widgets of one row."""

    swatch: QFrame
    icon: QLabel
    cells: tuple[QLabel, ...]
    tried: QPushButton
    remove: QPushButton


class RigTable(Panel):
    """Emits the id of the rig that a person takes out, or shows on all pages; the own one stays."""

    removed = Signal(str)
    tried = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._theme: Theme = "light"
        self._rows: tuple[RigRow, ...] = ()
        self._lines: list[_Line] = []
        self._tried_id = ""
        self._titles: tuple[QLabel, ...] = ()
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(0)
        for column, share in enumerate(SHARES):
            self._grid.setColumnStretch(column, share)
        self.body.addLayout(self._grid)
        self.setAccessibleName(say("Rigs side by side"))
        self._is_narrow = False

    def show_view(self, view: CompareView) -> None:
        """Show these rows, in the present widgets where there are as many."""
        self._rows = view.rows
        if len(view.rows) != len(self._lines):
            self._build(len(view.rows))
        for column, title in enumerate(self._titles):
            text = say(COLUMNS[column])
            title.setText(f"{text}\n{view.unit}" if COLUMNS[column] == "Speed" else text)
        for line, row in zip(self._lines, view.rows, strict=True):
            for label, text in zip(line.cells, row.cells, strict=True):
                label.setText(text)
                label.setToolTip(plain_tip(row.detail))
            line.icon.setAccessibleName(row.cells[_FIT])
            line.remove.setVisible(row.whose != "own")
            line.remove.setAccessibleName(say("Remove: {name}", name=row.cells[_NAME]))
        self._paint()
        self.show_tried(self._tried_id)

    def show_tried(self, rig_id: str) -> None:
        """Which rig is tried on all pages; empty for none."""
        self._tried_id = rig_id
        for line, row in zip(self._lines, self._rows, strict=True):
            is_other = row.whose in _OTHERS
            text = say("View") if is_other else say("Take off") if row.id == rig_id else say("Try on")
            line.tried.setText(text)
            line.tried.setAccessibleName(say("{action}: {name}", action=text, name=row.cells[_NAME]))
            line.tried.setVisible(row.can_be_tried or is_other)

    @qt_override(QSize())
    def minimumSizeHint(self) -> QSize:
        """It can be as narrow as the window: columns are then left out."""
        return QSize(0, super().minimumSizeHint().height())

    @qt_override()
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave columns out or take them in again."""
        super().resizeEvent(event)
        narrow = self.width() < FULL_FROM_HEIGHTS * self.fontMetrics().height()
        if narrow != self._is_narrow:
            self._is_narrow = narrow
            self._spare()

    def set_theme(self, theme: Theme) -> None:
        """Recolor swatches and icons."""
        self._theme = theme
        self._paint()

    def _spare(self) -> None:
        """What is left out stands in the table of the chart."""
        rows = (self._titles, *(line.cells for line in self._lines)) if self._lines else ()
        for texts in rows:
            for column in _SPARED:
                texts[column].setVisible(not self._is_narrow)
        for column, share in enumerate(SHARES):
            self._grid.setColumnStretch(column, 0 if self._is_narrow and column in _SPARED else share)

    def _paint(self) -> None:
        for line, row in zip(self._lines, self._rows, strict=True):
            paint_edge(line.swatch, ROLES[row.whose], self._theme)
            line.icon.setPixmap(icon_pixmap(row.light, color(row.light, self._theme)))

    def _build(self, count: int) -> None:
        clear(self._grid)
        self._titles = tuple(text_label("small") for _ in COLUMNS)
        for column, title in enumerate(self._titles):
            title.setMargin(5)
            self._grid.addWidget(title, 0, column, Qt.AlignmentFlag.AlignBottom)
        self._lines = [self._line(index) for index in range(count)]
        for index, line in enumerate(self._lines):
            hairline = QFrame()
            hairline.setObjectName("hairline")
            hairline.setFixedHeight(1)
            self._grid.addWidget(hairline, 2 * index + 1, 0, 1, len(COLUMNS) + 2)
            for column, label in enumerate(line.cells):
                sign = {_NAME: line.swatch, _FIT: line.icon}.get(column)
                self._grid.addWidget(_beside(sign, label) if sign else label, 2 * index + 2, column)
            for place, button in enumerate((line.tried, line.remove)):
                self._grid.addWidget(button, 2 * index + 2, len(COLUMNS) + place)
        self._spare()

    def _line(self, index: int) -> _Line:
        cells = tuple(text_label("") for _ in COLUMNS)
        for label in cells:
            label.setMargin(5)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        swatch = QFrame()
        swatch.setObjectName("edge")
        swatch.setFixedSize(SWATCH, SWATCH)
        tried = push_button("", lambda: self.tried.emit(self._rows[index].id))
        tried.setToolTip(say("Shows it on all pages as if it were so"))
        remove = push_button(say("Remove"), lambda: self.removed.emit(self._rows[index].id))
        for button in (tried, remove):
            button.setObjectName("plain")
        return _Line(swatch, IconLabel(), cells, tried, remove)


def _beside(first: QWidget, text: QLabel) -> QWidget:
    """A sign and the text it belongs to."""
    both = QWidget()
    fill(both, beside(first, (text, 1), spacing=4))
    return both
