"""Whether something else than what a rig has is worth its money: every way answered alike, then the verdict."""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass, replace

from advisor.answer.money.prices import Electricity, Prices
from advisor.answer.what_if.upgrade_limits import UpgradeLimits, upgrade_limits
from advisor.answer.what_if.upgrades import Asked, Upgrade, upgrades
from advisor.answer.worth.compared import LIFE_DAYS, Compared, Counted
from advisor.answer.worth.findings import Sides, findings
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.speed import Reached, Speeds, reached_smaller
from advisor.catalog.cards.processor import gpu_processor
from advisor.facts.answers.worth import PURCHASES, BreakEven, Price, RuleFinding
from advisor.facts.machine.machine import Machine
from advisor.facts.rig.rig import Processor, Rig
from advisor.facts.values.range import Range
from advisor.facts.values.reason import reason
from advisor.predict.worth.verdict import Case, Decision, Option, decide

_WITH_CARD = ("card", "second_card", "computer")
_ONLY_FASTER = ("memory-setting", "sticks", "faster-sticks")
"""Changes that make memory faster and arithmetic not."""


@dataclass(frozen=True)
class WorthAnswer:
    """Everything that was compared, and what follows. `elsewhere` is the cheapest way without buying.

    `counted` counts the money of any of the ways again, for other hours of a day and other prices. `cpu` is what the
    processor reaches alone, `card` what the rules compare with it.
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

    @property
    def best(self) -> Compared | None:
        """What the verdict is about."""
        return self.option(self.decision.best_id)

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

    def option(self, way_id: str | None) -> Compared | None:
        """One of the ways by its id."""
        return next((one for one in self.others if one.id == way_id), None)


def answer_worth(machine: Machine, rig: Rig, question: WorthQuestion, *, today: datetime.date) -> WorthAnswer:
    """The verdict for one rig and one question.

    Raises:
        ProblemError: no such model or workload, a rig without processors, or a catalog without engines.
    """
    *_, answer = worth_steps(machine, rig, question, today=today)
    assert answer is not None
    return answer


def worth_steps(
    machine: Machine, rig: Rig, question: WorthQuestion, *, today: datetime.date, speeds: Speeds | None = None
) -> Iterator[WorthAnswer | None]:
    """The verdict in short steps, last of them the answer: nothing before it.

    `speeds` are those that were worked out for the same question with other money.

    Raises:
        ProblemError: as `answer_worth` does.
    """
    catalog, money = question.catalog, question.money
    prices = Prices(catalog, money, today)
    speeds = speeds or Speeds()
    now, limits = speeds.of("now", rig, question), upgrade_limits(machine, rig, catalog)
    asked = Asked(now.need_bytes or 0, now.fit == "too_big", slots=money.slots, psu_w=money.psu_w)
    electricity = prices.electricity()
    yield None
    usable = frozenset(speeds.usable("now", rig, question))
    offers: list[Compared] = []
    for one in upgrades(rig, limits, asked, prices):
        yield None
        offers.append(_offered(one, now, usable, question, speeds))
    rented: list[Compared] = []
    for card_id, price in prices.rented().items():
        yield None
        rented += _rented(card_id, price, now, question, speeds)
    counted = Counted(question, electricity, now, tuple(rented), prices.api(question.api_model_id))
    bought = [*_free(rig, now, question), *(counted.purchase(one) for one in offers)]
    here = counted.as_it_is(Compared("now", "nothing", "", now))
    yield None
    case = _case(now, bought, question)
    decision = decide(case)
    best = next((one.reached for one in bought if one.id == decision.best_id), None)
    others = (*_ranked(bought), *counted.elsewhere(best))
    outside = [one for one in others if one.kind in ("rent", "api") and one.usd_per_day]
    answer = WorthAnswer(
        question=question,
        limits=limits,
        electricity=electricity,
        now=here,
        others=(*others, here),
        case=case,
        decision=decision,
        findings=(),
        elsewhere=min(outside, key=lambda one: one.usd_per_day or 0.0, default=None),
        counted=counted,
    )
    yield None
    sides = _sides(machine, rig, answer, speeds)
    card = sides.gpu.processor if sides.gpu is not None else None
    yield replace(answer, findings=findings(question, sides), cpu=sides.cpu, card=card)


def _free(rig: Rig, now: Reached, question: WorthQuestion) -> tuple[Compared, ...]:
    """The least change of a setting that makes the model fit: nothing has to be bought for it."""
    found = reached_smaller(rig, question) if now.fit in ("spills", "too_big") else None
    if found is None:
        return ()
    setting, done = found
    return (
        Compared(
            "smaller",
            "setting",
            "",
            done,
            gain=_gain(now, done),
            price=Price(usd=Range.exactly(0.0), origin="estimated", source=reason("program_setting")),
            break_even=BreakEven(days=0.0),
            setting=setting,
        ),
    )


def _offered(one: Upgrade, now: Reached, usable: frozenset[str], question: WorthQuestion, speeds: Speeds) -> Compared:
    """An upgrade with what it reaches."""
    found = speeds.of(one.id, one.rig, question)
    newly = tuple(model_id for model_id in speeds.usable(one.id, one.rig, question) if model_id not in usable)
    gain = _gain(now, found)
    return Compared(
        one.id, one.kind, one.name, found, gain=gain, price=one.price, newly_usable=newly, doubts=one.doubts
    )


def _rented(card_id: str, price: Price, now: Reached, question: WorthQuestion, speeds: Speeds) -> tuple[Compared, ...]:
    """What a card that is rented out reaches; nothing where it does not hold the model."""
    card = question.catalog.gpus.get(card_id)
    if card is None:
        return ()
    rig = Rig(name=card.name, processors=(gpu_processor(card_id, question.catalog),))
    done = speeds.of("rent", rig, question)
    if not done.runs or done.fit not in ("fits", "tight", "unknown"):
        return ()
    return (Compared(f"rent:{card_id}", "rent", card.name, done, gain=_gain(now, done), price=price),)


def _gain(now: Reached, other: Reached) -> Range | None:
    """How many times as fast a request is, each end against the same end; None where now has no speed."""
    if now.request_s is None or other.request_s is None:
        return None
    return Range(*(mine / theirs for mine, theirs in zip(now.request_s, other.request_s, strict=True)))


def _case(now: Reached, bought: list[Compared], question: WorthQuestion) -> Case:
    options = tuple(
        Option(
            id=one.id,
            enough=one.reached.enough,
            gain=one.gain,
            price_usd=one.price.usd.middle if one.price else None,
            saved_usd_per_day=one.saved_usd_per_day,
            is_dear=one.is_dear,
            is_memory=one.kind in ("setting", "sticks", "memory"),
            is_setting=one.kind == "setting",
        )
        for one in bought
        if one.runs and (one.kind != "computer" or one.price is not None)
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
        gain = one.gain.middle if one.gain else 1.0
        usd = one.price.usd.middle if one.price else None
        per_usd = 0.0 if usd is None else gain / max(usd, 1.0)
        return (not one.runs, not one.reached.is_enough, one.is_dear, -per_usd, -gain)

    return tuple(sorted(bought, key=place))


def _sides(machine: Machine, rig: Rig, answer: WorthAnswer, speeds: Speeds) -> Sides:
    """The processor alone, and the rig's own card, else the best candidate's."""
    question = answer.question
    cpus = tuple(one for one in rig.processors if one.kind == "cpu")
    cards = tuple(one for one in rig.processors if one.kind == "gpu" and one.blocked is None)
    cpu = speeds.of("processor", rig.changed(processors=cpus, own_runs=()), question) if cpus else None
    now = answer.counted.now
    is_on_card = now.processor is not None and now.processor.kind == "gpu"
    alone = speeds.of("cards", rig.changed(processors=cards), question) if cards and not is_on_card else None
    own = now if is_on_card else alone if alone is not None and alone.runs else None
    bought = [one for one in answer.others if one.kind in PURCHASES]
    with_gpu = (one for one in (answer.best, *bought) if one is not None and one.kind in _WITH_CARD)
    compared = own or next((one.reached for one in with_gpu), None)
    caches = [one.total_bytes for one in machine.cpu.caches.value or () if one.level == 3]
    return Sides(
        cpu=cpu,
        gpu=compared,
        now=now,
        sticks=next((one.reached for one in bought if one.id in _ONLY_FASTER), None),
        cache_bytes=sum(caches) or None,
    )
