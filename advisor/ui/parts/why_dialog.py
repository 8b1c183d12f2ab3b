"""Tables as high as their rows, and with them Why this number: formula, inputs, evidence, what would change it."""

from PySide6.QtCore import QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QIcon, QResizeEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QScrollArea,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from advisor.charts.table_dialog import TableModel
from advisor.present.learn.view import TextTable
from advisor.present.words.series import Table
from advisor.present.words.view import Why
from advisor.present.words.words import say
from advisor.ui.parts.panel import INSIDE, Panel, push_button, text_label

WIDEST_COLUMN = 250
"""Of all but the last column, in pixels; longer texts wrap."""
AROUND_TEXT, LONGEST_TEXT = QSize(12, 5), 10_000
"""Space around the text of a cell (that of the style sheet and of Qt), and the height of none, in pixels."""


class WholeTable(QTableView):
    """A table that wraps its texts and is as high as its rows, so that the page around it scrolls."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._rows = TableModel(table)
        self.setModel(self._rows)
        self.setShowGrid(False)
        self.setWordWrap(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setMaximumSectionSize(WIDEST_COLUMN)
        header.setStretchLastSection(True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Other widths wrap the texts otherwise."""
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self._fit)  # once the last column has its width

    def _fit(self) -> None:
        """Rows as high as their texts: Qt's own measure forgets the space that the style sheet keeps around them."""
        columns = range(self._rows.columnCount())
        for row in range(self._rows.rowCount()):
            self.setRowHeight(row, max(self._text_height(row, column) for column in columns))
        self.setFixedHeight(self.horizontalHeader().height() + self.verticalHeader().length() + 2)

    def _text_height(self, row: int, column: int) -> int:
        room = QRect(0, 0, self.columnWidth(column) - 2 * AROUND_TEXT.width(), LONGEST_TEXT)
        text, flags = str(self._rows.index(row, column).data() or ""), Qt.TextFlag.TextWordWrap
        return self.fontMetrics().boundingRect(room, flags, text).height() + 2 * AROUND_TEXT.height()


class WhyDialog(QDialog):
    """One card for every number of the answer; `ran` emits the speed that a person measured, where that is of use."""

    ran = Signal(object)

    def __init__(self, whys: tuple[Why, ...], parent: QWidget, *, takes_runs: bool) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(say("Why this number"))
        inside = QWidget()
        inside.setObjectName("inside")
        cards = QVBoxLayout(inside)
        cards.setContentsMargins(INSIDE, INSIDE, INSIDE, INSIDE)
        cards.setSpacing(INSIDE)
        for why in whys:
            cards.addWidget(self._panel(why))
        if takes_runs:
            row = OwnRunRow()
            row.entered.connect(self.ran)
            row.entered.connect(self.accept)
            cards.insertWidget(1, row)  # below the speed it corrects
        cards.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(inside)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.button(QDialogButtonBox.StandardButton.Close).setIcon(QIcon())
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, INSIDE)
        layout.addWidget(area)
        footer = QVBoxLayout()
        footer.setContentsMargins(INSIDE, 0, INSIDE, 0)
        footer.addWidget(buttons)
        layout.addLayout(footer)
        self.resize(900, 640)

    def _panel(self, why: Why) -> Panel:
        card = Panel()
        card.setAccessibleName(why.title)
        card.body.addWidget(text_label("heading", why.title))
        formula = text_label("formula", why.formula)
        formula.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        card.body.addWidget(formula)
        table = WholeTable(why.inputs)
        table.setAccessibleName(why.title)
        card.body.addWidget(table)
        for text in (*why.evidence, *why.changes):
            card.body.addWidget(text_label("soft", text))
        return card


_MOST = 99_999.0


class OwnRunRow(QWidget):
    """A field for tokens per second and a button; emits what was entered."""

    entered = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._rate = QDoubleSpinBox()
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
        line.addWidget(said)
        line.addWidget(self._rate)
        line.addWidget(text_label("soft", say("tokens/s")))
        line.addWidget(self._keep)
        line.addStretch(1)


class TextTablePanel(Panel):
    """Shows one `TextTable`; the sentence alone where there are no rows."""

    def __init__(self, shown: TextTable) -> None:
        super().__init__()
        self.body.addWidget(text_label("heading", shown.title))
        self.body.addWidget(text_label("soft", shown.sentence))
        if shown.table.rows:
            table = WholeTable(shown.table)
            table.setAccessibleName(shown.title)
            table.setAccessibleDescription(shown.sentence)
            self.body.addWidget(table)
        self.body.addStretch(1)
        self.setAccessibleName(shown.title)
        self.setAccessibleDescription(shown.sentence)
