"""What things cost: what a person typed, else the dated price cards; unknown where neither says anything."""

import datetime
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from math import inf, log2, sqrt
from typing import Literal, NamedTuple

from advisor.answer.money.exchange import rate_of
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.worth import OwnPrice, Price
from advisor.facts.cards.card import GpuCard, month_of
from advisor.facts.cards.memory_kit import MEMORY_KITS, KitType, MemoryKit
from advisor.facts.cards.price import SUPPLIES_W, PriceCard, PriceKind
from advisor.facts.kept.settings import Money
from advisor.facts.values.frozen import frozen
from advisor.facts.values.range import Range
from advisor.facts.values.reason import reason
from advisor.predict.worth.cost import api_usd

Region = Literal["world", "eu", "uk"]
PAIR = "two:"
"""What the id of two equal cards begins with."""
SETS = {2: PAIR, 3: "three:", 4: "four:"}
"""The same of so many."""
WITH_MEMORY = "with-memory:"
"""What the id of a card begins with that is bought together with main memory."""
MEMORY_IDS = ("sticks", "faster-sticks", "memory")
SECOND = "second:"
"""What the id of one more card beside those that are there begins with."""
RENT, _API = "rent:", "api:"
_BOUGHT = ("card", "computer", "memory")
_MADE_MONTHS = 48
_DEAR_NEW = 1.25
"""Times the used price from which hardly anybody buys it new (a judgment)."""
_MEANS: Mapping[Region, str] = {"world": "electricity/mean-world", "eu": "electricity/eu", "uk": "electricity/uk"}
_REGIONS: Mapping[str, Region] = {"EUR": "eu", "GBP": "uk"}
"""Whose homes pay what a person pays who counts in a currency; dollars are counted everywhere."""


@frozen
class Electricity:
    """A kilowatt hour in US dollars: what a person pays, else the mean of a region between the extremes known."""

    usd: Range
    region: Region | None

    @property
    def is_told(self) -> bool:
        """Whether a person said it."""
        return self.region is None


def region_of(currency: str) -> Region:
    """Whose mean is counted with where nobody said what a kilowatt hour costs."""
    return _REGIONS.get(currency, "world")


_WIDE = 2.0
"""Times its low end, from which the high end of a span makes it a wide one (a judgment)."""


def within_usd(price: Price) -> float:
    """What has to be there before something is within it: the low end of a price, the middle of a wide span."""
    return price.usd.middle if price.usd.high > _WIDE * price.usd.low else price.usd.low


class Mix(NamedTuple):
    """Tokens read for each one written, and the share of them that a provider still holds from the call before."""

    read: float = 1.0
    kept: float = 0.0


EVEN = Mix()
"""As many tokens read as written."""


@frozen
class ApiPrice:
    """A million tokens of a model in US dollars, read and written: from whom they are cheapest, or as typed.

    `cached_usd` is what a provider asks for those read that it still holds; None where it states none. `as_of` is None
    for typed prices.
    """

    prompt_usd: float
    generated_usd: float
    provider: str
    as_of: datetime.date | None = None
    is_old: bool = False
    cached_usd: float | None = None

    def usd(self, prompt_tokens: float, generated_tokens: float, *, kept_share: float = 0.0) -> float:
        """What so many tokens of each kind cost, where a share of the prompts is still held from the call before."""
        return api_usd(
            cached_tokens=kept_share * prompt_tokens,
            cached_usd_per_million=self.cached_usd,
            prompt_tokens=prompt_tokens,
            generated_tokens=generated_tokens,
            prompt_usd_per_million=self.prompt_usd,
            generated_usd_per_million=self.generated_usd,
        )


_OUTDATED_AFTER = datetime.timedelta(days=365)
"""A price older than a year is not led with where a younger one tells of it."""


@frozen
class Prices:
    """The price cards in US dollars as of a day; before them what a person typed, then a file of prices they added.

    `new_ids` are of cards that are to be bought new: used ones count only where no price of a new one is known.
    """

    catalog: Catalog
    money: Money
    today: datetime.date
    new_ids: tuple[str, ...] = ()

    @property
    def told_of_goods(self) -> tuple[object, ...]:
        """What decides, beside the cards, about the price of anything that is bought."""
        return self.money.own_prices, self.money.pack, self.today, self.new_ids

    def bought(self, item_id: str) -> Price | None:
        """The price of a card, a computer or a kit of memory to buy: what was typed, else the best of `offers`.

        What it cost at its launch is no price of today.
        """
        typed = next((one for one in self.money.own_prices if one.of == item_id and one.kind in _BOUGHT), None)
        if typed is not None:
            return _typed(typed.usd)
        found, kit = self._offered(item_id), MEMORY_KITS.get(item_id)
        return self._of_other_kits(kit) if found is None and kit is not None else found

    def memory(self, kit: MemoryKit) -> Price | None:
        """The price of so many sticks, also where no kit is sold of as many."""
        return self.bought(kit.id) if kit.id in MEMORY_KITS else self._of_other_kits(kit)

    def offers(self, item_id: str) -> tuple[Price, ...]:
        """All that sources ask for it, the best to count with first: not old before old, the price at its launch last.

        New before used while it is still made and hardly dearer, used before new after that: what shops then have left
        is dear.
        """
        gpu = self.catalog.gpus.get(item_id)
        found = [self._price(card) for kind in _BOUGHT for card in self._cards(kind, item_id)]
        is_made = gpu is None or _is_made(gpu, self.today)
        if item_id in self.new_ids:
            found = [one for one in found if one.condition == "new"] or found
            is_new = True
        else:
            is_new = is_made and not _is_dear_new(found)
        return tuple(sorted(found, key=lambda one: _order(one, "new" if is_new else "used")))

    def supply(self, watts: float) -> Price | None:
        """The price of the smallest power supply of at least so many watts; None where there is none with a price."""
        large = ((size, self._cards("supply", item_id)) for item_id, size in SUPPLIES_W.items() if size >= watts)
        return next((self._price(cards[0]) for _, cards in sorted(large, key=lambda one: one[0]) if cards), None)

    def buyable_gpus(self) -> tuple[str, ...]:
        """Ids of all graphics cards with a price that is not only the one of their launch."""
        sold = (one for one in self._known if one.kind == "card" and one.condition != "launch")
        typed = (
            one.of for one in self.money.own_prices if one.kind == "card" and is_board(self.catalog.gpus.get(one.of))
        )
        return tuple(dict.fromkeys((*(one.of for one in sold if one.of), *typed)))

    def rented(self) -> dict[str, Price]:
        """The cheapest hour of each card that is rented out."""
        typed = {one.of: _typed(one.usd) for one in self.money.own_prices if one.kind == "rent"}
        found: dict[str, Price] = {}
        for card in self._known:
            if card.kind != "rent" or card.of is None:
                continue
            price = self._price(card)
            if card.of not in found or price.usd.middle < found[card.of].usd.middle:
                found[card.of] = price
        return {**found, **typed}

    def api(self, model_id: str | None, mix: Mix = EVEN) -> ApiPrice | None:
        """What was typed, else the provider that is cheapest for such work."""
        if model_id is None:
            return None
        for one in self.money.own_prices:
            if one.kind == "api" and one.of == model_id:
                return ApiPrice(one.prompt_usd or 0.0, one.usd, "")
        offers = [self._api_price(card) for card in self._cards("api", model_id)]

        def cost(one: ApiPrice) -> float:
            return one.usd(prompt_tokens=mix.read, generated_tokens=1.0, kept_share=mix.kept)

        return min(offers, key=cost, default=None)

    def electricity(self) -> Electricity:
        """What a kilowatt hour costs; a price in another currency counts only where its rate is known."""
        told, rate = self.money.electricity_per_kwh, rate_of(self.money)
        if told is not None and rate is not None:
            return Electricity(Range.exactly(told * rate.usd), None)
        cards = [one for one in self.catalog.prices.values() if one.kind == "electricity" and one.currency == "USD"]
        low = min((card.low_price or 0.0 for card in cards), default=0.0)
        high = max((card.high_price or 0.0 for card in cards), default=0.0)
        region = region_of(self.money.currency) if rate is not None else "world"
        mean = self.catalog.prices.get(_MEANS[region])
        unit_usd = rate.usd if rate is not None and region != "world" else 1.0
        middle = _middle(mean) * unit_usd if mean is not None else (low + high) / 2
        return Electricity(Range(min(low, middle), middle, max(middle, high)), region)

    def _cards(self, kind: str, item_id: str) -> list[PriceCard]:
        return self._by_item.get((kind, item_id), [])

    @cached_property
    def _by_item(self) -> dict[tuple[str, str | None], list[PriceCard]]:
        """The price cards by their kind and what they are of."""
        found: dict[tuple[str, str | None], list[PriceCard]] = {}
        for card in self._known:
            found.setdefault((card.kind, card.of), []).append(card)
        return found

    @cached_property
    def _known(self) -> tuple[PriceCard, ...]:
        """The prices of the file that a person added, and the cards of whatever that file has none of."""
        own = self.money.pack.prices if self.money.pack is not None else ()
        told = {(card.kind, card.of) for card in own}
        ours = (card for card in self.catalog.prices.values() if (card.kind, card.of) not in told)
        return (*own, *ours)

    def _offered(self, item_id: str) -> Price | None:
        """What it costs today: no price of its launch, nor an outdated one where its twin has a younger one."""
        found = next((price for price in self.offers(item_id) if price.condition != "launch"), None)
        if found is None or not self._is_outdated(found):
            return found
        twins = (price for one in self._twins(item_id) for price in self.offers(one) if price.condition != "launch")
        return None if any(not self._is_outdated(price) for price in twins) else found

    def _is_outdated(self, price: Price) -> bool:
        return price.as_of is not None and self.today - price.as_of > _OUTDATED_AFTER

    def _twins(self, item_id: str) -> Iterator[str]:
        """Other cards of the same chip with the same memory: what one costs tells what the other does."""
        own = self.catalog.gpus.get(item_id)
        if own is None or not own.compute_units:
            return
        for other_id, card in self.catalog.gpus.items():
            same = (card.architecture, card.compute_units, card.memory_gib)
            if other_id != item_id and same == (own.architecture, own.compute_units, own.memory_gib):
                yield other_id

    def _of_other_kits(self, kit: MemoryKit) -> Price | None:
        """As much memory at the price of the kit that is most like it: in form, in the size of its sticks, in its size.

        Sticks of desktops and of laptops hold the same chips and cost about the same; those of servers do not.
        """
        near = [one for one in self._kits.get(kit.type, ()) if (one.form == "rdimm") == (kit.form == "rdimm")]
        like = min(
            near, key=lambda one: (one.form != kit.form, _sticks_apart(one, kit), _apart(one, kit)), default=None
        )
        price = self._offered(like.id) if like is not None else None
        if like is None or price is None:
            return None
        return price.changed(usd=price.usd.times(kit.gib / like.gib), origin="estimated")

    @cached_property
    def _kits(self) -> dict[KitType, list[MemoryKit]]:
        """The kits of memory with a price, by their type."""
        found: dict[KitType, list[MemoryKit]] = {}
        for card in self._known:
            kit = MEMORY_KITS.get(card.of or "")
            if kit is not None and card.condition != "launch":
                found.setdefault(kit.type, []).append(kit)
        return found

    def _api_price(self, card: PriceCard) -> ApiPrice:
        return ApiPrice(
            card.prompt_price_per_million_tokens or 0.0,
            card.generated_price_per_million_tokens or 0.0,
            card.provider or card.name,
            card.as_of,
            is_old=card.is_old(self.today),
            cached_usd=card.cached_price_per_million_tokens,
        )

    def _price(self, card: PriceCard) -> Price:
        return Price(
            usd=Range(card.low_price or 0.0, _middle(card), card.high_price or 0.0),
            as_of=card.as_of,
            is_old=card.is_old(self.today),
            condition=card.condition,
            source=card.source,
        )


def with_own_price(money: Money, way_id: str, *usd: float) -> Money:
    """The amounts with one more price typed, with both of an API in their order; without one that is forgotten."""
    of, kind = _priced_item(way_id)
    same = _BOUGHT if kind in _BOUGHT else (kind,)
    others = (one for one in money.own_prices if one.of != of or one.kind not in same)
    typed = (OwnPrice(of=of, kind=kind, usd=usd[-1], prompt_usd=usd[0] if kind == "api" else None),) if usd else ()
    return money.changed(own_prices=(*others, *typed))


def priced_id(name: str, catalog: Catalog) -> str | None:
    """The id of what has a price of its own, by that id or as people write a card or `api:` and a model."""
    item_id, _ = _priced_item(name)
    if is_api(name):
        model_id = catalog.models.find(item_id)
        return None if model_id is None else api_id(model_id)
    if _priced_item(item_id)[1] == "memory" or _one_of(item_id).removeprefix(WITH_MEMORY) in catalog.gpus:
        return name
    return catalog.gpus.find(name) or catalog.computers.find(name)


def set_count(way_id: str) -> int:
    """How many equal cards an id stands for."""
    return next((count for count, start in SETS.items() if way_id.startswith(start)), 1)


def _one_of(way_id: str) -> str:
    return way_id.removeprefix(SETS.get(set_count(way_id), ""))


def is_api(way_id: str) -> bool:
    """Whether an id stands for the API of a model, which has two prices: for tokens read and for tokens written."""
    return way_id.startswith(_API)


def api_model(way_id: str) -> str:
    """The id of the model that such a way sells."""
    return way_id.removeprefix(_API)


def api_id(model_id: str) -> str:
    """The id of the way that is the API of a model."""
    return f"{_API}{model_id}"


def _priced_item(way_id: str) -> tuple[str, PriceKind]:
    """What is priced by the id of the way it stands for: a card costs the same once more."""
    if is_api(way_id):
        return way_id.removeprefix(_API), "api"
    if way_id.startswith(RENT):
        return way_id.removeprefix(RENT), "rent"
    item_id = way_id.removeprefix(SECOND)
    return item_id, "memory" if item_id in MEMORY_IDS or item_id in MEMORY_KITS else "card"


def _typed(usd: float) -> Price:
    return Price(usd=Range.exactly(usd), origin="user", source=reason("typed_by_you"))


def _is_made(gpu: GpuCard, today: datetime.date) -> bool:
    """Whether shops still get it from its maker: so for four years after its release (a judgment)."""
    return 12 * today.year + today.month - month_of(gpu.released) <= _MADE_MONTHS


def _is_dear_new(found: Iterable[Price]) -> bool:
    """Whether what shops ask is clearly more than what owners do: then people buy it used."""
    fresh = [one for one in found if not one.is_old]
    new = (one.usd.middle for one in fresh if one.condition == "new")
    used = (one.usd.middle for one in fresh if one.condition == "used")
    return min(new, default=0.0) > _DEAR_NEW * min(used, default=inf)


def _order(price: Price, first: str) -> tuple[bool, bool, bool, float]:
    condition = price.condition or first
    return condition == "launch", price.is_old, condition != first, price.usd.middle


def _sticks_apart(one: MemoryKit, other: MemoryKit) -> float:
    """How far the sizes of their sticks are from each other, in doublings."""
    return abs(log2(one.stick_gib / other.stick_gib))


def _apart(one: MemoryKit, other: MemoryKit) -> float:
    """How far their sizes are from each other, in doublings."""
    return abs(log2(one.gib / other.gib))


def _middle(card: PriceCard) -> float:
    """The geometric middle of a span: as far from its low end as from its high one."""
    return sqrt((card.low_price or 0.0) * (card.high_price or 0.0))


def is_board(card: GpuCard | None) -> bool:
    """Whether it is a card that goes into a slot of a computer at home."""
    return card is not None and card.memory_kind == "dedicated" and card.form in ("desktop", "workstation")
