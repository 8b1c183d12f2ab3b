"""What could be changed about a computer: settings, memory sticks, cards, and other computers."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from advisor.answer.money.prices import SECOND, WITH_MEMORY, Prices, set_count
from advisor.answer.what_if.card_upgrades import card_upgrades
from advisor.answer.what_if.computer_upgrades import computer_upgrades
from advisor.answer.what_if.memory_upgrades import free, memory_upgrades, stick_upgrades
from advisor.answer.what_if.upgrade import Asked, Upgrade
from advisor.answer.what_if.upgrade_limits import UpgradeLimits
from advisor.facts.rig.rig import Rig
from advisor.facts.values.reason import reason
from advisor.predict.memory.fit import budget_bytes


def upgrades(rig: Rig, limits: UpgradeLimits, asked: Asked, prices: Prices) -> Iterator[Upgrade]:
    """Everything that the rig can take, and the computers that would stand beside it, one after the other.

    A virtual machine is rented or stands on a computer that nobody asked about: nothing is bought for it.
    """
    yield from _drivers(rig)
    yield from stick_upgrades(rig, limits, prices)
    yield from memory_upgrades(rig, limits, asked, prices)
    cards = list(card_upgrades(rig, limits, asked, prices))
    yield from cards
    if asked.is_too_small and asked.may_lie_in_ram:
        yield from _with_more_memory(cards, limits, asked, prices)
    if limits.hindrance != "virtual":
        yield from computer_upgrades(rig, asked, prices)


def _with_more_memory(
    cards: Iterable[Upgrade], limits: UpgradeLimits, asked: Asked, prices: Prices
) -> Iterator[Upgrade]:
    """One card in place of what is there with the smallest memory that takes what it leaves of the model.

    Beside what is there where a slot for it was told of. Where card and memory as it is do not hold it together; of
    each both have to have a price.
    """
    for card in cards:
        if card.price is None or card.id.startswith(SECOND) or set_count(card.id) > 1 or not card.edits:
            continue
        held = sum(max(0, budget_bytes(one) or 0) for one in card.rig.processors if one.blocked is None)
        larger = memory_upgrades(card.rig, limits, asked, prices) if held < asked.need_bytes else iter(())
        memory = next((one for one in larger if one.price is not None), None)
        if memory is None or memory.price is None:
            continue
        name = reason("card_and_memory", card=card.name, memory=memory.name)
        way_id = f"{WITH_MEMORY}{card.id}"
        price = prices.bought(way_id) or card.price.changed(usd=card.price.usd.plus(memory.price.usd))
        doubts, edits = (*card.doubts, *memory.doubts), (*card.edits, *memory.edits)
        yield replace(card, id=way_id, name=name, rig=memory.rig, price=price, doubts=doubts, edits=edits)


def _drivers(rig: Rig) -> Iterator[Upgrade]:
    """Cards that are there and that no program can use for want of a driver, which costs nothing."""
    idle = [one for one in rig.processors if one.blocked is not None and one.pool == "vram"]
    if idle:
        parts = tuple(one.changed(blocked=None) for one in rig.processors)
        changed = rig.changed(processors=parts, own_runs=(), judgements=())
        yield Upgrade("driver", "setting", idle[0].name, changed, free("free_driver"))
