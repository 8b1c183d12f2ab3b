"""What a rig costs: its graphics cards, or the computer around a chip with shared memory."""

import datetime

import pytest

from advisor.advice.assembled import assembled
from advisor.answer.money.prices import Prices
from advisor.answer.rig.rig_price import rig_price
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.kept.profile import Profile
from advisor.facts.kept.settings import Money
from advisor.facts.machine.machine import Gpu, Machine
from advisor.facts.values.fact import unknown
from advisor.facts.values.range import Range
from advisor.facts.values.units import GIB
from tests.fakes.machines import machine, nvidia_card, seen
from tests.fakes.rigs import graphics, raspberry_pi, spark, strix_halo
from tests.fakes.sure import sure

CATALOG = load_catalog()
PRICES = Prices(CATALOG, Money(), datetime.date(2026, 11, 23))


def price(found: Machine) -> Range | None:
    return rig_price(assembled(Profile(machine=found), CATALOG), PRICES)


def with_gpus(*gpus: Gpu) -> Range | None:
    return price(machine(gpus=gpus))


CARD = nvidia_card()
INSIDE = graphics("Intel(R) UHD Graphics 770", "intel", kind="shared")


def test_cards_cost_what_they_cost_together_whatever_else_shows_a_screen() -> None:
    one = sure(with_gpus(CARD))
    assert sure(with_gpus(CARD, CARD)) == one.plus(one)
    assert with_gpus(CARD, INSIDE) == one
    assert with_gpus(CARD, graphics("ASPEED Graphics Family", "aspeed", kind="dedicated")) == one


def test_a_card_that_nobody_knows_leaves_the_whole_unknown() -> None:
    assert with_gpus(CARD, graphics("Acme 9000", "acme", gib=8, kind="dedicated")) is None
    assert with_gpus(graphics("Acme 9000", "acme", gib=16)) is None
    assert with_gpus(INSIDE) is None
    assert price(raspberry_pi()) is None


@pytest.mark.parametrize(("found", "sold"), [(spark(), "dgx-spark-128gb"), (strix_halo(), "bosgame/m5-128gb")])
def test_a_chip_costs_what_a_computer_of_its_size_does_however_much_its_system_keeps(found: Machine, sold: str) -> None:
    sizes = {"installed_bytes": unknown("not_told"), "usable_bytes": seen(int(119.7 * GIB))}
    told = price(found.changed(memory=found.memory.changed(**sizes)))
    assert told == price(found)
    ids = [one for one in CATALOG.computers if one.endswith(sold)]
    assert sure(told).middle <= sure(PRICES.bought(ids[0])).usd.middle
    small = found.memory.changed(installed_bytes=seen(40 * GIB), usable_bytes=seen(39 * GIB))
    assert price(found.changed(memory=small)) != told
