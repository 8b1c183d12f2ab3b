"""The answer to whether something is worth its money: everything that was compared, and what follows."""

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from advisor.answer.money.prices import ApiPrice, Electricity
from advisor.answer.what_if.upgrade_limits import UpgradeLimits
from advisor.answer.worth.compared import Compared, Counted
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.speed import Reached
from advisor.answer.worth.sureness import HeldBack
from advisor.facts.answers.worth import PURCHASES, RuleFinding
from advisor.facts.rig.rig import Processor
from advisor.facts.values.frozen import frozen
from advisor.facts.values.reason import Reason
from advisor.predict.worth.verdict import Case, Decision, brings_nothing, decide


@frozen
class Sooner:
    """A model of every day: what it reaches as it is, and with what the verdict is about."""

    model_id: str
    here: Reached
    there: Reached


class Harder(NamedTuple):
    """A model of the same work that is slow here; with the purchase that makes it of use, where one does."""

    model_id: str
    here: Reached
    way: Compared | None = None
    there: Reached | None = None


@frozen
class WorthAnswer:
    """Everything that was compared, and what follows. `elsewhere` is the cheapest way without buying.

    `counted` counts the money of any of the ways again, for other hours of a day and other prices. `cpu` is what
    the processor reaches alone, `card` what the rules compare with it. Where no purchase is advised for a model
    that does not run well here, `instead` is the id of one that does the same work here, and `buys_most` is the
    purchase within the budget that makes the most capable model possible. `runs_well` is the id of another model
    that does the same work here, where a purchase is advised all the same, or only a poor file of what was named
    runs; `is_matched_here`: that one is great here, and at least as capable. `other_file` is what the named one does
    here in another file than was asked about, which does not run well.
    `unusable` are GPUs of the rig that nothing can use, `parts` all its processors, the CPU first, `slow_works` ids
    of other workloads in which this rig is slow, where nothing is bought for what was asked. `then` is the verdict
    on what to buy once something is done that costs little or nothing; `as_able` is the id of a model that runs as
    it is and is at least as capable as what more memory lets run; `own_api` is what the model costs from an API,
    where that is asked because of a bill; `sooner` is the everyday model that a card makes far faster, `harder` one
    that is slow here; `held_back` is why the verdict is less sure than the ends of its speeds say. `sound_way` does
    without the drawback of what is advised; `supply_usd` is what the power supply costs that it takes, where nobody
    told which one is there; `holds_better` is the card that holds a better file than the one that is enough.
    `as_well` does for clearly less money what the one does that was asked about.
    """

    question: WorthQuestion
    limits: UpgradeLimits
    electricity: Electricity
    now: Compared
    others: tuple[Compared, ...]
    case: Case
    decision: Decision
    findings: tuple[RuleFinding, ...]
    elsewhere: Compared | None
    counted: Counted
    cpu: Reached | None = None
    card: Processor | None = None
    instead: str | None = None
    runs_well: str | None = None
    is_matched_here: bool = False
    other_file: Compared | None = None
    buys_most: Compared | None = None
    unusable: tuple[tuple[Processor, Reason], ...] = ()
    parts: tuple[Processor, ...] = ()
    slow_works: tuple[str, ...] = ()
    then: Decision | None = None
    sooner: Sooner | None = None
    harder: Harder | None = None
    held_back: HeldBack | None = None
    own_api: ApiPrice | None = None
    sound_way: Compared | None = None
    as_able: str | None = None
    holds_better: Compared | None = None
    supply_usd: float | None = None
    as_well: Compared | None = None

    @property
    def best(self) -> Compared | None:
        """What the verdict is about."""
        return self.option(self.decision.best_id)

    @property
    def does_billed_work(self) -> bool:
        """Whether the computer as it is does well what a bill is paid for: to save that, nothing is bought."""
        return self.question.bill_usd_per_day is not None and self.counted.now.light.is_useful

    @property
    def is_beyond_budget(self) -> bool:
        """Whether nothing within the budget does the work, and nothing is advised beyond it."""
        return self.decision.reason == "over_budget" and self.best is None

    @property
    def if_it_stays(self) -> tuple[Decision, Compared | None]:
        """The verdict if the work must not leave this computer, and what would then be bought."""
        decision = decide(self.case._replace(stays_here=True))
        return decision, self.option(decision.best_id)

    def speed_up(self, one: Compared) -> float | None:
        """The rate of another way over that of the rig as it is; None where one of them is not known."""
        mine, now = one.reached, self.counted.now
        if one.kind == "nothing" or mine.rate is None or now.rate is None:
            return None
        return mine.rate.middle / now.rate.middle

    @property
    def is_by_value(self) -> bool:
        """Whether what is bought stands by its worth for money; else by its price alone: all is fast enough now."""
        now = self.counted.now.enough if self.counted.now.runs else None
        bought = (one for one in self.others if one.kind in PURCHASES and one.runs)
        return any(not brings_nothing(one.as_option, now) for one in bought)

    @cached_property
    def usual_quant(self) -> str | None:
        """The file in which ways run that name no other: that of what is there, else that of most of them."""
        now = self.counted.now
        found = Counter(one.reached.quant for one in self.others if one.runs and one.kind in PURCHASES)
        return now.quant if now.runs or not found else found.most_common(1)[0][0]

    def option(self, way_id: str | None) -> Compared | None:
        """One of the ways by its id."""
        return next((one for one in self.others if one.id == way_id), None)


def advised_first(others: Iterable[Compared], decision: Decision) -> tuple[Compared, ...]:
    """The ways in their order, what is advised before all."""
    return tuple(sorted(others, key=lambda one: one.id != decision.best_id))
