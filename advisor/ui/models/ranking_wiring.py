"""Connects page What can I run? with the ranking behind it, and with the page its models open."""

from advisor.present.rank.what_can_i_run import RankedRow
from advisor.ui.models.model_ranking import ModelRanking
from advisor.ui.models.page_what_can_i_run import WhatCanIRunPage
from advisor.ui.state.session import Session
from advisor.ui.window.main_window import MainWindow
from advisor.ui.window.wiring import elsewhere, follow_work

PAGE = "what_can_i_run"


def connect_what_can_i_run(window: MainWindow, page: WhatCanIRunPage, session: Session) -> None:
    """The ranking follows the rig shown, and works only while its page is open."""
    ranking = ModelRanking(page, session.settings.now.workload_id)

    def open_model(row: RankedRow) -> None:
        for knob, choice in (("workload", ranking.workload_id), ("model", row.model_id), ("quant", row.quant_id)):
            session.asking.turn(knob, choice)
        session.asking.answer()
        window.open_page("will_it_run")

    ranking.workloads_changed.connect(page.show_workloads)
    ranking.begun.connect(page.show_waiting)
    ranking.changed.connect(page.show_view)
    ranking.failed.connect(page.show_trouble)
    session.rig.changed.connect(ranking.take_rig)
    session.rig.failed.connect(elsewhere(page.show_trouble))
    follow_work(page, session)
    page.measure_requested.connect(session.own.measure)
    page.workload_chosen.connect(ranking.choose_workload)
    page.opened.connect(open_model)
    window.page_opened.connect(lambda name: ranking.show(name == PAGE))
    window.closed.connect(ranking.stop)
