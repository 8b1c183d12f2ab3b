"""Power supplies of cards that go in: how many watts they want, and when one is paid with them."""

import datetime
from typing import Any

import pytest

from advisor.answer.money.prices import SETS, Prices, set_count
from advisor.answer.what_if.power_supply import needed_supply_w
from advisor.answer.what_if.upgrade import Asked, Upgrade
from advisor.answer.what_if.upgrade_limits import upgrade_limits
from advisor.answer.what_if.upgrades import upgrades
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.kept.settings import Money
from advisor.facts.values.fact import unknown
from advisor.facts.values.units import GIB
from tests.answer.judge.expert_rigs import named_rig

CATALOG = load_catalog()
TODAY = datetime.date(2026, 11, 20)
PARTS = {"ram_gib": 32, "sticks": 2, "ram_type": "DDR4", "ram_mt": 3200, "form": "desktop", "gpus": ["RTX 3060 Ti"]}


def offered(cpu: str | None, need_gib: float, **told: Any) -> list[Upgrade]:
    detected, rig = named_rig({"cpu": cpu or "Core i5-12400", **PARTS}, CATALOG)
    if cpu is None:
        first, *others = rig.processors
        rig = rig.changed(processors=(first.changed(power_w=unknown("not_told")), *others))
    asked, limits = Asked(round(need_gib * GIB), is_too_small=False, **told), upgrade_limits(detected, rig, CATALOG)
    found = upgrades(rig, limits, asked, Prices(CATALOG, Money(), TODAY))
    return [one for one in found if one.kind in ("card", "second_card") and one.needs is not None]


@pytest.mark.parametrize("cpu", ["Core i5-12400", "Ryzen 5 5600", "Core Ultra 7 265K", None])
def test_what_cards_want_of_a_supply_does_not_hang_on_which_one_is_told(cpu: str | None) -> None:
    """650 W were needed where a supply was told and 750 where none was, and the advice turned on that."""
    needs = [
        {one.id: one.needs.supply_w for one in offered(cpu, 17, slots=3, psu_w=psu_w) if one.needs is not None}
        for psu_w in (None, 300.0, 650.0, 2000.0)
    ]
    for one in needs[1:]:
        both = needs[0].keys() & one.keys()
        assert len(both) > 5
        assert {way: needs[0][way] for way in both} == {way: one[way] for way in both}


@pytest.mark.parametrize("psu_w", [550.0, 650.0, 750.0, 850.0])
def test_sets_are_paid_with_one_supply_and_only_where_they_want_a_larger_one(psu_w: float) -> None:
    """A pair was called one with a supply that its price was without, and three cards were paid with three of them."""
    prices = Prices(CATALOG, Money(), TODAY)
    found = [one for need in (20, 30) for one in offered("Core i5-12400", need, slots=4, psu_w=psu_w)]
    sets = [one for one in found if set_count(one.id) > 1]
    assert {set_count(one.id) for one in sets} >= {2, 3}
    for one in sets:
        count = set_count(one.id)
        needed_w = one.needs.supply_w if one.needs is not None else None
        each = prices.bought(one.id.removeprefix(SETS[count]))
        if needed_w is None or each is None or one.price is None:
            continue
        assert ("supply_in_price" in one.doubts) == (one.bare_price is not None) == (needed_w > psu_w), one.id
        supply = prices.supply(needed_w) or prices.supply(needed_w - psu_w) if needed_w > psu_w else None
        usd = count * each.usd.middle + (supply.usd.middle if supply is not None else 0.0)
        assert one.price.usd.middle == pytest.approx(usd), one.id


def test_only_where_slots_feed_all_cards_no_reserve_is_kept() -> None:
    small, large = CATALOG.gpus["gpus/nvidia/rtx-3050-6gb"], CATALOG.gpus["gpus/nvidia/rtx-3060-ti"]
    assert large.power_w
    assert small.power_w
    assert (needed_supply_w(small, cpu_w=65) or 0) < 300
    beside = needed_supply_w(small, others_w=(large.power_w,), cpu_w=65)
    assert beside == needed_supply_w(large, others_w=(small.power_w,), cpu_w=65)
    assert (beside or 0) > 1.2 * (small.power_w + large.power_w + 65 + 100)


def test_where_the_processor_is_unknown_what_the_maker_suggests_is_the_least_and_other_cards_come_on_top() -> None:
    one, other = CATALOG.gpus["gpus/nvidia/rtx-3060-ti"], CATALOG.gpus["gpus/nvidia/rtx-3060-12gb"]
    assert one.suggested_supply_w
    assert other.power_w
    assert needed_supply_w(one) == one.suggested_supply_w
    assert (needed_supply_w(one, others_w=(other.power_w,)) or 0) >= one.suggested_supply_w + other.power_w
    assert (needed_supply_w(one, cpu_w=65) or 0) < one.suggested_supply_w
