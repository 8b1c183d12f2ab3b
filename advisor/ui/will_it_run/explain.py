"""Explain: what lies behind the verdict, folded away: words, the numbers behind it, charts, what it assumes."""

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from advisor.charts.chart_frame import ChartFrame
from advisor.charts.plain import plain_tip
from advisor.charts.still_chart import PLOTS
from advisor.present.words.series import Chart
from advisor.present.words.view import CHARTS, WillItRunView
from advisor.present.words.words import say
from advisor.ui.parts.boxes import LEFT, add, beside, fill, stacked
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


class Explain(QWidget):
    """Draws only while it is open, and stays open; `more_requested` asks for charts that take longer than an answer."""

    more_requested = Signal()
    opened = Signal()
    """A person wants to see it now."""
    why_requested = Signal()
    check_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._view: WillItRunView | None = None
        self._is_own = True
        self.button = push_button(say("Explain"), self._toggle)
        self.button.setCheckable(True)
        self.button.setToolTip(say("Where the numbers come from, and what limits them"))
        self.charts = chart_frames("limits")
        self._detail, self._gpu, self._launch = (text_label(name) for name in ("", "heading", "small"))
        self._launch.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._launch.setToolTip(say("Starts llama.cpp as this answer assumes; put the name of your file in"))
        self.why = push_button(say("Why this number"), self.why_requested.emit)
        self.check = push_button(say("Check this prediction"), self.check_requested.emit)
        self.set_own(True)
        buttons = beside(self.why, self.check, None)
        self._engine = text_label("soft", say("To try it here, install llama.cpp."))
        self._engine.hide()
        self._words = Panel(self._detail, self._gpu, self._launch, self._engine, buttons)
        self._words.setAccessibleName(say("Explain"))
        self._notes_text = text_label("soft")
        self._notes = Panel(text_label("heading", say("What this estimate assumes")), self._notes_text, None)
        self._grid = FlowGrid(column_heights=24, most_columns=2)
        self._grid.set_widgets([*self.charts.values(), self._notes])
        for one in CHARTS:
            if one.waits:
                self.charts[one.id].hide()
        self._of_what = ("", False)
        self._parts = (self._words, self._grid)
        for part in self._parts:
            part.hide()
        add(fill(self, stacked(self.button, spacing=GAP, align=LEFT)), self._words, (self._grid, 1))

    @property
    def is_open(self) -> bool:
        """Whether a person wants to see it."""
        return self.button.isChecked()

    def set_own(self, is_own: bool) -> None:
        """Only what ran on this computer can be checked."""
        self._is_own = is_own
        self.check.setEnabled(is_own)
        tip = say("Compare it with a real run, and save that")
        other = say("Only runs of this computer can be checked: go back to it first.")
        self.check.setToolTip(plain_tip(tip if is_own else other))

    def show_view(self, view: WillItRunView | None) -> None:
        """Explain this answer; None where there is none."""
        self._view = view
        self.setVisible(view is not None)
        if self.is_open:
            self._draw()

    def show_engine_missing(self, is_missing: bool) -> None:
        """Say how to get an engine where the model could be tried but for that."""
        self._engine.setVisible(is_missing)

    def show_more(self, charts: Mapping[str, Chart | None]) -> None:
        """The charts that were wished for; None where there is nothing to show."""
        show_charts({name: self.charts[name] for name in charts}, charts)
        self._grid.arrange()

    def open(self) -> None:
        """Show it as if the button had been pressed."""
        self.button.setChecked(True)
        self._toggle()

    def _toggle(self) -> None:
        self.button.setAccessibleDescription(say("shown below") if self.is_open else "")
        if self.is_open:
            self._draw()
        for part in self._parts:
            part.setVisible(self.is_open and self._view is not None)
        if self.is_open:
            self.opened.emit()

    def _draw(self) -> None:
        view = self._view
        if view is None:
            return
        at_once = {one.id: self.charts[one.id] for one in CHARTS if one.id in self.charts and not one.waits}
        show_charts(at_once, view.explained.charts)
        if (of_what := (view.subject, view.verdict.light == "wont_run")) != self._of_what:
            self._of_what = of_what
            self.show_more({one.id: None for one in CHARTS if one.waits})  # those of another model say nothing here
        for label, text in ((self._detail, view.detail), (self._gpu, view.gpu_sentence), (self._launch, view.launch)):
            label.setText(text)
            label.setVisible(bool(text))
        self.why.setVisible(bool(view.why))
        self.check.setVisible(view.offers_check)
        self._notes_text.setText("\n".join(view.notes))
        self._notes.setVisible(bool(view.notes))
        self._grid.arrange()
        self.more_requested.emit()
