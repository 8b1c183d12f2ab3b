"""Prices that a person added from a file, so that everyone can write and share them."""

import datetime

from pydantic import Field

from advisor.facts.cards.price import PriceCard
from advisor.facts.values.record import Record

MOST_PRICES = 2000


class PricePack(Record):
    """The prices of one file, in US dollars: `as_of` is the oldest of their days."""

    name: str = Field(min_length=1, max_length=120)
    as_of: datetime.date
    prices: tuple[PriceCard, ...] = Field(min_length=1, max_length=MOST_PRICES)
