"""Connects page Overview: the rig at once, its tiles once the other pages are there."""

from typing import TYPE_CHECKING

from advisor.present.findings.health import health
from advisor.ui.state.session import Session
from advisor.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from advisor.advice.purchase import PurchaseAsked
    from advisor.catalog.cards.catalog import Catalog
    from advisor.facts.rig.rig import Rig
    from advisor.present.overview.tiles import Tile
    from advisor.present.words.view import MyRigView
    from advisor.ui.overview.page_overview import OverviewPage
    from advisor.ui.state.shown_machine import ShownMachine

PAGE = "overview"


def connect_overview(window: MainWindow, session: Session) -> None:
    """What is known of the rig, and the wish to measure it."""
    page = window.overview

    def show_rig(view: "MyRigView") -> None:
        page.show_rig(view, health(view.findings, check=view.check))

    session.rig.viewed.connect(show_rig)
    session.rig.failed.connect(page.show_trouble)
    for changed in (session.rig.viewed, session.own.job_changed, session.rig.failed):
        changed.connect(lambda _: page.set_busy(not session.is_free, is_own=session.shown.is_own))
    page.measure_requested.connect(session.own.measure)
    page.read_requested.connect(session.read_hardware)
    page.rig_opened.connect(lambda: window.open_page("my_rig"))


def connect_tiles(window: MainWindow, session: Session) -> None:
    """The answers follow the rig shown, and are worked out only while the page is open.

    The verdict on buying is about the first use and its best model, whatever other pages are asked meanwhile.
    """
    from advisor.advice.overview import OverviewAsked, overview_steps
    from advisor.present.overview.tiles import UPGRADE, USES, empty_tiles, upgrade_tile
    from advisor.ui.work.looked_at import LookedAt

    page, purchase = window.overview, session.purchase
    uses, verdict = LookedAt(page), LookedAt(page)

    def ask_uses(rig: "Rig", catalog: "Catalog") -> None:
        asked = OverviewAsked(rig, catalog)
        if uses.ask(lambda: overview_steps(asked), about=asked):
            page.offer_tiles(empty_tiles(catalog))

    def ask_verdict(*_: object) -> None:
        if (asked := _asked_purchase(page, session)) is not None:
            verdict.ask(lambda: purchase.steps(asked), about=asked)

    def show_use(tile: "Tile") -> None:
        page.show_tile(before.named(tile))
        if tile.id == USES[0]:
            ask_verdict()

    def open_tile(tile_id: str, model_id: str) -> None:
        if tile_id == UPGRADE:
            if best := page.tiles[USES[0]].tile.model_id:
                _ask_about(session, USES[0], best)
            window.open_page("upgrade")
            return
        _ask_about(session, tile_id, model_id)
        window.open_page("will_it_run" if model_id else "what_can_i_run")

    def show(name: str) -> None:
        for one in (uses, verdict):
            one.show(name == PAGE)

    before = _BeforeMeasuring(session.shown)
    uses.changed.connect(show_use)
    verdict.changed.connect(lambda view: page.show_tile(upgrade_tile(view)))
    verdict.failed.connect(lambda sentence: page.refuse_tile(UPGRADE, sentence))
    uses.failed.connect(session.said)
    session.rig.changed.connect(ask_uses)
    for changed in (session.rig.changed, session.asking.knobs_changed, session.settings.changed):
        changed.connect(ask_verdict)
    page.tile_opened.connect(open_tile)
    window.page_opened.connect(show)
    show(window.page_name)
    for one in (uses, verdict):
        window.closed.connect(one.stop)


def _asked_purchase(page: "OverviewPage", session: Session) -> "PurchaseAsked | None":
    """None while the best model is looked for; where none runs, what other pages are asked."""
    from advisor.advice.purchase import best_purchase, page_purchase
    from advisor.present.overview.tiles import USES

    rig, catalog, knobs = session.shown.shown, session.asking.catalog, session.asking.knobs
    panel, money = page.tiles.get(USES[0]), session.settings.now.money
    if rig is None or catalog is None or knobs is None or panel is None or not panel.tile.word:
        return None
    if best := panel.tile.model_id:
        return best_purchase(rig, catalog, USES[0], best, money)
    return page_purchase(rig, catalog, knobs, money)


def _ask_about(session: Session, workload_id: str, model_id: str) -> None:
    """Have other pages ask about this model, or show all models where none is named."""
    session.asking.turn("workload", workload_id)
    if model_id:
        session.asking.name_model(model_id)
    else:
        session.asking.wish_models()
    session.asking.answer()


class _BeforeMeasuring:
    """What was best for each use before this computer was measured, which its tile names where it is another one."""

    def __init__(self, shown: "ShownMachine") -> None:
        self._shown = shown
        self._guessed: dict[str, Tile] = {}

    def named(self, tile: "Tile") -> "Tile":
        """The tile with that."""
        from advisor.present.overview.tiles import before_measuring

        profile = self._shown.profile
        if not self._shown.is_own or profile is None:
            return tile
        if profile.measurements is None or not profile.measurements.results:
            self._guessed[tile.id] = tile
            return tile
        return before_measuring(tile, self._guessed.get(tile.id))
