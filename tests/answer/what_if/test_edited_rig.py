"""What can be tried on a rig in thought: nothing that cannot be, and picture and answers from the same change."""

import datetime

import pytest

from advisor.answer.money.prices import Prices
from advisor.answer.what_if.edited_rig import board_ids, edit_offers, edited, edits_price, joined
from advisor.answer.what_if.upgrade import Asked
from advisor.answer.what_if.upgrade_limits import upgrade_limits
from advisor.answer.what_if.upgrades import upgrades
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.computer_machine import computer_machine
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.answers.worth import OwnPrice
from advisor.facts.asked.question import Edit
from advisor.facts.kept.settings import Money
from advisor.facts.machine.machine import Machine
from advisor.facts.machine.measurement import Measurements
from advisor.facts.rig.rig import KnownRig
from advisor.facts.values.fact import known
from advisor.facts.values.reason import reason
from advisor.facts.values.units import GB, GIB, MEGA
from tests.fakes.machines import machine, nvidia_card
from tests.fakes.measurements import measurement, measurements
from tests.fakes.rigs import RIGS

CATALOG = load_catalog()
PRICES = Prices(CATALOG, Money(), datetime.date(2026, 11, 20))
STICK, CARD = Edit(kind="sticks", channels=2), Edit(kind="card", card="gpus/nvidia/rtx-3090")


def real(detected: Machine, measured: Measurements | None = None) -> KnownRig:
    known = known_machine(detected, (), CATALOG)
    return KnownRig(known, assemble_rig(known, measured, CATALOG))


@pytest.mark.parametrize("name", ["laptop", "Mac M2 Max", "DGX Spark", "Strix Halo", "Raspberry Pi", "virtual machine"])
def test_nothing_is_offered_where_nothing_can_go_in(name: str) -> None:
    rig = real(RIGS[name][0])
    offers = edit_offers(rig, PRICES)
    assert (offers.channels, offers.second_card, offers.cards, offers.sizes_bytes) == (None, None, (), ())
    for edit in (STICK, CARD, Edit(kind="second_card"), Edit(kind="memory", memory_bytes=256 * GIB)):
        assert edited(rig, (edit,), PRICES) is rig


def test_a_second_stick_is_in_the_picture_and_in_the_answers() -> None:
    rig = real(RIGS["office PC"][0])
    assert edit_offers(rig, PRICES).channels == 2
    changed = edited(rig, (STICK,), PRICES)
    memory, cpu = changed.machine.memory, changed.rig.processors[0]
    assert len(memory.modules.value or ()) == 2
    assert memory.channels.value == 2
    assert memory.theoretical_bytes_per_s.value == cpu.bandwidth_bytes_per_s.value == pytest.approx(38.4 * GB)
    assert memory.theoretical_bytes_per_s.origin == "estimated"
    assert memory.usable_bytes.value == pytest.approx(cpu.memory_total_bytes.value)
    assert edit_offers(changed, PRICES).channels is None


def test_what_was_measured_grows_with_the_channels_and_is_no_longer_called_measured() -> None:
    rig = real(RIGS["office PC"][0], measurements(measurement(value=15e9)))
    read = edited(rig, (STICK,), PRICES).rig.processors[0].read_bytes_per_s
    assert read.value == pytest.approx(30e9)
    assert read.origin == "estimated"


def test_another_card_takes_the_place_of_the_one_that_is_there() -> None:
    rig = real(machine(gpus=(nvidia_card(),)))
    changed = edited(rig, (CARD,), PRICES)
    (gpu,) = changed.machine.gpus
    (card,) = changed.rig.processors[1:]
    assert (gpu.name.value, gpu.card.value) == ("RTX 3090", "gpus/nvidia/rtx-3090")
    assert (card.id, card.card) == ("gpu0", "gpus/nvidia/rtx-3090")
    assert gpu.memory_total_bytes.value == card.memory_total_bytes.value == 24 * GIB
    assert gpu.driver.value is None


def test_a_second_card_stands_beside_the_first() -> None:
    rig = real(machine(gpus=(nvidia_card(),)))
    assert edit_offers(rig, PRICES).second_card == "gpus/nvidia/rtx-4070-super"
    changed = edited(rig, (Edit(kind="second_card"),), PRICES)
    assert [one.id for one in changed.rig.processors] == ["cpu", "gpu0", "gpu1"]
    assert len(changed.machine.gpus) == 2


def test_more_memory_holds_more_and_is_as_fast_as_before() -> None:
    rig = real(RIGS["gaming PC"][0])
    sizes = edit_offers(rig, PRICES).sizes_bytes
    assert min(sizes) > 32 * GIB
    changed = edited(rig, (Edit(kind="memory", memory_bytes=64 * GIB),), PRICES)
    before, after = rig.rig.processors[0], changed.rig.processors[0]
    assert changed.machine.memory.installed_bytes.value == 64 * GIB
    assert (after.memory_total_bytes.value or 0) == pytest.approx(2 * (before.memory_total_bytes.value or 0))
    assert after.bandwidth_bytes_per_s.value == before.bandwidth_bytes_per_s.value


def test_edits_add_up_and_a_price_is_told_only_where_all_are_known() -> None:
    rig = real(RIGS["office PC"][0])
    both = edited(rig, (STICK, CARD), PRICES)
    assert both.machine.memory.channels.value == 2
    assert both.rig.processors[-1].card == CARD.card
    card = edits_price(rig, (CARD,), PRICES)
    assert card is not None
    unpriced = next(one for one in board_ids(CATALOG) if PRICES.bought(one) is None)
    assert edits_price(rig, (STICK, Edit(kind="card", card=unpriced)), PRICES) is None
    typed = Prices(CATALOG, Money(own_prices=(OwnPrice(of="sticks", kind="memory", usd=40),)), PRICES.today)
    together = edits_price(rig, (STICK, CARD), typed)
    assert together is not None
    assert together.usd.middle == pytest.approx(card.usd.middle + 40)
    assert together.source == reason("several_sources", sources=(reason("typed_by_you"), card.source))


def test_a_card_that_is_no_longer_known_changes_nothing() -> None:
    rig = real(RIGS["office PC"][0])
    assert edited(rig, (Edit(kind="card", card="gpus/nvidia/gone"),), PRICES) is rig


@pytest.mark.parametrize("name", [*RIGS, "two 3090"])
@pytest.mark.parametrize(("need_gib", "slots"), [(0, None), (40, None), (40, 2), (200, 4)])
def test_what_is_tried_on_is_what_the_option_was_counted_with(name: str, need_gib: int, slots: int | None) -> None:
    if name == "two 3090":
        detected = computer_machine("computers/usual/pc-2-x-rtx-3090", CATALOG)
        measured = None
    else:
        detected, measured = RIGS[name]
    rig = real(detected, measured)
    asked = Asked(need_gib * GIB, need_gib > 0, slots=slots)
    for one in upgrades(rig.rig, upgrade_limits(rig.machine, rig.rig, CATALOG), asked, PRICES):
        if not one.edits:
            assert one.kind == "computer" or "outside" in one.doubts or one.id == "driver"
            continue
        tried = edited(rig, one.edits, PRICES)
        counted = [part.changed(id="") for part in one.rig.processors]
        assert [part.changed(id="") for part in tried.rig.processors] == counted, one.id
        assert len(tried.machine.gpus) == len(tried.rig.processors) - 1


def test_memory_at_its_rate_is_in_the_picture_too() -> None:
    slow = RIGS["office PC"][0]
    sticks = tuple(
        one.changed(configured_transfers_per_s=2133 * MEGA, rated_transfers_per_s=2400 * MEGA)
        for one in slow.memory.modules.value or ()
    )
    memory = slow.memory.changed(modules=known(sticks, origin="detected", source="dmidecode"))
    rig = real(slow.changed(memory=memory))
    changed = edited(rig, (Edit(kind="memory_setting"),), PRICES)
    assert {one.configured_transfers_per_s for one in changed.machine.memory.modules.value or ()} == {2400 * MEGA}
    assert changed.machine.memory.theoretical_bytes_per_s == changed.rig.processors[0].bandwidth_bytes_per_s
    assert edited(changed, (Edit(kind="memory_setting"),), PRICES) is changed


def test_another_card_takes_the_place_of_the_one_tried_before_and_a_stick_stays() -> None:
    other = Edit(kind="card", card="gpus/nvidia/rtx-4090")
    assert joined((STICK, CARD), (other,)) == (STICK, other)
    assert joined((CARD,), (STICK,)) == (CARD, STICK)
