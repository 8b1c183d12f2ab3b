"""Page Learn: a list of topics, searched by any word, and the one that is open with this rig's own numbers."""

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from advisor.charts.chart_frame import SteadyLabel
from advisor.charts.qt_override import qt_override
from advisor.present.learn.view import LearnPanelView, LearnView
from advisor.present.words.choice import Choice
from advisor.present.words.words import say
from advisor.ui.learn.topic_view import TopicView
from advisor.ui.parts.boxes import add, beside, fill, stacked
from advisor.ui.parts.model_search import ID_ROLE, ModelList
from advisor.ui.parts.panel import GAP, Page, TextField, text_label

WIDTH_HEIGHTS = 15
"""Width in font heights where there is room."""

BESIDE, ABOVE = 28, 16
"""Space around the text of a row in pixels, both sides together: padding, margin and border of the style sheet."""


class TopicRows(QStyledItemDelegate):
    """Rows as high as their wrapped text; Qt leaves the padding of the style sheet out of its reckoning."""

    @qt_override(QSize())
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """The width of the list, and the height the text needs there."""
        parent = self.parent()
        width = parent.viewport().width() if isinstance(parent, QListView) else 0
        metrics = QFontMetrics(option.font)
        room = QRect(0, 0, max(1, width - BESIDE), 0)
        text = metrics.boundingRect(room, Qt.TextFlag.TextWordWrap, str(index.data()))
        return QSize(width, text.height() + ABOVE)


class TopicList(QWidget):
    """`chosen` carries the id of the topic that a person, or a search, moved to."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.words = TextField()
        self.words.setPlaceholderText(say("Search topics"))
        self.words.setAccessibleName(say("Search topics and words"))
        self.words.setClearButtonEnabled(True)
        self.rows = ModelList()
        self.list = QListView()
        self.list.setObjectName("topics")
        self.list.setAccessibleName(say("Topics"))
        self.list.setModel(self.rows)
        self.list.setItemDelegate(TopicRows(self.list))
        self.list.setWordWrap(True)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._start = text_label("small", say("New to this? Start at the top."))
        self._nothing = text_label("soft", say("No matching topic."))
        self._nothing.hide()
        self._fit()
        fill(self, stacked(self.words, self._start, self._nothing, (self.list, 1), spacing=8))
        self.words.textChanged.connect(self._search)
        self.words.returnPressed.connect(self.list.setFocus)
        self.list.selectionModel().currentChanged.connect(self._choose)

    def show_topics(self, topics: tuple[Choice, ...]) -> None:
        """Offer these; the one that was chosen stays so."""
        chosen = self.chosen_id
        self.rows.set_rows(topics)
        self.open(chosen)

    @property
    def chosen_id(self) -> str:
        """The topic that is open, empty before the first."""
        return str(self.list.currentIndex().data(ID_ROLE) or "")

    def open(self, topic_id: str) -> None:
        """Move to a topic, or to the first one where it is not found."""
        rows = [self.rows.index(row) for row in range(self.rows.rowCount())]
        found = next((row for row in rows if row.data(ID_ROLE) == topic_id), rows[0] if rows else None)
        if found is not None and found != self.list.currentIndex():
            self.list.setCurrentIndex(found)

    @qt_override()
    def changeEvent(self, event: QEvent) -> None:
        """Another size of text wants another width."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        self.setMaximumWidth(WIDTH_HEIGHTS * self.fontMetrics().height())

    def _search(self, text: str) -> None:
        chosen = self.chosen_id
        self.rows.set_text(text)
        self._start.setVisible(not text)
        self._nothing.setVisible(not self.rows.rowCount())
        self.open("" if text else chosen)

    def _choose(self, index: QModelIndex) -> None:
        if index.isValid():
            self.chosen.emit(str(index.data(ID_ROLE)))


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
        self._summary = SteadyLabel("soft")
        self.topics = TopicList()
        self.topic = TopicView()
        self.topic.layer_requested.connect(self.layer_requested)
        self.topics.chosen.connect(self._show_topic)
        self.topics.words.textChanged.connect(self.topic.words.search)
        self.topic.words.opened.connect(self.open_topic)
        self.topic.setMinimumHeight(LOWEST * self.fontMetrics().height())
        self.topic.hide()
        self.topics.hide()
        add(
            self.body,
            stacked(self._title, self._summary, spacing=2),
            (beside((self.topics, 2), (self.topic, 5), spacing=GAP), 1),
        )
        QShortcut(QKeySequence.StandardKey.Find, self).activated.connect(self.topics.words.begin)

    def show_view(self, view: LearnView) -> None:
        """Show these cards; the topic that is open stays open."""
        self._title.setText(say("How AI runs on your hardware"))
        self._summary.setText(view.summary)
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
