"""What the model picker of every page offers, worked out in small pieces while one is open."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from advisor.ui.state.asking import Asking
from advisor.ui.state.shown_machine import ShownMachine
from advisor.ui.work.looked_at import Ticks

if TYPE_CHECKING:
    from advisor.advice.picking import RigModels
    from advisor.facts.answers.local_model import LocalModel

SLICE_S = 0.002
"""A model takes up to 10 ms."""


class Picking(QObject):
    """Emits the groups anew when the best models are found, and what is known of models that are in sight.

    `is_advanced`: whether advanced knobs are shown, on all pages.
    """

    grouped = Signal(object)
    badged = Signal(object)
    advanced_shown = Signal(bool)

    def __init__(self, parent: QObject, asking: Asking, shown: ShownMachine) -> None:
        super().__init__(parent)
        self._asking, self._shown = asking, shown
        self._models: RigModels | None = None
        self._local: tuple[LocalModel, ...] = ()
        self._best: Iterator[None] | None = None
        self._wanted: list[str] = []
        self._ticks = Ticks(self, slice_s=SLICE_S, failed=asking.give_up)
        self.is_advanced = False

    def show_advanced(self, is_advanced: bool) -> None:
        """Show or hide the advanced knobs of every page."""
        if is_advanced != self.is_advanced:
            self.is_advanced = is_advanced
            self.advanced_shown.emit(is_advanced)

    def open(self) -> None:
        """A picker was opened: offer what is known, and look for the rest."""
        asked, shown = self._asking.asked, self._shown.shown
        if asked is None or shown is None:
            return
        from advisor.advice.picking import RigModels, ranked_as  # too slow for the first paint

        catalog = asked[1].catalog
        models = self._models
        if models is None or not models.is_about(shown.rig, catalog, self._local):
            models = self._models = RigModels(shown.rig, catalog, self._local)
        workload_id = ranked_as(*asked)
        self._best = None if models.best(workload_id) is not None else models.best_steps(workload_id)
        self._wanted = []
        self._group()
        self._ticks.start(self._steps())

    def take_local(self, models: "tuple[LocalModel, ...]") -> None:
        """Offer these models on this computer from the next opening on."""
        self._local = models

    def look_at(self, model_ids: Iterable[str]) -> None:
        """These are in sight: how they run is told as it is known, the others later."""
        self._wanted = list(model_ids)
        self._ticks.start(self._steps())

    def close(self) -> None:
        """No picker is open any more."""
        self._ticks.stop()

    def _group(self) -> None:
        from advisor.advice.picking import offered

        asking = self._asking
        if self._models and asking.question and asking.known and asking.knobs:
            here = asking.knobs.models
            self.grouped.emit(offered(asking.question, asking.known, here, asking.recent, self._models))

    def _steps(self) -> Iterator[None]:
        """One model a step, those in sight first."""
        from advisor.advice.picking import badge_here

        while self._models and (self._wanted or self._best is not None):
            if self._wanted and (asked := self._asking.asked):
                model_id = self._wanted.pop(0)
                found = badge_here(model_id, *asked, self._models)
                if found is not None:
                    self.badged.emit({model_id: found})
            elif self._best is not None and next(self._best, self) is self:
                self._best = None
                self._group()
            yield
