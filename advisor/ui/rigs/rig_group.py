"""Many saved rigs, read and asked by a child: files of strangers cost one sentence, and the window never waits."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from advisor.advice.fleet.messages import FleetKinds, FleetRows
from advisor.answer.tasks.ask import find_workload
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.fleet import Fleet, FleetBuying
from advisor.facts.kept.settings import Money
from advisor.facts.values.frozen import frozen
from advisor.facts.values.message import Message, Result
from advisor.present.rank.fleet_group import buying_view
from advisor.present.rank.fleet_rows import FleetRow, fleet_row, fleet_view, of_its_kind
from advisor.present.tasks.shown import SHOWN
from advisor.present.words.money import currency_of
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.words import say
from advisor.run.watch import ChildOutcome
from advisor.ui.work.job import Job

LIMIT_S = 600.0
"""A fleet of ten thousand different rigs takes a minute on one core."""


@frozen
class GroupAsked:
    """What is asked of all of them: a model of the catalog, a workload and its name, what joins them, and the money."""

    workload_id: str
    workload: str
    model: str
    quant: str | None
    network: str
    money: Money


class RigGroup(QObject):
    """`changed` carries a view and its rows, `begun` that they are being asked, `failed` why they cannot be.

    It comes again once more is known of them, such as whom each serves.

    `advised` carries what to buy, after `changed`; None where that came to nothing.
    """

    begun = Signal()
    changed = Signal(object, object)
    failed = Signal(str)
    advised = Signal(object)

    def __init__(self, parent: QObject, command: Callable[..., Sequence[str]]) -> None:
        super().__init__(parent)
        self._command = command
        self._job: Job | None = None
        self.paths: tuple[Path, ...] = ()
        self._asked: tuple[GroupAsked, Catalog] | None = None
        self._answering: tuple[GroupAsked, Catalog] | None = None
        self._done: tuple[tuple[Path, ...], GroupAsked] | None = None
        self._kinds: list[FleetRow] = []
        self._rows: list[tuple[int, str, str]] = []
        self._fleet: Fleet | None = None
        self._is_advised = False
        self._is_shown = False
        self._tick = QTimer(self)
        self._tick.setSingleShot(True)
        self._tick.setInterval(0)
        self._tick.timeout.connect(self._start)

    def open(self, paths: Sequence[Path]) -> None:
        """Ask these from now on."""
        self.paths, self._done = tuple(paths), None
        self._tick.start()

    def ask(self, asked: GroupAsked, catalog: Catalog) -> None:
        """Ask all of them this, once somebody looks."""
        self._asked = asked, catalog
        self._tick.start()

    def show(self, is_shown: bool) -> None:
        """Whether somebody looks: nothing is asked before."""
        self._is_shown = is_shown
        if is_shown:
            self._tick.start()

    def stop(self) -> None:
        """Give up what is being asked."""
        self._tick.stop()
        if self._job is not None:
            self._job.end_now()
            self._job.deleteLater()
            self._job = None

    def _start(self) -> None:
        if not (self._is_shown and self.paths and self._asked) or self._done == (self.paths, self._asked[0]):
            return
        self.stop()
        self._answering, asked = self._asked, self._asked[0]
        self._done, self._fleet = (self.paths, asked), None
        self._kinds, self._rows, self._is_advised = [], [], False
        words = ["fleet", "--events", "--users", "--buy", "--workload", asked.workload_id, "--model", asked.model]
        words += ["--quant", asked.quant] if asked.quant else []
        words += ["--network", asked.network] if asked.network else []
        self.begun.emit()
        self._job = Job(self._command(*words, "--", *map(str, self.paths)), total_limit_s=LIMIT_S, parent=self)
        self._job.message.connect(self._take)
        self._job.ended.connect(self._finish)
        self._job.start()

    def _take(self, message: Message) -> None:
        if not isinstance(message, Result) or self._answering is None:
            return
        asked, catalog = self._answering
        currency = currency_of(asked.money)
        match message.kind:
            case "fleet_kinds":
                task = SHOWN[find_workload(asked.workload_id, catalog).task]
                told = message.record(FleetKinds)
                end = told.place + len(told.rows)
                self._kinds[told.place : end] = [fleet_row(one, task, currency) for one in told.rows]
            case "fleet_rows":
                some = message.record(FleetRows)
                self._rows += zip(some.kinds, some.labels, some.paths, strict=True)
            case "fleet":
                self._fleet = message.record(Fleet)
                rows = tuple(of_its_kind(self._kinds[kind], label, path) for kind, label, path in self._rows)
                self.changed.emit(fleet_view(self._fleet, catalog, asked.workload), rows)
            case "fleet_buying":
                self._is_advised = True
                self.advised.emit(buying_view(message.record(FleetBuying), currency))

    def _finish(self, outcome: ChildOutcome) -> None:
        self._job = None
        if self._fleet is None:
            self._done = None
            self.failed.emit(in_words(outcome.sentence) or say("No saved rig was found there."))
        elif not self._is_advised:
            self.advised.emit(None)
