"""What was asked about by name against an API, in words: yes or no first, then when it pays, and what else does."""

from collections.abc import Iterator

from advisor.answer.worth.against_api import AgainstApi, against_api
from advisor.answer.worth.days_work import LIFE_DAYS
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.predict.worth.cost import DAYS_PER_MONTH
from advisor.present.upgrade.option_names import best_name, model_names, rate_words
from advisor.present.upgrade.text import USEFUL_DAYS, hours_words
from advisor.present.words.money import Currency, api_words, long_time, span_words
from advisor.present.words.quantity import percent
from advisor.present.words.words import capital, joined, say, to_say

_TOO_SLOW = to_say("No: {name} for {price} is too slow for this.")
_NEVER = to_say("No, not for the money: {name} for {price} never pays for itself.")
_LATE = to_say("No, not for the money: {name} for {price} pays for itself after {time}.")
_SLOWLY = to_say("Hardly for the money: {name} for {price} pays for itself after {time}.")
_PAYS = to_say("Yes, if {model} does what you need: {name} for {price} pays for itself after {time}.")
_FROM_TO = to_say("It depends on what repeated prompts cost: {name} for {price} pays after {time} to {late}.")
_OR_NEVER = to_say("It depends on what repeated prompts cost: {name} for {price} pays after {time}, or never.")
_API_CHEAPER = to_say("The API is cheaper: {api} costs {monthly} a month, electricity here {own}, {hours}.")
_OWN_CHEAPER = to_say("What you have is cheaper: electricity {own} a month, {api} {monthly}, {hours}.")
_ABOUT_EQUAL = to_say("Both cost about the same: electricity here {own} a month, {api} {monthly}, {hours}.")
_NEARLY = 1.2
"""Up to so many times two costs are about the same (a judgment)."""
_NAMED, _CLEARLY = 2, 1.25
"""So many models are named; from so many times the hours on they are told (a judgment)."""


def against_api_lines(answer: WorthAnswer, currency: Currency) -> tuple[str, ...]:
    """All of it for each that was named, else for what is there and enough; nothing where no API is compared."""
    found = against_api(answer)
    lines = [line for one in found for line in _lines(one, answer, currency)]
    return (*lines, *_kept(found[0], answer, currency)) if found else tuple(_owned(answer, currency))


def _owned(answer: WorthAnswer, currency: Currency) -> Iterator[str]:
    """What is there costs only its electricity: that against the API, where it is enough."""
    question, own = answer.question, answer.now.usd_per_day
    api = next((one for one in answer.others if one.kind == "api" and one.usd_per_day), None)
    is_asked = question.with_cloud and question.bill_usd_per_day is None and answer.decision.reason == "enough"
    if api is None or not api.usd_per_day or not own or not is_asked or answer.counted.sold_id is not None:
        return
    text = _ABOUT_EQUAL
    if own > _NEARLY * api.usd_per_day:
        text = _API_CHEAPER
    elif api.usd_per_day > _NEARLY * own:
        text = _OWN_CHEAPER
    yield say(
        text,
        api=best_name(api),
        own=currency.text(own * DAYS_PER_MONTH),
        monthly=currency.text(api.usd_per_day * DAYS_PER_MONTH),
        hours=hours_words(answer),
    )


def _lines(one: AgainstApi, answer: WorthAnswer, currency: Currency) -> Iterator[str]:
    way, question = one.way, answer.question
    told = {
        "name": best_name(way),
        "price": span_words(way.price, currency) if way.price is not None else "",
        "api": best_name(one.api),
        "model": question.model_text,
        "monthly": currency.text(one.monthly_usd),
        "hours": hours_words(answer),
        "life": long_time(LIFE_DAYS),
        "time": long_time(one.pays.days) if one.pays.days is not None else "",
        "late": long_time(one.pays_later.days) if one.pays_later and one.pays_later.days is not None else "",
    }
    yield say(_verdict(one), **told)
    yield say("{name}: {rate}.", name=capital(told["name"]), rate=rate_words(way.reached, question))
    yield say("The same work from {api} costs {monthly} a month, {hours}.", **told)
    is_late = one.pays.days is None or one.pays.days > LIFE_DAYS
    if is_late and one.hours_to_pay is not None and one.hours_to_pay >= _CLEARLY * question.hours_per_day:
        told["hours"] = f"{max(one.hours_to_pay, 2):.0f}"
        yield say("From about {hours} hours a day it would pay for itself within {life}.", **told)
    elif one.hours_to_pay is None and question.units_per_day is None:
        yield say("Even at 24 hours a day it would not pay for itself within {life}.", **told)
    if one.rented_usd is not None:
        yield say("The same card rented costs {amount} a month.", amount=currency.text(one.rented_usd))
    yield from _cheaper(one, answer, currency)


def _verdict(one: AgainstApi) -> str:
    days = one.pays.days
    if not one.way.reached.light.is_useful:
        return _TOO_SLOW
    if days is None:
        return _NEVER
    if one.pays_later is not None and days <= USEFUL_DAYS:
        late = one.pays_later.days
        if late is None:
            return _OR_NEVER
        if late > LIFE_DAYS:
            return _FROM_TO
    return _PAYS if days <= LIFE_DAYS else _SLOWLY if days <= USEFUL_DAYS else _LATE


def _cheaper(one: AgainstApi, answer: WorthAnswer, currency: Currency) -> Iterator[str]:
    """What does the same for less, where the work has to stay here; and what the one that was named does beyond it."""
    less, way, question = one.cheaper, one.way, answer.question
    if less is None or less.price is None:
        return
    yield say(
        "If the work must stay here, {name} for {price} does it, too: {rate}.",
        name=best_name(less),
        price=span_words(less.price, currency),
        rate=rate_words(less.reached, question),
    )
    more = [name for name in model_names(way, question) if name not in model_names(less, question)]
    if more:
        models = joined(more[:_NAMED], ", ")
        yield say("{name} also runs well: {models}.", name=capital(best_name(way)), models=models)


def _kept(one: AgainstApi, answer: WorthAnswer, currency: Currency) -> Iterator[str]:
    """The prices that the API is counted with, and whether what it still holds of a prompt is counted for less."""
    yield say("Counted for {api}: {prices}.", api=best_name(one.api), prices=api_words(one.price, currency))
    if not one.kept_share:
        return
    share = percent(one.kept_share)
    if one.price.cached_usd is None:
        text = to_say("It states no lower price for the {share} of its prompts that repeat: they count in full.")
        yield say(text, share=share)
        if one.usual_share is not None:
            yield say("Others ask {share} of the price for such.", share=percent(one.usual_share))
    else:
        text = to_say("Of its prompts {share} repeat the last call and count {amount} per million.")
        yield say(text, share=share, amount=currency.text(one.price.cached_usd))
