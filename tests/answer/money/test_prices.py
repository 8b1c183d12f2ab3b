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
LEVELS_USD = {
    "nvidia": (200, 300, 500, 800, 1500, 2500),
    "amd": (200, 300, 500, 800, 1500, 2500),
    "intel": (200, 300, 800),
    "apple": (800, 1500, 2500),
}
"""Where sources name prices; of Intel's cards none is sold at others, and no Mac for less."""
BETWEEN = 1.6


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


@pytest.mark.parametrize(
    ("maker", "level_usd"), [(maker, usd) for maker, all_usd in LEVELS_USD.items() for usd in all_usd]
)
def test_each_maker_sells_something_at_each_level(maker: str, level_usd: int) -> None:
    known = prices()
    of_maker = [one for one in known.buyable_gpus() if one.split("/")[1] == maker]
    of_maker += [one for one, computer in CATALOG.computers.items() if f"/{maker}/" in (computer.gpu or "")]
    found = [price.usd.middle for one in of_maker if (price := known.bought(one)) is not None]
    assert any(level_usd / BETWEEN <= usd <= level_usd * BETWEEN for usd in found), sorted(found)


def test_what_it_cost_at_its_launch_is_no_price_of_today() -> None:
    for item_id in {one.of for one in CATALOG.prices.values() if one.condition == "launch" and one.of}:
        price = prices().bought(item_id)
        assert price is None or price.condition != "launch"
        assert prices().offers(item_id)[-1].is_old


def test_an_old_card_is_bought_used_and_one_still_made_new() -> None:
    old, new = pack(card("new", 1200.0), card("used", 800.0)), "gpus/nvidia/rtx-5070"
    bought = prices(pack=old).bought(CARD)
    assert bought is not None
    assert bought.condition == "used"
    both = pack(*(one.changed(of=new) for one in (card("new", 950.0), card("used", 800.0))))
    bought = prices(pack=both).bought(new)
    assert bought is not None
    assert bought.condition == "new"
    assert [one.condition for one in prices(pack=both).offers(new)] == ["new", "used"]


def test_what_costs_clearly_less_used_is_bought_used_even_while_it_is_made() -> None:
    made = "gpus/nvidia/rtx-5070"
    dear = pack(*(one.changed(of=made) for one in (card("new", 1200.0), card("used", 800.0))))
    assert [one.condition for one in prices(pack=dear).offers(made)] == ["used", "new"]
    outdated = card("used", 400.0, datetime.date(2026, 1, 1))
    stale = pack(*(one.changed(of=made) for one in (card("new", 1200.0), outdated)))
    assert [one.condition for one in prices(pack=stale).offers(made)] == ["new", "used"]


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


def test_four_sticks_cost_as_much_as_two_kits_of_two() -> None:
    two, four = prices().bought("memory/ddr5/2x32"), prices().bought("memory/ddr5/4x32")
    assert two is not None
    assert four is not None
    assert four.usd.low == pytest.approx(2 * two.usd.low)
    assert four.usd.high == pytest.approx(2 * two.usd.high)


def test_what_nobody_names_a_price_of_has_none() -> None:
    assert prices().bought("memory/ddr3/2x8") is None
    assert prices().bought("gpus/nvidia/rtx-a4000") is None


def test_spans_of_all_cards_are_those_of_one_price() -> None:
    for price_id, one in CATALOG.prices.items():
        if one.low_price is not None and one.high_price is not None:
            assert one.high_price <= 6 * one.low_price, price_id
        assert datetime.date(2015, 1, 1) <= one.as_of <= one.checked, price_id


def test_a_kit_without_a_price_costs_about_what_as_much_memory_costs() -> None:
    """Sticks of laptops as those of laptops, else as those of desktops; those of servers as nothing else."""
    known = prices()
    for kit_id, like_id, times in (
        ("memory/ddr4-sodimm/1x8", "memory/ddr4-sodimm/2x32", 1 / 8),
        ("memory/ddr5-sodimm/2x32", "memory/ddr5-sodimm/1x32", 2),
        ("memory/ddr4/1x8", "memory/ddr4/2x8", 1 / 2),
    ):
        price, like = known.bought(kit_id), known.bought(like_id)
        assert price is not None
        assert like is not None
        assert (price.usd.middle, price.origin) == (pytest.approx(times * like.usd.middle), "estimated")
        assert like.origin == "datasheet"
    assert known.bought("memory/ddr4-rdimm/8x32") is None
    assert known.bought("memory/ddr3/2x8") is None


def test_a_power_supply_is_the_smallest_that_is_sold_and_gives_enough() -> None:
    known = prices()
    found = [known.supply(watts) for watts in (300, 550, 551, 900, 1200)]
    assert None not in found
    middles = [one.usd.middle for one in found if one is not None]
    assert middles == sorted(middles)
    assert middles[0] == middles[1] < middles[2]
    assert known.supply(5000) is None


def test_an_outdated_price_is_none_where_a_twin_has_a_younger_one() -> None:
    old, twin = "gpus/nvidia/rtx-pro-6000-max-q", "gpus/nvidia/rtx-pro-6000"
    day = TODAY - datetime.timedelta(days=400)

    def told(of: str, as_of: datetime.date) -> PriceCard:
        return card("new", 8500, as_of).changed(of=of)

    both = PricePack(name="a test", as_of=day, prices=(told(old, day), told(twin, TODAY)))
    assert prices(pack=both).bought(old) is None
    assert prices(pack=both).bought(twin) is not None
    alone = PricePack(name="a test", as_of=day, prices=(told(old, day), told(twin, day)))
    assert prices(pack=alone).bought(old) is not None
    young = PricePack(name="a test", as_of=day, prices=(told(old, TODAY), told(twin, TODAY)))
    assert prices(pack=young).bought(old) is not None


@pytest.mark.parametrize(
    ("currency", "region", "least", "most"),
    [("USD", "world", 0.1, 0.2), ("EUR", "eu", 0.25, 0.4), ("GBP", "uk", 0.25, 0.5)],
)
def test_a_kilowatt_hour_is_the_mean_of_where_the_money_is_used(
    currency: str, region: str, least: float, most: float
) -> None:
    """The mean of the world told somebody in Germany half of what is paid there."""
    found = prices(currency=currency).electricity()
    assert found.region == region
    assert least < found.usd.middle < most
    assert found.usd.low <= found.usd.middle <= found.usd.high


def test_what_a_person_pays_for_a_kilowatt_hour_counts_everywhere() -> None:
    found = prices(currency="EUR", electricity_per_kwh=0.4).electricity()
    assert found.is_told
    assert found.usd.middle > 0.4
