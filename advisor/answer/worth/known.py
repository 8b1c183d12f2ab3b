"""What was worked out for one question, whatever is said about money: speeds, what rigs make possible, other work."""

from collections.abc import Generator, Hashable
from dataclasses import replace

from advisor.answer.money.prices import Prices
from advisor.answer.rig.ranked import Ranked
from advisor.answer.what_if.upgrade import Asked, Upgrade
from advisor.answer.what_if.upgrade_limits import UpgradeLimits
from advisor.answer.what_if.upgrades import upgrades
from advisor.answer.worth.compared import Compared
from advisor.answer.worth.newly import NewlyUsable
from advisor.answer.worth.other_work import slow_works
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.speed import Reached, Speeds, usual_question
from advisor.answer.worth.ways import free_way
from advisor.facts.rig.rig import Rig

Instead = dict[Hashable, Ranked | None]
"""Of one rig and one catalog, whatever is asked: what does the work instead."""


class Known:
    """Of one rig and one question; `instead` is what was worked out for other questions about the same rig."""

    def __init__(self, instead: Instead | None = None) -> None:
        self._instead = {} if instead is None else instead
        self.speeds = Speeds()
        self._usual: WorthQuestion | None = None
        self._newly: NewlyUsable | None = None
        self._slow_works: tuple[str, ...] | None = None
        self._free_way: tuple[Compared, ...] | None = None
        self._upgrades: tuple[object, tuple[Upgrade, ...]] | None = None

    def question(self, rig: Rig, question: WorthQuestion) -> WorthQuestion:
        """The question in the file that suits the rig.

        Raises:
            ProblemError: it cannot be answered on any rig.
        """
        if self._usual is None:
            self._usual = usual_question(rig, question)
        return replace(question, usual_quant=self._usual.usual_quant)

    def upgrades(self, rig: Rig, limits: UpgradeLimits, asked: Asked, prices: Prices) -> tuple[Upgrade, ...]:
        """What could be changed about the rig: the same as long as everything is sold at the same prices."""
        about = asked, prices.told_of_goods
        if self._upgrades is None or self._upgrades[0] != about:
            self._upgrades = about, tuple(upgrades(rig, limits, asked, prices))
        return self._upgrades[1]

    def free_way(self, rig: Rig, now: Reached, question: WorthQuestion) -> tuple[Compared, ...]:
        """The least change of a setting that makes the model fit."""
        if self._free_way is None:
            self._free_way = free_way(rig, now, question)
        return self._free_way

    def newly(self, rig: Rig, question: WorthQuestion) -> NewlyUsable:
        """What other rigs make possible that this one does not."""
        if self._newly is None:
            self._newly = NewlyUsable(rig, question, self._instead)
        return self._newly

    def slow_works(self, rig: Rig, question: WorthQuestion) -> Generator[None, None, tuple[str, ...]]:
        """Ids of other work that is slow on this rig, in short steps."""
        if self._slow_works is None:
            self._slow_works = yield from slow_works(rig, question)
        return self._slow_works
