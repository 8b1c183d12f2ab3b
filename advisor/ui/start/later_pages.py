"""The pages that are not needed for the first paint."""

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import QThread

from advisor.present.words.words import say
from advisor.ui.state.session import Session
from advisor.ui.window.main_window import MainWindow
from advisor.ui.window.overview_wiring import connect_tiles
from advisor.ui.window.wiring import connect_will_it_run

MOST_WAIT_S, PAINT_S, LOOK_MS = 0.4, 0.015, 3
"""How long other pages wait for the picture of the rig, which is what a person sees first, and then for its paint: Qt
lets some milliseconds pass before one."""


def add_pages(window: MainWindow, session: Session) -> Iterator[None]:
    """Import and build one page per step.

    Page Overview needs only the cards: where no file is to be opened they are read first, and its picture does not
    wait for other pages.
    """
    is_first = not session.files.is_asked_for
    if is_first:
        session.load_catalog()
        yield from _wait_for_rig(session)
    from advisor.ui.models.page_what_can_i_run import WhatCanIRunPage
    from advisor.ui.models.ranking_wiring import connect_what_can_i_run

    ranking = WhatCanIRunPage()
    window.add_page("what_can_i_run", say("Models"), ranking)
    models = connect_what_can_i_run(window, ranking, session)
    yield
    from advisor.ui.will_it_run.page_will_it_run import WillItRunPage

    page = WillItRunPage()
    yield
    window.add_page("will_it_run", say("Will it run?"), page)
    connect_will_it_run(window, page, session)
    yield
    from advisor.ui.upgrade.page_upgrade import UpgradePage
    from advisor.ui.upgrade.upgrade_wiring import connect_upgrade

    upgrade = UpgradePage()
    yield
    window.add_page("upgrade", say("Upgrade"), upgrade)
    connect_upgrade(window, upgrade, session)
    yield
    connect_tiles(window, session)
    yield
    from advisor.ui.learn.learn_wiring import connect_learn, connect_learn_links
    from advisor.ui.learn.page_learn import LearnPage

    yield
    learn = LearnPage()
    window.add_page("learn", say("Learn"), learn)
    connect_learn(window, learn, (page, ranking, upgrade), session)
    connect_learn_links(window, learn, page, session)
    yield
    if is_first:
        session.rig.tell_again()
    else:
        session.load_catalog()
    yield
    from advisor.ui.models.local_wiring import connect_local

    connect_local(window, models, session)
    session.files.rigs_opened.connect(_opening_rigs(window, session))


def _opening_rigs(window: MainWindow, session: Session) -> Callable[[Sequence[Path]], None]:
    """Shows several rigs on a page of their own, which is made when they are first there."""
    shows: list[Callable[[Sequence[Path]], None]] = []

    def show(paths: Sequence[Path]) -> None:
        from advisor.ui.rigs.rigs_wiring import add_rigs

        shows[:] = shows or [add_rigs(window, session)]
        shows[0](paths)

    return show


def _wait_for_rig(session: Session) -> Iterator[None]:
    """Leave the processor to the child that reads the hardware; between steps its find is taken, and drawn."""
    end_s = time.monotonic() + MOST_WAIT_S
    yield
    while session.own.is_reading and time.monotonic() < end_s:
        QThread.msleep(LOOK_MS)
        yield
    end_s = time.monotonic() + PAINT_S
    while time.monotonic() < end_s:
        QThread.msleep(LOOK_MS)
        yield
