"""What could be changed about a computer: settings, memory sticks, cards, and other computers."""

from collections.abc import Iterator

from advisor.answer.money.prices import Prices
from advisor.answer.rig.idle_gpus import remedy
from advisor.answer.what_if.card_upgrades import card_upgrades
from advisor.answer.what_if.computer_upgrades import computer_upgrades
from advisor.answer.what_if.memory_upgrades import free, memory_upgrades, stick_upgrades
from advisor.answer.what_if.upgrade import Asked, Upgrade
from advisor.answer.what_if.upgrade_limits import UpgradeLimits
from advisor.facts.rig.rig import Processor, Rig


def upgrades(rig: Rig, limits: UpgradeLimits, asked: Asked, prices: Prices) -> Iterator[Upgrade]:
    """Everything that the rig can take, and the computers that would stand beside it, one after the other."""
    yield from _drivers(rig)
    yield from stick_upgrades(rig, limits, prices)
    yield from memory_upgrades(rig, limits, asked, prices)
    yield from card_upgrades(rig, limits, asked, prices)
    yield from computer_upgrades(rig, asked, prices)


def _drivers(rig: Rig) -> Iterator[Upgrade]:
    """Cards that are there and that no program can use for want of a driver, which costs nothing."""
    idle = [one for one in rig.processors if one.pool == "vram" and _wants_driver(one)]
    if idle:
        parts = tuple(one.changed(blocked=None) if one in idle else one for one in rig.processors)
        changed = rig.changed(processors=parts, own_runs=(), judgements=())
        yield Upgrade("driver", "setting", idle[0].name, changed, free("free_driver"))


def _wants_driver(one: Processor) -> bool:
    """Whether a driver is what makes it usable."""
    done = remedy(one)
    return done is not None and done.code in ("install_gpu_driver", "update_gpu_driver")
