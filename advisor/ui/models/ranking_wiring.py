"""Connects page What can I run? with the ranking behind it, and with the page its models open."""

from PySide6.QtCore import QObject, Signal

from advisor.advice.ranking import ranking_steps
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.local_model import LocalModel
from advisor.facts.rig.rig import Rig
from advisor.present.rank.rows import RankedRow
from advisor.present.rank.search import Elsewhere, models_elsewhere
from advisor.present.rank.what_can_i_run import ranking_workloads
from advisor.ui.models.page_what_can_i_run import WhatCanIRunPage
from advisor.ui.models.trial_wiring import connect_trials
from advisor.ui.state.session import Session
from advisor.ui.window.main_window import MainWindow
from advisor.ui.window.wiring import elsewhere, follow_work
from advisor.ui.work.looked_at import LookedAt

PAGE = "what_can_i_run"
FIRST_WORKLOAD = "chat"
SLICE_S = 0.002
"""A model takes up to 10 ms."""


class ModelRanking(LookedAt):
    """Ranks on the rig for the use that is chosen."""

    workloads_changed = Signal(object, str)
    elsewhere_changed = Signal(object)
    """Models of other tasks."""

    def __init__(self, parent: QObject, workload_id: str | None) -> None:
        super().__init__(parent, slice_s=SLICE_S)
        self.workload_id = workload_id or FIRST_WORKLOAD
        self._parts: tuple[Rig, Catalog] | None = None
        self._local: tuple[LocalModel, ...] = ()

    def take_rig(self, rig: Rig, catalog: Catalog) -> None:
        """Rank on this rig from now on."""
        if self._parts is None or catalog is not self._parts[1]:
            if self.workload_id not in catalog.workloads and self.workload_id not in catalog.other_workloads:
                self.workload_id = FIRST_WORKLOAD
            self.workloads_changed.emit(ranking_workloads(catalog), self.workload_id)
        self._parts = rig, catalog
        self.choose_workload(self.workload_id)

    def take_local(self, models: tuple[LocalModel, ...]) -> None:
        """Show these models on this computer from now on."""
        self._local = models
        self.choose_workload(self.workload_id)

    def choose_workload(self, workload_id: str) -> None:
        """Rank for this use from now on."""
        self.workload_id = workload_id
        if self._parts is not None:
            asked = (*self._parts, workload_id, self._local)
            self.elsewhere_changed.emit(models_elsewhere(self._parts[1], workload_id))
            self.ask(lambda: ranking_steps(*asked), about=asked)


def connect_what_can_i_run(window: MainWindow, page: WhatCanIRunPage, session: Session) -> ModelRanking:
    """The ranking follows the rig shown, and works only while its page is open."""
    ranking = ModelRanking(page, session.settings.now.workload_id)

    def open_model(row: RankedRow) -> None:
        for knob, choice in (("workload", row.workload_id), ("model", row.model_id)):
            session.asking.turn(knob, choice)
        session.asking.answer()
        window.open_page("will_it_run")

    def choose(workload_id: str) -> None:
        page.choose_workload(workload_id)
        ranking.choose_workload(workload_id)

    asked: list[str] = []

    def follow() -> None:
        """Rank for the work that other pages turned to; what is chosen here stays until then."""
        question = session.asking.question
        if question is not None and asked != [question.now.workload_id]:
            is_first = not asked
            asked[:] = [question.now.workload_id]
            if not is_first:
                choose(question.now.workload_id)

    def go_elsewhere(one: Elsewhere) -> None:
        choose(one.workload_id)

    ranking.workloads_changed.connect(page.show_workloads)
    ranking.elsewhere_changed.connect(page.show_elsewhere)
    page.wished_elsewhere.connect(go_elsewhere)
    ranking.begun.connect(page.show_waiting)
    ranking.changed.connect(page.show_view)
    ranking.failed.connect(page.show_trouble)
    session.shown.replaced.connect(page.forget)
    session.rig.changed.connect(ranking.take_rig)
    session.rig.failed.connect(elsewhere(page.show_trouble))
    follow_work(page, session)
    page.measure_requested.connect(session.own.measure)
    page.workload_chosen.connect(ranking.choose_workload)
    session.asking.models_wished.connect(page.show_all)
    session.asking.models_wished.connect(choose)
    session.asking.asked_anew.connect(follow)
    page.opened.connect(open_model)
    connect_trials(window, page, session, open_model)
    window.page_opened.connect(lambda name: ranking.show(name == PAGE))
    window.closed.connect(ranking.stop)
    return ranking
