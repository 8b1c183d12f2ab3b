"""What was asked about by name against the API of the same model: what that costs, and when the purchase has paid."""

from dataclasses import replace
from functools import lru_cache
from statistics import median

from advisor.answer.money.prices import RENT, SECOND, ApiPrice
from advisor.answer.worth.compared import Compared
from advisor.answer.worth.days_work import LIFE_DAYS, work_of
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.worth import PURCHASES, BreakEven
from advisor.facts.values.frozen import frozen
from advisor.predict.worth.cost import DAYS_PER_MONTH, HOURS_PER_DAY, break_even

_MEANT, _LESS = 2, 0.8
"""So many of those that were named are told of; of a price, from which another is the cheaper one (a judgment)."""


@frozen
class AgainstApi:
    """One purchase for the work of a day, and the API that does the same.

    `hours_to_pay` are those of a day from which it has paid within its life; None where no day is so long.
    `cheaper` does the same work well for less money, `rented_usd` is what the same card rented costs a month.
    `pays_later` is the same where the provider asked for kept prompts what others do, a `usual_share` of their price;
    None where it states what it asks, or nothing is kept.
    """

    way: Compared
    api: Compared
    price: ApiPrice
    monthly_usd: float
    pays: BreakEven
    hours_to_pay: float | None
    cheaper: Compared | None
    rented_usd: float | None
    kept_share: float
    pays_later: BreakEven | None = None
    usual_share: float | None = None


def against_api(answer: WorthAnswer) -> tuple[AgainstApi, ...]:
    """The same for each that was named; nothing where no API is compared, or a bill is what it is held against."""
    question, price = answer.question, answer.counted.api
    api = next((one for one in answer.others if one.kind == "api"), None)
    if api is None or price is None or question.bill_usd_per_day is not None or not question.hours_per_day:
        return ()
    if answer.counted.sold_id is not None:  # another model does another work
        return ()
    named = [one for one in answer.others if question.asks_about(one.id) and one.kind in PURCHASES]
    bought = [one for one in named if one.price is not None and one.runs and one.cost_usd]
    return tuple(_against(one, api, price, answer) for one in bought[:_MEANT])


def _against(one: Compared, api: Compared, price: ApiPrice, answer: WorthAnswer) -> AgainstApi:
    question = answer.question
    work, usd, kept = work_of(question, one.reached), one.cost_usd or 0.0, question.kept_share
    daily = price.usd(prompt_tokens=work.prompt_tokens, generated_tokens=work.units, kept_share=kept)
    saved = daily - (one.usd_per_day or 0.0)
    hours = question.hours_per_day * usd / (saved * LIFE_DAYS) if saved > 0 else None
    meant = (way for way in answer.others if way.kind in PURCHASES and way.price is not None and not way.is_makeshift)
    useful = [way for way in meant if way.reached.light.is_useful and (way.cost_usd or 0.0) <= _LESS * usd]
    best = answer.best if answer.best in useful else next(iter(useful), None)
    share = _usual_share(question.catalog) if kept and price.cached_usd is None else None
    later = None
    if share is not None:
        as_others = replace(price, cached_usd=share * price.prompt_usd)
        less = as_others.usd(work.prompt_tokens, work.units, kept_share=kept) - (one.usd_per_day or 0.0)
        later = break_even(price_usd=usd, saved_usd_per_day=less)
    rented = answer.option(f"{RENT}{one.id.removeprefix(SECOND)}")
    return AgainstApi(
        one,
        api,
        price,
        daily * DAYS_PER_MONTH,
        break_even(price_usd=usd, saved_usd_per_day=saved),
        hours if hours is not None and hours <= HOURS_PER_DAY else None,
        best,
        rented.usd_per_day * DAYS_PER_MONTH if rented is not None and rented.usd_per_day else None,
        kept,
        later,
        share,
    )


@lru_cache(maxsize=4)
def _usual_share(catalog: Catalog) -> float | None:
    """What providers mostly ask for prompts that they still hold, of the price of others; None where none states it."""
    cards = [one for one in catalog.prices.values() if one.kind == "api" and one.prompt_price_per_million_tokens]
    stated = [(one.cached_price_per_million_tokens, one.prompt_price_per_million_tokens or 1.0) for one in cards]
    shares = [cached / full for cached, full in stated if cached is not None]
    return median(shares) if shares else None
