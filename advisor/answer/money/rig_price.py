"""What a rig costs today, as far as its GPUs say: graphics cards by themselves, chips with the computer around them."""

from advisor.answer.money.prices import Prices
from advisor.facts.rig.rig import Processor, Rig
from advisor.facts.values.range import Range
from advisor.facts.values.units import GIB

_AS_LARGE = 1.06
"""Sizes of memory within that factor are the same product: systems keep a part of it."""


def rig_price(rig: Rig, prices: Prices) -> Range | None:
    """The price in US dollars of its graphics cards together, or of the computer with its chip and memory.

    None for a rig without a GPU, and where one of them has no price.
    """
    gpus = [one for one in rig.processors if one.kind == "gpu" and one.card is not None]
    if not gpus:
        return None
    each = [_price(one, prices) for one in gpus]
    known = [one for one in each if one is not None]
    return Range(*map(sum, zip(*known, strict=True))) if len(known) == len(each) else None


def _price(gpu: Processor, prices: Prices) -> Range | None:
    if gpu.pool == "vram":
        found = prices.bought(gpu.card or "")
        return found.usd if found else None
    size_gib = (gpu.memory_total_bytes.value or 0) / GIB
    same = (
        card_id
        for card_id, card in prices.catalog.computers.items()
        if card.gpu == gpu.card and card.memory_gib and size_gib <= card.memory_gib <= _AS_LARGE * size_gib
    )
    offers = [price.usd for one in same if (price := prices.bought(one)) is not None]
    return min(offers, key=lambda usd: usd.middle, default=None)
