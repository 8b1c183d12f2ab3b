"""What can be bought today: every offer with a price, less those that another of the same maker beats in all."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple, Self

from advisor.answer.money.prices import Prices, is_board
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.worth import Price
from advisor.facts.cards.card import GpuCard, Vendor, month_of
from advisor.facts.values.units import MONTHS_PER_YEAR

CURRENT_YEARS = 2
"""A board without a price is weighed when it came out at most so many years before the newest one."""


class Offer(NamedTuple):
    """Something with a graphics processor: what it costs, and the figures that speed and fit rest on.

    `bare`: what it costs without the larger power supply that its price includes; None where that includes none.
    """

    id: str
    vendor: Vendor
    price: Price | None
    memory_gib: float
    bandwidth_gb_per_s: float
    fp16_tflop_per_s: float
    has_fan: bool = True
    bare: Price | None = None

    @classmethod
    def of_gpu(cls, offer_id: str, card: GpuCard, price: Price | None, *, memory_gib: float | None = None) -> Self:
        """A card, or the computer around a chip with memory of another size."""
        fp16 = card.fp16_dense_tflop_per_s or card.fp32_tflop_per_s or 0.0
        memory = memory_gib or card.memory_gib or 0.0
        return cls(offer_id, card.vendor, price, memory, card.bandwidth_gb_per_s or 0.0, fp16, card.has_fan)

    @property
    def figures(self) -> tuple[float, float, float]:
        """Memory, bandwidth and arithmetic."""
        return self.memory_gib, self.bandwidth_gb_per_s, self.fp16_tflop_per_s


def is_sold_as_card(card: GpuCard | None) -> bool:
    """Whether it goes into a slot: a board for homes, or one of servers that is no module of its own."""
    if is_board(card):
        return True
    return card is not None and card.form == "server" and card.board_slots is not None


def card_offers(prices: Prices, named: Iterable[str] = ()) -> list[Offer]:
    """Every card with a price that goes into a slot; those of a launch and of no price too, where they are current.

    Those that were named whatever is known of their price.
    """
    catalog = prices.catalog
    priced = [one for one in (*prices.buyable_gpus(), *named) if is_sold_as_card(catalog.gpus.get(one))]
    wanted = dict.fromkeys((*priced, *_current_boards(catalog)))
    return [Offer.of_gpu(card_id, catalog.gpus[card_id], prices.bought(card_id)) for card_id in wanted]


def not_beaten(offers: Sequence[Offer]) -> list[Offer]:
    """Those that no other of the same maker beats in price and every figure; of those without a price the same.

    What is used is no stand-in for what is new, what has no fan none for what has one.
    """
    return [one for one in offers if not any(_beats(other, one) for other in offers if other is not one)]


def _beats(one: Offer, other: Offer) -> bool:
    if one.vendor != other.vendor or (one.price is None) != (other.price is None) or one.has_fan < other.has_fan:
        return False
    if one.price is not None and other.price is not None:
        if one.price.condition == "used" and other.price.condition != "used":
            return False
        if one.price.usd.middle > other.price.usd.middle:
            return False
    pairs = tuple(zip(one.figures, other.figures, strict=True))
    if any(mine < theirs for mine, theirs in pairs):
        return False
    if any(mine > theirs for mine, theirs in pairs):
        return True
    return (_usd(one), one.id) < (_usd(other), other.id)


def _usd(one: Offer) -> float:
    return one.price.usd.middle if one.price is not None else 0.0


@lru_cache(maxsize=2)
def _current_boards(catalog: Catalog) -> tuple[str, ...]:
    """Boards of the last years that are sold everywhere."""
    boards = {card_id: card for card_id, card in catalog.gpus.items() if is_board(card) and card.market is None}
    newest = max((month_of(card.released) for card in boards.values()), default=0)
    first = newest - CURRENT_YEARS * MONTHS_PER_YEAR
    return tuple(card_id for card_id, card in boards.items() if month_of(card.released) > first)
