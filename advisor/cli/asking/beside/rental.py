"""What so many rented cards cost for the time that a question tells: `8x H100 for a weekend`."""

import re
from collections.abc import Iterator, Sequence

from advisor.answer.money.prices import Prices
from advisor.cli.asking.sentence.gpus import NamedPart
from advisor.facts.answers.worth import Price
from advisor.present.words.money import currency_of

_HOURS = {"hour": 1.0, "day": 24.0, "night": 10.0, "weekend": 48.0, "week": 168.0, "month": 730.0}
_NUMBERS = {"a": 1, "an": 1, "one": 1, "the": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_TIME = re.compile(
    rf"\b(?:for|over|during) (\d{{1,4}}|{'|'.join(_NUMBERS)}) (?:whole |full )?({'|'.join(_HOURS)})s?\b", re.IGNORECASE
)


def rental_lines(text: str, cards: Sequence[NamedPart], prices: Prices) -> Iterator[str]:
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


def _cheapest(ids: Sequence[str], rented: dict[str, Price]) -> Price | None:
    return min((rented[one] for one in ids if one in rented), key=lambda one: one.usd.middle, default=None)
