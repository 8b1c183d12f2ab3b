"""One topic of Learn: the idea, this rig's own figures, pictures, and the claims of articles recomputed."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from advisor.charts.chart_frame import ChartFrame
from advisor.charts.line_chart import LinePlot
from advisor.present.learn.view import LearnPanelView, TextTable
from advisor.present.words.palette import Theme
from advisor.present.words.series import LineChart
from advisor.ui.learn.claim_panel import ClaimPanel
from advisor.ui.learn.idea_panel import IdeaPanel
from advisor.ui.learn.layer_panel import LayerPanel
from advisor.ui.parts.panel import GAP, FlowGrid
from advisor.ui.parts.text_table_panel import TextTablePanel

CHART_HEIGHTS = 17
"""Height of a chart in font heights: logarithmic axes need more than others."""


class TopicView(QScrollArea):
    """Shows a `LearnCardView`; `layer_wished` is the wish to run a layer live."""

    layer_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._theme: Theme = "light"
        self._shown: LearnPanelView | None = None
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        inside = QWidget()
        inside.setObjectName("inside")
        self.idea = IdeaPanel()
        self.layer = LayerPanel()
        self.layer.run_requested.connect(self.layer_requested)
        self.charts: list[ChartFrame] = []
        self._pictures = FlowGrid(column_heights=24, most_columns=2)
        self._claims = FlowGrid(column_heights=19, most_columns=3)
        self._tables = FlowGrid(column_heights=30, most_columns=2)
        parts = QVBoxLayout(inside)
        parts.setContentsMargins(0, 0, 4, 0)
        parts.setSpacing(GAP)
        for part in (self.idea, self.layer, self._pictures, self._tables, self._claims):
            parts.addWidget(part)
        parts.addStretch(1)
        self.setWidget(inside)

    def show_topic(self, topic: LearnPanelView) -> None:
        """Show this card; one that is shown already keeps its place."""
        before, self._shown = self._shown, topic
        if topic == before:
            return
        if before is None or topic.id != before.id:
            self.verticalScrollBar().setValue(0)
        self.setAccessibleName(topic.title)
        self.idea.show_idea(topic)
        self.layer.setVisible(topic.offers_layer)
        self._show_charts(topic.pictures.charts)
        self._tables.set_widgets([TextTablePanel(table) for table in topic.pictures.tables])
        self._tables.setVisible(bool(topic.pictures.tables))
        if before is None or topic.claims != before.claims:
            self._claims.set_widgets([ClaimPanel(claim, self._theme) for claim in topic.claims])

    def _show_charts(self, charts: Sequence[LineChart]) -> None:
        """Draw these in the frames there are; a frame is made when it is needed first, for that is slow."""
        while len(self.charts) < len(charts):
            frame = ChartFrame(LinePlot())
            frame.drawing.setMinimumHeight(CHART_HEIGHTS * self.fontMetrics().height())
            frame.set_theme(self._theme)
            self.charts.append(frame)
        self._pictures.set_widgets(self.charts)
        for number, frame in enumerate(self.charts):
            frame.setVisible(number < len(charts))
            if number < len(charts):
                frame.show_series(charts[number])
        self._pictures.arrange()
        self._pictures.setVisible(bool(charts))

    def show_layer(self, result: TextTable) -> None:
        """What came of the layer that was run live."""
        self.layer.show_result(result)

    def set_theme(self, theme: Theme) -> None:
        """Recolor what the style sheet does not."""
        self._theme = theme
        for frame in self.charts:
            frame.set_theme(theme)
        for card in self.findChildren(ClaimPanel):
            card.set_theme(theme)
