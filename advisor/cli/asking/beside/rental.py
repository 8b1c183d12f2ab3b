"""What so many rented cards cost for the time that a question tells: `8x H100 for a weekend`."""

import re
from collections.abc import Iterator, Sequence

from advisor.answer.money.prices import SECOND, Prices
from advisor.answer.worth.days_work import LIFE_DAYS
from advisor.answer.worth.question import USUAL_HOURS_PER_DAY
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.cli.asking.sentence.gpus import NamedPart
from advisor.cli.asking.sentence.said import Said
from advisor.facts.answers.worth import Price
from advisor.facts.values.units import KILO
from advisor.predict.worth.cost import DAYS_PER_MONTH, DAYS_PER_YEAR
from advisor.present.words.money import currency_of, span_words

_HOURS = {"hour": 1.0, "day": 24.0, "night": 10.0, "weekend": 48.0, "week": 168.0, "month": 730.0}
_NUMBERS = {"a": 1, "an": 1, "one": 1, "the": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_BUY = re.compile(
    r"\b(?:buy|buying|own|owning|purchas\w*|cheaper to rent|rent\w*(?: \w+){0,3} (?:be )?cheaper)\b", re.IGNORECASE
)
_RARE = re.compile(
    r"\b(?:(?:once|twice|a few times|\d times|now and then)(?: (?:a|per|each|every|in a) (?:week|month|year))?"
    r"|one-?off|one time only|occasional\w*|rarely)\b",
    re.IGNORECASE,
)
_FOR_BOTH = (
    "Renting is for some days, or for larger cards than you would buy; your data leaves the house. "
    "Buying is for most days: private, ready at once, and it can be sold again."
)
_TIME = re.compile(
    rf"\b(?:for|over|during) (\d{{1,4}}|{'|'.join(_NUMBERS)}) (?:whole |full )?({'|'.join(_HOURS)})s?\b", re.IGNORECASE
)


def asks_to_buy(text: str) -> bool:
    """Whether buying is held against it."""
    return _BUY.search(text) is not None


def rented_lines(told: Said, text: str, answer: WorthAnswer, prices: Prices) -> Iterator[str]:
    """What cards cost that would be rented; where it is asked whether to rent or to buy one, both."""
    if not told.trade.is_rented:
        return
    cards = [gpu for one in told.hardware.offered for gpu in one.gpus]
    if not cards and asks_to_buy(text):
        yield from _rent_or_buy_any(answer, told.volume.hours_per_day, prices)
    yield from _rental_lines(text, cards, prices)


def _rental_lines(text: str, cards: Sequence[NamedPart], prices: Prices) -> Iterator[str]:
    """Each card that is rented out, with what it costs an hour and for that time."""
    found, currency = _TIME.search(text), currency_of(prices.money)
    rented = prices.rented()
    for one in cards:
        price = _cheapest([one.card_id, *prices.catalog.gpus.members(one.name)], rented)
        if price is None:
            yield f"Renting {one.value}: no price is known."
            continue
        hourly = price.usd.middle * one.number
        told = f"Renting {one.value}: about {currency.text(hourly)} an hour"
        if found is not None:
            count = float(_NUMBERS.get(found[1].lower()) or found[1])
            hours = count * _HOURS[found[2].lower()]
            told += f", about {currency.text(hourly * hours)} for {hours:,.0f} hours"
        yield f"{told}."


def hourly_rent(one: NamedPart, prices: Prices) -> float | None:
    """What so many of a card cost an hour, in dollars; None where nobody rents it out."""
    price = _cheapest([one.card_id, *prices.catalog.gpus.members(one.name)], prices.rented())
    return None if price is None else price.usd.middle * one.number


def is_rare(text: str) -> bool:
    """Whether the work is done now and then: `once a month`, `a one-off`."""
    return _RARE.search(text) is not None


def rent_or_buy(one: NamedPart, hours_per_day: float | None, prices: Prices, *, rarely: bool = False) -> str:
    """Whether renting a card or buying it costs less at so many hours a day; empty where nobody rents it out.

    What is done `rarely`, for hours that nobody tells, is better rented. Electricity counts for the own card only, at
    full load: it is in the rent.
    """
    rent = _cheapest([one.card_id, *prices.catalog.gpus.members(one.name)], prices.rented())
    if rent is None:
        return ""
    hours, currency = hours_per_day or USUAL_HOURS_PER_DAY, currency_of(prices.money)
    hourly = rent.usd.middle * one.number
    time = f"{hours:.2g} hours a day{'' if hours_per_day else ' (assumed)'}"
    rented = f"{currency.text(hourly)} an hour, {currency.text(hourly * hours * DAYS_PER_MONTH)} a month to rent"
    price, watts = prices.bought(one.card_id), prices.catalog.gpus[one.card_id].power_w
    if rarely and hours_per_day is None:
        after = f"; buying takes {span_words(price, currency)}" if price is not None else ""
        return f"Rent: {one.value} costs {currency.text(hourly)} an hour, and nothing between two runs{after}."
    if price is None or watts is None:
        return f"At {time} {one.value} costs {rented}; what one costs to buy is unknown."
    saved_usd = (rent.usd.middle - watts / KILO * prices.electricity().usd.middle) * hours
    days = price.usd.middle * one.number / (saved_usd * one.number) if saved_usd > 0 else None
    first = "Buy" if days is not None and days <= LIFE_DAYS else "Rent"
    after = (
        "the electricity of an own one costs as much"
        if days is None
        else f"buying costs less after about {_rounded(days * hours)} hours of use ({_years(days)})"
    )
    each = " each" if one.number > 1 else ""
    return f"{first}: at {time} {one.value} costs {rented}, and {span_words(price, currency)}{each} to buy; {after}."


def _rent_or_buy_any(answer: WorthAnswer, hours_per_day: float | None, prices: Prices) -> Iterator[str]:
    """The same of the card that one would buy, where none is named: one with more memory than there is.

    Nothing where nobody rents such a card out.
    """
    own = [one.memory_total_bytes.value or 0 for one in answer.parts if one.pool == "vram"]
    for one in filter(None, (answer.best, answer.buys_most, *answer.others)):
        is_bought = one.price is not None and not (one.is_makeshift or one.is_dear)
        if one.card is None or not is_bought or (one.card.memory_total_bytes.value or 0) <= max(own, default=0):
            continue
        card_id = one.id.removeprefix(SECOND)
        card = prices.catalog.gpus.get(card_id)
        told = rent_or_buy(NamedPart(card.name, 1, card_id, 0, 0), hours_per_day, prices) if card is not None else ""
        if told:
            yield told
            yield _FOR_BOTH
            return


def _rounded(hours: float) -> str:
    """Two digits of it are known at most."""
    return f"{float(f'{hours:.2g}'):,.0f}"


def _years(days: float) -> str:
    years = days / DAYS_PER_YEAR
    return f"{years:.2g} years" if years >= 1 else f"{days / DAYS_PER_MONTH:.0f} months"


def _cheapest(ids: Sequence[str], rented: dict[str, Price]) -> Price | None:
    return min((rented[one] for one in ids if one in rented), key=lambda one: one.usd.middle, default=None)
