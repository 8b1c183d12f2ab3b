"""Tables as high as their rows, and with them Why this number: formula, inputs, evidence, what would change it."""

from PySide6.QtCore import QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QWidget

from advisor.charts.chart_menu import FactTable
from advisor.charts.qt_override import qt_override
from advisor.present.learn.view import TextTable
from advisor.present.words.series import Table
from advisor.present.words.view import Why
from advisor.present.words.words import say
from advisor.ui.parts.boxes import add
from advisor.ui.parts.fields import NumberField
from advisor.ui.parts.panel import INSIDE, Panel, ScrollDialog, push_button, text_label

WIDEST_COLUMN = 250
"""Of all but the last column, in pixels; longer texts wrap."""
AROUND_TEXT, LONGEST_TEXT = QSize(11, 5), 10_000
"""Space around the text of a cell (that of the style sheet and of Qt), and the height of none, in pixels."""


class WholeTable(FactTable):
    """A table that wraps its texts and is as high as its rows, so that the page around it scrolls."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._heads = tuple(table.columns)
        self._shared = self._heads, 0
        self.setWordWrap(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setMaximumSectionSize(WIDEST_COLUMN)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setStretchLastSection(True)

    @qt_override()
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Other widths wrap the texts otherwise."""
        super().resizeEvent(event)
        self._share_width()
        QTimer.singleShot(0, self, self._fit)  # once the last column has its width

    def _share_width(self) -> None:
        """Narrows the widest columns until the last one has room for its texts, heads at last broken in two."""
        header, last = self.horizontalHeader(), self.columnCount() - 1
        for heads in (self._heads, tuple(map(_in_two, self._heads))):
            self.setHorizontalHeaderLabels(heads)
            hints = [header.sectionSizeHint(column) for column in range(last + 1)]
            wanted = [
                min(WIDEST_COLUMN, max(self.sizeHintForColumn(column), hint)) for column, hint in enumerate(hints)
            ]
            room, widest = self.viewport().width() - wanted.pop(), WIDEST_COLUMN
            least = max(hints[:last], default=0)
            while widest > least and sum(min(one, widest) for one in wanted) > room:
                widest -= 1
            if sum(min(one, widest) for one in wanted) <= room:
                break
        if (shared := (heads, widest)) != self._shared:
            self._shared = shared
            header.setMaximumSectionSize(widest)
            header.resizeSection(last, hints[last])  # else Qt leaves it as wide as it was before it had texts
            header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)

    def _fit(self) -> None:
        """Rows as high as their texts: Qt's own measure forgets the space that the style sheet keeps around them."""
        for row in range(self.rowCount()):
            self.setRowHeight(row, max(self._text_height(row, column) for column in range(self.columnCount())))
        self.setFixedHeight(self.horizontalHeader().height() + self.verticalHeader().length() + 2)

    def _text_height(self, row: int, column: int) -> int:
        room = QRect(0, 0, self.columnWidth(column) - 2 * AROUND_TEXT.width(), LONGEST_TEXT)
        text = self.model().index(row, column).data()
        return self.fontMetrics().boundingRect(room, Qt.TextFlag.TextWordWrap, text).height() + 2 * AROUND_TEXT.height()


def _in_two(head: str) -> str:
    """The head of a column in two lines, broken where both are about as long."""
    words = head.split(" ")
    breaks = (" ".join(words[:at]) + "\n" + " ".join(words[at:]) for at in range(1, len(words)))
    return min(breaks, key=lambda both: max(map(len, both.split("\n"))), default=head)


SIZE_HEIGHTS = 56, 40


class WhyDialog(ScrollDialog):
    """One card for every number of the answer; `ran` emits the speed that a person measured, where that is of use."""

    ran = Signal(object)

    def __init__(self, whys: tuple[Why, ...], parent: QWidget, *, takes_runs: bool, title: str = "") -> None:
        super().__init__(parent, title or say("Why this number"), size_heights=SIZE_HEIGHTS)
        self.body.setSpacing(INSIDE)
        add(self.body, *map(_panel, whys))
        if takes_runs:
            row = OwnRunRow()
            row.entered.connect(self.ran)
            row.entered.connect(self.accept)
            self.body.insertWidget(1, row)  # below the speed it corrects


def _panel(why: Why) -> Panel:
    formula, table = text_label("formula", why.formula), WholeTable(why.inputs)
    formula.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    table.setAccessibleName(why.title)
    said = (text_label("soft", text) for text in (*why.evidence, *why.changes))
    card = Panel(text_label("heading", why.title), formula, table, *said)
    card.setAccessibleName(why.title)
    return card


_MOST = 99_999.0


class OwnRunRow(QWidget):
    """A field for tokens per second and a button; emits what was entered."""

    entered = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._rate = NumberField()
        self._rate.setRange(0.0, _MOST)
        self._rate.setDecimals(1)
        self._rate.setSpecialValueText(" ")
        self._rate.setAccessibleName(say("Tokens per second that you measured"))
        self._keep = push_button(say("Keep"), lambda: self.entered.emit(self._rate.value()))
        self._keep.setEnabled(False)
        self._rate.valueChanged.connect(lambda rate: self._keep.setEnabled(rate > 0))
        line = QHBoxLayout(self)
        line.setContentsMargins(INSIDE, 0, INSIDE, 0)
        said = text_label("soft", say("I ran it with llama.cpp here and it wrote"))
        said.setWordWrap(False)
        add(line, said, self._rate, text_label("soft", say("tokens/s")), self._keep, None)


class TextTablePanel(Panel):
    """Shows one `TextTable`; the sentence alone where there are no rows."""

    def __init__(self, shown: TextTable) -> None:
        super().__init__(text_label("heading", shown.title), text_label("soft", shown.sentence))
        if shown.table.rows:
            table = WholeTable(shown.table)
            table.setAccessibleName(shown.title)
            table.setAccessibleDescription(shown.sentence)
            self.body.addWidget(table)
        self.body.addStretch(1)
        self.setAccessibleName(shown.title)
        self.setAccessibleDescription(shown.sentence)
