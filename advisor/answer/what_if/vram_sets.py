"""Sets of equal graphics cards that reach a size of VRAM together, with their price, power and slots."""

from collections.abc import Iterator, Sequence
from math import ceil

from advisor.answer.money.prices import Prices
from advisor.answer.what_if.buyable import card_offers
from advisor.answer.what_if.power_supply import needed_supply_w
from advisor.facts.answers.worth import Price
from advisor.facts.cards.card import GpuCard, Vendor
from advisor.facts.values.frozen import frozen

MOST_CARDS, USUAL_CARDS = 8, 4
"""More are put into no computer at home, and into few servers; and so many on boards that are sold for it."""


@frozen
class VramSet:
    """So many of one card. `is_old`: its maker builds no current tools for it, or it needs a blower."""

    card_id: str
    card: GpuCard
    count: int
    price: Price
    is_old: bool

    @property
    def vram_gib(self) -> float:
        """Of all together."""
        return self.count * (self.card.memory_gib or 0.0)

    @property
    def is_many(self) -> bool:
        """Whether it takes more cards than a usual board for several has slots."""
        return self.count > USUAL_CARDS

    @property
    def usd(self) -> float:
        """The middle of what all cost."""
        return self.price.usd.middle

    @property
    def power_w(self) -> float | None:
        """What the cards take at most."""
        return self.count * self.card.power_w if self.card.power_w else None

    @property
    def supply_w(self) -> float | None:
        """What the power supply must give."""
        if self.card.power_w is None:
            return None
        return needed_supply_w(self.card, others_w=(self.card.power_w,) * (self.count - 1))

    @property
    def slots(self) -> int | None:
        """How many slots they cover."""
        return self.count * self.card.board_slots if self.card.board_slots else None


def vram_sets(
    vram_gib: float,
    prices: Prices,
    *,
    budget_usd: float | None = None,
    makers: Sequence[Vendor] = (),
    most: int = MOST_CARDS,
) -> list[VramSet]:
    """Of at most `most` cards: those with current tools and a fan first, then what a board takes, then the cheapest.

    Not those for which the same maker has a set that costs less, has no fewer cards of no less bandwidth and is as new.
    """
    found = [
        one
        for one in _sets(vram_gib, prices, makers)
        if one.count <= most and (budget_usd is None or one.price.usd.low <= budget_usd)
    ]
    kept = [one for one in found if not any(_beats(other, one) for other in found)]
    return sorted(kept, key=lambda one: (one.is_old, one.is_many, one.usd))


def _sets(vram_gib: float, prices: Prices, makers: Sequence[Vendor]) -> Iterator[VramSet]:
    catalog = prices.catalog
    for offer in card_offers(prices):
        count = ceil(vram_gib / offer.memory_gib) if offer.memory_gib else MOST_CARDS + 1
        if offer.price is None or count > MOST_CARDS or (makers and offer.vendor not in makers):
            continue
        card = catalog.gpus[offer.id]
        design = catalog.architectures.get(card.architecture or "")
        has_ended = design is not None and bool(design.last_cuda or design.has_rocm_ended)
        price = offer.price.changed(usd=offer.price.usd.times(count))
        yield VramSet(offer.id, card, count, price, is_old=has_ended or not card.has_fan)


def _beats(one: VramSet, other: VramSet) -> bool:
    if one is other or one.card.vendor != other.card.vendor or one.is_old > other.is_old:
        return False
    is_as_fast = (one.card.bandwidth_gb_per_s or 0.0) >= (other.card.bandwidth_gb_per_s or 0.0)
    return one.usd <= other.usd and one.count <= other.count and is_as_fast
