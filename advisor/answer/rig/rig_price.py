"""What a rig costs today, as far as its GPUs say: graphics cards by themselves, chips with the computer around them."""

from functools import reduce

from advisor.answer.money.prices import Prices
from advisor.answer.rig.idle_gpus import computing_gpus
from advisor.facts.machine.machine import Memory
from advisor.facts.rig.rig import KnownRig
from advisor.facts.values.range import Range
from advisor.facts.values.units import GIB

_AS_LARGE = 1.2
"""The memory that is sold may be so many times what a system tells of: 128 GB are 119.7 GiB of a DGX Spark. The next
larger size is a third larger at least."""


def rig_price(known: KnownRig, prices: Prices) -> Range | None:
    """The price in US dollars of its graphics cards together; without any, of the computer with its chip and memory.

    None for a rig without a GPU, and where one of them has no price.
    """
    gpus = computing_gpus(known.rig)
    cards = [one for one in gpus if one.pool == "vram"]  # graphics inside a processor come with it
    if not cards:
        return _of_computer(gpus[0].card, known.machine.memory, prices) if gpus else None
    each = [prices.bought(one.card or "") for one in cards]
    found = [price.usd for price in each if price is not None]
    return reduce(Range.plus, found) if len(found) == len(each) else None


def _of_computer(chip: str | None, memory: Memory, prices: Prices) -> Range | None:
    """The cheapest computer with this chip and so much memory."""
    size_gib = (memory.installed_bytes.value or memory.usable_bytes.value or 0) / GIB
    same = (
        card_id
        for card_id, card in prices.catalog.computers.items()
        if chip and card.gpu == chip and card.memory_gib and size_gib <= card.memory_gib <= _AS_LARGE * size_gib
    )
    offers = [price.usd for one in same if (price := prices.bought(one)) is not None]
    return min(offers, key=lambda usd: usd.middle, default=None)
