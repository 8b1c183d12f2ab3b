"""What a kilowatt hour costs, as people write it: `0.30/kWh`, `30 ct`, `$0.12`; else by the country that is named."""

import re
from collections.abc import Iterator

from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.sentence.money import CURRENCIES, Spent, currency_named
from advisor.cli.asking.sentence.sentence import Sentence
from advisor.facts.cards.price import PriceCard

_MOST_A_KWH = 2
"""From this on the price of a kWh is one in cents."""
_CENT_CURRENCIES = {"ct": "EUR", "p": "GBP", "pence": "GBP", "c": "USD", "cent": "USD", "cents": "USD"}
_CENTS = r"ct|cents?|c|pence|p"
_PER_KWH = rf"([$€£]) ?)?(\d{{1,3}}(?:\.\d{{1,3}})?) ?({_CENTS}|dollars?|euros?|usd|eur|gbp|[$€£])?"
_POWER = re.compile(
    rf"(?:{_PER_KWH} ?(?:/|per|a|each|the) ?kw/?h\b"
    r"|\b(?:electricity|power|kwh)(?: (?:price|costs?|is|at|of|for|rate|here|about|around))* "
    rf"(?:{_PER_KWH}(?!\w)(?: ?/ ?kw/?h\b)?"
    r"(?! ?(?:/|a|per) ?(?:day|week|month|mo|year))(?! ?(?:k|m|mio|thousand|million|billion)?\b ?(?:[a-z]+ )?tok)",
    re.IGNORECASE,
)
_OF_POWER = re.compile(
    r"\b(?:electric\w*|kwh|kw/h|idl(?:e|es|ing)|power (?:bill|cost|costs|price|consumption)"
    r"|energy (?:bill|cost|costs|price)|24 ?/ ?7|always on|(?:left |leave |leaving )(?:\w+ ){0,4}on|run(?:ning)? costs?"
    r"|(?:keep|have|having|keeping) (?:\w+ ){0,4}(?:running|on)|around the clock|day and night"
    r"|\d+ ?(?:hours?|hrs?|h) (?:a|per|each|every) day|cost\w* (?:\w+ ){0,3}to run"
    r"|running (?:an? |my |the )?(?:\S+ ){1,4}costs?)\b",
    re.IGNORECASE,
)
_BARE_PRICE = re.compile(
    r"(?:\b(?:at|of|is|for|costs?|price|rate|pay|paying|about)|[@=]) ?([$€£])?(0?\.\d{1,3})(?!\w)"
    r"(?: (euros?|eur|dollars?|usd|pounds?|gbp)\b)?"
    r"(?! ?(?:gi?b|t/s|tok|tps|kw\b|w\b|b\b|m\b|%|x\b|(?:/|per|an?) ?(?:m|million|hour|hr|h|image|token)\w*))",
    re.IGNORECASE,
)
"""Beside a word of electricity such an amount is what a kWh costs."""
_BARE_CENTS = re.compile(rf"\b(\d{{1,2}}(?:\.\d)?) ?({_CENTS})\b(?! ?(?:/|per|an?) ?(?!kw)\w+)", re.IGNORECASE)
_SHORT = {
    "USA": r"(?<=the )us|u\.s\.(?:a\.)?|america|united states|states",
    "UK": r"u\.k\.|united kingdom|(?:great )?britain|england|scotland|wales",
    "EU": r"european union",
}
"""Further names of places that prices are known of."""
_PLACE = re.compile(r"(?:homes in (?:the )?|mean of )(.+)$")


def electricity_among(sentence: Sentence, catalog: Catalog) -> tuple[Spent | None, str]:
    """The price of a kWh, in the currency that was told, else that of homes in a place that was told, with a note."""
    told = _told(sentence)
    if told is not None:
        return told, ""
    for place, card in _places(catalog):
        names = "|".join(filter(None, (re.escape(place), _SHORT.get(place))))
        if sentence.take(re.compile(rf"\b(?:here |live |living |home )?in (?:the )?(?:{names})(?!\w)", re.IGNORECASE)):
            price = ((card.low_price or 0.0) + (card.high_price or 0.0)) / 2
            note = f"Electricity: {card.currency} {price:.2f} per kWh, homes in {place}, {card.as_of:%Y-%m}."
            return Spent(price, card.currency), note
    return None, ""


def _places(catalog: Catalog) -> Iterator[tuple[str, PriceCard]]:
    """The places with the prices of homes there, countries first."""
    cards = [one for one in catalog.prices.values() if one.kind == "electricity"]
    for card in sorted(cards, key=lambda one: "mean of" in one.name):
        if (place := _PLACE.search(card.name)) is not None:
            yield place[1], card


def _told(sentence: Sentence) -> Spent | None:
    for one in sentence.take(_POWER):
        sign, amount, unit = one.groups()[:3] if one[2] else one.groups()[3:]
        price, unit = float(amount), (unit or "").lower()
        is_of_cents = re.fullmatch(_CENTS, unit) is not None or price >= _MOST_A_KWH
        currency = CURRENCIES.get(sign or unit) or _CENT_CURRENCIES.get(unit) or currency_named(unit)
        return Spent(price / 100 if is_of_cents else price, currency)
    if _OF_POWER.search(sentence.text) is not None:
        for one in sentence.take(_BARE_PRICE):
            return Spent(float(one[2]), CURRENCIES.get(one[1] or "") or currency_named(one[3] or "usd"))
        for one in sentence.take(_BARE_CENTS):
            return Spent(float(one[1]) / 100, _CENT_CURRENCIES.get(one[2].lower()) or "USD")
    return None
