"""The card of the model chosen in the ranking: how it stands here, what it is good for, and the way to its answer."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout

from advisor.charts.chart_frame import SteadyLabel
from advisor.present.rank.what_can_i_run import RankedRow
from advisor.present.words.palette import Theme
from advisor.present.words.words import say
from advisor.ui.parts.panel import Panel, paint_edge, push_button
from advisor.ui.parts.wrapping import Wrapping


class RankedModelPanel(Panel):
    """Shows one row in full; `opened` is the wish to see its page."""

    opened = Signal()

    def __init__(self) -> None:
        super().__init__(edged=True)
        self._row: RankedRow | None = None
        self._theme: Theme = "light"
        self._name, self._why, self._quality = (SteadyLabel(name) for name in ("heading", "", "soft"))
        self.open = push_button(say("Will it run?"), self.opened.emit)
        self.open.setObjectName("primary")
        self.open.setToolTip(say("Opens that page with this model and quantization"))
        texts = QVBoxLayout()
        texts.setSpacing(3)
        for label in (self._name, self._why, self._quality):
            texts.addWidget(label)
        buttons = QVBoxLayout()
        buttons.addWidget(self.open, 0, Qt.AlignmentFlag.AlignTop)
        self.body.addWidget(Wrapping(texts, buttons))

    def show_row(self, row: RankedRow | None) -> None:
        """Show this model; hidden without one."""
        self._row = row
        self.setVisible(row is not None)
        if row is None:
            return
        name = row.subject
        for label, text in ((self._name, name), (self._why, row.why), (self._quality, row.quality)):
            label.setText(text)
        self.setAccessibleName(name)
        self.setAccessibleDescription(row.why)
        paint_edge(self.edge, row.state, self._theme)

    def set_theme(self, theme: Theme) -> None:
        """Recolor the edge."""
        self._theme = theme
        if self._row is not None:
            paint_edge(self.edge, self._row.state, theme)
