"""Ways to have it otherwise with their speed and their money, counted alike."""

from dataclasses import dataclass, replace

from advisor.answer.money.prices import ApiPrice, Electricity, api_id
from advisor.answer.what_if.upgrades import Doubt
from advisor.answer.worth.money import (
    LIFE_DAYS,
    Work,
    api_usd_per_day,
    keeps_up,
    per_million,
    rented_usd_per_day,
    running_usd,
    work_of,
)
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.speed import Reached
from advisor.facts.answers.text_answer import SmallerSetting
from advisor.facts.answers.worth import BreakEven, CandidateKind, Price
from advisor.facts.values.range import Range
from advisor.facts.values.reason import Reason
from advisor.predict.worth.cost import break_even, worth_below_usd
from advisor.predict.worth.rules import FELT_SPEED_UP

RENTED_SHOWN = 2
_HALF = 0.5
_UNKNOWN = BreakEven(days=None, never="price_unknown")


@dataclass(frozen=True)
class Compared:
    """One way with its speed and its money. `gain` is how many times as fast a request is as now.

    `name` is that of a product or a provider, or what it is where it has none.
    """

    id: str
    kind: CandidateKind
    name: str | Reason
    reached: Reached | None
    gain: Range | None = None
    price: Price | None = None
    api: ApiPrice | None = None
    running: Range | None = None
    usd_per_day: float | None = None
    saved_usd_per_day: float | None = None
    break_even: BreakEven = _UNKNOWN
    worth_below_usd: float | None = None
    usd_per_million: float | None = None
    newly_usable: tuple[str, ...] = ()
    is_dear: bool = False
    setting: SmallerSetting | None = None
    doubts: tuple[Doubt, ...] = ()

    @property
    def otherwise_usd_per_day(self) -> float | None:
        """What the same work costs a day without it."""
        saved, own = self.saved_usd_per_day, self.usd_per_day
        return None if saved is None or own is None else saved + own

    @property
    def is_felt(self) -> bool:
        """Whether a person notices: clearly faster than now, or half of enough where nothing runs now."""
        if self.reached is None or not self.reached.runs:
            return False
        if self.gain is not None:
            return self.gain.middle >= FELT_SPEED_UP
        return self.reached.enough is not None and self.reached.enough.middle >= _HALF


@dataclass(frozen=True)
class Counted:
    """Counts the money of every way against the cheapest of the others."""

    question: WorthQuestion
    electricity: Electricity
    now: Reached
    rented: tuple[Compared, ...]
    api: ApiPrice | None

    def purchase(self, one: Compared) -> Compared:
        """Something that is bought: what it saves a day, when it has paid for itself, and what it may cost."""
        if one.reached is None or not one.reached.runs:
            return one
        work = work_of(self.question, one.reached)
        running = running_usd(self.question, one.reached, work, one.kind, self.electricity)
        other = self._cheapest(work)
        saved = None if other is None else other - (running.middle if running else 0.0)
        usd = one.price.usd.middle if one.price else None
        budget = self.question.money.budget_usd
        return replace(
            one,
            running=running,
            usd_per_day=running.middle if running else None,
            saved_usd_per_day=saved,
            break_even=self._break_even(usd, saved),
            worth_below_usd=None if saved is None else worth_below_usd(saved_usd_per_day=saved, life_days=LIFE_DAYS),
            usd_per_million=per_million(running.middle if running else None, work, price_usd=usd),
            is_dear=_is_dear(usd, budget),
        )

    def as_it_is(self, one: Compared) -> Compared:
        """Doing nothing: it costs its electricity."""
        if one.reached is None or not one.reached.runs:
            return one
        work = work_of(self.question, one.reached)
        running = running_usd(self.question, one.reached, work, one.kind, self.electricity)
        daily = running.middle if running else None
        return replace(one, running=running, usd_per_day=daily, usd_per_million=per_million(daily, work, price_usd=0.0))

    def elsewhere(self, bought: Reached | None) -> tuple[Compared, ...]:
        """Rent and API for the work of what would be bought, else of the rig as it is, else of what is rented."""
        work = self._work_elsewhere(bought)
        found = [self._rent(one, work) for one in self.rented]
        paid = sorted((one for one in found if one.usd_per_day is not None), key=self._rent_order)[:RENTED_SHOWN]
        return (*paid, *self._api(work))

    def _api(self, work: Work) -> tuple[Compared, ...]:
        """The API of the model; without a price where nobody has told one."""
        model_id = self.question.api_model_id
        if model_id is None:
            return ()
        option = Compared(api_id(model_id), "api", self.api.provider if self.api else "", None)
        if self.api is None:
            return (option,)
        daily = api_usd_per_day(self.api, work)
        cost = per_million(daily, work, price_usd=0.0)
        return (replace(option, api=self.api, usd_per_day=daily, usd_per_million=cost),)

    def _work_elsewhere(self, bought: Reached | None) -> Work:
        """What rent and API are counted for; where nothing here does any work, as much as the cheapest hour does."""
        here = next((one for one in (bought, self.now) if one is not None and one.runs), None)
        if here is not None:
            return work_of(self.question, here)
        hours = [self._rent(one, work_of(self.question, one.reached)) for one in self.rented if one.reached is not None]
        first = min(hours, key=self._rent_order, default=None)
        done = first.reached if first is not None and first.reached is not None else self.now
        return work_of(self.question, done)

    def _rent(self, one: Compared, work: Work) -> Compared:
        daily = self._rented_usd(one, work)
        return replace(one, usd_per_day=daily, usd_per_million=per_million(daily, work, price_usd=0.0))

    def _rented_usd(self, one: Compared, work: Work) -> float | None:
        """What a day of it costs."""
        if one.reached is None or one.price is None:
            return None
        return rented_usd_per_day(self.question, one.reached, work, one.price)

    def _rent_order(self, one: Compared) -> tuple[bool, float]:
        """What is fast enough first, then what costs least."""
        return (_is_short(one), one.usd_per_day or 0.0)

    def _cheapest(self, work: Work) -> float | None:
        """What the same work costs a day without buying anything; None where nothing that does it has a price.

        Where this computer does it well enough at an unknown cost, what anything would save is unknown, too.
        """
        if self.question.money.stays_here:
            costs: list[float] = []
        else:
            paid = ((_is_short(one), self._rented_usd(one, work)) for one in self.rented)
            costs = [usd for _, usd in sorted((short, usd) for short, usd in paid if usd is not None)][:1]
            costs += [api_usd_per_day(self.api, work)] if self.api is not None else []
        if keeps_up(self.question, self.now, work):
            running = running_usd(self.question, self.now, work, "nothing", self.electricity)
            if running is None and self.now.enough is not None and self.now.enough.middle >= 1:
                return None
            costs += [running.middle] if running is not None else []
        return min(costs, default=None)

    def _break_even(self, usd: float | None, saved: float | None) -> BreakEven:
        if self.question.hours_per_day <= 0 and usd != 0:
            return BreakEven(days=None, never="not_used")
        if usd is None or saved is None:
            return BreakEven(days=None, never="price_unknown")
        return break_even(price_usd=usd, saved_usd_per_day=saved)


def _is_short(one: Compared) -> bool:
    """Whether it is not fast enough."""
    enough = one.reached.enough if one.reached else None
    return enough is not None and enough.middle < 1


def _is_dear(usd: float | None, budget_usd: float | None) -> bool:
    """Whether it costs more than may be spent; where nothing may be, whatever its price is."""
    if budget_usd is None:
        return False
    return budget_usd <= 0 if usd is None else usd > budget_usd
