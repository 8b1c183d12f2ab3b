"""What could be changed about a computer: settings, memory sticks, cards, and other computers."""

from collections.abc import Iterator

from advisor.answer.money.prices import Prices
from advisor.answer.what_if.card_upgrades import card_upgrades
from advisor.answer.what_if.computer_upgrades import computer_upgrades
from advisor.answer.what_if.memory_upgrades import free, memory_upgrades, stick_upgrades
from advisor.answer.what_if.upgrade import Asked, Upgrade
from advisor.answer.what_if.upgrade_limits import UpgradeLimits
from advisor.facts.rig.rig import Rig


def upgrades(rig: Rig, limits: UpgradeLimits, asked: Asked, prices: Prices) -> Iterator[Upgrade]:
    """Everything that the rig can take, and the computers that would stand beside it, one after the other.

    A virtual machine is rented or stands on a computer that nobody asked about: nothing is bought for it.
    """
    yield from _drivers(rig)
    yield from stick_upgrades(rig, limits, prices)
    yield from memory_upgrades(rig, limits, asked, prices)
    yield from card_upgrades(rig, limits, asked, prices)
    if limits.hindrance != "virtual":
        yield from computer_upgrades(rig, asked, prices)


def _drivers(rig: Rig) -> Iterator[Upgrade]:
    """Cards that are there and that no program can use for want of a driver, which costs nothing."""
    idle = [one for one in rig.processors if one.blocked is not None and one.pool == "vram"]
    if idle:
        parts = tuple(one.changed(blocked=None) for one in rig.processors)
        changed = rig.changed(processors=parts, own_runs=(), judgements=())
        yield Upgrade("driver", "setting", idle[0].name, changed, free("free_driver"))
