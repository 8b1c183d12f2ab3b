"""Subscriptions of services that a plain question names: what they cost a month stands in the catalog."""

import re
from collections.abc import Iterator

from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.sentence.money import Recurring, Spent
from advisor.cli.asking.sentence.sentence import Sentence
from advisor.facts.cards.price import PriceCard

_SEATS = r"(?:(?P<number>\d{1,4}) ?x? )?"
_BEHIND = r"(?: (?:subscriptions?|plans?|seats?|accounts?|licen[cs]es?|memberships?))?"


def subscriptions_among(sentence: Sentence, catalog: Catalog) -> list[Recurring]:
    """Those that are named, each with what it costs a month; of a span its middle."""
    cards = [one for one in catalog.prices.values() if one.kind == "subscription" and one.currency == "USD"]
    return [found for card in cards for found in _of_card(sentence, card)]


def _of_card(sentence: Sentence, card: PriceCard) -> Iterator[Recurring]:
    names = "|".join(re.escape(one).replace(r"\ ", "[ -]?") for one in (card.name, *card.aliases))
    low, high = card.low_price or 0.0, card.high_price or 0.0
    for one in sentence.take(re.compile(rf"\b{_SEATS}(?:{names})\b{_BEHIND}", re.IGNORECASE)):
        number = int(one["number"] or 1)
        amount = f"${low:,.0f}" if low == high else f"${low:,.0f} to ${high:,.0f}"
        each = " each" if number > 1 else ""
        text = f"{amount} a month{each} for {card.name} ({card.as_of:%B %Y})"
        yield Recurring(text, Spent(number * (low + high) / 2, "USD"), is_assumed=True, seats=number)
