"""What a unit of a person's currency is in US dollars: as typed, else as a central bank stated it."""

import datetime
from typing import NamedTuple

from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.cards.exchange import DOLLAR
from advisor.facts.kept.settings import Money


class Rate(NamedTuple):
    """US dollars of one unit; `bank` and `as_of` are None for a rate that was typed."""

    usd: float
    bank: str | None = None
    as_of: datetime.date | None = None


def rate_of(money: Money) -> Rate | None:
    """The rate of a person's currency; None where nobody typed one and no bank states it."""
    if money.currency == DOLLAR:
        return Rate(1.0)
    return Rate(money.usd_rate) if money.usd_rate is not None else reference_rate(money.currency)


def reference_rate(code: str) -> Rate | None:
    """The newest rate of a currency that the app's own cards hold."""
    cards = sorted(load_catalog().exchange.values(), key=lambda card: card.as_of, reverse=True)
    found = ((card, card.usd(code)) for card in cards)
    return next((Rate(usd, card.name, card.as_of) for card, usd in found if usd is not None), None)
