"""What follows from a verdict: what would turn it, what its money is explained with, and how that adds up."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from math import inf
from typing import Literal, NamedTuple

from advisor.answer.money.prices import within_usd
from advisor.answer.worth.compared import A_TENTH, Compared
from advisor.answer.worth.days_work import LIFE_DAYS
from advisor.answer.worth.listed import is_near, near_usd
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.facts.answers.worth import CLOUD, PURCHASES, WITH_CARD, PayBack, WorthReason
from advisor.facts.rig.rig import Processor, Rig
from advisor.facts.values.range import Range
from advisor.predict.worth.cost import DAYS_PER_MONTH, spent_usd
from advisor.predict.worth.rules import FELT_SPEED_UP
from advisor.predict.worth.verdict import LITTLE_USD

_NOTHING_DOES: tuple[WorthReason, ...] = ("nothing_helps", "over_budget", "still_slow", "faster_yet_slow")
_OTHER_COMPUTER: tuple[WorthReason, ...] = ("nothing_helps", "over_budget", "only_elsewhere")
_CLEARLY_LESS = 0.8
"""Of what something costs or needs, from which another is the smaller one (a judgment)."""
_LITTLE_OF_IT = 0.5
"""Of what may be spent, up to which something is asked about the rest (a judgment)."""
_HALF, _NEARLY_AS_FAST = 0.5, 0.7
"""Of the price and the speed of what is advised, from which something too slow is told all the same (judgments)."""
_FAR_PRICE = 2.0
"""So many times its price, or so small a part of it, nobody pays for it (a judgment)."""
HOURS = (1.0, 2.0, 4.0, 8.0, 16.0, 24.0)
MONTHS = 36

TurnCode = Literal[
    "larger_model",
    "harder_model",
    "harder_with",
    "smaller_model",
    "other_file",
    "better_file",
    "other_work",
    "other_work_elsewhere",
    "other_computer",
    "elsewhere",
    "online",
    "hours",
    "price_below",
    "pays_at_twice",
    "stays_no",
    "stays_yes",
    "stays_depends",
    "larger_step",
    "smaller_step",
    "unpriced_step",
    "unpriced_way",
    "weaker_supply",
    "larger_supply",
    "second_slot",
    "as_able",
    "as_well",
    "sound_way",
    "then",
    "then_makes",
    "buys_most",
    "runs_it",
    "tell_price",
    "measure",
    "speed",
    "found_cheap",
    "little_more",
]


class Turn(NamedTuple):
    """One thing that would change a verdict: the way it is `about`, hours of a day or US dollars as its `figure`."""

    code: TurnCode
    about: Compared | None = None
    figure: float | None = None


def turns(answer: WorthAnswer) -> Iterator[Turn]:
    """What would turn the verdict: hours, a price, staying here, a larger model, what is done elsewhere."""
    best, reason = answer.best, answer.decision.reason
    if answer.other_file is not None:
        yield Turn("other_file", answer.other_file)
    if reason == "enough" and answer.harder is not None:
        yield Turn("harder_with" if answer.harder.way is not None else "harder_model", answer.harder.way)
    elif reason == "enough":
        yield Turn("larger_model")
    is_poor_file = reason in ("enough", "better_file") and answer.counted.now.is_reduced
    if is_poor_file and answer.runs_well is not None:
        yield Turn("smaller_model", answer.now)
    if reason == "enough" and answer.holds_better is not None:
        yield Turn("better_file", answer.holds_better)
    if (then := answer.option(answer.then.best_id) if answer.then is not None else None) is not None:
        yield Turn("then_makes" if then.newly_usable else "then", then)
    if answer.slow_works:
        yield Turn("other_work" if answer.limits.hindrance != "virtual" else "other_work_elsewhere")
    yield from _elsewhere_bought(answer)
    if answer.as_well is not None:
        yield Turn("as_well", answer.as_well)
    if answer.sound_way is not None:
        yield Turn("sound_way", answer.sound_way)
    if answer.as_able is not None:
        yield Turn("as_able")
    if (way := useful_without_price(answer)) is not None:
        yield Turn("unpriced_way", way)
    is_open = answer.question.money.stays_here is None and not answer.question.with_cloud
    is_costly = best is not None and reason in ("for_here", "dear") and (best.cost_usd or 0.0) > LITTLE_USD
    if is_costly and answer.runs_well is not None:
        yield Turn("smaller_model", answer.now)
    if is_open and (reason in ("nothing_helps", "over_budget") or is_costly):
        yield Turn("elsewhere")
    online = [one for one in answer.others if one.kind in CLOUD and one.usd_per_day and not one.is_short]
    is_other = answer.counted.sold_id is not None or reason in ("more_capable", "better_models")
    if is_other and any(one.kind == "api" for one in online):
        yield Turn("online", min(online, key=lambda one: one.usd_per_day or 0.0))
    yield from _near_budget(answer)
    steps = [one for one in answer.others if one.kind in ("sticks", "memory") and one.is_felt]
    unpriced = next((one for one in steps if one.price is None), None)
    if reason == "over_budget" and unpriced is not None:
        yield Turn("unpriced_step", unpriced)
    if best is not None:
        yield from _larger_step(best, answer)
        yield from _money_turns(best, answer)
        supply = _supply_turn(best, answer)
        yield from supply
        yield from _slot_turn(best, answer)
        is_told = any(one.about is steps[0] for one in supply) if steps else True
        if best.kind in WITH_CARD and not is_told:
            yield from _smaller_step(best, steps[0])
        yield from _far_cheaper(best, answer)
        if reason == "price_unknown":
            yield Turn("tell_price", best)
    if reason == "speed_unknown":
        yield Turn("measure")
    elif answer.decision.sureness != "sure":
        yield Turn("speed")


def _elsewhere_bought(answer: WorthAnswer) -> Iterator[Turn]:
    """What runs the named model for more money, or makes the most possible; else that another computer may."""
    if (dearer := runs_it(answer)) is not None:
        yield Turn("runs_it", dearer)
    elif answer.buys_most is not None and answer.buys_most.id != answer.decision.best_id:
        yield Turn("buys_most", answer.buys_most)
    elif answer.decision.reason in _OTHER_COMPUTER and answer.limits.hindrance != "virtual":
        yield Turn("other_computer")


def _near_budget(answer: WorthAnswer) -> Iterator[Turn]:
    """What does the work well where nothing within what may be spent does: for a little more, or at a rare price.

    Of a wide span the low end alone may be within it.
    """
    budget_usd = answer.question.money.budget_usd
    if budget_usd is None or answer.decision.reason != "over_budget":
        return
    dear = (one for one in answer.others if one.is_dear and one.is_felt and not one.is_makeshift)
    near = [one for one in dear if is_near(one, near_usd(budget_usd))]
    for one in near:
        usd = within_usd(one.price) if one.price is not None else 0.0
        if budget_usd < usd <= near_usd(budget_usd):
            yield Turn("little_more", one, usd - budget_usd)
            break
    rare = (one for one in near if one.price is not None and one.price.usd.low <= budget_usd < within_usd(one.price))
    yield from (Turn("found_cheap", one, budget_usd) for one in islice(rare, 1))


def useful_without_price(answer: WorthAnswer) -> Compared | None:
    """What would do the work well at a price that nobody told, where nothing with a price does; None without one."""
    if answer.decision.reason not in _NOTHING_DOES or runs_it(answer) is not None:
        return None
    computers = [one for one in answer.others if one.kind == "computer" and one.price is not None]
    is_beyond = bool(computers) and all(one.is_dear for one in computers)  # then one of unknown price is, too
    kinds = [one for one in PURCHASES if not (is_beyond and one == "computer")]
    bought = (one for one in answer.others if one.kind in kinds and one.price is None and not one.is_makeshift)
    return next((one for one in bought if one.runs and one.reached.light.is_useful), None)


def runs_it(answer: WorthAnswer) -> Compared | None:
    """The cheapest that does the work well with the model that was named, where it is more than is advised unasked.

    None where something is advised, where the best model was left open, and where somebody said what may be spent.
    """
    if answer.decision.reason not in _NOTHING_DOES or answer.question.is_open or answer.question.money.budget_usd:
        return None
    bought = (one for one in answer.others if one.kind in PURCHASES and one.price is not None and not one.is_makeshift)
    useful = (one for one in bought if one.runs and one.reached.light.is_useful and not one.reached.is_reduced)
    now, rates = answer.counted.now, ((one, one.reached.rate) for one in useful)
    least = now.rate.middle if now.runs and now.rate is not None else 0.0
    sooner = (one for one, rate in rates if rate is not None and rate.middle >= least)
    return min(sooner, key=lambda one: one.cost_usd or inf, default=None)


def _larger_step(best: Compared, answer: WorthAnswer) -> Iterator[Turn]:
    """What the rest of much money buys, where what is advised is fine for little of it: clearly faster, and great."""
    budget, rate = answer.question.money.budget_usd or 0.0, best.reached.rate
    is_little = best.cost_usd is not None and best.cost_usd <= _LITTLE_OF_IT * budget
    if answer.decision.reason != "for_here" or not is_little or rate is None:
        return
    bought = (one for one in answer.others if one.kind in PURCHASES and one.price is not None and not one.is_dear)
    great = (one for one in bought if one.reached.light.usability == "great" and not one.is_makeshift)
    faster = (one for one in great if one.reached.rate and one.reached.rate.middle >= FELT_SPEED_UP * rate.middle)
    yield from (Turn("larger_step", one) for one in islice(faster, 1))


def _smaller_step(best: Compared, step: Compared) -> Iterator[Turn]:
    """Memory for clearly less money than what is advised, or at a price that nobody told; none that stays too slow."""
    if best.reached.light.is_useful and not step.reached.light.is_useful:
        return
    if step.price is None:
        yield Turn("unpriced_step", step)
    elif step.price.usd.middle <= _CLEARLY_LESS * (best.cost_usd or 0.0):
        yield Turn("smaller_step", step)


def _far_cheaper(best: Compared, answer: WorthAnswer) -> Iterator[Turn]:
    """A card for half the money that is nearly as fast, where it misses what is enough by little."""
    rate, usd = best.reached.rate, best.cost_usd
    if answer.decision.reason != "for_here" or rate is None or not usd or best.kind not in WITH_CARD:
        return
    cards = (one for one in answer.others if one.kind in WITH_CARD and one.price is not None and one.runs)
    cheap = (one for one in cards if (one.cost_usd or inf) <= _HALF * usd and not one.reached.light.is_useful)
    near = (one for one in cheap if one.reached.rate and one.reached.rate.middle >= _NEARLY_AS_FAST * rate.middle)
    yield from (Turn("smaller_step", one) for one in islice((one for one in near if not one.is_makeshift), 1))


def _supply_turn(best: Compared, answer: WorthAnswer) -> tuple[Turn, ...]:
    """What to do where the power supply, of which nobody told, does not feed what is advised.

    A larger one on top, where that is within the budget; else what the smaller one feeds.
    """
    watts = best.needs.supply_w if best.needs is not None and "supply_unknown" in best.doubts else None
    if watts is None or answer.decision.verdict == "no":
        return ()
    supply_usd, budget_usd = answer.supply_usd, answer.question.money.budget_usd
    if supply_usd is not None and (best.cost_usd or 0.0) + supply_usd <= (budget_usd or inf):
        return (Turn("larger_supply", best, supply_usd),)

    def is_fed(one: Compared) -> bool:
        return one.needs is None or (one.needs.supply_w or watts) < watts

    bought = (one for one in answer.others if one.kind in PURCHASES and one.kind != "computer" and one.runs)
    paid = (one for one in bought if one.price is not None and one.price.usd.middle <= (best.cost_usd or 0.0))
    meant = (one for one in paid if is_fed(one) and one.is_felt and not one.is_makeshift)
    useful = (one for one in meant if one.reached.light.is_useful and one.reached.is_reduced <= best.reached.is_reduced)
    other = next(iter(sorted(useful, key=lambda one: one.card is None)), None)
    return () if other is None else (Turn("weaker_supply", other, watts),)


def _slot_turn(best: Compared, answer: WorthAnswer) -> Iterator[Turn]:
    """A card beside the one that is there, faster and no dearer than what replaces it, or as fast and clearly cheaper.

    Of a slot for it nobody told.
    """
    if best.kind != "card" or best.reached.rate is None or best.cost_usd is None:
        return
    most_usd, replaced_rate = best.cost_usd, best.reached.rate.middle
    beside = (one for one in answer.others if "second_slot_unknown" in one.doubts and not one.is_makeshift)
    cheap = (one for one in beside if one.price is not None and one.price.usd.middle <= most_usd and not one.is_dear)
    able = (one for one in cheap if one.reached.light.is_useful and len(one.newly_usable) >= len(best.newly_usable))
    faster = (
        one
        for one in able
        if (rate := one.reached.rate) is not None
        and rate.middle >= replaced_rate * (1.0 if (one.cost_usd or inf) * A_TENTH <= most_usd else FELT_SPEED_UP)
    )
    yield from (Turn("second_slot", one) for one in islice(faster, 1))


def _money_turns(best: Compared, answer: WorthAnswer) -> Iterator[Turn]:
    """What would turn a verdict that rests on what the same work costs elsewhere; nothing where that is not asked."""
    question = answer.question
    if not question.with_cloud:
        return
    hours = _hours_to_pay(best, answer)
    if hours is not None:
        yield Turn("hours", best, hours)
    yield from _price_turn(best)
    if answer.decision.reason in ("may_it_leave", "cheaper_elsewhere") and question.stays_here is None:
        decision, here = answer.if_it_stays
        yield Turn("stays_no" if here is None else "stays_yes" if decision.verdict == "yes" else "stays_depends", here)


def _price_turn(best: Compared) -> Iterator[Turn]:
    """The price below which it pays, where that is near its price: nobody sells it for a tenth, or for ten times.

    None where its price is below that already: nothing would change.
    """
    below_usd, usd = best.worth_below_usd, best.cost_usd
    if not below_usd:
        return
    if usd and below_usd > _FAR_PRICE * usd:
        yield Turn("pays_at_twice", best)
    elif not usd or below_usd <= usd <= below_usd * _FAR_PRICE:
        yield Turn("price_below", best, below_usd)


def first_faster(answer: WorthAnswer, *, priced: bool = False) -> Compared | None:
    """What the verdict is about, else the first of the purchases that would be clearly faster than now."""
    bought = (one for one in answer.others if one.kind in PURCHASES and (one.price is not None or not priced))
    return answer.best or next((one for one in bought if one.gain is not None and one.gain.middle >= A_TENTH), None)


def meant_or_priced(answer: WorthAnswer) -> Compared | None:
    """What the verdict is about, else the first of the purchases with a price."""
    return answer.best or next((one for one in answer.others if one.kind in PURCHASES and one.price), None)


def purchases(answer: WorthAnswer) -> tuple[Compared, ...]:
    """What could be bought and runs, what the verdict is about first."""
    bought = (one for one in answer.others if one.kind in PURCHASES and one.runs)
    return tuple(sorted(bought, key=lambda one: one.id != answer.decision.best_id))


def trip_card(answer: WorthAnswer, rig: Rig) -> Processor | None:
    """The card that the trip over the link is counted for: one of this rig, else the best that could be put in."""
    own = (one for one in rig.processors if one.kind == "gpu" and one.pool == "vram" and one.blocked is None)
    options = (one for one in (answer.best, *answer.others) if one is not None and one.kind == "card")
    return next((one for one in (*own, *(option.reached.processor for option in options)) if one is not None), None)


def pay_backs(answer: WorthAnswer, one: Compared) -> tuple[PayBack, ...]:
    """Days until a purchase has paid for itself, by hours of a day and at both ends of its price."""
    price, counted = one.price, answer.counted
    if price is None:
        return ()

    def days(hours: float, usd: float) -> float | None:
        money = counted.question.money.changed(hours_per_day=hours)
        other = replace(counted, question=replace(counted.question, money=money))
        return other.purchase(replace(one, price=price.changed(usd=Range.exactly(usd)))).break_even.days

    return tuple(
        PayBack(hours_per_day=hours, days=days(hours, middle), low_days=days(hours, low), high_days=days(hours, high))
        for low, middle, high in (price.usd,)
        for hours in sorted({*HOURS, answer.question.hours_per_day} - {0.0})
    )


def _hours_to_pay(one: Compared, answer: WorthAnswer) -> float | None:
    """Hours a day from which it pays for itself within its life; None where no day is long enough, or now is."""
    days = one.break_even.days
    if answer.question.hours_per_day <= 0 or (days is not None and days <= LIFE_DAYS):
        return None
    found = pay_backs(answer, one)
    return next((at.hours_per_day for at in found if at.days is not None and at.days <= LIFE_DAYS), None)


def spent_by_month(one: Compared) -> tuple[float, ...] | None:
    """All money spent on one way after 0, 1, 2 ... months, in US dollars; None where price or running cost is unknown.

    What is rented or paid by tokens has no price to begin with.
    """
    if one.usd_per_day is None or (one.kind in PURCHASES and one.price is None):
        return None
    usd = one.price.usd.middle if one.kind in PURCHASES and one.price else 0.0
    return tuple(
        spent_usd(price_usd=usd, running_usd_per_day=one.usd_per_day, days=DAYS_PER_MONTH * month)
        for month in range(MONTHS + 1)
    )


def paid_back(one: Compared | None) -> tuple[float, float] | None:
    """After how many months a purchase has cost no more than the other way, and what it has cost by then in US dollars.

    None where that is never, at once, or after the months that are counted.
    """
    days = one.break_even.days if one is not None else None
    if one is None or not days or one.price is None or one.usd_per_day is None or days > MONTHS * DAYS_PER_MONTH:
        return None
    return days / DAYS_PER_MONTH, one.price.usd.middle + one.usd_per_day * days
