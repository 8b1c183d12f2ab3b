"""One topic of Learn: the idea, this rig's own figures, pictures, and the claims of articles recomputed."""

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from advisor.charts.chart_frame import ChartFrame
from advisor.charts.line_chart import LinePlot
from advisor.present.learn.view import ClaimView, LearnPanelView, TextTable, WordView
from advisor.present.words.palette import Theme, color
from advisor.present.words.search import nearest_first
from advisor.present.words.series import LineChart
from advisor.present.words.words import joined, say, sentence
from advisor.ui.parts.boxes import LEFT, add, stacked
from advisor.ui.parts.panel import GAP, FlowGrid, Panel, push_button, recolor, text_label
from advisor.ui.parts.toned_panel import TonedPanel
from advisor.ui.parts.why_dialog import TextTablePanel, WhyDialog

if TYPE_CHECKING:
    from advisor.present.words.view import Why


class LayerPanel(Panel):
    """`run_wished` is the wish to run it."""

    run_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        title = say("Try it on this computer")
        text = say(
            "Runs the layer on the CPU and on each GPU, with a thousand rows and with one. It takes a few seconds."
        )
        self.run = push_button(say("Run it now"), self.run_requested.emit)
        self.run.setObjectName("primary")
        self._result: TextTablePanel | None = None
        add(self.body, text_label("heading", title), text_label("soft", text))
        add(self.body, self.run, align=LEFT)
        self.setAccessibleName(title)
        self.setAccessibleDescription(text)

    def show_result(self, result: TextTable) -> None:
        """What came of it so far."""
        if self._result is not None:
            self._result.setParent(None)
            self._result.deleteLater()
        self._result = TextTablePanel(result)
        self._result.setObjectName("")  # a part of this card, without an edge of its own
        self._result.layout().setContentsMargins(0, 0, 0, 0)  # type: ignore[union-attr]
        self.body.addWidget(self._result)

    def set_busy(self, busy: bool, *, is_own: bool) -> None:
        """Only this computer can run it, and only one thing at a time."""
        self.run.setEnabled(is_own and not busy)
        self.run.setToolTip("" if is_own else say("Go back to this computer to run it"))


class IdeaPanel(Panel):
    """Shows the first part of a `LearnCardView`."""

    def __init__(self) -> None:
        super().__init__()
        self._whys: tuple[Why, ...] = ()
        self._title, self._idea, self._source = text_label("title"), text_label("large"), text_label("small")
        self._own, self._missing = text_label("formula"), text_label("soft")
        self._heading = text_label("heading", say("On your rig"))
        self._why = push_button(say("Why this number"), self._show_why)
        self._why.setAccessibleName(say("Why this number: on your rig"))
        own = add(stacked(self._heading, self._own, self._missing, spacing=6), self._why, align=LEFT)
        add(self.body, self._title, self._idea, own, self._source)

    def show_idea(self, topic: LearnPanelView) -> None:
        """Show this idea."""
        self._whys = topic.rig_whys
        own, missing = "\n".join(topic.rig), "\n".join(topic.rig_missing)
        for label, text in ((self._own, own), (self._missing, missing)):
            label.setText(text)
            label.setVisible(bool(text))
        self._heading.setVisible(bool(own or missing))
        self._why.setVisible(bool(self._whys))
        self._title.setText(topic.title)
        self._idea.setText(topic.idea)
        self._source.setText(topic.source)
        self._source.setVisible(bool(topic.source))
        self.setAccessibleName(topic.title)
        self.setAccessibleDescription(joined((topic.idea, own)))

    def _show_why(self) -> None:
        WhyDialog(self._whys, self, takes_runs=False).open()


class WordsPanel(Panel):
    """Shows words with what they mean; those of the glossary with a link to their topic. `opened` carries its id."""

    opened = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._theme: Theme = "light"
        self._words: Sequence[WordView] = ()
        self._has_links = False
        self._text = ""
        self._heading = text_label("heading", say("Key words"))
        self._label = text_label("")
        self._label.setTextFormat(Qt.TextFormat.RichText)
        self._label.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self._label.linkActivated.connect(self.opened)
        self._label.setAccessibleName(say("Words explained"))
        self.setAccessibleName(say("Words explained"))
        add(self.body, self._heading, self._label)

    def show_words(self, words: Sequence[WordView], *, has_links: bool) -> None:
        """Show these; of the glossary those that the search finds."""
        self._words, self._has_links = words, has_links
        self._heading.setVisible(not has_links)
        self.setVisible(bool(words))
        self._show()

    def search(self, text: str) -> None:
        """Search the glossary."""
        self._text = text
        if self._has_links:
            self._show()

    def set_theme(self, theme: Theme) -> None:
        """Recolor the links."""
        self._theme = theme
        self._show()

    def _show(self) -> None:
        words = self._words
        if self._has_links and self._text:
            words = nearest_first(((word, word.name, word.search) for word in words), self._text) or words
        self._label.setText("".join(map(self._line, words)))

    def _line(self, word: WordView) -> str:
        link = ""
        if self._has_links:
            style = f"color: {color('accent', self._theme)}"
            link = f' <a href="{word.topic.id}" style="{style}">{escape(word.topic.text, quote=False)}</a>'
        text = joined((f"<b>{escape(word.name, quote=False)}</b>", escape(word.means, quote=False)), ": ")
        return f'<p style="margin-top: 0; margin-bottom: 6px">{text}{link}</p>'


class ClaimPanel(TonedPanel):
    """Shows one `ClaimView`."""

    def __init__(self, claim: ClaimView, theme: Theme) -> None:
        super().__init__()
        self._claim = claim
        outcome = joined((claim.word, claim.condition)) if claim.condition else sentence(claim.word)
        add(
            self.body,
            text_label("soft", f"{claim.title} · {claim.whose}"),
            text_label("large", claim.text),
            self.beside_icon(text_label("heading", outcome), spacing=8),
        )
        if figures := joined((claim.figures, claim.turns)):
            self.body.addWidget(text_label("", figures))
        add(self.body, text_label("soft", claim.reason), None)
        if claim.why is not None:
            why = push_button(say("Why this number"), self._show_why)
            why.setAccessibleName(say("Why this number: {claim}", claim=claim.title))
            add(self.body, why, align=LEFT)
        self.setAccessibleName(joined((claim.title, outcome), ": "))
        self.setAccessibleDescription(joined((claim.text, claim.figures, claim.whose)))
        self.show_tone(claim.tone, claim.word, theme)

    def _show_why(self) -> None:
        if self._claim.why is not None:
            WhyDialog((self._claim.why,), self, takes_runs=False).open()


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
        self.words = WordsPanel()
        self.layer = LayerPanel()
        self.layer.run_requested.connect(self.layer_requested)
        self.charts: list[ChartFrame] = []
        self._pictures = FlowGrid(column_heights=24, most_columns=2)
        self._claims = FlowGrid(column_heights=19, most_columns=3)
        self._tables = FlowGrid(column_heights=30, most_columns=2)
        parts = stacked(
            self.idea, self.words, self.layer, self._pictures, self._tables, self._claims, None, spacing=GAP
        )
        parts.setContentsMargins(0, 0, 4, 0)
        inside.setLayout(parts)
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
        self.words.show_words(topic.words, has_links=topic.is_glossary)
        self.layer.setVisible(topic.offers_layer)
        if before is None:  # the idea can be read while the rest is made
            QTimer.singleShot(0, self, lambda: self._show_rest(None))
        else:
            self._show_rest(before)

    def _show_rest(self, before: LearnPanelView | None) -> None:
        """Charts, tables and claims."""
        topic = self._shown
        if topic is None:
            return
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
            frame.show_or_hide(charts[number] if number < len(charts) else None)
        self._pictures.arrange()
        self._pictures.setVisible(bool(charts))

    def set_theme(self, theme: Theme) -> None:
        """Recolor what the style sheet does not."""
        self._theme = theme
        recolor(self, theme)
