"""What a card costs new, where a new one is asked about and the price that is counted is that of a used one."""

import re
from collections.abc import Iterator, Sequence

from advisor.answer.money.prices import Prices
from advisor.cli.asking.sentence.said import Said
from advisor.present.words.money import currency_of, span_words

_NEW = re.compile(r"\bnew (?:(?:nvidia|geforce|rtx|gtx|amd|radeon|rx|intel|arc) )*$", re.IGNORECASE)


def asked_new(told: Said) -> tuple[str, ...]:
    """The ids of the cards that are asked about as new ones."""
    text = told.wording.text
    return tuple(gpu.card_id for one in told.hardware.computers if _NEW.search(text[: one.start]) for gpu in one.gpus)


def new_price_words(card_ids: Sequence[str], prices: Prices) -> Iterator[str]:
    """Their prices as new ones; that none is known, where the list has only used ones."""
    for card_id in dict.fromkeys(card_ids):
        counted, name = prices.bought(card_id), prices.catalog.gpus[card_id].name
        if counted is None or counted.condition != "used":
            continue
        new = next((one for one in prices.offers(card_id) if one.condition == "new"), None)
        cost = span_words(new, currency_of(prices.money)) if new is not None else ""
        yield f"A new {name} costs {cost}; counted is a used one." if cost else f"No price of a new {name} is known."
