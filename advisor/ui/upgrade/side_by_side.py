"""Rigs side by side on the question of the page: buttons that add one, a table, and a chart of speeds with ranges."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QWidget

from advisor.charts.chart_frame import ChartFrame
from advisor.charts.chart_menu import table_csv
from advisor.charts.plain import plain_tip
from advisor.charts.qt_override import qt_override
from advisor.charts.range_chart import RangePlot
from advisor.present.upgrade.side_by_side import CompareView
from advisor.present.words.words import say
from advisor.ui.parts.boxes import LEFT, beside, fill, stacked
from advisor.ui.parts.panel import GAP, push_button, text_label
from advisor.ui.parts.wrapping import NARROW, Wrapping
from advisor.ui.upgrade.add_buttons import AddButtons
from advisor.ui.upgrade.rig_table import RigTable

AROUND_BARS, BAR_HEIGHT = 90, 34
"""Heights in pixels of the chart without its bars, and of a bar."""


class SideBySide(QWidget):
    """Shows a `CompareView`; without one only what can be added."""

    undone = Signal()
    share_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._title = text_label("heading")
        self._hint = text_label("soft")
        self.adding = AddButtons()
        self._undo = push_button(say("Undo"), self.undone.emit)
        self._share = push_button(say("Share this rig"), self.share_requested.emit)
        self._share.setToolTip(say("Save it as a profile for others: without serial numbers, names or addresses"))
        self.rigs = RigTable()
        self.chart = ChartFrame(RangePlot())
        self._copy = push_button(say("Copy table (CSV)"), self._copy_table)
        head = Wrapping(stacked(self._title, self._hint, spacing=2), beside(self._copy))
        buttons = Wrapping(beside(self.adding, align=LEFT), beside(self._undo, self._share))
        fill(self, stacked(head, buttons, self.rigs, self.chart, spacing=GAP))
        self.clear()

    def show_view(self, view: CompareView) -> None:
        """Show these rigs."""
        self._offer(view.title, view.budget, has_rigs=True)
        self.rigs.show_view(view)
        self.chart.drawing.setMinimumHeight(AROUND_BARS + BAR_HEIGHT * len(view.rows))
        self.chart.show_series(view.chart)

    def clear(self) -> None:
        """Nothing stands beside the rig."""
        hint = say("Tick options above, or add any rig, to compare them.")
        self._offer(say("Side by side"), hint, has_rigs=False)

    def set_undo(self, words: str) -> None:
        """What can be taken back; empty for nothing."""
        self._undo.setEnabled(bool(words))
        self._undo.setToolTip(plain_tip(say("Takes back: {what}", what=words) if words else ""))

    @qt_override()
    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow window, or with large text, what can be added stands below each other."""
        super().resizeEvent(event)
        self.adding.stand(below_each_other=self.width() < NARROW * self.fontMetrics().height())

    def _offer(self, title: str, hint: str, *, has_rigs: bool) -> None:
        self._title.setText(title)
        self._hint.setText(hint)
        self._hint.setVisible(bool(hint))
        for widget in (self.rigs, self.chart, self._copy):
            widget.setVisible(has_rigs)

    def _copy_table(self) -> None:
        QGuiApplication.clipboard().setText(table_csv(self.chart.table))
