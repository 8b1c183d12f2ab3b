"""Every price is of something the catalog knows, and tells when it is old."""

import datetime

import pytest
from pydantic import ValidationError

from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.cards.price import PriceCard

PRICE = {"name": "A card", "kind": "card", "of": "gpus/x/y", "source": "a page", "checked": datetime.date(2026, 11, 20)}


def price(**fields: object) -> PriceCard:
    return PriceCard.model_validate({**PRICE, "as_of": datetime.date(2026, 8, 22), **fields})


def test_every_price_is_of_something_known() -> None:
    catalog = load_catalog()
    known = {*catalog.gpus, *catalog.cpus, *catalog.models, *catalog.other_models}
    assert {card.of for card in catalog.prices.values()} - {None} <= known
    assert {card.kind for card in catalog.prices.values()} >= {"card", "rent", "api", "electricity"}


def test_a_price_is_old_after_ninety_days() -> None:
    card = price(low_price=1, high_price=2)
    assert not card.is_old(datetime.date(2026, 11, 20))
    assert card.is_old(datetime.date(2026, 11, 21))


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"low_price": 2, "high_price": 1},
        {"low_price": 0, "high_price": 1},
        {"low_price": 1, "high_price": 1, "of": None},
        {"low_price": 1, "high_price": 1, "kind": "electricity"},
        {"low_price": 1, "high_price": 1, "currency": "Dollar"},
        {"low_price": 1, "high_price": 1, "kind": "api"},
        {"prompt_price_per_million_tokens": 1.0, "kind": "api"},
    ],
)
def test_half_a_price_is_none(fields: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        price(**fields)
