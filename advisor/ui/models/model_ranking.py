"""All models ranked on the rig shown, without widgets: in small pieces, and only while somebody looks."""

from collections.abc import Iterator

from PySide6.QtCore import QObject, Signal

from advisor.answer.asked.problem import ProblemError
from advisor.answer.rig.rank import Ranked, best_first, each_ranked
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.rig.rig import Rig
from advisor.present.rank.what_can_i_run import RankedRow, ranked_row, ranking_workloads, what_can_i_run_view
from advisor.ui.work.ticks import Ticks
from advisor.ui.work.unexpected import unexpected

FIRST_WORKLOAD = "chat"
SLICE_S = 0.002
"""A model takes up to 10 ms."""


class ModelRanking(QObject):
    """Takes rig and workload; emits the finished view. What is not looked at waits until it is."""

    changed = Signal(object)
    workloads_changed = Signal(object, str)
    failed = Signal(str)
    begun = Signal()

    def __init__(self, parent: QObject, workload_id: str | None) -> None:
        super().__init__(parent)
        self.workload_id = workload_id or FIRST_WORKLOAD
        self._rig: Rig | None = None
        self._catalog: Catalog | None = None
        self._is_shown, self._is_due = False, False
        self._found: dict[str, tuple[Ranked, RankedRow]] = {}
        self._ticks = Ticks(self, slice_s=SLICE_S, failed=self._fail)

    def take_rig(self, rig: Rig, catalog: Catalog) -> None:
        """Rank on this rig from now on."""
        if catalog is not self._catalog:
            if self.workload_id not in catalog.workloads:
                self.workload_id = FIRST_WORKLOAD
            self.workloads_changed.emit(ranking_workloads(catalog), self.workload_id)
        if rig != self._rig or catalog is not self._catalog:
            self._rig, self._catalog = rig, catalog
            self._ask()

    def choose_workload(self, workload_id: str) -> None:
        """Rank for this use from now on."""
        if workload_id != self.workload_id:
            self.workload_id = workload_id
            self._ask()

    def show(self, is_shown: bool) -> None:
        """Whether somebody looks."""
        self._is_shown = is_shown
        if is_shown and self._is_due:
            self._ask()

    def stop(self) -> None:
        """The window closes."""
        self._ticks.stop()

    def _ask(self) -> None:
        """Rank anew: what was found for another question is dropped."""
        self._is_due = True
        self._found = {}
        if self._rig is None or self._catalog is None or not self._is_shown:
            self._ticks.stop()
            return
        self.begun.emit()
        self._ticks.start(self._steps(self._rig, self._catalog), done=self._finish)

    def _steps(self, rig: Rig, catalog: Catalog) -> Iterator[None]:
        for one in each_ranked(rig, catalog, workload_id=self.workload_id):
            yield
            self._found[one.model_id] = one, ranked_row(one, catalog)
            yield

    def _fail(self, error: Exception) -> None:
        self.failed.emit(str(error) if isinstance(error, ProblemError) else unexpected(error))

    def _finish(self) -> None:
        if self._catalog is None:
            return
        ranked = best_first((one for one, _ in self._found.values()), self._catalog, workload_id=self.workload_id)
        rows = [self._found[one.model_id][1] for one in ranked]
        self._is_due, self._found = False, {}
        self.changed.emit(what_can_i_run_view(ranked, rows, self._catalog, workload_id=self.workload_id))
