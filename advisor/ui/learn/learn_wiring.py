"""Connects page Learn with its cards, with the layer that is run live, and with the words that lead to it."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal, SignalInstance

from advisor.advice.learning import learn_steps
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.claim import LearnCard
from advisor.facts.answers.crossover import LayerRun
from advisor.facts.rig.rig import Rig
from advisor.facts.values.message import Failure, Message, Result
from advisor.present.learn.pictures import layer_view
from advisor.present.learn.text import TermFinder, answer_texts, rig_texts
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.words import say
from advisor.run.watch import ChildOutcome
from advisor.ui.learn.page_learn import LearnPage
from advisor.ui.parts.panel import Page
from advisor.ui.parts.toned_panel import LinkLabel
from advisor.ui.state.session import Session
from advisor.ui.window.main_window import MainWindow
from advisor.ui.window.wiring import Measuring
from advisor.ui.work.child_process import ChildProcess
from advisor.ui.work.job import ChildWork
from advisor.ui.work.looked_at import LookedAt

if TYPE_CHECKING:
    from advisor.present.words.choice import Choice
    from advisor.present.words.view import WillItRunView
    from advisor.ui.will_it_run.page_will_it_run import WillItRunPage


class LearnLinks(LinkLabel):
    """Hidden where none of the words stand on the page. `opened` carries the id of the topic."""

    opened = Signal(str)

    def __init__(self) -> None:
        super().__init__(say("Explained on page Learn: {words}", words="{links}"), between=" · ")
        self._cards: Mapping[str, LearnCard] | None = None
        self._finder = TermFinder({})
        self._texts: tuple[str, ...] = ()
        self._found: tuple[Choice, ...] = ()
        self.setAccessibleName(say("Explained on page Learn"))
        self.linkActivated.connect(self.opened)

    def take_cards(self, cards: Mapping[str, LearnCard]) -> None:
        """The cards whose words are looked for."""
        if cards is not self._cards:
            self._cards, self._finder = cards, TermFinder(cards)
            self._find()

    def show_texts(self, texts: tuple[str, ...]) -> None:
        """Link to what explains the words of these texts."""
        if texts != self._texts:
            self._texts = texts
            self._find()

    def _find(self) -> None:
        found = self._finder.found(self._texts)
        if found != self._found:
            self._found = found
            self.show_links(found)


LIMIT_S = 180.0


class LiveLayer(ChildWork):
    """One run at a time. `changed` carries what is to be read."""

    changed = Signal(object)

    def __init__(self, parent: QObject, command: Callable[..., Sequence[str]] | None = None) -> None:
        super().__init__(parent, command or ChildProcess.default_command)
        self._runs: list[LayerRun] = []
        self._failures: list[Failure] = []

    def start(self) -> None:
        """Run it in a child."""
        if not self.is_busy:
            self._runs, self._failures = [], []
            self._run(say("Running a layer live"), ("bench", "--layer", "--events"), LIMIT_S, self._finish)

    def _take(self, message: Message) -> None:
        if isinstance(message, Result) and message.kind == "layer_run":
            self._runs.append(message.record(LayerRun))
            self._show()
        elif isinstance(message, Failure):
            self._failures.append(message)

    def _finish(self, outcome: ChildOutcome) -> None:
        if outcome.kind != "done":
            self.said.emit(in_words(outcome.sentence))
        if self._runs or self._failures:
            self._show()

    def _show(self) -> None:
        self.changed.emit(layer_view(self._runs, [one.sentence for one in self._failures]))


PAGE = "learn"


def connect_learn(window: MainWindow, page: LearnPage, others: Sequence[Measuring], session: Session) -> None:
    """The cards follow the rig shown, and are computed only while their page is open."""
    learning = LookedAt(page)

    def take_rig(rig: Rig | None, catalog: Catalog) -> None:
        money = session.settings.now.money
        learning.ask(lambda: learn_steps(rig, catalog, money), about=(rig, catalog, money))

    def take_money() -> None:
        if session.asking.catalog is not None:
            take_rig(session.shown.shown.rig if session.shown.shown is not None else None, session.asking.catalog)

    def show_trouble(sentence: str) -> None:
        if session.asking.catalog is None:
            page.show_trouble(sentence)
        else:
            take_rig(None, session.asking.catalog)

    learning.changed.connect(page.show_view)
    learning.failed.connect(page.show_trouble)
    session.rig.changed.connect(take_rig)
    session.settings.changed.connect(take_money)
    session.rig.failed.connect(show_trouble)
    window.page_opened.connect(lambda name: learning.show(name == PAGE))
    window.closed.connect(learning.stop)
    _connect_layer(window, page, others, session)


def connect_learn_links(window: MainWindow, page: LearnPage, run_page: "WillItRunPage", session: Session) -> None:
    """Words that stand on other pages and that a card explains lead to it, from a line at the end of the page."""

    def open_topic(topic_id: str) -> None:
        window.open_page(PAGE)
        page.open_topic(topic_id)

    def add(other: Page, changed: SignalInstance, texts: Callable[[Any], tuple[str, ...]]) -> LearnLinks:
        links = LearnLinks()
        other.body.addWidget(links)
        links.opened.connect(open_topic)
        session.rig.changed.connect(lambda _, catalog: links.take_cards(catalog.learn))
        changed.connect(lambda view: links.show_texts(texts(view)))
        links.set_theme(window.theme)
        return links

    def texts_of(view: "WillItRunView | None") -> tuple[str, ...]:
        return answer_texts(view, is_explained=run_page.explain.is_open) if view is not None else ()

    add(window.my_rig, session.rig.viewed, rig_texts)
    links = add(run_page, session.asking.answered, texts_of)
    run_page.explain.button.toggled.connect(lambda _: links.show_texts(texts_of(session.asking.view)))


def _connect_layer(window: MainWindow, page: LearnPage, others: Sequence[Measuring], session: Session) -> None:
    """While the layer runs nothing else is measured, and the other way round."""
    layer = LiveLayer(page)

    def tell_pages(*_: object) -> None:
        busy = layer.is_busy or not session.is_free
        window.my_rig.set_busy(busy, is_own=session.shown.is_own)
        for other in (page, *others):
            other.set_busy(busy, is_own=session.shown.is_own)

    layer.changed.connect(page.topic.layer.show_result)
    layer.said.connect(window.say)
    layer.job_changed.connect(window.job.show_job)
    window.job.cancelled.connect(layer.cancel)
    window.closed.connect(layer.end_now)
    page.layer_requested.connect(layer.start)
    for changed in (layer.job_changed, session.rig.viewed, session.own.job_changed, session.rig.failed):
        changed.connect(tell_pages)
    tell_pages()
