"""Connects page Learn with its cards, with the layer that is run live, and with the words that lead to it."""

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import SignalInstance

from advisor.advice.learning import learn_steps
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.rig.rig import Rig
from advisor.present.learn.text import answer_texts, rig_texts
from advisor.ui.learn.learn_links import LearnLinks
from advisor.ui.learn.live_layer import LiveLayer
from advisor.ui.learn.page_learn import LearnPage
from advisor.ui.parts.panel import Page
from advisor.ui.state.session import Session
from advisor.ui.window.main_window import MainWindow
from advisor.ui.window.wiring import Measuring
from advisor.ui.work.looked_at import LookedAt

PAGE = "learn"


def connect_learn(window: MainWindow, page: LearnPage, others: Sequence[Measuring], session: Session) -> None:
    """The cards follow the rig shown, and are computed only while their page is open."""
    learning = LookedAt(page)

    def take_rig(rig: Rig | None, catalog: Catalog) -> None:
        learning.ask(lambda: learn_steps(rig, catalog), about=(rig, catalog))

    def show_trouble(sentence: str) -> None:
        if session.asking.catalog is None:
            page.show_trouble(sentence)
        else:
            take_rig(None, session.asking.catalog)

    learning.changed.connect(page.show_view)
    learning.failed.connect(page.show_trouble)
    session.rig.changed.connect(take_rig)
    session.rig.failed.connect(show_trouble)
    window.page_opened.connect(lambda name: learning.show(name == PAGE))
    window.closed.connect(learning.stop)
    _connect_layer(window, page, others, session)


def connect_learn_links(window: MainWindow, page: LearnPage, run_page: Page, session: Session) -> None:
    """Words of other pages that a card explains lead to it, from a line at the end of the page."""

    def open_topic(topic_id: str) -> None:
        window.open_page(PAGE)
        page.open_topic(topic_id)

    def add(other: Page, changed: SignalInstance, texts: Callable[[Any], tuple[str, ...]]) -> None:
        links = LearnLinks()
        other.body.addWidget(links)
        links.opened.connect(open_topic)
        session.rig.changed.connect(lambda _, catalog: links.take_cards(catalog.learn))
        changed.connect(lambda view: links.show_texts(texts(view)))
        links.set_theme(window.theme)

    add(window.my_rig, session.rig.viewed, rig_texts)
    add(run_page, session.asking.answered, answer_texts)


def _connect_layer(window: MainWindow, page: LearnPage, others: Sequence[Measuring], session: Session) -> None:
    """While the layer runs nothing else is measured, and the other way round."""
    layer = LiveLayer(page)

    def tell_pages(*_: object) -> None:
        busy = layer.is_busy or not session.is_free
        window.my_rig.set_busy(busy)
        for other in (page, *others):
            other.set_busy(busy, is_own=session.shown.is_own)

    layer.changed.connect(page.show_layer)
    layer.said.connect(window.say)
    layer.job_changed.connect(window.job.show_job)
    window.job.cancelled.connect(layer.cancel)
    window.closed.connect(layer.end_now)
    page.layer_requested.connect(layer.start)
    for changed in (layer.job_changed, session.rig.viewed, session.own.job_changed, session.rig.failed):
        changed.connect(tell_pages)
    tell_pages()
