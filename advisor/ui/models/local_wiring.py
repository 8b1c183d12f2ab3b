"""Connects the search for models on this computer with the page and the picker that show them."""

from advisor.ui.models.ranking_wiring import PAGE, ModelRanking
from advisor.ui.state.session import Session
from advisor.ui.window.main_window import MainWindow


def connect_local(window: MainWindow, ranking: ModelRanking, session: Session) -> None:
    """Look once the window stands, and again when the page is opened, the hardware read or a folder named."""
    local = session.local
    local.changed.connect(ranking.take_local)
    local.changed.connect(session.picking.take_local)
    window.page_opened.connect(lambda name: local.look_again() if name == PAGE else None)
    window.my_rig.read_requested.connect(local.look_again)
    local.search()
