"""Page Learn: a list of topics, and the one that is open with this rig's own numbers."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence, QShortcut

from advisor.present.learn.view import LearnPanelView, LearnView, TextTable
from advisor.present.words.words import say
from advisor.ui.learn.topic_list import TopicList
from advisor.ui.learn.topic_view import TopicView
from advisor.ui.parts.boxes import add, beside
from advisor.ui.parts.panel import GAP, Page, text_label

LOWEST = 24
"""Height in font heights below which the page scrolls as a whole."""


class LearnPage(Page):
    """Shows a `LearnView`; `layer_wished` is the wish to run a layer live."""

    layer_requested = Signal()

    def __init__(self) -> None:
        super().__init__(say("Learn"))
        self._cards: dict[str, LearnPanelView] = {}
        self._wanted = ""
        self._title = text_label("title", say("Waiting for your hardware …"))
        self.topics = TopicList()
        self.topic = TopicView()
        self.topic.layer_requested.connect(self.layer_requested)
        self.topics.chosen.connect(self._show_topic)
        self.topic.setMinimumHeight(LOWEST * self.fontMetrics().height())
        self.topic.hide()
        self.topics.hide()
        add(self.body, self._title, (beside((self.topics, 2), (self.topic, 5), spacing=GAP), 1))
        QShortcut(QKeySequence.StandardKey.Find, self).activated.connect(self.topics.words.begin)

    def show_view(self, view: LearnView) -> None:
        """Show these cards; the topic that is open stays open."""
        self._title.setText(view.summary)
        self._cards = {card.id: card for card in view.cards}
        self.topics.show()
        self.topic.show()
        self.topics.show_topics(view.topics)
        if self._wanted:
            self.open_topic(self._wanted)
        self._show_topic(self.topics.chosen_id)

    def open_topic(self, topic_id: str) -> None:
        """Show one card, as soon as there are any."""
        self._wanted = "" if self._cards else topic_id
        if self._cards:
            self.topics.words.clear()
            self.topics.open(topic_id)

    def show_layer(self, result: TextTable) -> None:
        """What came of the layer that was run live."""
        self.topic.show_layer(result)

    def set_busy(self, busy: bool, *, is_own: bool) -> None:
        """Another machine than this computer cannot run a layer, and only one thing at a time."""
        self.topic.layer.set_busy(busy, is_own=is_own)

    def show_trouble(self, sentence: str) -> None:
        """Say why there is nothing to read."""
        if not self._cards:
            self._title.setText(sentence)

    def _show_topic(self, topic_id: str) -> None:
        if topic_id in self._cards:
            self.topic.show_topic(self._cards[topic_id])
