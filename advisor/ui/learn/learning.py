"""The cards of Learn for the rig shown, without widgets: in small pieces, and only while somebody looks."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from advisor.answer.claims.claims import each_claim, learn_cards
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.rig.rig import Rig
from advisor.present.learn.pictures import learn_pictures
from advisor.present.learn.text import learn_view
from advisor.ui.work.ticks import Ticks
from advisor.ui.work.unexpected import unexpected

if TYPE_CHECKING:
    from advisor.facts.answers.claim import ClaimFinding
    from advisor.present.learn.view import LearnPictures, LearnView


class Learning(QObject):
    """Takes the rig; emits the finished view. What is not looked at waits until it is."""

    changed = Signal(object)
    failed = Signal(str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._rig: Rig | None = None
        self._catalog: Catalog | None = None
        self._is_shown, self._is_due = False, False
        self._view: LearnView | None = None
        self._ticks = Ticks(self, failed=lambda error: self.failed.emit(unexpected(error)))

    def take_rig(self, rig: Rig | None, catalog: Catalog) -> None:
        """Answer for this rig from now on; without one the ideas and claims stand alone."""
        if rig != self._rig or catalog is not self._catalog:
            self._rig, self._catalog = rig, catalog
            self._is_due = True
            self._ask()

    def show(self, is_shown: bool) -> None:
        """Whether somebody looks."""
        self._is_shown = is_shown
        self._ask()

    def stop(self) -> None:
        """The window closes."""
        self._ticks.stop()

    def _ask(self) -> None:
        if self._is_due and self._is_shown and self._catalog is not None:
            self._ticks.start(self._steps(self._rig, self._catalog), done=self._finish)

    def _steps(self, rig: Rig | None, catalog: Catalog) -> Iterator[None]:
        found: list[ClaimFinding] = []
        for claim in each_claim(catalog, rig):
            found.append(claim)
            yield
        pictures: dict[str, LearnPictures] = {}
        for card_id, card in catalog.learn.items():
            if rig is not None:
                pictures[card_id] = learn_pictures(card, rig, catalog)
            yield
        self._view = learn_view(learn_cards(found, catalog), pictures)

    def _finish(self) -> None:
        self._is_due = False
        self.changed.emit(self._view)
