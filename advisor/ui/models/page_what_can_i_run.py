"""Page What can I run?: all models ranked for a use, searched and sorted, and the chosen one below them."""

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QVBoxLayout, QWidget

from advisor.charts.chart_menu import TableDialog, table_csv
from advisor.present.rank.what_can_i_run import COLUMNS, RankedRow, WhatCanIRunView
from advisor.present.words.series import Table
from advisor.present.words.view import Choice
from advisor.present.words.words import say
from advisor.ui.models.ranked_model_panel import RankedModelPanel
from advisor.ui.models.ranking_bar import RankingBar
from advisor.ui.models.ranking_table import RankingRows, RankingTable
from advisor.ui.parts.boxes import add
from advisor.ui.parts.panel import MeasureButton, Page, Panel, push_button, text_label
from advisor.ui.parts.wrapping import page_head


class WhatCanIRunPage(Page):
    """Shows a `WhatCanIRunView`; emits the use to rank for, and the model a person wants to see more of."""

    workload_chosen = Signal(str)
    measure_requested = Signal()
    opened = Signal(object)
    """The row of that model."""

    def __init__(self) -> None:
        super().__init__(say("What can I run?"))
        self._chosen: RankedRow | None = None
        self._title = text_label("title", say("Waiting for your hardware …"))
        self._subtitle = text_label("soft")
        self.bar = RankingBar()
        self.rows = RankingRows(self)
        self.table = RankingTable(self.rows)
        self.table.setAccessibleName(say("Models"))
        self._copy = push_button(say("Copy table (CSV)"), self._copy_table)
        self._view = push_button(say("View as table"), self._show_table)
        self._measure = MeasureButton()
        self._measure.clicked.connect(self.measure_requested)
        self._nothing, self._nothing_found = QWidget(), QWidget()
        self.model = RankedModelPanel()
        self._build()
        self._connect()
        self._show_found()

    def show_workloads(self, workloads: tuple[Choice, ...], workload_id: str) -> None:
        """Offer these uses to rank for."""
        self.bar.show_workloads(workloads, workload_id)

    def show_waiting(self) -> None:
        """Say that the models are being ranked; those of before stay until then."""
        self._title.setText(say("Ranking all models …"))

    def show_view(self, view: WhatCanIRunView) -> None:
        """Show these models."""
        self._title.setText(view.title)
        self._subtitle.setText(view.subtitle)
        self.table.setAccessibleDescription(view.title)
        self.table.fit_columns(view.rows)
        self.rows.set_rows(view.rows)
        self._measure.offer(view.offers_measure)

    def set_busy(self, busy: bool, *, is_own: bool) -> None:
        """Another machine than this computer cannot be measured, and only one thing at a time."""
        self._measure.set_busy(busy, is_own=is_own)

    def show_trouble(self, sentence: str) -> None:
        """Say why there is no ranking."""
        self._title.setText(say("Models cannot be ranked"))
        self._subtitle.setText(sentence)
        self.rows.set_rows(())

    def _build(self) -> None:
        self._build_nothing()
        card = self._panel = Panel((self.table, 1), (self._nothing, 1))
        head = page_head((self._title, self._subtitle), (self._copy, self._view, self._measure))
        add(self.body, head, self.bar, (card, 1), self.model)
        self.body.addStretch(0)  # takes the height while there is nothing to show
        for text, slot in ((self._copy.text(), self._copy_table), (self._view.text(), self._show_table)):
            action = QAction(text, self.table)
            action.triggered.connect(slot)
            self.table.addAction(action)

    def _build_nothing(self) -> None:
        """What stands in place of the table where no row is found."""
        words = text_label("soft", say("No model is found by these words."))
        words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        words.setWordWrap(False)
        everything = push_button(say("Show all models"), self.bar.words.clear)
        add(add(QVBoxLayout(self._nothing_found), words), everything, align=Qt.AlignmentFlag.AlignCenter)
        QVBoxLayout(self._nothing).addWidget(self._nothing_found, 0, Qt.AlignmentFlag.AlignCenter)

    def _connect(self) -> None:
        self.bar.workload_chosen.connect(self.workload_chosen)
        self.bar.words.textChanged.connect(self.rows.set_text)
        self.bar.words.left.connect(self.table.setFocus)
        header = self.table.horizontalHeader()
        self.bar.order_chosen.connect(lambda column, order: header.setSortIndicator(column, order))
        header.sortIndicatorChanged.connect(lambda column, _: self.bar.show_order(column))
        self.rows.modelReset.connect(self._show_found)
        self.table.selectionModel().currentRowChanged.connect(self._choose)
        self.table.opened.connect(lambda _: self._open())
        self.model.opened.connect(self._open)
        QShortcut(QKeySequence.StandardKey.Find, self).activated.connect(self.bar.words.begin)

    def _show_found(self) -> None:
        """After a search or another order: begin with the first model found."""
        found, knows_any = bool(self.rows.rows), self.rows.knows_any
        self.table.setVisible(found)
        self._nothing.setVisible(not found)
        self._nothing_found.setVisible(knows_any)
        self._panel.setVisible(knows_any)
        for button in (self._copy, self._view):
            button.setEnabled(found)
        if found:
            self.table.selectRow(0)
            self.table.scrollToTop()
        else:
            self._chosen = None
            self.model.show_row(None)

    def _choose(self, index: QModelIndex) -> None:
        if index.isValid():
            self._chosen = self.rows.rows[index.row()]
            self.model.show_row(self._chosen)

    def _open(self) -> None:
        if self._chosen is not None:
            self.opened.emit(self._chosen)

    def _shown(self) -> Table:
        return Table(tuple(map(say, COLUMNS)), tuple(row.texts for row in self.rows.rows))

    def _copy_table(self) -> None:
        QGuiApplication.clipboard().setText(table_csv(self._shown()))

    def _show_table(self) -> None:
        TableDialog(self._title.text(), self._shown(), self).open()
