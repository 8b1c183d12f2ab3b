"""The card of the model chosen in the ranking: how it stands here, what it is good for, and the way to its answer."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout

from advisor.charts.chart_frame import SteadyLabel
from advisor.present.rank.what_can_i_run import RankedRow
from advisor.present.words.words import say
from advisor.ui.parts.boxes import TOP, add, stacked
from advisor.ui.parts.panel import push_button
from advisor.ui.parts.toned_panel import TonedPanel
from advisor.ui.parts.wrapping import Wrapping


class RankedModelPanel(TonedPanel):
    """Shows one row in full; `opened` is the wish to see its page."""

    opened = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._name, self._why, self._quality = (SteadyLabel(name) for name in ("heading", "", "soft"))
        self.open = push_button(say("Will it run?"), self.opened.emit)
        self.open.setObjectName("primary")
        self.open.setToolTip(say("Opens that page with this model and quantization"))
        texts = stacked(self._name, self._why, self._quality, spacing=3)
        self.body.addWidget(Wrapping(texts, add(QVBoxLayout(), self.open, align=TOP)))

    def show_row(self, row: RankedRow | None) -> None:
        """Show this model; hidden without one."""
        self.setVisible(row is not None)
        if row is None:
            return
        for label, text in ((self._name, row.subject), (self._why, row.why), (self._quality, row.quality)):
            label.setText(text)
        self.setAccessibleName(row.subject)
        self.setAccessibleDescription(row.why)
        self.show_tone(row.state, "")
