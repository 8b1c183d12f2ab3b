"""Why this verdict: the rules with their formulas, and how the money of each way is counted."""

from collections.abc import Callable

from advisor.answer.worth.compared import Compared
from advisor.answer.worth.conclusions import purchases
from advisor.answer.worth.days_work import IDLE_W, LIFE_DAYS, ON_HOURS_PER_DAY, busy_hours, load_w
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.facts.answers.worth import RuleName
from advisor.facts.values.units import MEGA
from advisor.predict.worth.cost import DAYS_PER_YEAR
from advisor.present.upgrade.option_names import best_name, cost_unit, enough_words, option_name, rate_words
from advisor.present.upgrade.rule_text import RULE_NAMES
from advisor.present.upgrade.sureness import sureness_sentence
from advisor.present.upgrade.text import hours_words, would_change
from advisor.present.words.money import Currency, long_time, price_words
from advisor.present.words.origin import addresses
from advisor.present.words.quantity import UNKNOWN, capacity, percent, power, speed_number, step_time, times
from advisor.present.words.series import Table
from advisor.present.words.view import Why
from advisor.present.words.words import capital, say, to_say

_TESTS: dict[RuleName, str] = {
    "R1": to_say("tokens/s on the card / tokens/s on the CPU"),
    "R2": to_say("operations/s reached on the card / on the CPU"),
    "R3": to_say("work / CPU > starts + bytes / link + 2 x copy + work / card"),
    "R4": to_say("busy less than 60% of the time, and each request done in time"),
    "R5": to_say("weights <= last-level cache"),
    "R6": to_say("operations per byte sent > those of the CPU meanwhile"),
    "R7": to_say("operations per byte read > operations/s / bytes/s of memory"),
    "R8": to_say("1 / ((1 - share) + share / speed-up)"),
    "R9": to_say("memory needed <= memory free on the card"),
}
"""The formula of each rule (docs/physics.md 14.1)."""

_FAVORS = {"gpu": to_say("GPU"), "cpu": to_say("CPU"), "neither": to_say("neither")}
_UNITS: dict[str, Callable[[float], str]] = {
    "times": times,
    "s": step_time,
    "share": percent,
    "bytes": capacity,
    "flop_per_byte": lambda value: say("{value} a byte", value=speed_number(value)),
}


def worth_why(answer: WorthAnswer, currency: Currency) -> tuple[Why, ...]:
    """The verdict, its rules, the work of a day, and the money."""
    bought = purchases(answer)
    subject = answer.best or next((one for one in bought if one.price is not None), bought[0] if bought else None)
    money = () if subject is None else (_running(subject, answer, currency), _pay_back(subject, answer, currency))
    return (_verdict(answer, currency), _rules(answer), *money, _per_million(answer, currency))


def _verdict(answer: WorthAnswer, currency: Currency) -> Why:
    question, best = answer.question, answer.best
    rows = [
        (say("Enough for this workload"), enough_words(question) or say("not known"), say("set for this workload")),
        (say("This computer now"), rate_words(answer.counted.now, question), say("estimated")),
    ]
    if best is not None:
        rows.append((option_name(best), rate_words(best.reached, question), say("estimated")))
    counted = say("{hours}, for {life}", hours=hours_words(answer), life=long_time(LIFE_DAYS))
    rows.append((say("Assumptions"), counted, say("typed above, or a judgment")))
    return Why(
        title=say("The verdict"),
        formula=say(
            "Fast enough already: no, unless money set aside buys clearly better answers.\n"
            "Otherwise: the noticeable change that is worth most for its money."
        ),
        inputs=Table((say("Input"), say("Value"), say("From")), tuple(rows)),
        evidence=(sureness_sentence(answer), say("Less than 1.3 times as fast is hardly noticeable (our judgment).")),
        changes=would_change(answer, currency),
    )


def _rules(answer: WorthAnswer) -> Why:
    found = {one.rule: one for one in answer.findings}
    rows = []
    for rule, formula in _TESTS.items():
        told = (say("not asked here"), "", "")
        if rule in found:
            one, text = found[rule], _UNITS[found[rule].unit]
            told = (text(one.figure), text(one.boundary), say(_FAVORS[one.favors]))
        rows.append((say(RULE_NAMES[rule]), say(formula), *told))
    return Why(
        title=say("The rules behind it"),
        formula=say("A figure of this computer against the boundary at which the answer turns"),
        inputs=Table((say("Rule"), say("Test"), say("Here"), say("Turning point"), say("Favors")), tuple(rows)),
        evidence=(),
        changes=(),
    )


def _running(one: Compared, answer: WorthAnswer, currency: Currency) -> Why:
    """Electricity of a day."""
    question, done, electricity = answer.question, one.reached, answer.electricity
    watts, idle = (
        say(UNKNOWN) if one is None else say("{low} to {high}", low=power(one.low), high=power(one.high))
        for one in (load_w(question, done), IDLE_W)
    )
    hours = busy_hours(question, done, answer.counted.work_of(one))
    low, price, high = map(currency.text, electricity.usd)
    span = "" if electricity.is_told else say(" ({low} to {high})", low=low, high=high)
    rows = (
        (say("Hours at work a day"), speed_number(hours), say("tokens of a day / speed, prompts included")),
        (say("Watts at work"), watts, say("share of its limit")),
        (say("Watts idle"), idle, say("published, while the computer is on")),
        (say("A kWh"), f"{price}{span}", say("typed by you") if electricity.is_told else say("dated price cards")),
        (say("A day"), currency.text(one.usd_per_day), say("the middle of it all")),
        (say("A year"), currency.text(None if one.usd_per_day is None else one.usd_per_day * DAYS_PER_YEAR), ""),
    )
    return Why(
        title=say("Electricity: {name}", name=option_name(one)),
        formula=say("(watts at work x hours at work + watts idle x other hours) / 1,000 x price of a kWh"),
        inputs=Table((say("Input"), say("Value"), say("From")), rows),
        evidence=(say("Assumes the computer is on {hours:.0f} hours a day.", hours=ON_HOURS_PER_DAY),),
        changes=(say("Change electricity price and hours above."),),
    )


def _pay_back(one: Compared, answer: WorthAnswer, currency: Currency) -> Why:
    other = answer.elsewhere
    name = best_name(other) if other is not None else say("no other way has a price")
    price, source = (price_words(one.price, currency), addresses(one.price.source)) if one.price else (say(UNKNOWN), "")
    cheapest = say("the cheapest that does it; elsewhere: {name}", name=name)
    saved = say("saved a day x {life}", life=long_time(LIFE_DAYS))
    rows = (
        (say("Price"), price, source),
        (say("The same work otherwise, a day"), currency.text(one.otherwise_usd_per_day), cheapest),
        (say("Its own electricity a day"), currency.text(one.usd_per_day), say("above")),
        (say("Saved a day"), currency.text(one.saved_usd_per_day), say("the difference")),
        (say("Break-even price"), currency.text(one.worth_below_usd), saved),
    )
    return Why(
        title=say("When it has paid for itself: {name}", name=option_name(one)),
        formula=say("price / (the same work otherwise - its own electricity); break-even price = saved a day x life"),
        inputs=Table((say("Input"), say("Value"), say("From")), rows),
        evidence=(say("Without savings there is no payback. Assumes a life of three years."),),
        changes=(say("Change hours or price above."),),
    )


def _per_million(answer: WorthAnswer, currency: Currency) -> Why:
    what, units = cost_unit(answer.question)
    known = [one for one in (answer.now, *answer.others) if one.usd_per_million is not None]
    costs = {option_name(one): currency.text((one.usd_per_million or 0.0) * units / MEGA) for one in known}
    return Why(
        title=say("What {what} costs", what=what),
        formula=say(
            "(electricity, rent or tokens of a day + price / days of its life) / work of a day x {what}", what=what
        ),
        inputs=Table((say("Way"), capital(what)), tuple(costs.items())),
        evidence=(),
        changes=(),
    )
