"""What is worth its money on the rig shown, without widgets: in short steps, and only while somebody looks."""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal

from advisor.answer.asked.problem import ProblemError
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.speed import Speeds
from advisor.answer.worth.worth import worth_steps
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.kept.settings import Money
from advisor.facts.rig.known_rig import KnownRig
from advisor.present.upgrade.view import WorthView, worth_trip, worth_view
from advisor.present.words.view import Knobs
from advisor.present.words.words import say
from advisor.ui.work.ticks import Ticks
from advisor.ui.work.unexpected import unexpected

SLICE_S = 0.002
"""A step takes up to 10 ms."""


@dataclass(frozen=True)
class WorthAsked:
    """All that decides about an answer."""

    shown: KnownRig
    catalog: Catalog
    workload_id: str
    model_id: str
    quant_id: str | None
    money: Money

    def question(self) -> WorthQuestion:
        """The question for the rooms below.

        Raises:
            ProblemError: the model is a file, of which no price and no other form is known.
        """
        if self.model_id not in self.catalog.models and self.model_id not in self.catalog.other_models:
            raise ProblemError(say("An opened file has no prices to compare: choose its model by name."))
        return WorthQuestion(self.catalog, self.workload_id, self.model_id, self.quant_id, self.money)


class WorthAsking(QObject):
    """Takes rig, question and money; emits the finished view. What is not looked at waits until it is."""

    changed = Signal(object)
    failed = Signal(str)
    begun = Signal()

    def __init__(self, parent: QObject, money: Money) -> None:
        super().__init__(parent)
        self.money = money
        self._parts: tuple[KnownRig, Catalog] | None = None
        self._knobs: Knobs | None = None
        self._is_shown = False
        self._answered: WorthAsked | None = None
        """What the last answer is about, or the one that is being worked on."""
        self._view: WorthView | None = None
        self._speeds: tuple[WorthAsked, Speeds] | None = None
        """What the question with no word about money reached so far."""
        self._ticks = Ticks(self, slice_s=SLICE_S, failed=self._fail)

    def take_rig(self, shown: KnownRig, catalog: Catalog) -> None:
        """Answer for this rig from now on."""
        self._parts = shown, catalog
        self._ask()

    def take_knobs(self, knobs: Knobs) -> None:
        """Answer for the model and the workload that are chosen."""
        self._knobs = knobs
        self._ask()

    def take_money(self, money: Money) -> None:
        """Count with this from now on."""
        self.money = money
        self._ask()

    def show(self, is_shown: bool) -> None:
        """Whether somebody looks."""
        self._is_shown = is_shown
        self._ask()

    def stop(self) -> None:
        """The window closes."""
        self._ticks.stop()

    def view_now(self) -> WorthView | None:
        """The view of what is asked now, for the report: worked out at once where it is not there yet."""
        asked = self._asked()
        if asked is None:
            return None
        if self._view is None or asked != self._answered:
            try:
                *_, view = self._steps(asked)
            except ProblemError:
                return None
            return view
        return self._view

    def _asked(self) -> WorthAsked | None:
        if self._parts is None or self._knobs is None:
            return None
        shown, catalog = self._parts
        quant = self._knobs.knob("quant")
        quant_id = quant.choice_id if quant is not None and quant.choice_id in catalog.quants else None
        return WorthAsked(shown, catalog, self._knobs.workload_id, self._knobs.model_id, quant_id, self.money)

    def _ask(self) -> None:
        """Answer anew where anything changed: what was begun for another question is dropped."""
        asked = self._asked()
        if asked is None or not self._is_shown or asked == self._answered:
            return
        self._answered, self._view = asked, None
        self.begun.emit()
        self._ticks.start(self._steps(asked), take=self._take)

    def _take(self, view: WorthView | None) -> None:
        if view is not None:
            self._view = view
            self.changed.emit(view)

    def _steps(self, asked: WorthAsked) -> Iterator[WorthView | None]:
        """One view at the end, nothing before."""
        without_money = replace(asked, money=Money())
        if self._speeds is None or self._speeds[0] != without_money:
            self._speeds = without_money, Speeds()
        machine, rig, today = asked.shown.machine, asked.shown.rig, datetime.datetime.now().astimezone().date()
        for answer in worth_steps(machine, rig, asked.question(), today=today, speeds=self._speeds[1]):
            yield None
            if answer is not None:
                trip = worth_trip(answer, rig)
                yield None
                view = worth_view(answer, trip)
                yield None  # to show it takes a step of its own
                yield view

    def _fail(self, error: Exception) -> None:
        self.failed.emit(str(error) if isinstance(error, ProblemError) else unexpected(error))
