"""Which cards are to be bought new, and what is said where no price of a new one is known."""

import re
from collections.abc import Iterator, Sequence

from advisor.answer.money.prices import Prices
from advisor.cli.asking.sentence.said import Said

_NEW = re.compile(r"\bnew (?:(?:nvidia|geforce|rtx|gtx|amd|radeon|rx|intel|arc) )*$", re.IGNORECASE)


def asked_new(told: Said) -> tuple[str, ...]:
    """The ids of the cards that are asked about as new ones."""
    text = told.wording.text
    return tuple(gpu.card_id for one in told.hardware.computers if _NEW.search(text[: one.start]) for gpu in one.gpus)


def unknown_new(card_ids: Sequence[str], prices: Prices) -> Iterator[str]:
    """That no price of a new one is known, where the list has only used ones."""
    for card_id in dict.fromkeys(card_ids):
        if {one.condition for one in prices.offers(card_id)} & {"new", "used"} == {"used"}:
            yield f"No price of a new {prices.catalog.gpus[card_id].name} is known; counted is a used one."
