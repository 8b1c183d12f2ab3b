"""What a purchase is held against a bill with: when it pays back, how capable its model is, and how much it writes."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from advisor.answer.worth.bill import BillCheck, bill_check
from advisor.answer.worth.compared import Compared
from advisor.answer.worth.conclusions import first_faster
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.facts.answers.worth import PURCHASES
from advisor.facts.values.units import MEGA
from advisor.predict.worth.cost import DAYS_PER_MONTH
from advisor.present.upgrade.option_names import best_name
from advisor.present.upgrade.text import USEFUL_DAYS, is_bought, pay_words, pays_in_time
from advisor.present.words.money import Currency, long_time
from advisor.present.words.quantity import speed, speed_number
from advisor.present.words.words import capital, say, to_say

_KEEP = to_say("Your bill of {bill} a month: keep what it pays for, nothing that is sold here replaces it.")
_KEEP_WITHIN = to_say("Your bill of {bill} a month: keep what it pays for, nothing within the budget replaces it.")
_NAMED = 2
"""So many computers of those that were named are told in words."""


def against_bill(answer: WorthAnswer, currency: Currency) -> tuple[str, ...]:
    """What was asked about by name, else what is advised, against what is paid now; nothing without a bill."""
    if answer.question.bill_usd_per_day is None:
        return ()
    ways, monthly = _meant(answer), currency.text(answer.question.bill_usd_per_day * DAYS_PER_MONTH)
    if not ways:
        return tuple(_as_it_is(answer, monthly, currency))
    checks = [bill_check(one, answer.question, answer.own_api) for one in ways]
    here = islice(_as_it_is(answer, monthly, currency), 1) if answer.does_billed_work else ()
    payback = (_payback(one, check, monthly, answer) for one, check in zip(ways, checks, strict=True))
    return (
        *here,
        *payback,
        *_quality(checks[0], answer),
        *_opened(ways[-1], checks[-1], answer),
        *_volume(ways[-1], checks[-1], monthly, currency, name=best_name(ways[-1])),
    )


def _as_it_is(answer: WorthAnswer, monthly: str, currency: Currency) -> Iterator[str]:
    """The same of this computer, where nothing is bought for it."""
    now = replace(answer.now, reached=answer.counted.now)
    name, check = say("this computer"), bill_check(now, answer.question, answer.own_api)
    if check.is_too_much:
        text = to_say("Your bill of {bill} a month: {name} cannot replace it, it is too slow for so many tokens.")
    elif now.reached.light.is_useful:
        text = to_say("Your bill of {bill} a month falls away only if {model} as it runs here does what you pay for.")
    else:
        yield say(_KEEP_WITHIN if answer.question.money.budget_usd else _KEEP, bill=monthly)
        return
    yield say(text, bill=monthly, name=name, model=answer.question.model_text)
    yield from _quality(check, answer)
    yield from _volume(now, check, monthly, currency, name=name)


def _meant(answer: WorthAnswer) -> list[Compared]:
    """Those that were named and do the work, the cheapest and the dearest of them; else the one that is advised.

    Where this computer does it, what that saves is no card's: of other computers alone that were named.
    """
    named = [one for one in answer.others if answer.question.asks_about(one.id) and one.kind in PURCHASES and one.runs]
    if answer.does_billed_work:
        named = [one for one in named if one.kind == "computer"]
    named = [one for one in named if one.price is not None] or named[:1]
    named.sort(key=lambda one: one.price.usd.middle if one.price is not None else 0.0)
    best = (
        first_faster(answer, priced=True)
        if answer.decision.reason != "enough" and not answer.does_billed_work
        else None
    )
    meant = [*named[:1], *named[1:][-1:]][:_NAMED]
    return meant or ([best] if best is not None and is_bought(best) and best.runs else [])


def _payback(one: Compared, check: BillCheck, monthly: str, answer: WorthAnswer) -> str:
    """When it has paid for itself, and on which condition."""
    if one.price is None:
        text = to_say("Your bill of {bill} a month: no price is known for {name} (--price).")
        return say(text, bill=monthly, name=best_name(one))
    told = {
        "bill": monthly,
        "name": best_name(one),
        "pay": pay_words(one, by_hours=False),
        "model": answer.question.model_text,
    }
    if check.is_too_much:
        return say("Your bill of {bill} a month: {name} cannot replace it, it is too slow for so many tokens.", **told)
    if not pays_in_time(one):
        told["life"] = long_time(USEFUL_DAYS)
        return say("Your bill of {bill} a month: {name} {pay}; {life} of use are the most assumed.", **told)
    return say("Your bill of {bill} a month: {name} {pay}, but only if {model} does what you pay for.", **told)


def _quality(check: BillCheck, answer: WorthAnswer) -> Iterator[str]:
    """Of which class the model is that runs there."""
    model, models = answer.question.model_text, answer.question.catalog.models
    if check.stronger_id is not None:
        strong = models[check.stronger_id].name
        yield say(
            "Quality: {model} is well below what large services run, such as {strong}: try it on your own work first.",
            model=model,
            strong=strong,
        )
    else:
        yield say("Quality: {model} is of the class that services sell: try it on your own work first.", model=model)


def _opened(one: Compared, check: BillCheck, answer: WorthAnswer) -> Iterator[str]:
    """A better model that the dearest of them makes of use."""
    if check.also_id is not None:
        name = answer.question.catalog.models[check.also_id].name
        yield say("{name} also runs {makes}.", name=capital(best_name(one)), makes=name)


def _millions(count: float) -> str:
    return say("{number} million tokens", number=speed_number(count / MEGA))


def _volume(one: Compared, check: BillCheck, monthly: str, currency: Currency, *, name: str) -> Iterator[str]:
    """How much it reads and writes, and what that costs from an API."""
    rate = one.reached.rate
    if check.most_tokens is not None and rate is not None:
        told = {"name": name, "amount": _millions(check.most_tokens), "rate": speed(rate.middle)}
        text = say("Volume: at {rate} without a break {name} reads and writes {amount} a month", **told)
        need = check.told_tokens
        yield say("{text}; you need {amount}.", text=text, amount=_millions(need)) if need else f"{text}."
    if check.api_usd is not None and check.bought_tokens is not None:
        yield say(
            "The same model from an API costs {amount} a month for this use; {bill} would buy {many}.",
            amount=currency.text(check.api_usd),
            bill=monthly,
            many=_millions(check.bought_tokens),
        )
