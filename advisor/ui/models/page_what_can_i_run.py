"""Page What can I run?: all models ranked for a use, searched and sorted, and the chosen one below them."""

from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QGraphicsOpacityEffect, QSizePolicy, QVBoxLayout, QWidget

from advisor.charts.chart_frame import SteadyLabel
from advisor.charts.chart_menu import TableDialog, table_csv
from advisor.charts.plain import plain_tip
from advisor.charts.qt_override import qt_override
from advisor.present.rank.rows import COLUMNS, FALLING_COLUMNS, RankedRow
from advisor.present.rank.search import Elsewhere, found_elsewhere, no_match_words
from advisor.present.rank.what_can_i_run import WhatCanIRunView
from advisor.present.words.choice import Choice
from advisor.present.words.series import Table
from advisor.present.words.words import say
from advisor.ui.models.filter_bar import ElsewhereBar, FilterBar
from advisor.ui.models.ranking_table import RankingRows, RankingTable
from advisor.ui.parts.boxes import TOP, add, beside, fill, stacked
from advisor.ui.parts.fields import ListField
from advisor.ui.parts.knob_bar import small_label, titled
from advisor.ui.parts.panel import MeasureButton, Page, Panel, TextField, push_button, text_label
from advisor.ui.parts.sorted_table import BEST_FIRST
from advisor.ui.parts.toned_panel import TonedPanel
from advisor.ui.parts.wrapping import Wrapping, page_head

FADED = 0.35
"""How much of a ranking is seen while another is on its way."""


class RankedModelPanel(TonedPanel):
    """Shows one row in full; `opened` is the wish to see its page, `try_requested` that to run it for real."""

    opened, try_requested = Signal(), Signal()

    def __init__(self) -> None:
        super().__init__()
        self._name, self._why, self._quality = (SteadyLabel(name) for name in ("heading", "", "soft"))
        self.open = push_button(say("Will it run?"), self.opened.emit)
        self.open.setObjectName("primary")
        self.open.setToolTip(say("Opens that page with this model and quantization"))
        self.trial = push_button(say("Try it now"), self.try_requested.emit)
        self.trial.setToolTip(say("Runs the model here and compares"))
        self.trial.hide()
        texts = stacked(self._name, self._why, self._quality, spacing=3)
        self.body.addWidget(Wrapping(texts, add(QVBoxLayout(), self.open, self.trial, align=TOP)))

    def offer_trial(self, *, can_try: bool, is_free: bool) -> None:
        """Whether the model can be run here, and now."""
        self.trial.setVisible(can_try)
        self.trial.setEnabled(is_free)

    def show_row(self, row: RankedRow | None) -> None:
        """Show this model; hidden without one."""
        self.setVisible(row is not None)
        if row is None:
            return
        self.open.setVisible(bool(row.model_id))  # of some files on this computer nothing can be told
        quality = "\n".join(filter(None, (row.held, row.quality)))
        for label, text in ((self._name, row.subject), (self._why, row.why), (self._quality, quality)):
            label.setText(text)
        self.setAccessibleName(row.subject)
        self.setAccessibleDescription(row.why)
        self.show_tone(row.light, "")


class FindBox(TextField):
    """Words to find models by; Down goes on to what was found, Enter takes the marked one, Esc shows all again."""

    left = Signal()
    taken = Signal()

    @qt_override()
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The keys that lead out of it."""
        match event.key():
            case Qt.Key.Key_Down:
                self.left.emit()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.taken.emit()
            case Qt.Key.Key_Escape if self.text():
                self.clear()
            case _:
                super().keyPressEvent(event)


class RankingBar(QWidget):
    """Emits what a person chooses."""

    workload_chosen = Signal(str)
    order_chosen = Signal(int, object)
    """A column, and the direction that is usual for it."""

    def __init__(self) -> None:
        super().__init__()
        self.workload, self.words, self.order = ListField(), FindBox(), ListField()
        self.words.setPlaceholderText(say("Name, maker, family, size or license"))
        self.words.setClearButtonEnabled(True)
        self.order.addItem(say("Best first"), BEST_FIRST)
        self.order.setToolTip(
            plain_tip(
                say("Best first: by verdict, then ability (rating, or size and age), quantization and speed together")
            )
        )
        for column, name in enumerate(COLUMNS):
            self.order.addItem(say(name), column)
        self.workload.activated.connect(lambda row: self.workload_chosen.emit(self.workload.itemData(row)))
        self.order.activated.connect(self._choose_order)
        named = {say("Best for"): self.workload, say("Find"): self.words, say("Order"): self.order}
        for title, control in named.items():
            control.setAccessibleName(title)
        best, find, order = (titled(QWidget(), small_label(title), control) for title, control in named.items())
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        fill(self, beside((best, 1), (find, 3), (order, 1), spacing=12))

    def show_workloads(self, workloads: tuple[Choice, ...], workload_id: str) -> None:
        """Offer these uses."""
        with QSignalBlocker(self.workload):
            self.workload.clear()
            for row, choice in enumerate(workloads):
                self.workload.addItem(choice.text, choice.id)
                self.workload.setItemData(row, plain_tip(choice.detail), Qt.ItemDataRole.ToolTipRole)
            self.workload.setCurrentIndex(self.workload.findData(workload_id))

    def show_order(self, column: int) -> None:
        """Show by which column the table is sorted."""
        self.order.setCurrentIndex(self.order.findData(column))

    def _choose_order(self, row: int) -> None:
        column = self.order.itemData(row)
        falling = column in FALLING_COLUMNS
        order = Qt.SortOrder.DescendingOrder if falling else Qt.SortOrder.AscendingOrder
        self.order_chosen.emit(column, order)


class WhatCanIRunPage(Page):
    """Shows a `WhatCanIRunView`; emits the use to rank for, and the model a person wants to see more of."""

    workload_chosen = Signal(str)
    measure_requested = Signal()
    opened = Signal(object)
    """The row of that model."""
    shown, try_requested = Signal(object), Signal(object)
    """The row that is shown in full, or None; and the row to run for real."""
    wished_elsewhere = Signal(object)
    """A model of another task."""

    def __init__(self) -> None:
        super().__init__(say("Models"))
        self._ranking: WhatCanIRunView | None = None
        self._others: tuple[Elsewhere, ...] = ()
        self._found_elsewhere: tuple[Elsewhere, ...] = ()
        self._chosen: RankedRow | None = None
        self._title = text_label("title", say("Waiting for your hardware …"))
        self._subtitle = text_label("soft")
        self.bar, self.filters, self.elsewhere = RankingBar(), FilterBar(), ElsewhereBar()
        self.rows = RankingRows(self)
        self.table = RankingTable(self.rows)
        self.table.setAccessibleName(say("Models"))
        self._copy = push_button(say("Copy table (CSV)"), self._copy_table)
        self._view = push_button(say("Plain table"), self._show_table)
        self._measure = MeasureButton()
        self._measure.clicked.connect(self.measure_requested)
        self._nothing, self._nothing_found, self._no_match = (
            QWidget(),
            QWidget(),
            text_label("soft", no_match_words(())),
        )
        self.model = RankedModelPanel()
        self._build()
        self._connect()
        self._show_found()

    def show_workloads(self, workloads: tuple[Choice, ...], workload_id: str) -> None:
        """Offer these uses to rank for."""
        self.bar.show_workloads(workloads, workload_id)

    def choose_workload(self, workload_id: str) -> None:
        """Show another use as chosen."""
        self.bar.workload.setCurrentIndex(self.bar.workload.findData(workload_id))

    def show_elsewhere(self, others: tuple[Elsewhere, ...]) -> None:
        """Search these models of other tasks, too."""
        self._others = others
        self._search(self.bar.words.text())

    def show_waiting(self) -> None:
        """Say that the models are being ranked; those of before stay until then, faded."""
        self._ranking = None
        self._title.setText(say("Ranking all models …"))
        self._subtitle.setText("")
        self._fade(True)

    def show_all(self) -> None:
        """Show every model: nothing is searched for, and no filter is set."""
        self.bar.words.clear()
        self.filters.reset()

    def forget(self) -> None:
        """Another machine is shown: the models of the one before are not those of this one, nor what was looked for."""
        self.bar.words.clear()
        self.rows.set_rows(())

    def show_view(self, view: WhatCanIRunView) -> None:
        """Show these models."""
        self._fade(False)
        self._ranking = view
        self.filters.offer_found(view.rows)
        self.rows.set_rows(view.rows, view.columns)
        self._show_heading()
        self.table.fit_columns(view.rows)
        self._measure.offer(view.offers_measure)

    def _show_heading(self) -> None:
        """The finding, of what the filters leave where one is set."""
        view = self._ranking
        if view is None:
            return
        title, lines = view.heading_of(self.rows.passing) if self.rows.is_filtered else (view.title, view.subtitle)
        self._title.setText(title)
        self._subtitle.setText(lines)
        self.table.setAccessibleDescription(title)

    def set_busy(self, busy: bool, *, is_own: bool) -> None:
        """Another machine than this computer cannot be measured, and only one thing at a time."""
        self._measure.set_busy(busy, is_own=is_own)

    def show_trouble(self, sentence: str) -> None:
        """Say why there is no ranking."""
        self._fade(False)
        self._ranking = None
        self._title.setText(say("Models cannot be ranked"))
        self._subtitle.setText(sentence)
        self.rows.set_rows(())

    def _fade(self, is_old: bool) -> None:
        """What was ranked before is seen to be no answer to what is asked now, and opens nothing."""
        for part in (self._panel, self.model):
            effect = part.graphicsEffect()
            if isinstance(effect, QGraphicsOpacityEffect):
                effect.setEnabled(is_old)
        self.model.setEnabled(not is_old)

    def _build(self) -> None:
        self._build_nothing()
        card = self._panel = Panel(self.table.no_room, (self.table, 1), (self._nothing, 1))
        head = page_head((self._title, self._subtitle), (self._copy, self._view, self._measure))
        add(self.body, head, self.bar, self.filters, self.elsewhere, (card, 1), self.model)
        for part in (self._panel, self.model):
            effect = QGraphicsOpacityEffect(part)
            effect.setOpacity(FADED)
            effect.setEnabled(False)
            part.setGraphicsEffect(effect)
        self.body.addStretch(0)  # takes the height while there is nothing to show
        for text, slot in ((self._copy.text(), self._copy_table), (self._view.text(), self._show_table)):
            action = QAction(text, self.table)
            action.triggered.connect(slot)
            self.table.addAction(action)

    def _build_nothing(self) -> None:
        """What stands in place of the table where no row is found."""
        words = self._no_match
        words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        words.setWordWrap(False)
        everything = push_button(say("Show all models"), self.show_all)
        add(add(QVBoxLayout(self._nothing_found), words), everything, align=Qt.AlignmentFlag.AlignCenter)
        QVBoxLayout(self._nothing).addWidget(self._nothing_found, 0, Qt.AlignmentFlag.AlignCenter)

    def _connect(self) -> None:
        self.bar.workload_chosen.connect(self.workload_chosen)
        self.bar.words.textChanged.connect(self._search)
        self.bar.words.left.connect(self.table.setFocus)
        self.bar.words.taken.connect(self._take)
        self.filters.changed.connect(self.rows.set_filter)
        self.filters.changed.connect(self._show_heading)
        self.elsewhere.chosen.connect(self.wished_elsewhere)
        header = self.table.horizontalHeader()
        self.bar.order_chosen.connect(lambda column, order: header.setSortIndicator(column, order))
        header.sortIndicatorChanged.connect(lambda column, _: self.bar.show_order(column))
        self.rows.modelReset.connect(self._show_found)
        self.table.selectionModel().currentRowChanged.connect(self._choose)
        self.table.opened.connect(lambda _: self._open())
        self.model.opened.connect(self._open)
        self.model.try_requested.connect(lambda: self.try_requested.emit(self._chosen))
        QShortcut(QKeySequence.StandardKey.Find, self).activated.connect(self.bar.words.begin)

    def _search(self, text: str) -> None:
        self.rows.set_text(text)
        self._found_elsewhere = found_elsewhere(self._others, text)
        self.elsewhere.show_found(self._found_elsewhere)
        self._no_match.setText(no_match_words(self._found_elsewhere))

    def _take(self) -> None:
        """Enter in the search: the marked model, where there is none that of another task."""
        if self._chosen is not None:
            self._open()
        elif self._found_elsewhere:
            self.wished_elsewhere.emit(self._found_elsewhere[0])

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
            self._show_chosen(None)

    def _choose(self, index: QModelIndex) -> None:
        if index.isValid():
            self._show_chosen(self.rows.rows[index.row()])

    def _show_chosen(self, row: RankedRow | None) -> None:
        self._chosen = row
        self.model.show_row(row)
        self.shown.emit(row)

    def _open(self) -> None:
        if self._chosen is not None and self._chosen.model_id:
            self.opened.emit(self._chosen)

    def _shown(self) -> Table:
        return Table(self.rows.columns, tuple(row.texts for row in self.rows.rows))

    def _copy_table(self) -> None:
        QGuiApplication.clipboard().setText(table_csv(self._shown()))

    def _show_table(self) -> None:
        TableDialog(self._title.text(), self._shown(), self).open()
