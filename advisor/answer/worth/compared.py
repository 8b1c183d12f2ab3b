"""Ways to have it otherwise with their speed and their money, counted alike."""

from dataclasses import dataclass, replace

from advisor.answer.money.prices import ApiPrice, Electricity, api_id
from advisor.answer.what_if.upgrades import Doubt
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.speed import Reached
from advisor.facts.answers.text_answer import SmallerSetting
from advisor.facts.answers.worth import BreakEven, CandidateKind, OwnCost, Price, Use
from advisor.facts.values.range import Range
from advisor.facts.values.reason import Reason
from advisor.facts.values.units import MEGA, SECONDS_PER_HOUR
from advisor.predict.worth.cost import (
    DAYS_PER_YEAR,
    HOURS_PER_DAY,
    WORKING_SHARE,
    WRITING_SHARE,
    break_even,
    rent_usd_per_day,
    running_usd_per_day,
    worth_below_usd,
)
from advisor.predict.worth.rules import FELT_SPEED_UP

LIFE_DAYS = 3 * DAYS_PER_YEAR
"""How long a thing that is bought is counted with (a judgment)."""

ON_HOURS_PER_DAY = 8.0
"""How long a computer is on where it does not work longer (a judgment): a card idles the rest of that."""

IDLE_W = Range(10.0, 15.8, 25.0)
"""A consumer card without a model (linuxprofessional.ie/article/llm-power-consumption, 10 to 25 W)."""

_HAS_IDLE: tuple[CandidateKind, ...] = ("card", "second_card", "computer")
RENTED_SHOWN = 2
_HALF = 0.5
_UNKNOWN = BreakEven(days=None, never="price_unknown")


@dataclass(frozen=True)
class Work:
    """What is done in a day: units (tokens, items) and the prompt tokens that come with them."""

    units: float
    prompt_tokens: float


def work_of(question: WorthQuestion, one: Reached) -> Work:
    """What a person reads in the hours of a day, or what a machine of that speed does in them."""
    seconds = question.hours_per_day * SECONDS_PER_HOUR
    rate = one.rate.middle if one.rate else 0.0
    units = seconds * (question.pace_tokens_per_s if question.is_interactive else rate)
    return Work(units, units * question.prompt_per_generated)


def busy_hours(question: WorthQuestion, one: Reached, work: Work) -> float:
    """Hours of a day in which something works to get it done, prompts included; at most all of them."""
    if one.rate is None or one.request_s is None:
        return question.hours_per_day
    if question.is_interactive:
        hours = work.units / question.run.generated_tokens * one.request_s.middle / SECONDS_PER_HOUR
        return min(hours, question.hours_per_day)
    return min(HOURS_PER_DAY, work.units / one.rate.middle / SECONDS_PER_HOUR)


def load_w(question: WorthQuestion, one: Reached) -> Range | None:
    """Watts at work; None where the power limit is not known."""
    limit = one.processor.power_w.value if one.processor else None
    share = WRITING_SHARE if question.is_interactive or question.task == "serve" else WORKING_SHARE
    return None if limit is None else share.times(limit * one.devices)


def running_usd(
    question: WorthQuestion, one: Reached, work: Work, kind: CandidateKind, electricity: Electricity
) -> Range | None:
    """Electricity of a day: at work, and idle as long as the computer is on; None where the watts are not known.

    Low and high take both ends of the watts and of the price.
    """
    watts = load_w(question, one)
    if watts is None:
        return None
    busy = busy_hours(question, one, work)
    idle = max(0.0, max(ON_HOURS_PER_DAY, question.hours_per_day) - busy) if kind in _HAS_IDLE else 0.0
    return Range(
        *(
            running_usd_per_day(
                OwnCost(price_usd=None, load_w=load, idle_w=rest),
                Use(busy_hours_per_day=busy, idle_hours_per_day=idle, usd_per_kwh=price),
            )
            for load, rest, price in zip(watts, IDLE_W, electricity.usd, strict=True)
        )
    )


def api_usd_per_day(api: ApiPrice, work: Work) -> float:
    """The tokens of a day at a provider's prices."""
    return api.usd(prompt_tokens=work.prompt_tokens, generated_tokens=work.units)


def rented_usd_per_day(question: WorthQuestion, one: Reached, work: Work, price: Price) -> float | None:
    """The hours of a day that have to be rented: those in which a person uses it, or those that the work takes."""
    if one.rate is None:
        return None
    hours = question.hours_per_day if question.is_interactive else work.units / one.rate.middle / SECONDS_PER_HOUR
    return rent_usd_per_day(usd_per_hour=price.usd.middle, hours_per_day=hours)


def keeps_up(question: WorthQuestion, now: Reached, work: Work) -> bool:
    """Whether the rig as it is does the same work in time: fast enough for a person, or within a day."""
    if now.rate is None:
        return False
    if question.is_interactive:
        return now.enough is not None and now.enough.middle >= 1
    return work.units / now.rate.middle <= HOURS_PER_DAY * SECONDS_PER_HOUR


def per_million(usd_per_day: float | None, work: Work, *, price_usd: float | None) -> float | None:
    """What a million units cost, with the share of the price that falls on a day; None without use or figures."""
    if usd_per_day is None or price_usd is None or work.units <= 0:
        return None
    return (usd_per_day + price_usd / LIFE_DAYS) / work.units * MEGA


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
