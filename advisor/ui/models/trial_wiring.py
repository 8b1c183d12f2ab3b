"""Try it now on page Models: beside the row whose file and whose engine are on this computer."""

from collections.abc import Callable
from dataclasses import replace

from advisor.present.rank.rows import RankedRow
from advisor.ui.models.page_what_can_i_run import WhatCanIRunPage
from advisor.ui.state.session import Session
from advisor.ui.window.main_window import MainWindow


def connect_trials(
    window: MainWindow, page: WhatCanIRunPage, session: Session, open_model: Callable[[RankedRow], None]
) -> None:
    """Offer it for the row that is shown; it runs on the page of its verdict, where the result stands beside it."""
    shown: list[RankedRow | None] = [None]

    def offer(row: RankedRow | None) -> None:
        shown[0] = row
        page.model.offer_trial(can_try=_path(row, session) is not None, is_free=session.is_free)

    def begin(row: RankedRow | None) -> None:
        path = _path(row, session)
        if row is not None and path is not None and session.is_free:
            session.own.wished_trial = path
            open_model(replace(row, model_id=path))

    def forget(name: str) -> None:
        if name != "will_it_run":
            session.own.wished_trial = ""

    page.shown.connect(offer)
    page.try_requested.connect(begin)
    session.own.job_changed.connect(lambda _: offer(shown[0]))
    window.page_opened.connect(forget)


def _path(row: RankedRow | None, session: Session) -> str | None:
    """The file of a row that can be run here; None where there is none."""
    if row is None or not (row.facets.is_file or row.held) or row.light == "wont_run" or not session.shown.is_own:
        return None
    from advisor.ui.state.trial_offer import file_to_try, has_engine

    catalog = session.asking.catalog
    if catalog is None or row.workload_id not in catalog.workloads:
        return None
    path = file_to_try(session, row.model_id, row.quant)
    return path if path is not None and has_engine(session, path) else None
