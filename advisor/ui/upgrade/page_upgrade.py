"""Page Upgrade: the verdict as title, its reasons, every option as a row, rigs side by side, and charts of money."""

import re
from pathlib import Path

from PySide6.QtCore import QModelIndex, QTimer, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QVBoxLayout, QWidget

from advisor.charts.chart_frame import ChartFrame, SteadyLabel, begin_anew
from advisor.charts.chart_menu import table_csv
from advisor.charts.line_chart import LinePlot
from advisor.charts.qt_override import qt_override
from advisor.charts.range_chart import RangePlot
from advisor.facts.kept.settings import Money
from advisor.present.upgrade.money_form import typed_price
from advisor.present.upgrade.rows import WorthRow
from advisor.present.upgrade.view import WorthView
from advisor.present.words.series import Table
from advisor.present.words.view import Knobs
from advisor.present.words.words import say
from advisor.ui.parts.boxes import TOP, add, beside, stacked
from advisor.ui.parts.bullet_list import BulletList
from advisor.ui.parts.panel import (
    GAP,
    FlowGrid,
    MeasureButton,
    Page,
    Panel,
    ShareButton,
    push_button,
    text_label,
)
from advisor.ui.parts.toned_panel import TonedPanel
from advisor.ui.parts.why_dialog import WhyDialog
from advisor.ui.parts.wrapping import Wrapping
from advisor.ui.upgrade.options_table import OptionRows, OptionTable
from advisor.ui.upgrade.price_pack_bar import PricePackBar
from advisor.ui.upgrade.side_by_side import SideBySide
from advisor.ui.upgrade.upgrade_bar import UpgradeBar
from advisor.ui.work.file_opening import may_be_profile

NOTICED_MS = 300
"""An answer that takes longer is said to be on its way; a faster one would only flicker."""

_FIGURE = re.compile(r"[\d.,]+")


class UpgradePage(Page):
    """Shows a `WorthView` and rigs side by side; emits which knob was turned, and what a person said about money."""

    turned = Signal(str, str)
    money_typed = Signal(object)
    rigs_dropped = Signal(object)
    tried = Signal(object)
    """The row that shall be tried on all pages."""
    pdf_requested = Signal()
    measure_requested = Signal()
    picture_requested = Signal(object)
    picture_file_requested = Signal(object)
    """Both carry the verdict that is shown."""

    def __init__(self) -> None:
        super().__init__(say("Upgrade"))
        self._view: WorthView | None = None
        self._is_other, self._is_waiting = False, False
        self._late = QTimer(self)
        self._late.setSingleShot(True)
        self._late.setInterval(NOTICED_MS)
        self._late.timeout.connect(self._say_late)
        self._money = Money()
        self.bar = UpgradeBar()
        self.bar.turned.connect(self.turned)
        self.bar.typed.connect(self.money_typed)
        self.prices = PricePackBar()
        self.prices.removed.connect(self.money_typed)
        self.setAcceptDrops(True)
        self._trouble = text_label("trouble")
        self._trouble.setAccessibleName(say("Why this can't be used"))
        self._trouble.hide()
        self._title = SteadyLabel("title", say("Waiting for your hardware …"))
        self._subject, self._sureness = SteadyLabel("soft"), SteadyLabel("soft")
        self._reasons, self._changes = BulletList(), BulletList()
        self._measure = MeasureButton()
        self._measure.clicked.connect(self.measure_requested)
        self._why = push_button(say("Why this verdict"), self._show_why)
        self._pdf = push_button(say("Save PDF"), self.pdf_requested.emit)
        self._share = ShareButton(
            copy_answer=self.copy_answer,
            copy_picture=lambda: self.picture_requested.emit(self._view),
            save_picture=lambda: self.picture_file_requested.emit(self._view),
        )
        self._buttons = (self._why, self._share, self._pdf)
        self.charts = {
            "speed": ChartFrame(RangePlot()),
            "cost": ChartFrame(LinePlot()),
            "million": ChartFrame(RangePlot()),
            "trip": ChartFrame(LinePlot()),
        }
        self._grid = FlowGrid(column_heights=28, most_columns=2)
        self._grid.set_widgets(list(self.charts.values()))
        self._words = text_label("soft")
        self.rows = OptionRows(self)
        self.rows.priced.connect(self._type_price)
        self.table = OptionTable(self.rows)
        self.table.setAccessibleName(say("Options"))
        self._heading, self._order = text_label("heading"), text_label("soft")
        self._chosen_id = ""
        self._detail = text_label("soft")
        self._notes = text_label("soft")
        notes = Panel(text_label("heading", say("Assumptions")), self.bar.more, self.prices, self._notes)
        self.side = SideBySide()
        options = self._table_panel()
        self._below = (options, self._grid, self._words, notes)
        add(self.body, self.bar, self._trouble, self._answer_panel(), options, self.side)
        add(self.body, self._grid, self._words, notes, None)
        for widget in self._below:
            widget.hide()
        for button in self._buttons:
            button.setEnabled(False)
        QShortcut(QKeySequence("Ctrl+Shift+C"), self).activated.connect(self.copy_answer)
        QShortcut(QKeySequence.StandardKey.Find, self).activated.connect(self.bar.model.begin)

    def show_knobs(self, knobs: Knobs) -> None:
        """Offer these models and workloads."""
        self.bar.show_knobs(knobs)

    def show_money(self, money: Money) -> None:
        """Show what a person said."""
        self._money = money
        self.bar.show_money(money)
        self.prices.show_money(money)

    def show_waiting(self, *, is_other: bool = False) -> None:
        """Say that an answer is on its way.

        Where only money changed the verdict before stays until then, without its tone where that takes long; of
        another rig, model or work (`is_other`) it goes, and the page begins at its top.
        """
        if is_other:
            self.verticalScrollBar().setValue(0)
        self._is_waiting = True
        if self._view is None:
            self._title.setText(say("Comparing …"))
        elif not self._late.isActive():
            self._is_other = is_other
            self._late.start()
        else:
            self._is_other = self._is_other or is_other

    def show_view(self, view: WorthView) -> None:
        """Show an answer; charts change in place, and nothing does where it is shown already."""
        if view is self._view and not self._is_waiting:
            return
        self._is_waiting = False
        self._late.stop()
        if self._view is None or _best_id(self._view) != _best_id(view):
            self._chosen_id = ""  # look at the new best
        if self._view is None or _words(self._view) != _words(view):
            begin_anew(self._panel)
        if self._view is None or self._view.subject != view.subject:
            self.table.order_anew()
            self.verticalScrollBar().setValue(0)  # another question begins with its verdict
        self._view = view
        self.bar.show_takes_parts(view.takes_parts)
        self._title.setText(view.title)
        self._subject.setText(view.subject)
        self._sureness.setText(view.sureness)
        self._reasons.show_lines(view.reasons)
        self._changes.show_lines(view.would_change)
        self._changes_part.setVisible(bool(view.would_change))
        self._columns.show()
        self._panel.setAccessibleName(view.title)
        self._panel.setAccessibleDescription(" ".join((view.sureness, *view.reasons)))
        for name, frame in self.charts.items():
            frame.show_or_hide(view.telling.get(name))
        self._grid.arrange()
        self._words.setText("\n".join(view.told))
        self._heading.setText(view.heading)
        self._order.setText("\n".join(view.order_lines))
        chosen_id = self._chosen_id
        self.rows.set_rows(view.columns, view.rows)
        self.table.selectRow(self.rows.row_of(chosen_id))
        self.table.setAccessibleDescription(view.title)
        self._hint.setVisible(any(row.can_stand_beside for row in view.rows))
        self._notes.setText("\n".join(view.notes))
        for widget in self._below:
            widget.show()
        self._words.setVisible(bool(view.told))
        for button in self._buttons:
            button.setEnabled(True)
        self._measure.offer(view.offers_measure)
        self._panel.show_tone(view.icon, view.word)

    def _say_late(self) -> None:
        """Nobody shall read the old verdict as the new one."""
        words = say("Working it out …")
        if self._is_other:
            self._show_nothing(words)
        self._subject.setText("" if self._is_other else words)
        self._panel.show_tone("unknown", words)

    def set_busy(self, busy: bool, *, is_own: bool) -> None:
        """Another machine than this computer cannot be measured, and only one thing at a time."""
        self._measure.set_busy(busy, is_own=is_own)

    def show_trouble(self, sentence: str) -> None:
        """Say why there is no verdict."""
        self._late.stop()
        self._show_nothing(sentence)
        self._panel.show_tone("unknown", say("Unknown"))

    def _show_nothing(self, title: str) -> None:
        """A title without a verdict."""
        self._view = None
        self._title.setText(title)
        for label in (self._subject, self._sureness):
            label.setText("")
        for bullets in (self._reasons, self._changes):
            bullets.show_lines(())
        for widget in (*self._below, self._columns):
            widget.hide()
        for button in self._buttons:
            button.setEnabled(False)
        self._measure.offer(False)

    def take_machine(self) -> None:
        """Another machine is shown: what was refused before is not said of it."""
        self.refuse("")
        self.bar.forget()

    def refuse(self, sentence: str) -> None:
        """Say why what was typed cannot be counted with; nothing where it can."""
        self._trouble.setText(sentence)
        self._trouble.setVisible(bool(sentence))
        if sentence:
            self.ensureWidgetVisible(self._trouble)

    @qt_override()
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Saved rigs are for this page; anything else, cards and prices, too, is for the window as on every page."""
        event.setAccepted(bool(_rigs(event)))

    @qt_override()
    def dropEvent(self, event: QDropEvent) -> None:
        """Take all saved rigs."""
        self.rigs_dropped.emit(_rigs(event))
        event.acceptProposedAction()

    def copy_answer(self) -> None:
        """The verdict with its reasons, for a forum."""
        view = self._view
        if view is not None:
            lines = (view.title, view.subject, *(f"- {reason}" for reason in view.reasons), view.sureness)
            QGuiApplication.clipboard().setText("\n".join(lines))

    def _answer_panel(self) -> QWidget:
        self._panel = TonedPanel()
        self._panel.show_tone("unknown", say("Unknown"))
        head = self._panel.beside_icon(stacked(self._title, self._subject, None, spacing=3), spacing=8)
        buttons = add(QVBoxLayout(), self._measure, beside(*self._buttons), None)
        self._panel.body.addWidget(Wrapping(head, buttons))
        columns = self._columns = FlowGrid(column_heights=24, most_columns=2)
        reasons = _part(say("Why"), self._reasons, self._sureness)
        self._changes_part = _part(say("What would change it"), self._changes)
        columns.set_widgets([reasons, self._changes_part])
        self._panel.body.addWidget(columns)
        columns.hide()
        return self._panel

    def _table_panel(self) -> QWidget:
        hint = say("Tick options to put them side by side. Double-click a price to change it; empty it to use ours.")
        self._hint = text_label("soft", hint)
        head = beside(stacked(self._heading, self._order, self._hint, spacing=2))
        self._try = push_button(say("Try it on"), self._try_on)
        self._try.setToolTip(say("Shows all pages as if this were in the rig"))
        see = push_button(say("Side by side"), lambda: self.ensureWidgetVisible(self.side, 0, self.height() // 2))
        see.setToolTip(say("Goes to the rigs that stand side by side, and adds others"))
        buttons = beside(see, push_button(say("Copy table (CSV)"), self._copy_table), align=TOP)
        self._follow_clicks()
        said = Wrapping(stacked(self._detail, spacing=0), beside(self._try, align=TOP))
        card = Panel(Wrapping(head, buttons), self.table.no_room, self.table, said)
        self.table.selectionModel().currentRowChanged.connect(lambda index, _: self._choose(index.row()))
        return card

    def _follow_clicks(self) -> None:
        """What is said of a row that is clicked comes into sight, once it is no double click, which types a price."""
        self._showing = QTimer(self)
        self._showing.setSingleShot(True)
        self._showing.setInterval(QGuiApplication.styleHints().mouseDoubleClickInterval())
        self._showing.timeout.connect(self._show_detail)
        self._ticked_id = ""
        self.table.pressed.connect(lambda _: self._note_tick(""))
        self.rows.ticked.connect(self._take_tick)
        self.table.clicked.connect(self._click)
        self.table.doubleClicked.connect(lambda _: self._showing.stop())

    def _note_tick(self, way_id: str) -> None:
        self._ticked_id = way_id

    def _take_tick(self, row: WorthRow) -> None:
        """A row that is ticked is also the one that is told of and can be tried on; Qt leaves the one before."""
        self._note_tick(row.way_id)
        self.table.selectRow(self.rows.row_of(row.way_id))

    def _click(self, _: QModelIndex) -> None:
        """A click that ticked a box moves nothing: more of them may follow."""
        if not self._ticked_id:
            self._showing.start()

    def _show_detail(self) -> None:
        """Scroll as little as shows all of it, and never so far that the row itself is out of sight."""
        bar, inside = self.verticalScrollBar(), self.widget()
        assert inside is not None
        end = self._detail.mapTo(inside, self._detail.rect().bottomLeft()).y() + GAP
        row = self.table.visualRect(self.table.currentIndex()).topLeft()
        begin = self.table.viewport().mapTo(inside, row).y() - GAP
        bar.setValue(max(bar.value(), min(begin, end - self.viewport().height())))

    def _choose(self, number: int) -> None:
        if 0 <= number < len(self.rows.rows):
            row = self.rows.rows[number]
            self._chosen_id = row.way_id
            self._try.setVisible(bool(row.edits))
            self._try.setAccessibleName(say("{action}: {name}", action=say("Try it on"), name=row.name))
            self._detail.setText("\n".join((row.name, *row.detail)))

    def _try_on(self) -> None:
        self.tried.emit(self.rows.rows[self.table.currentIndex().row()])

    def _type_price(self, way_id: str, text: str) -> None:
        money, trouble = typed_price(self._money, way_id, text)
        self.refuse(trouble)
        if money is not None:
            self.money_typed.emit(money)

    def _show_why(self) -> None:
        if self._view is not None:
            WhyDialog(self._view.why, self, takes_runs=False, title=self._why.text()).open()

    def _copy_table(self) -> None:
        table = Table(self.rows.columns, tuple(tuple(cell.text for cell in row.cells) for row in self.rows.rows))
        QGuiApplication.clipboard().setText(table_csv(table))


def _rigs(event: QDropEvent) -> tuple[Path, ...]:
    """The files in a drop, where all of them may be saved rigs."""
    paths = tuple(Path(url.toLocalFile()) for url in event.mimeData().urls() if url.toLocalFile())
    return paths if all(map(may_be_profile, paths)) else ()


def _best_id(view: WorthView) -> str:
    return next((row.way_id for row in view.rows if row.is_best), "")


def _part(title: str, *labels: QWidget) -> QWidget:
    """Texts below a heading."""
    part = QWidget()
    texts = stacked(text_label("heading", title), *labels, None, spacing=4)
    texts.setContentsMargins(0, 6, 0, 0)
    part.setLayout(texts)
    return part


def _words(view: WorthView) -> tuple[str, str]:
    """What a verdict is about, and what it says but for its figures: with other words nothing keeps its place."""
    return view.subject, _FIGURE.sub("", view.title)
