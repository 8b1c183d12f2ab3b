"""Why this number: formula, inputs with their sources, evidence, and what would change it."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QHeaderView,
    QScrollArea,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from advisor.charts.table_dialog import TableModel
from advisor.present.view import Why
from advisor.ui.card import INSIDE, Card, text_label


class WhyDialog(QDialog):
    """One card for every number of the answer."""

    def __init__(self, whys: tuple[Why, ...], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Why this number"))
        inside = QWidget()
        inside.setObjectName("inside")
        cards = QVBoxLayout(inside)
        cards.setContentsMargins(INSIDE, INSIDE, INSIDE, INSIDE)
        cards.setSpacing(INSIDE)
        for why in whys:
            cards.addWidget(self._card(why))
        cards.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(inside)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, INSIDE)
        layout.addWidget(area)
        footer = QVBoxLayout()
        footer.setContentsMargins(INSIDE, 0, INSIDE, 0)
        footer.addWidget(buttons)
        layout.addLayout(footer)
        self.resize(760, 600)

    def _card(self, why: Why) -> Card:
        card = Card()
        card.setAccessibleName(why.title)
        card.body.addWidget(text_label("heading", why.title))
        formula = text_label("formula", why.formula)
        formula.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        card.body.addWidget(formula)
        table = QTableView()
        table.setAccessibleName(why.title)
        model = TableModel(why.inputs)
        model.setParent(table)
        table.setModel(model)
        table.verticalHeader().hide()
        table.setShowGrid(False)
        table.setWordWrap(True)
        table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        table.horizontalHeader().setStretchLastSection(True)
        table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        table.horizontalHeader().setHighlightSections(False)
        row_height = table.fontMetrics().height() + 14
        table.verticalHeader().setDefaultSectionSize(row_height)
        table.setFixedHeight(row_height * (len(why.inputs.rows) + 1) + 4)
        card.body.addWidget(table)
        for text in (*why.evidence, *why.changes):
            card.body.addWidget(text_label("soft", text))
        return card
