"""Page Rigs: the best of many rigs for one model, the best split, and all of them as a table."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QComboBox, QWidget

from advisor.charts.chart_menu import table_csv
from advisor.charts.plain import plain_label
from advisor.present.rank.fleet_group import BuyingView
from advisor.present.rank.fleet_rows import (
    COLUMNS,
    USUAL_NETWORK,
    FleetFilter,
    FleetRow,
    FleetView,
    light_choices,
    network_choices,
)
from advisor.present.words.choice import Choice, Knob
from advisor.present.words.palette import Theme
from advisor.present.words.series import Table
from advisor.present.words.view import Knobs
from advisor.present.words.words import say, say_count
from advisor.ui.parts.boxes import add, beside
from advisor.ui.parts.fields import ListField
from advisor.ui.parts.knob_bar import ListKnob, QuestionBar, small_label, titled
from advisor.ui.parts.panel import Page, Panel, TextField, push_button, text_label
from advisor.ui.parts.wrapping import page_head
from advisor.ui.rigs.rigs_table import RigRows, RigsTable
from advisor.ui.will_it_run.verdict_panel import VerdictPanel


class RigsPage(Page):
    """Shows a `FleetView` with its rows; emits what is asked, and the rig a person wants to see."""

    turned = Signal(str, str)
    network_chosen = Signal(str)
    opened = Signal(object)
    """The `FleetRow` of that rig."""

    def __init__(self) -> None:
        super().__init__(say("Rigs"))
        self._best = ""
        self._title, self._subtitle = text_label("title", say("Reading rigs …")), text_label("soft")
        self.bar = QuestionBar()
        self.network = ListKnob(say("Network"))
        self.bar.set_widgets([*self.bar.first, self.network])
        self.verdict = VerdictPanel()
        self.verdict.hide()
        self.buying, self.buying_line = text_label("heading"), text_label("soft")
        self._to_buy = Panel(self.buying, self.buying_line)
        self._to_buy.hide()
        self.light, self.words = ListField(), TextField()
        self.rows = RigRows(self)
        self.table = RigsTable(self.rows)
        self._found = plain_label("", "soft")
        self._copy = push_button(say("Copy table (CSV)"), self._copy_table)
        self._build()
        self._connect()

    def show_knobs(self, knobs: Knobs) -> None:
        """Offer these models and workloads, and show the chosen ones."""
        self.bar.show_knobs(knobs)

    def show_network(self, network: str = USUAL_NETWORK) -> None:
        """Show what joins the rigs."""
        self.network.show_knob(Knob("network", say("Network"), network_choices(), network))

    def show_waiting(self) -> None:
        """Say that the rigs are being asked; those of before stay until then."""
        self._title.setText(say("Asking the rigs …"))

    def show_view(self, view: FleetView, rows: tuple[FleetRow, ...]) -> None:
        """Show these rigs."""
        self._title.setText(view.title)
        self._subtitle.setText(view.subtitle)
        self.verdict.setVisible(view.verdict is not None)
        if view.verdict is not None:
            self.verdict.show_verdict(view.verdict)
            self.verdict.more.hide()
        self.show_buying(BuyingView(say("Asking what to buy …"), ""))
        self.rows.set_rows(rows, view.columns)
        self.table.fit()
        self.table.setAccessibleDescription(view.title)

    def show_buying(self, view: BuyingView | None) -> None:
        """Say what to buy for them; nothing where that is not known."""
        self._to_buy.setVisible(view is not None)
        if view is not None:
            self.buying.setText(view.title)
            self.buying_line.setText(view.line)
            self._to_buy.setAccessibleName(view.title)
            self._to_buy.setAccessibleDescription(view.line)

    def show_trouble(self, sentence: str) -> None:
        """Say why there are no rigs to be seen."""
        self._title.setText(say("Rigs could not be asked"))
        self._subtitle.setText(sentence)
        self.verdict.hide()
        self._to_buy.hide()
        self.rows.set_rows((), tuple(map(say, COLUMNS)))

    def set_theme(self, theme: Theme) -> None:
        """Icons, too."""
        super().set_theme(theme)
        self.rows.set_theme(theme)

    def _build(self) -> None:
        _offer(self.light, light_choices())
        self.words.setPlaceholderText(say("Name, CPU or GPU"))
        self.words.setClearButtonEnabled(True)
        named = {say("Verdict"): self.light, say("Find"): self.words}
        for title, control in named.items():
            control.setAccessibleName(title)
        light, find = (titled(QWidget(), small_label(title), control) for title, control in named.items())
        head = page_head((self._title, self._subtitle), (self._copy,))
        card = Panel(beside((light, 1), (find, 3), spacing=12), self.table.no_room, (self.table, 1), self._found)
        add(self.body, head, self.bar, self.verdict, self._to_buy, (card, 1))
        self.show_network()

    def _connect(self) -> None:
        self.bar.turned.connect(self.turned)
        self.network.turned.connect(self._choose_network)
        self.words.textChanged.connect(self._filter)
        self.light.activated.connect(self._filter)
        self.table.opened.connect(self.opened)
        self.rows.modelReset.connect(self._show_found)
        QShortcut(QKeySequence.StandardKey.Find, self).activated.connect(self.words.begin)

    def _choose_network(self, network: str) -> None:
        self.show_network(network)
        self.network_chosen.emit(network)

    def _filter(self, *_: object) -> None:
        self.rows.set_filter(FleetFilter(self.light.currentData() or None, self.words.text()))

    def _show_found(self) -> None:
        found = len(self.rows.rows)
        self._found.setText(say_count("{count} rig shown", "{count} rigs shown", found))
        self._copy.setEnabled(bool(found))
        if found:
            self.table.selectRow(0)

    def _copy_table(self) -> None:
        table = Table(self.rows.columns, tuple(row.texts for row in self.rows.rows))
        QGuiApplication.clipboard().setText(table_csv(table))


def _offer(combo: QComboBox, choices: tuple[Choice, ...]) -> None:
    for choice in choices:
        combo.addItem(choice.text, choice.id)
