"""Whether something else than what a rig has is worth its money: every way answered alike, then the verdict."""

import datetime
from dataclasses import dataclass, replace

from advisor.answer.prices import ApiPrice, Electricity, Prices
from advisor.answer.takes import Takes, what_it_takes
from advisor.answer.upgrades import Asked, Doubt, Upgrade, upgrades
from advisor.answer.usable_models import usable_models
from advisor.answer.worth_findings import Sides, findings
from advisor.answer.worth_money import (
    LIFE_DAYS,
    Work,
    api_usd_per_day,
    keeps_up,
    per_million,
    rented_usd_per_day,
    running_usd,
    work_of,
)
from advisor.answer.worth_question import WorthQuestion
from advisor.answer.worth_speed import Reached, reached
from advisor.catalog.processor import gpu_processor
from advisor.facts.cost import BreakEven
from advisor.facts.machine import Machine
from advisor.facts.rig import Rig
from advisor.facts.verdict import RuleFinding
from advisor.facts.worth import PURCHASES, CandidateKind, Price
from advisor.predict.cost import break_even, worth_below_usd
from advisor.predict.worth_verdict import Case, Decision, Option, Span, decide

RENTED_SHOWN = 2
_WRITING = ("generate", "serve")
"""Tasks that an API of a model stands for."""
_UNKNOWN = BreakEven(days=None, never="price_unknown")


@dataclass(frozen=True)
class Compared:
    """One way with its speed and its money. `gain` is how many times as fast a request is as now."""

    id: str
    kind: CandidateKind
    name: str
    reached: Reached | None
    gain: Span | None = None
    price: Price | None = None
    api: ApiPrice | None = None
    running: Span | None = None
    usd_per_day: float | None = None
    saved_usd_per_day: float | None = None
    break_even: BreakEven = _UNKNOWN
    worth_below_usd: float | None = None
    usd_per_million: float | None = None
    newly_usable: tuple[str, ...] = ()
    is_dear: bool = False
    doubts: tuple[Doubt, ...] = ()


@dataclass(frozen=True)
class WorthAnswer:
    """Everything that was compared, and what follows. `other_usd_per_day` is the cheapest way without buying."""

    question: WorthQuestion
    takes: Takes
    electricity: Electricity
    now: Compared
    others: tuple[Compared, ...]
    decision: Decision
    findings: tuple[RuleFinding, ...]
    elsewhere: Compared | None

    @property
    def best(self) -> Compared | None:
        """What the verdict is about."""
        return next((one for one in self.others if one.id == self.decision.best_id), None)


def answer_worth(machine: Machine, rig: Rig, question: WorthQuestion, *, today: datetime.date) -> WorthAnswer:
    """The verdict for one rig and one question.

    Raises:
        ProblemError: no such model or workload, a rig without processors, or a catalog without engines.
    """
    catalog, money = question.catalog, question.money
    prices = Prices(catalog, money, today)
    now, takes = reached(rig, question), what_it_takes(machine, rig, catalog)
    asked = Asked(_need_bytes(now), _is_too_small(now), slots=money.slots, psu_w=money.psu_w)
    electricity = prices.electricity()
    usable = frozenset(usable_models(rig, catalog, use=_use(question)))
    offers = [
        _offered(one, now, usable, question) for one in upgrades(rig, takes, asked, prices)
    ]
    rented = _rented(prices, now, question)
    api = prices.api(question.model_id) if question.task in _WRITING else None
    counted = _Counted(question, electricity, now, rented, api)
    bought = [counted.purchase(one) for one in offers]
    here = counted.as_it_is(Compared("now", "nothing", "", now))
    decision = decide(_case(now, bought, question))
    best = next((one.reached for one in bought if one.id == decision.best_id), None)
    others = (*_ranked(bought), *counted.elsewhere(best))
    outside = [one for one in others if one.kind in ("rent", "api") and one.usd_per_day is not None]
    answer = WorthAnswer(
        question=question,
        takes=takes,
        electricity=electricity,
        now=here,
        others=(*others, here),
        decision=decision,
        findings=(),
        elsewhere=min(outside, key=lambda one: one.usd_per_day or 0.0, default=None),
    )
    return replace(answer, findings=findings(question, _sides(machine, rig, answer)))


@dataclass(frozen=True)
class _Counted:
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
        usd = one.price.usd if one.price else None
        budget = self.question.money.budget_usd
        return replace(
            one,
            running=running,
            usd_per_day=running.middle if running else None,
            saved_usd_per_day=saved,
            break_even=self._break_even(usd, saved),
            worth_below_usd=None if saved is None else worth_below_usd(saved_usd_per_day=saved, life_days=LIFE_DAYS),
            usd_per_million=per_million(running.middle if running else None, work, price_usd=usd),
            is_dear=budget is not None and one.price is not None and one.price.usd > budget,
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
        known = [one for one in (bought, self.now, *(one.reached for one in self.rented)) if one and one.runs]
        work = work_of(self.question, known[0] if known else self.now)
        found = [self._rent(one, work) for one in self.rented]
        paid = sorted((one for one in found if one.usd_per_day is not None), key=self._rent_order)[:RENTED_SHOWN]
        if self.api is None:
            return tuple(paid)
        daily = api_usd_per_day(self.api, work)
        cost = per_million(daily, work, price_usd=0.0)
        name = self.api.card.provider or self.api.card.name
        return (*paid, Compared("api", "api", name, None, api=self.api, usd_per_day=daily, usd_per_million=cost))

    def _rent(self, one: Compared, work: Work) -> Compared:
        if one.reached is None or one.price is None:
            return one
        daily = rented_usd_per_day(self.question, one.reached, work, one.price)
        return replace(one, usd_per_day=daily, usd_per_million=per_million(daily, work, price_usd=0.0))

    def _rent_order(self, one: Compared) -> tuple[bool, float]:
        """What is fast enough first, then what costs least."""
        enough = one.reached.enough if one.reached else None
        return (enough is not None and enough.middle < 1, one.usd_per_day or 0.0)

    def _cheapest(self, work: Work) -> float | None:
        """What the same work costs a day without buying anything; None where nothing that does it has a price."""
        if self.question.money.stays_here:
            costs: list[float] = []
        else:
            rents = sorted((self._rent(one, work) for one in self.rented), key=self._rent_order)
            costs = [one.usd_per_day for one in rents if one.usd_per_day is not None][:1]
            costs += [api_usd_per_day(self.api, work)] if self.api is not None else []
        if keeps_up(self.question, self.now, work):
            running = running_usd(self.question, self.now, work, "nothing", self.electricity)
            costs += [running.middle] if running is not None else []
        return min(costs, default=None)

    def _break_even(self, usd: float | None, saved: float | None) -> BreakEven:
        if self.question.hours_per_day <= 0 and usd != 0:
            return BreakEven(days=None, never="not_used")
        if usd is None or saved is None:
            return BreakEven(days=None, never="price_unknown")
        return break_even(price_usd=usd, saved_usd_per_day=saved)


def _offered(one: Upgrade, now: Reached, usable: frozenset[str], question: WorthQuestion) -> Compared:
    """An upgrade with what it reaches."""
    found = reached(one.rig, question)
    newly = tuple(
        model_id
        for model_id in usable_models(one.rig, question.catalog, use=_use(question))
        if model_id not in usable
    )
    gain = _gain(now, found)
    return Compared(
        one.id, one.kind, one.name, found, gain=gain, price=one.price, newly_usable=newly, doubts=one.doubts
    )


def _rented(prices: Prices, now: Reached, question: WorthQuestion) -> tuple[Compared, ...]:
    """Every card that is rented out, with what it reaches."""
    found = []
    for card_id, price in prices.rented().items():
        card = prices.catalog.gpus.get(card_id)
        if card is None:
            continue
        chip = gpu_processor(card_id, card)
        done = reached(Rig(name=card.name, processors=(chip,)), question)
        if done.runs and done.fit in ("fits", "tight", "unknown"):
            found.append(Compared(f"rent:{card_id}", "rent", card.name, done, gain=_gain(now, done), price=price))
    return tuple(found)


def _gain(now: Reached, other: Reached) -> Span | None:
    """How many times as fast a request is, each end against the same end; None where now has no speed."""
    if now.request_s is None or other.request_s is None:
        return None
    return Span(*(mine / theirs for mine, theirs in zip(now.request_s, other.request_s, strict=True)))


def _case(now: Reached, bought: list[Compared], question: WorthQuestion) -> Case:
    options = tuple(
        Option(
            id=one.id,
            enough=one.reached.enough if one.reached else None,
            gain=one.gain,
            price_usd=one.price.usd if one.price else None,
            saved_usd_per_day=one.saved_usd_per_day,
            is_dear=one.is_dear,
            is_memory=one.kind in ("setting", "sticks", "memory"),
        )
        for one in bought
        if one.reached is not None and one.reached.runs and (one.kind != "computer" or one.price is not None)
    )
    return Case(
        now=now.enough if now.runs else None,
        is_speed_unknown=now.is_speed_unknown and question.is_interactive,
        options=options,
        hours_per_day=question.hours_per_day,
        stays_here=question.money.stays_here,
        life_days=LIFE_DAYS,
    )


def _ranked(bought: list[Compared]) -> tuple[Compared, ...]:
    """What changes most for its money first: enough before not, then gain per dollar, unknown prices last."""

    def place(one: Compared) -> tuple[float, ...]:
        enough = one.reached.enough if one.reached else None
        reaches = enough is not None and enough.middle >= 1
        gain = one.gain.middle if one.gain else 1.0
        usd = one.price.usd if one.price else None
        per_usd = 0.0 if usd is None else gain / max(usd, 1.0)
        return (not (one.reached and one.reached.runs), not reaches, one.is_dear, -per_usd, -gain)

    return tuple(sorted(bought, key=place))


def _need_bytes(now: Reached) -> int:
    return now.need_bytes or 0


def _is_too_small(now: Reached) -> bool:
    return now.fit == "too_big"


def _use(question: WorthQuestion) -> str:
    return question.workload_id.replace("-", " ")


def _sides(machine: Machine, rig: Rig, answer: WorthAnswer) -> Sides:
    """The processor alone, and the rig's own card, else the best candidate's."""
    question = answer.question
    cpus = tuple(one for one in rig.processors if one.kind == "cpu")
    cards = tuple(one for one in rig.processors if one.kind == "gpu" and one.blocked is None)
    cpu = reached(rig.changed(processors=cpus, own_runs=()), question) if cpus else None
    own = answer.now.reached if cards else None
    best = answer.best or next((one for one in answer.others if one.kind in PURCHASES and one.reached), None)
    compared = own or (best.reached if best and best.kind in ("card", "second_card", "computer") else None)
    caches = [one.total_bytes for one in machine.cpu.caches.value or () if one.level == 3]
    assert answer.now.reached is not None
    return Sides(
        cpu=cpu,
        gpu=compared,
        now=answer.now.reached,
        best=best.reached if best else None,
        cache_bytes=sum(caches) or None,
    )
