"""What limits it?: the charts that explain an answer, behind a button, and what the answer assumes."""

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from advisor.charts.chart_frame import ChartFrame
from advisor.charts.still_chart import PLOTS
from advisor.present.words.series import Chart
from advisor.present.words.view import CHARTS, WillItRunView
from advisor.present.words.words import say
from advisor.ui.parts.boxes import LEFT, add, fill, stacked
from advisor.ui.parts.panel import GAP, FlowGrid, Panel, push_button, text_label


def chart_frames(place: str) -> dict[str, ChartFrame]:
    """The frames of the charts of one place of the page, by id."""
    frames = {}
    for one in CHARTS:
        if one.place == place:
            frames[one.id] = ChartFrame(PLOTS[one.kind](), with_sentence=one.with_sentence)
            frames[one.id].setAccessibleName(say(one.name) if one.name else "")  # until there is a finding
    return frames


def show_charts(frames: Mapping[str, ChartFrame], charts: Mapping[str, Chart | None]) -> None:
    """Each chart in its frame; a frame without one is hidden."""
    for name, frame in frames.items():
        frame.show_or_hide(charts.get(name))


class LimitCharts(QWidget):
    """Draws only while it is open; `more_wished` asks for the charts that take longer than an answer."""

    more_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._view: WillItRunView | None = None
        self.button = push_button(say("What limits it?"), self._toggle)
        self.button.setCheckable(True)
        self.button.setToolTip(say("Time per token, limits of this rig, and faster GPUs"))
        self.charts = chart_frames("limits")
        self._notes_text = text_label("soft")
        self._notes = Panel(text_label("heading", say("What this estimate assumes")), self._notes_text, None)
        self._grid = FlowGrid(column_heights=24, most_columns=2)
        self._grid.set_widgets([*self.charts.values(), self._notes])
        for one in CHARTS:
            if one.waits:
                self.charts[one.id].hide()
        self._grid.hide()
        add(fill(self, stacked(self.button, spacing=GAP, align=LEFT)), (self._grid, 1))

    @property
    def is_open(self) -> bool:
        """Whether a person wants to see the charts."""
        return self.button.isChecked()

    def show_view(self, view: WillItRunView | None) -> None:
        """Explain this answer; None where there is none."""
        self._view = view
        self.setVisible(view is not None)
        if self.is_open:
            self._draw()

    def show_more(self, charts: Mapping[str, Chart | None]) -> None:
        """The charts that were wished for; None where there is nothing to show."""
        show_charts({name: self.charts[name] for name in charts}, charts)
        self._grid.arrange()

    def open(self) -> None:
        """Show the charts as if the button had been pressed."""
        self.button.setChecked(True)
        self._toggle()

    def _toggle(self) -> None:
        self.button.setAccessibleDescription(say("shown below") if self.is_open else "")
        if self.is_open:
            self._draw()
        self._grid.setVisible(self.is_open and self._view is not None)

    def _draw(self) -> None:
        view = self._view
        if view is None:
            return
        at_once = {one.id: self.charts[one.id] for one in CHARTS if one.id in self.charts and not one.waits}
        show_charts(at_once, view.charts)
        self._notes_text.setText("\n".join(view.notes))
        self._notes.setVisible(bool(view.notes))
        self._grid.arrange()
        self.more_requested.emit()
