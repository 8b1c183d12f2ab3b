"""Connects page Upgrade with the comparison behind it, the question of the session, and what is kept."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtWidgets import QFileDialog

from advisor.advice.added_prices import added_prices
from advisor.advice.purchase import PurchaseAsked, page_purchase
from advisor.catalog.imported.price_pack import ENDINGS
from advisor.charts.first_place import first_place
from advisor.facts.kept.settings import Money
from advisor.present.upgrade.view import in_thought
from advisor.present.words.words import say
from advisor.ui.state.session import Session
from advisor.ui.upgrade.page_upgrade import UpgradePage
from advisor.ui.upgrade.side_by_side_wiring import connect_side_by_side
from advisor.ui.window.main_window import MainWindow
from advisor.ui.window.picture_sharing import copy_picture, save_picture, worth_picture
from advisor.ui.window.report_saving import save_report
from advisor.ui.window.wiring import connect_picker, elsewhere, follow_work, while_open
from advisor.ui.work.looked_at import LookedAt

if TYPE_CHECKING:
    from advisor.present.upgrade.view import WorthView

PAGE = "upgrade"
SLICE_S = 0.002
"""A step takes up to 10 ms."""


def connect_upgrade(window: MainWindow, page: UpgradePage, session: Session) -> None:
    """What is compared follows the rig, model and workload shown, and works only while the page is open."""
    verdict, purchase = LookedAt(page, slice_s=SLICE_S), session.purchase

    def asked() -> PurchaseAsked | None:
        rig, catalog, knobs = session.shown.shown, session.asking.catalog, session.asking.knobs
        if rig is None or catalog is None or knobs is None:
            return None
        return page_purchase(rig, catalog, knobs, session.settings.now.money)

    wait, show = _showing(page, session, asked)

    def ask(*_: object) -> None:
        now = asked()
        if session.asking.is_choosing:
            wait()
        elif now is not None and not verdict.ask(lambda: purchase.steps(now), about=now):
            found = cast("WorthView | None", verdict.view_about(now))
            if found is not None:  # it was to be another one for a moment
                show(found)

    def look(*_: object) -> None:
        """Nothing is compared for a model that another one is about to replace."""
        is_open, is_choosing = window.page_name == PAGE, session.asking.is_choosing
        for work in works:
            work.show(is_open and not is_choosing)
        if is_open and is_choosing and verdict.view_about(asked()) is None:
            wait()

    def view_now() -> "WorthView | None":
        """Of what is asked now: worked out at once where it is not there yet."""
        now = asked()
        found = cast("WorthView | None", verdict.view_about(now))
        found = found if found is not None or now is None else purchase.view(now)
        return found and in_thought(found, session.shown.what_if)

    def take_money() -> None:
        page.show_money(session.settings.now.money)
        ask()

    session.verdict = view_now
    _connect_controls(window, page, session)
    session.settings.changed.connect(take_money)
    session.rig.changed.connect(ask)
    while_open(window, PAGE, session.asking.knobs_changed, page.show_knobs)
    session.asking.knobs_changed.connect(look)
    session.asking.knobs_changed.connect(ask)
    session.rig.failed.connect(elsewhere(page.show_trouble))
    session.shown.replaced.connect(page.take_machine)
    verdict.begun.connect(wait)
    verdict.changed.connect(show)
    verdict.failed.connect(page.show_trouble)
    works = verdict, connect_side_by_side(window, page, session, asked)
    for work in works:
        window.closed.connect(work.stop)
    window.page_opened.connect(look)
    page.show_money(session.settings.now.money)


def _showing(
    page: UpgradePage, session: Session, asked: Callable[[], PurchaseAsked | None]
) -> tuple[Callable[[], None], Callable[["WorthView"], None]]:
    """Says that an answer is on its way, and shows it: of another rig, model or work the one before goes meanwhile."""
    shown_about: list[PurchaseAsked] = []

    def wait() -> None:
        now = asked()
        page.show_waiting(is_other=not (now and shown_about and now.is_of_same(shown_about[-1])))

    def show(view: "WorthView") -> None:
        now = asked()
        shown_about[:] = [now] if now is not None else []
        page.show_view(in_thought(view, session.shown.what_if))

    return wait, show


def _connect_controls(window: MainWindow, page: UpgradePage, session: Session) -> None:
    """What needs no verdict: the picker, measuring, saving, and what is said about money."""

    def turn(knob: str, choice: str) -> None:
        session.asking.turn(knob, choice)
        session.asking.answer()

    page.turned.connect(turn)
    connect_picker(page.bar, window, session)
    page.measure_requested.connect(session.own.measure)
    follow_work(page, session)
    _connect_saving(window, page, session)
    _connect_money(window, page, session)


def _connect_saving(window: MainWindow, page: UpgradePage, session: Session) -> None:
    """The report, and the verdict as a picture."""
    page.pdf_requested.connect(lambda: save_report(window, session))
    page.picture_requested.connect(lambda view: copy_picture(window, worth_picture(session, view)))
    page.picture_file_requested.connect(lambda view: save_picture(window, worth_picture(session, view)))


def _connect_money(window: MainWindow, page: UpgradePage, session: Session) -> None:
    """What a person says about money is kept, and a file of prices that is chosen; the window takes one by a drop."""

    def keep(money: Money) -> None:
        session.settings.keep_soon(money=money)

    def add_prices(path: Path) -> None:
        catalog = session.asking.catalog
        if catalog is None:
            return
        added = added_prices(path, session.settings.now.money, catalog)
        if added.money is not None:
            session.settings.keep(money=added.money)
        page.refuse("\n".join(added.sentences))

    def choose_prices() -> None:
        files = " ".join(f"*{ending}" for ending in ENDINGS)
        kinds = say("Prices ({files})", files=files)
        path, _ = QFileDialog.getOpenFileName(window, say("Add prices"), first_place(), kinds)
        if path:
            add_prices(Path(path))

    page.money_typed.connect(keep)
    page.prices.add_requested.connect(choose_prices)
