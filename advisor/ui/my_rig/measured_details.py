"""What was measured beyond the main results: every figure, its curves, and what was measured before."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from advisor.charts.chart_frame import ChartFrame
from advisor.present.words.palette import Theme
from advisor.present.words.series import LineChart
from advisor.present.words.view import MyRigView
from advisor.present.words.words import say
from advisor.ui.my_rig.fact_list import FactList
from advisor.ui.parts.boxes import LEFT, add, fill, stacked
from advisor.ui.parts.panel import GAP, FlowGrid, push_button, recolor

_CHART_HEIGHTS = 17
"""Height of a chart in font heights."""


class MeasuredDetails(QWidget):
    """Hidden until its `button`, which the page places, is pressed."""

    soak_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._theme: Theme = "light"
        self._charts: list[ChartFrame] = []
        self.button = push_button(say("Details"), self._toggle)
        self.button.setObjectName("plain")
        self.button.setCheckable(True)
        self.button.hide()
        self._results = FactList(say("All results"), detailed=True)
        self._history = FactList(say("Measured before"), detailed=True)
        self._soak = push_button(say("Stress test (1 min)"), self.soak_requested.emit)
        self._soak.setObjectName("plain")
        self._soak.setToolTip(
            say("The 10-second test measures a cold machine. A minute under load shows sustained speed.")
        )
        add(self._results.body, self._soak, align=LEFT)
        self._lists = FlowGrid(column_heights=26, most_columns=2)
        self._lists.set_widgets([self._results, self._history])
        self._curves = FlowGrid(column_heights=26, most_columns=2)
        fill(self, stacked(self._curves, self._lists, spacing=GAP))
        self.hide()

    def show_view(self, view: MyRigView) -> None:
        """Show the results after the main ones, and the charts; nothing where nothing was measured."""
        self._results.set_rows(view.measured[view.main_results :], otherwise=say("No other results."))
        self._history.set_rows(view.history, otherwise=say("No earlier results."))
        self._show_charts(view.measured_charts)
        self.button.setVisible(bool(view.measured))
        self.setVisible(bool(view.measured) and self.button.isChecked())

    def set_busy(self, busy: bool) -> None:
        """While something is measured, no test of a minute can be started."""
        self._soak.setEnabled(not busy)

    def set_theme(self, theme: Theme) -> None:
        """Recolor the charts."""
        self._theme = theme
        recolor(self, theme)

    def _show_charts(self, charts: tuple[LineChart, ...]) -> None:
        """In the frames of earlier ones, as many as there are charts."""
        if len(charts) != len(self._charts):
            self._charts = [self._frame() for _ in charts]
            self._curves.set_widgets(self._charts)
        for frame, chart in zip(self._charts, charts, strict=True):
            frame.show_series(chart)
        self._curves.setVisible(bool(charts))

    def _frame(self) -> ChartFrame:
        from advisor.charts.line_chart import LinePlot  # with what it needs too slow for the first paint

        frame = ChartFrame(LinePlot())
        frame.setMinimumHeight(_CHART_HEIGHTS * self.fontMetrics().height())
        frame.set_theme(self._theme)
        return frame

    def _toggle(self) -> None:
        self.setVisible(self.button.isChecked())
        self.button.setAccessibleDescription(say("shown below") if self.button.isChecked() else "")
