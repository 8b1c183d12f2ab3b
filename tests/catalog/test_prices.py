"""Every price is of something the catalog knows, and tells when it is old."""

import datetime

import pytest
from pydantic import ValidationError

from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.cards.memory_kit import MEMORY_KITS, MemoryKit
from advisor.facts.cards.price import SUPPLIES_W, PriceCard

PRICE = {"name": "A card", "kind": "card", "of": "gpus/x/y", "source": "a page", "checked": datetime.date(2026, 11, 20)}


def price(**fields: object) -> PriceCard:
    return PriceCard.model_validate({**PRICE, "as_of": datetime.date(2026, 8, 22), **fields})


def test_every_price_is_of_something_known() -> None:
    catalog = load_catalog()
    models = {*catalog.models, *catalog.other_models}
    known = {*catalog.gpus, *catalog.computers, *models, *MEMORY_KITS, *SUPPLIES_W}
    assert {card.of for card in catalog.prices.values()} - {None} <= known
    assert {card.kind for card in catalog.prices.values()} >= {"card", "rent", "api", "electricity"}
    gpus, computers, kits = set(catalog.gpus), set(catalog.computers), set(MEMORY_KITS)
    bought = {"card": gpus, "rent": gpus, "computer": computers, "memory": kits, "supply": set(SUPPLIES_W)}
    for price_id, card in catalog.prices.items():
        assert card.of is None or card.of in bought.get(card.kind, models), price_id


def test_a_price_is_old_after_half_a_year() -> None:
    card = price(low_price=1, high_price=2, as_of=datetime.date(2026, 5, 22))
    assert not card.is_old(datetime.date(2026, 11, 21))
    assert card.is_old(datetime.date(2026, 11, 22))


def test_a_price_of_the_launch_is_always_old() -> None:
    assert price(low_price=1, high_price=2, condition="launch").is_old(datetime.date(2026, 8, 22))


def test_a_kit_of_memory_is_named_by_type_form_sticks_and_size() -> None:
    assert MEMORY_KITS["memory/ddr5/2x32"] == MemoryKit("ddr5", "dimm", 2, 32)
    assert MEMORY_KITS["memory/ddr4-sodimm/1x16"].gib == 16
    assert "memory/ddr5/3x5" not in MEMORY_KITS


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
