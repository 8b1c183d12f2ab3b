"""Which price is counted with where several sources tell one."""

import datetime

import pytest

from advisor.answer.money.prices import Prices
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.answers.worth import OwnPrice
from advisor.facts.cards.price import PriceCard
from advisor.facts.kept.price_pack import PricePack
from advisor.facts.kept.settings import Money

CATALOG = load_catalog()
TODAY = datetime.date(2026, 11, 23)
CARD = "gpus/nvidia/rtx-3090"


def prices(**money: object) -> Prices:
    return Prices(CATALOG, Money().changed(**money), TODAY)


def card(condition: str, usd: float, as_of: datetime.date = TODAY) -> PriceCard:
    return PriceCard.model_validate(
        {
            "name": "a price",
            "source": "a test",
            "checked": as_of,
            "kind": "card",
            "of": CARD,
            "condition": condition,
            "low_price": usd,
            "high_price": usd,
            "as_of": as_of,
        }
    )


def pack(*cards: PriceCard) -> PricePack:
    return PricePack(name="ours", as_of=TODAY, prices=cards)


def test_an_old_card_is_bought_used_and_one_still_made_new() -> None:
    old, new = pack(card("new", 1200.0), card("used", 800.0)), "gpus/nvidia/rtx-5070"
    bought = prices(pack=old).bought(CARD)
    assert bought is not None
    assert bought.condition == "used"
    both = pack(*(one.changed(of=new) for one in old.prices))
    bought = prices(pack=both).bought(new)
    assert bought is not None
    assert bought.condition == "new"
    assert [one.condition for one in prices(pack=both).offers(new)] == ["new", "used"]


def test_a_price_that_is_old_gives_way_to_a_fresh_one() -> None:
    dated = pack(card("used", 700.0, datetime.date(2026, 1, 1)), card("new", 1200.0))
    bought = prices(pack=dated).bought(CARD)
    assert bought is not None
    assert (bought.condition, bought.is_old) == ("new", False)


def test_what_was_typed_comes_before_a_file_and_that_before_our_cards() -> None:
    own = prices(pack=pack(card("used", 123.0))).bought(CARD)
    assert own is not None
    assert own.usd.middle == pytest.approx(123.0)
    typed = OwnPrice(of=CARD, kind="card", usd=99.0)
    told = prices(pack=pack(card("used", 123.0)), own_prices=(typed,)).bought(CARD)
    assert told is not None
    assert told.usd.middle == pytest.approx(99.0)


def test_what_nobody_names_a_price_of_has_none() -> None:
    assert prices().bought("memory/ddr3/2x8") is None
