"""A card of facts as rows, each with a button to put it right where that is of use."""

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QPushButton

from advisor.charts.plain import plain_tip
from advisor.present.words.view import FactRow
from advisor.present.words.words import say
from advisor.ui.parts.boxes import add
from advisor.ui.parts.panel import Panel, clear, push_button, text_label

COLUMN_SHARES, WITHOUT_DETAIL = (4, 5, 4), (4, 7)
"""Of the width, for name, text and detail; an origin stands below the text."""


class _Line(NamedTuple):
    """The widgets of one row; the button is hidden where nothing can be typed."""

    labels: tuple[QLabel, QLabel, QLabel]
    button: QPushButton


class FactList(Panel):
    """Facts as rows: name, text, below it where it comes from, or, with `detailed`, beside it what is behind it.

    Cautions stand below all.
    """

    correct_requested = Signal(object)
    """The row that a person wants to put right."""

    def __init__(self, title: str, *, detailed: bool = False) -> None:
        super().__init__(text_label("heading", title))
        self._detailed = detailed
        self.setAccessibleName(title)
        self._rows: tuple[FactRow, ...] = ()
        self._lines: list[_Line] = []
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(0)
        for column, share in enumerate(COLUMN_SHARES if detailed else WITHOUT_DETAIL):
            self._grid.setColumnStretch(column, share)
        self._cautions = text_label("soft")
        add(self.body, self._grid, self._cautions, None)
        self._cautions.hide()

    @property
    def buttons(self) -> tuple[QPushButton, ...]:
        """Those of the rows, in their order."""
        return tuple(line.button for line in self._lines)

    def set_cautions(self, cautions: Sequence[str]) -> None:
        """What to know about these facts, one line each."""
        self._cautions.setText("\n".join(cautions))
        self._cautions.setVisible(bool(cautions))

    def set_rows(self, rows: Sequence[FactRow], *, otherwise: str = "", usual: str = "") -> None:
        """Show these facts in the present labels where there are as many, or a sentence where there are none.

        `usual` is an origin that need not be said of each.
        """
        self._rows = tuple(rows)
        if len(rows) != len(self._lines) or not rows:
            self._build(len(rows), otherwise)
        for line, row in zip(self._lines, rows, strict=True):
            last = row.detail if self._detailed else row.origin if row.origin != usual else ""
            for label, text in zip(line.labels, (row.name, row.text, last), strict=True):
                label.setText(text)
                label.setToolTip(plain_tip(row.more or row.detail))
            line.labels[2].setVisible(self._detailed or bool(last))
            line.button.setVisible(row.typed is not None)
            line.button.setAccessibleName(say("Edit: {name}", name=row.name))

    def _build(self, count: int, otherwise: str) -> None:
        clear(self._grid)
        self._lines = [self._line(index) for index in range(count)]
        if not count and otherwise:
            self._grid.addWidget(text_label("soft", otherwise), 0, 0, 1, 4)
        for index, (labels, button) in enumerate(self._lines):
            line = QFrame()
            line.setObjectName("hairline")
            line.setFixedHeight(1)
            self._grid.addWidget(line, 3 * index, 0, 1, 4)
            for label in labels:
                label.setContentsMargins(5, 5, 5, 5)
                label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            name, text, last = labels
            self._grid.addWidget(name, 3 * index + 1, 0, 2, 1, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(text, 3 * index + 1, 1, Qt.AlignmentFlag.AlignTop)
            if self._detailed:
                self._grid.addWidget(last, 3 * index + 1, 2, Qt.AlignmentFlag.AlignTop)
            else:
                last.setContentsMargins(5, 0, 5, 5)
                self._grid.addWidget(last, 3 * index + 2, 1, 1, 3)
            self._grid.addWidget(button, 3 * index + 1, 3, Qt.AlignmentFlag.AlignTop)

    def _line(self, index: int) -> _Line:
        button = push_button(say("Edit"), lambda: self.correct_requested.emit(self._rows[index]))
        button.setObjectName("plain")
        return _Line((text_label("soft"), text_label(""), text_label("small")), button)
