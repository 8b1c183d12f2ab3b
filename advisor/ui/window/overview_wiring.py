"""Connects page Overview: the rig at once, its tiles once the other pages are there."""

from typing import TYPE_CHECKING

from advisor.present.findings.health import health
from advisor.ui.state.session import Session
from advisor.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from advisor.catalog.cards.catalog import Catalog
    from advisor.facts.rig.rig import Rig
    from advisor.present.overview.tiles import Tile
    from advisor.present.upgrade.view import WorthView
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
    """The answers follow the rig shown, and are worked out only while the page is open."""
    from advisor.advice.overview import OverviewAsked, overview_steps
    from advisor.advice.purchase import page_purchase
    from advisor.present.overview.tiles import UPGRADE, empty_tiles
    from advisor.ui.work.looked_at import LookedAt

    page, purchase = window.overview, session.purchase
    uses, verdict = LookedAt(page), LookedAt(page)

    def ask_uses(rig: "Rig", catalog: "Catalog") -> None:
        asked = OverviewAsked(rig, catalog)
        if uses.ask(lambda: overview_steps(asked), about=asked):
            page.offer_tiles(empty_tiles(catalog))

    def ask_verdict(*_: object) -> None:
        rig, catalog, knobs = session.shown.shown, session.asking.catalog, session.asking.knobs
        if rig is not None and catalog is not None and knobs is not None and not session.asking.is_choosing:
            asked = page_purchase(rig, catalog, knobs, session.settings.now.money)
            verdict.ask(lambda: purchase.steps(asked), about=asked)

    def open_tile(tile_id: str, model_id: str) -> None:
        if tile_id == UPGRADE:
            window.open_page("upgrade")
            return
        session.asking.turn("workload", tile_id)
        if model_id:
            session.asking.name_model(model_id)
        else:
            session.asking.wish_models()
        session.asking.answer()
        window.open_page("will_it_run" if model_id else "what_can_i_run")

    def show(name: str) -> None:
        for one in (uses, verdict):
            one.show(name == PAGE)

    beside = _BesideUses(page, session.shown)
    uses.changed.connect(lambda tile: beside.show_use(tile))  # which keeps it
    verdict.changed.connect(lambda view: beside.take(view))
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


class _BesideUses:
    """The verdict on buying, which names its model where the best of that use is another one."""

    def __init__(self, page: "OverviewPage", shown: "ShownMachine") -> None:
        self._page, self._shown = page, shown
        self._guessed: dict[str, Tile] = {}
        self._view: WorthView | None = None

    def take(self, view: "WorthView") -> None:
        """Show this verdict."""
        self._view = view
        self._show()

    def show_use(self, tile: "Tile") -> None:
        """Show the answer of a use, and the verdict anew where it is about that."""
        self._page.show_tile(self._with_before(tile))
        if self._view is not None and self._view.use == tile.heading and self._page.tiles["upgrade"].tile.title:
            self._show()

    def _with_before(self, tile: "Tile") -> "Tile":
        """The same with what was best before this computer was measured, where that is another one."""
        from advisor.present.overview.tiles import before_measuring

        profile = self._shown.profile
        if not self._shown.is_own or profile is None:
            return tile
        if profile.measurements is None or not profile.measurements.results:
            self._guessed[tile.id] = tile
            return tile
        return before_measuring(tile, self._guessed.get(tile.id))

    def _show(self) -> None:
        from advisor.present.overview.tiles import upgrade_tile

        if self._view is not None:
            self._page.show_tile(upgrade_tile(self._view, [one.tile for one in self._page.tiles.values()]))
