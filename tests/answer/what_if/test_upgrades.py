"""What a computer is offered: nothing that it cannot take, and what its processor takes in."""

import datetime
from typing import Any

import pytest

from advisor.answer.money.prices import Prices
from advisor.answer.what_if.card_upgrades import card_upgrades
from advisor.answer.what_if.upgrade import Asked, Upgrade
from advisor.answer.what_if.upgrade_limits import upgrade_limits
from advisor.answer.what_if.upgrades import upgrades
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.answers.worth import OwnPrice
from advisor.facts.kept.settings import Money
from advisor.facts.machine.machine import Machine
from advisor.facts.values.reason import reason
from advisor.facts.values.units import GB, GIB
from tests.answer.judge.expert_rigs import named_rig
from tests.fakes.machines import machine, seen
from tests.fakes.rigs import RIGS, computer, modules

CATALOG = load_catalog()
TODAY = datetime.date(2026, 11, 20)


def offered(detected: Machine, *, need_gib: float = 6.0, is_too_small: bool = False, **told: Any) -> list[Upgrade]:
    known = known_machine(detected, (), CATALOG)
    rig = assemble_rig(known, None, CATALOG)
    asked = Asked(round(need_gib * GIB), is_too_small, **told)
    return list(upgrades(rig, upgrade_limits(known, rig, CATALOG), asked, Prices(CATALOG, Money(), TODAY)))


def of_kind(kind: str, found: list[Upgrade]) -> list[Upgrade]:
    return [one for one in found if one.kind == kind]


def rate_gb(one: Upgrade) -> float:
    return (one.rig.processors[0].bandwidth_bytes_per_s.value or 0.0) / GB


@pytest.mark.parametrize("name", ["laptop", "Mac M2 Max", "DGX Spark", "Strix Halo", "Raspberry Pi"])
def test_no_card_and_no_stick_where_none_can_go_in(name: str) -> None:
    found = offered(RIGS[name][0], need_gib=40, is_too_small=True)
    assert {one.kind for one in found} == {"computer"}


def test_a_card_without_a_fan_is_a_matter_of_parts_at_home_and_none_in_a_server() -> None:
    def told(name: str) -> set[bool]:
        detected = RIGS[name][0]
        rig = assemble_rig(known_machine(detected, (), CATALOG), None, CATALOG)
        limits = upgrade_limits(detected, rig, CATALOG)
        found = of_kind("card", offered(detected, need_gib=14, has_airflow=limits.has_airflow))
        cards = [(one, CATALOG.gpus[one.id.removeprefix("two:")]) for one in found]
        assert any(card.has_fan for _, card in cards)
        return {"no_fan" in one.doubts for one, card in cards if not card.has_fan}

    assert told("gaming PC") == {True}
    assert told("old server") == {False}


def test_a_laptop_takes_a_card_where_a_place_outside_was_told_of() -> None:
    cards = of_kind("card", offered(RIGS["laptop"][0], slots=1))
    assert cards
    assert all("outside" in one.doubts for one in cards)
    assert all((one.rig.processors[-1].link_bytes_per_s.value or 0) < 4 * GB for one in cards)


@pytest.mark.parametrize("name", ["office PC", "gaming PC", "4090 desktop", "old server"])
def test_a_computer_with_slots_is_offered_cards_with_what_is_not_known(name: str) -> None:
    cards = of_kind("card", offered(RIGS[name][0]))
    assert cards
    slots = ("slot_unknown", "second_slot_unknown")
    assert all(set(slots) & set(one.doubts) and "supply_unknown" in one.doubts for one in cards)


def test_a_second_stick_doubles_the_rate_of_one() -> None:
    (stick,) = of_kind("sticks", offered(RIGS["office PC"][0]))
    assert (stick.id, rate_gb(stick)) == ("sticks", pytest.approx(2 * 19.2))
    assert stick.name == reason("second_stick")
    assert stick.rig.processors[0].memory_total_bytes.value == pytest.approx(2 * 15.2 * GIB)


def test_one_chiplet_takes_in_less_than_two_fast_sticks_give() -> None:
    (stick,) = of_kind("sticks", offered(machine()))
    assert rate_gb(stick) == pytest.approx(64)
    assert "die_limits" in stick.doubts


def test_two_chiplets_take_in_all_of_it() -> None:
    big = machine(cpu_name="AMD Ryzen 9 7950X 16-Core Processor", cores=16)
    (stick,) = of_kind("sticks", offered(big))
    assert rate_gb(stick) == pytest.approx(89.6)


def test_full_channels_at_full_rate_are_left_alone() -> None:
    assert not of_kind("sticks", offered(RIGS["gaming PC"][0]))
    assert not of_kind("sticks", offered(RIGS["old server"][0]))


def test_slow_sticks_may_be_replaced_up_to_what_the_processor_is_made_for() -> None:
    slow = computer("Intel(R) Core(TM) i5-7500 CPU @ 3.40GHz", 4, vendor="intel", sticks=modules(2, 8, "DDR4", 2133))
    (faster,) = of_kind("sticks", offered(slow))
    assert (faster.id, rate_gb(faster)) == ("faster-sticks", pytest.approx(2 * 8 * 2.4))


def test_sticks_of_another_type_than_the_processor_takes_at_best_stay_of_theirs() -> None:
    def told(rate_mt: int) -> list[Upgrade]:
        return of_kind(
            "sticks", offered(computer("i5-12400", 6, vendor="intel", sticks=modules(2, 8, "DDR4", rate_mt)))
        )

    assert not told(3200)
    (faster,) = told(2400)
    assert rate_gb(faster) == pytest.approx(2 * 8 * 3.2)


def test_sticks_below_their_rate_need_only_a_setting() -> None:
    sticks = modules(2, 8, "DDR4", 2133, rated_mt=2400)
    found = offered(computer("Intel(R) Core(TM) i5-7500 CPU @ 3.40GHz", 4, vendor="intel", sticks=sticks))
    (setting,) = of_kind("setting", found)
    assert setting.price is not None
    assert (setting.price.usd.middle, rate_gb(setting)) == (0.0, pytest.approx(38.4))
    assert not of_kind("sticks", found)


def test_a_laptop_with_a_free_channel_may_take_a_second_stick_but_no_card() -> None:
    name = "Intel(R) Core(TM) i5-8250U CPU @ 1.60GHz"
    found = offered(computer(name, 4, vendor="intel", sticks=modules(1, 8, "DDR4", 2400)))
    assert {one.kind for one in found} == {"sticks", "memory", "computer"}
    assert "memory_slots_unknown" in of_kind("sticks", found)[0].doubts


def test_memory_is_offered_in_kits_of_the_type_that_the_board_takes() -> None:
    sizes = of_kind("memory", offered(RIGS["gaming PC"][0]))
    assert [one.id for one in sizes] == ["memory/ddr4/2x16", "memory/ddr4/2x32", "memory/ddr4/4x32"]
    assert all((one.rig.processors[0].memory_total_bytes.value or 0) > 40 * GIB for one in sizes)
    (server, *_) = of_kind("memory", offered(RIGS["old server"][0]))
    assert server.id.startswith("memory/ddr4-rdimm/8x")


def test_sticks_like_those_that_are_there_may_be_put_beside_them() -> None:
    """As many again cost half of a kit of twice their size, where the board has a second slot for each channel."""
    more, kit, both = of_kind("memory", offered(RIGS["gaming PC"][0]))
    sizes = [one.rig.processors[0].memory_total_bytes.value or 0 for one in (more, kit)]
    assert sizes[0] == pytest.approx(sizes[1], rel=0.05)
    assert more.price is not None
    assert kit.price is not None
    assert more.price.usd.middle < kit.price.usd.middle
    assert more.doubts == ("memory_slots_unknown",)
    assert "memory_slots_unknown" in both.doubts
    rates = {one.rig.processors[0].bandwidth_bytes_per_s.value for one in (more, kit, both)}
    assert len(rates) == 1
    fast = computer("AMD Ryzen 7 7700 8-Core Processor", 8, vendor="amd", sticks=modules(2, 16, "DDR5", 6000))
    assert "memory/ddr5/2x16" not in {one.id for one in of_kind("memory", offered(fast))}


def test_memory_begins_at_the_size_that_holds_the_model() -> None:
    found = of_kind("memory", offered(RIGS["office PC"][0], need_gib=40, is_too_small=True))
    assert all((one.rig.processors[0].memory_total_bytes.value or 0) >= 40 * GIB for one in found)


def test_a_second_card_of_the_same_kind_where_slots_allow_it() -> None:
    (second,) = of_kind("second_card", offered(RIGS["gaming PC"][0]))
    assert [one.name for one in second.rig.processors].count("NVIDIA GeForce RTX 3060") == 2
    assert not of_kind("second_card", offered(RIGS["gaming PC"][0], slots=1))
    assert not of_kind("card", offered(RIGS["office PC"][0], slots=0))


@pytest.mark.parametrize("need_gib", [6.0, 30.0])
def test_a_card_in_a_slot_that_was_told_of_is_one_that_is_added_and_stands_there_once(need_gib: float) -> None:
    """It was called as if it took the place of the one that stays."""
    found = offered(RIGS["gaming PC"][0], need_gib=need_gib, slots=2)
    kept = [one for one in found if one.edits and sum(part.pool == "vram" for part in one.rig.processors) == 2]
    beside = [one for one in kept if not one.id.startswith("two:")]
    assert {one.kind for one in beside} == {"second_card"}
    names = [one.name for one in beside if isinstance(one.name, str)]
    assert len(names) == len(set(names)) > 2


def test_the_card_that_is_there_and_lesser_ones_are_not_offered() -> None:
    ids = {one.id for one in of_kind("card", offered(RIGS["4090 desktop"][0]))}
    assert "gpus/nvidia/rtx-5090" in ids
    assert not ids & {"gpus/nvidia/rtx-4090", "gpus/nvidia/rtx-3090", "gpus/nvidia/rtx-5060-ti-16gb"}


def test_a_lesser_card_that_was_named_stands_beside_the_better_one_where_a_slot_may_be_free() -> None:
    """Asked of a 3060 for a PC with a 4090, the answer was what it does in its place."""
    lesser = "gpus/nvidia/rtx-3060-12gb"

    def ways(**told: Any) -> list[str]:
        found = offered(RIGS["4090 desktop"][0], named=(lesser,), **told)
        return [one.kind for one in found if one.id.removeprefix("second:") == lesser]

    assert (ways(), ways(slots=2), ways(slots=1)) == (["second_card"], ["second_card"], ["card"])


def test_what_a_card_needs_of_the_computer_is_said() -> None:
    cards = {one.id: one for one in of_kind("card", offered(RIGS["office PC"][0]))}
    needs = cards["gpus/nvidia/rtx-3090"].needs
    assert needs is not None
    assert (needs.supply_w, needs.slots, needs.length_mm, needs.has_fan) == (750, 3, 336, True)


def test_a_card_of_another_kind_stands_beside_where_both_together_hold_the_model() -> None:
    beside = [one for one in offered(RIGS["gaming PC"][0], need_gib=24) if one.kind == "second_card"]
    names = {one.rig.processors[-1].name for one in beside if len({part.name for part in one.rig.processors}) == 3}
    assert names
    assert "RTX 5090" not in names
    assert all(CATALOG.gpus[one.id.removeprefix("second:")].vendor == "nvidia" for one in beside)
    assert not [one for one in offered(RIGS["gaming PC"][0], need_gib=6) if one.kind == "second_card"][1:]


def test_a_card_that_another_of_its_maker_beats_in_price_and_everything_is_left_out() -> None:
    dear = OwnPrice(of="gpus/nvidia/rtx-3080-10gb", kind="card", usd=5000.0)
    known = known_machine(RIGS["office PC"][0], (), CATALOG)
    rig = assemble_rig(known, None, CATALOG)
    prices = Prices(CATALOG, Money(own_prices=(dear,)), TODAY)
    ids = {one.id for one in upgrades(rig, upgrade_limits(known, rig, CATALOG), Asked(GIB, False), prices)}
    assert dear.of not in ids


def test_a_power_supply_that_cannot_feed_a_card_is_paid_with_it() -> None:
    found, prices = offered(RIGS["office PC"][0], psu_w=300.0), Prices(CATALOG, Money(), TODAY)
    cards = [one for one in of_kind("card", found) if not one.id.startswith("two:")]
    hungry = [one for one in cards if one.needs and (one.needs.supply_w or 0) > 300]
    assert any((CATALOG.gpus[one.id].power_w or 0) <= 300 - 100 for one in hungry)
    assert all("supply_in_price" in one.doubts for one in hungry)
    for one in cards:
        bare, supply = prices.bought(one.id), prices.supply((one.needs and one.needs.supply_w) or 0.0)
        if bare is not None and one.price is not None:
            more = supply.usd.middle if supply is not None and "supply_in_price" in one.doubts else 0.0
            assert one.price.usd.middle == pytest.approx(bare.usd.middle + more)
    assert all("supply_unknown" not in one.doubts for one in found)


@pytest.mark.parametrize("psu_w", [400.0, 500.0, 650.0, 1000.0])
def test_no_row_asks_for_a_larger_supply_than_the_one_that_it_passes_with(psu_w: float) -> None:
    for one in offered(RIGS["gaming PC"][0], need_gib=20, psu_w=psu_w):
        if one.needs is not None and "supply_in_price" not in one.doubts:
            assert (one.needs.supply_w or 0) <= psu_w


def test_a_card_of_300_watts_takes_what_its_maker_asks_for_and_a_small_one_what_the_parts_take() -> None:
    """A used RTX 3060 beside a 65 W processor runs on the 500 W that are there, though its box says 550."""
    rig = named_rig(
        {"cpu": "Core i5-12400", "ram_gib": 16, "sticks": 2, "ram_type": "DDR4", "ram_mt": 3200, "form": "desktop"},
        CATALOG,
    )[0]
    cards = {one.id: one for one in of_kind("card", offered(rig, need_gib=10, psu_w=500.0))}
    assert "supply_in_price" not in cards["gpus/nvidia/rtx-3060-12gb"].doubts
    assert "supply_in_price" in cards["gpus/nvidia/rtx-3090"].doubts


def test_a_small_computer_whose_supply_nobody_sells_takes_only_what_that_feeds() -> None:
    found = of_kind("card", offered(RIGS["office PC"][0], psu_w=260.0))
    assert found
    assert all((CATALOG.gpus[one.id].power_w or 0) <= 260 - 100 for one in found)


def test_a_computer_that_one_has_is_not_offered_again() -> None:
    ids = {one.id for one in of_kind("computer", offered(RIGS["DGX Spark"][0]))}
    assert not ids & {"socs/nvidia/gb10", "computers/nvidia/dgx-spark-128gb"}
    assert ids


def test_what_no_firmware_lists_gets_no_sticks() -> None:
    assert not of_kind("sticks", offered(machine(module_slots=())))
    assert not of_kind("sticks", offered(machine(hypervisor=seen("kvm"))))


MOBILE = (
    "Intel(R) Core(TM) i5 CPU       M 520  @ 2.40GHz",
    "Cortex-A725 + Cortex-X925",
    "Intel(R) Core(TM) i5-8250U CPU @ 1.60GHz",
    "Intel(R) Core(TM) Ultra 7 155H",
    "12th Gen Intel(R) Core(TM) i5-1240P",
    "Intel(R) Core(TM) i5-1035G1 CPU @ 1.00GHz",
    "13th Gen Intel(R) Core(TM) i9-13900HX",
    "AMD Ryzen 7 7840HS w/ Radeon 780M Graphics",
    "AMD Ryzen 5 PRO 5650U with Radeon Graphics",
    "AMD Ryzen AI 9 HX 370 w/ Radeon 890M",
    "Intel(R) N100",
    "Intel(R) Core(TM) i3-N305",
    "Intel(R) Celeron(R) J4125 CPU @ 2.00GHz",
)
DESKTOP = (
    "Intel(R) Core(TM) i7 CPU         920  @ 2.67GHz",
    "Neoverse-N1",
    "Intel(R) Core(TM) i7-6700K CPU @ 4.00GHz",
    "Intel(R) Core(TM) i5-7500T CPU @ 2.70GHz",
    "13th Gen Intel(R) Core(TM) i9-13900KF",
    "Intel(R) Core(TM) Ultra 9 285K",
    "AMD Ryzen 9 7950X3D 16-Core Processor",
    "AMD Ryzen 5 5600G with Radeon Graphics",
    "AMD Ryzen Threadripper 3970X 32-Core Processor",
    "Intel(R) Xeon(R) CPU E5-2690 v4 @ 2.60GHz",
    "Intel(R) Celeron(R) G5905 CPU @ 3.50GHz",
    "AMD EPYC 7763 64-Core Processor",
)


@pytest.mark.parametrize(("name", "limits"), [*((one, False) for one in MOBILE), *((one, True) for one in DESKTOP)])
def test_processors_of_laptops_are_told_by_their_names(name: str, limits: bool) -> None:
    known = known_machine(computer(name, 4, vendor="intel", sticks=modules(2, 8, "DDR4", 2400)), (), CATALOG)
    assert upgrade_limits(known, assemble_rig(known, None, CATALOG), CATALOG).cards is limits


def test_a_third_card_and_one_of_another_maker_say_what_is_assumed() -> None:
    parts = {"cpu": "Ryzen 9 5950X", "ram_gib": 64, "sticks": 2, "ram_type": "DDR4", "ram_mt": 3200, "form": "desktop"}
    for gpus, expected in (
        (["RTX 3090"], set()),
        (["RTX 3090", "RTX 3090"], {"third_slot"}),
        (["RTX 3090", "RX 7900 XTX"], {"third_slot", "two_makers"}),
    ):
        machine, rig = named_rig({**parts, "gpus": gpus}, CATALOG)
        asked = Asked(60 * GIB, is_too_small=True)
        limits, prices = upgrade_limits(machine, rig, CATALOG), Prices(CATALOG, Money(), TODAY)
        added = [one for one in card_upgrades(rig, limits, asked, prices) if one.kind == "second_card"]
        assert added
        for one in added:
            assert {"third_slot", "two_makers"} & {*one.doubts} == expected, one.id


def test_a_card_in_place_of_one_beside_another_makers_says_so() -> None:
    """A Radeon in place of one of two GeForces is of two makers as much as a third card is."""
    parts = {"cpu": "Ryzen 5 5600", "ram_gib": 32, "sticks": 2, "ram_type": "DDR4", "ram_mt": 3200, "form": "desktop"}
    machine, rig = named_rig({**parts, "gpus": ["RTX 3060 12GB", "RTX 3060 12GB"]}, CATALOG)
    limits, prices = upgrade_limits(machine, rig, CATALOG), Prices(CATALOG, Money(), TODAY)
    found = card_upgrades(rig, limits, Asked(20 * GIB, is_too_small=True), prices)
    instead = [one for one in found if one.kind == "card" and len(one.rig.processors) > len(rig.processors) - 1]
    assert {one.maker for one in instead} >= {"nvidia", "amd"}
    for one in instead:
        assert ("two_makers" in one.doubts) == (one.maker != "nvidia"), one.id


def test_a_power_supply_feeds_all_cards_that_are_there_and_the_new_one() -> None:
    def added(count: int, **told: Any) -> Upgrade:
        parts = {"cpu": "Ryzen 9 5900X", "ram_gib": 64, "sticks": 2, "ram_type": "DDR4", "ram_mt": 3200}
        machine, rig = named_rig({**parts, "form": "desktop", "gpus": ["RTX 3090"] * count}, CATALOG)
        asked, limits = Asked(60 * GIB, is_too_small=True, **told), upgrade_limits(machine, rig, CATALOG)
        found = card_upgrades(rig, limits, asked, Prices(CATALOG, Money(), TODAY))
        return next(one for one in found if one.id == "second:gpus/nvidia/rtx-3090")

    for count, least_w in ((1, 1100), (2, 1500), (3, 1900), (4, 2400)):
        one = added(count)
        assert one.needs is not None
        assert least_w <= (one.needs.supply_w or 0) <= least_w + 200
        assert one.needs.cards == count + 1
        assert {"second_slot_unknown", "third_slot"} & {*one.doubts} == {
            "third_slot" if count > 1 else "second_slot_unknown"
        }
    told = added(2, psu_w=1200.0, slots=4)
    assert "supply_in_price" in told.doubts
    assert not {"third_slot", "second_slot_unknown"} & {*told.doubts}
    assert "supply_in_price" not in added(2, psu_w=1600.0).doubts
