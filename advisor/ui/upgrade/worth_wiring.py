"""Connects page Is a GPU worth it? with the comparison behind it, the question of the session, and what is kept."""

from advisor.catalog.cards.catalog import Catalog
from advisor.facts.kept.settings import Money
from advisor.ui.state.session import Session
from advisor.ui.upgrade.page_worth import WorthPage
from advisor.ui.upgrade.worth_asking import WorthAsking
from advisor.ui.window.main_window import MainWindow
from advisor.ui.window.picture_sharing import pictures_of
from advisor.ui.window.report_saving import save_report
from advisor.ui.window.wiring import elsewhere, follow_work, while_open

PAGE = "worth"


def connect_worth(window: MainWindow, page: WorthPage, session: Session) -> None:
    """The comparison follows the rig, model and workload shown, and works only while its page is open."""
    asking = WorthAsking(page, session.settings.now.money)
    session.verdict = asking.view_now

    def turn(knob: str, choice: str) -> None:
        session.asking.turn(knob, choice)
        session.asking.answer()

    def take_rig(_: object, catalog: Catalog) -> None:
        if session.shown.shown is not None:
            asking.take_rig(session.shown.shown, catalog)

    def take_money() -> None:
        page.show_money(session.settings.now.money)
        asking.take_money(session.settings.now.money)

    def keep(money: Money) -> None:
        session.settings.keep(money=money)

    page.turned.connect(turn)
    page.money_typed.connect(keep)
    page.measure_requested.connect(session.own.measure)
    follow_work(page, session)
    page.pdf_requested.connect(lambda: save_report(window, session))
    pictures = pictures_of(window, session)
    page.picture_requested.connect(lambda view: pictures.copy(pictures.worth(view)))
    page.picture_file_requested.connect(lambda view: pictures.save(pictures.worth(view)))
    session.settings.changed.connect(take_money)
    session.rig.changed.connect(take_rig)
    while_open(window, PAGE, session.asking.knobs_changed, page.show_knobs)
    session.asking.knobs_changed.connect(asking.take_knobs)
    session.rig.failed.connect(elsewhere(page.show_trouble))
    asking.begun.connect(page.show_waiting)
    asking.changed.connect(page.show_view)
    asking.failed.connect(page.show_trouble)
    window.page_opened.connect(lambda name: asking.show(name == PAGE))
    window.closed.connect(asking.stop)
    page.show_money(session.settings.now.money)
