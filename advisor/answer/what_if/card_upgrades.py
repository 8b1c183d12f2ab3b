"""Graphics cards that can be put in: in place of one, beside it, two equal ones."""

from collections.abc import Iterator
from dataclasses import replace

from advisor.answer.money.prices import PAIR, SECOND, Prices
from advisor.answer.what_if.buyable import Offer, card_offers, not_beaten
from advisor.answer.what_if.changed_rig import doubled_gpu, with_gpu, with_second_gpu
from advisor.answer.what_if.memory_upgrades import HARDLY
from advisor.answer.what_if.upgrade import Asked, Doubt, Upgrade
from advisor.answer.what_if.upgrade_limits import UpgradeLimits
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.worth import Needs, Price
from advisor.facts.cards.card import GpuCard
from advisor.facts.rig.rig import Processor, Rig
from advisor.facts.values.fact import known
from advisor.facts.values.reason import reason
from advisor.facts.values.units import GIB, GIGA
from advisor.predict.memory.fit import CARD_RESERVE_BYTES

_BESIDE_CARD_W = 100.0
"""Board, drives and fans beside processor and card (a judgment)."""
_SMALL_CPU_W, _USUAL_CPU_W = 65.0, 125.0
"""A processor whose watts nobody states: the least it may be, and what a power supply is bought for."""
_SUPPLY_SHARE, _SUPPLY_STEP_W = 0.8, 50.0
"""A power supply is loaded to four fifths, and sold in steps of so many watts (both a judgment)."""
_UNPRICED = 2
"""Cards without a price that are weighed, of each maker."""
_OUTSIDE_BYTES_PER_S = 2.8 * GIGA
"""What an enclosure at Thunderbolt 3 or 4 moves: four lanes of PCIe 3.0 less what the tunnel takes."""


def card_upgrades(rig: Rig, limits: UpgradeLimits, asked: Asked, prices: Prices) -> Iterator[Upgrade]:
    """Every card worth weighing: by the rules of `buyable` and by what is there already.

    A laptop or a small computer takes one only where a place for it, which is outside, was told of.
    """
    is_outside = limits.hindrance in ("mobile", "soldered") and bool(asked.slots)
    if not (limits.cards or is_outside) or asked.slots == 0:
        return
    catalog = prices.catalog
    owned = [one for one in rig.processors if one.pool == "vram"]
    offers = [one for one in card_offers(prices) if _is_fed(catalog.gpus[one.id], rig, asked)]
    weighed = _weighed([one for one in offers if _is_better(one, owned)])
    has_room = asked.slots is None or asked.slots > len(owned)
    for offer in weighed:
        one = _card(rig, offer, asked, catalog, beside=bool(owned) and asked.slots is not None and has_room)
        yield _outside(one) if is_outside else one
    if is_outside:
        return
    first = doubled_gpu(rig)
    if first is not None and first.card is not None and has_room:
        yield from _second(rig, first, asked, prices)
        yield from _mixed(rig, offers, asked, catalog)
    if asked.slots is None or asked.slots > 1:
        yield from _pairs(rig, weighed, asked, prices)


def _weighed(offers: list[Offer]) -> list[Offer]:
    """Those with a price that none beats, and the fastest of each maker without one."""
    priced = not_beaten([one for one in offers if one.price is not None])
    asking: dict[str, list[Offer]] = {}
    for one in sorted(
        not_beaten([one for one in offers if one.price is None]), key=lambda one: -one.bandwidth_gb_per_s
    ):
        asking.setdefault(one.vendor, []).append(one)
    return [*priced, *(one for maker in asking.values() for one in maker[:_UNPRICED])]


def _card(rig: Rig, offer: Offer, asked: Asked, catalog: Catalog, *, beside: bool) -> Upgrade:
    changed, card = with_gpu(rig, offer.id, catalog, beside=beside), catalog.gpus[offer.id]
    needs, doubts = _needs(card, rig), _doubts(card, asked, is_second=False)
    name = changed.processors[-1].name
    return Upgrade(offer.id, "card", name, changed, offer.price, doubts, needs, card.vendor)


def _outside(one: Upgrade) -> Upgrade:
    """The same card in a box of its own at the end of a cable."""
    *others, card = one.rig.processors
    link = known(_OUTSIDE_BYTES_PER_S, origin="estimated", source=reason("as_it_would_be"))
    rig = one.rig.changed(processors=(*others, card.changed(link_bytes_per_s=link)))
    return replace(one, rig=rig, doubts=(*one.doubts, "outside"))


def _second(rig: Rig, first: Processor, asked: Asked, prices: Prices) -> Iterator[Upgrade]:
    """Another one of the card that is there."""
    card = prices.catalog.gpus[first.card or ""]
    if _is_fed(card, rig, asked, more_w=first.power_w.value or 0.0):
        changed, price = with_second_gpu(rig, first), prices.bought(first.card or "")
        doubts = _doubts(card, asked, is_second=True)
        needs = _needs(card, rig, beside=(first,))
        yield Upgrade(f"{SECOND}{first.card}", "second_card", first.name, changed, price, doubts, needs, card.vendor)


def _mixed(rig: Rig, offers: list[Offer], asked: Asked, catalog: Catalog) -> Iterator[Upgrade]:
    """Cards of another kind beside those that are there: where neither holds the model alone and all together do.

    Of the same maker, whose driver all of them share.
    """
    owned = [one for one in rig.processors if one.pool == "vram" and one.blocked is None]
    held = sum(_room(one.memory_total_bytes.value or 0) for one in owned)
    kinds, makers = {one.card for one in owned}, {one.vendor for one in owned}
    fitting = [
        one
        for one in offers
        if one.price is not None
        and one.id not in kinds
        and one.vendor in makers
        and _room(one.memory_gib * GIB) < asked.need_bytes <= held + _room(one.memory_gib * GIB)
    ]
    for offer in not_beaten(fitting) if held < asked.need_bytes else ():
        card = catalog.gpus[offer.id]
        changed = with_gpu(rig, offer.id, catalog, beside=True)
        needs, doubts = _needs(card, rig, beside=tuple(owned)), _doubts(card, asked, is_second=True)
        name = changed.processors[-1].name
        yield Upgrade(f"{SECOND}{offer.id}", "second_card", name, changed, offer.price, doubts, needs, card.vendor)


def _room(memory_bytes: float) -> float:
    return max(0.0, memory_bytes - CARD_RESERVE_BYTES)


def _pairs(rig: Rig, weighed: list[Offer], asked: Asked, prices: Prices) -> Iterator[Upgrade]:
    """Two equal cards, where one of them does not hold the model and both together do."""
    catalog = prices.catalog
    for offer in weighed:
        stated, each_bytes = catalog.gpus[offer.id], offer.memory_gib * GIB
        is_fed = _is_fed(stated, rig, asked, more_w=stated.power_w or 0.0)
        if offer.price is None or not is_fed or not _room(each_bytes) < asked.need_bytes <= 2 * _room(each_bytes):
            continue
        single = with_gpu(rig, offer.id, catalog)
        card = single.processors[-1]
        price: Price | None = prices.bought(f"{PAIR}{offer.id}") or offer.price.changed(usd=offer.price.usd.times(2))
        name, doubts = reason("pair_of", name=card.name), _doubts(stated, asked, is_second=True)
        needs, changed = _needs(stated, rig, beside=(card,), count=2), with_second_gpu(single, card)
        yield Upgrade(f"{PAIR}{offer.id}", "card", name, changed, price, doubts, needs, stated.vendor)


def _is_better(offer: Offer, owned: list[Processor]) -> bool:
    """Whether a card has clearly more memory, bandwidth or arithmetic than all that are there."""
    for one in owned:
        theirs = (
            (one.memory_total_bytes.value or 0) / GIB,
            (one.bandwidth_bytes_per_s.value or 0.0) / GIGA,
        )
        if one.card == offer.id or not any(
            mine > HARDLY * their for mine, their in zip(offer.figures[:2], theirs, strict=True)
        ):
            return False
    return True


def _is_fed(card: GpuCard, rig: Rig, asked: Asked, *, more_w: float = 0.0) -> bool:
    """Whether the power supply that was told of feeds the card beside the rest; True where nothing is known."""
    if asked.psu_w is None or card.power_w is None:
        return True
    return card.power_w + more_w + (rig.processors[0].power_w.value or _SMALL_CPU_W) + _BESIDE_CARD_W <= asked.psu_w


def _needs(card: GpuCard, rig: Rig, *, beside: tuple[Processor, ...] = (), count: int = 1) -> Needs:
    """What a computer must have for it, with the cards `beside` it; `count` of them are new."""
    cpu_w = rig.processors[0].power_w.value or _USUAL_CPU_W
    supply: float | None = None
    if card.power_w is not None:
        sum_w = card.power_w + cpu_w + _BESIDE_CARD_W + sum(one.power_w.value or 0.0 for one in beside)
        supply = -(-sum_w / _SUPPLY_SHARE // _SUPPLY_STEP_W) * _SUPPLY_STEP_W
    supply = max((one for one in (supply, card.suggested_supply_w) if one is not None), default=None)
    return Needs(
        supply_w=supply,
        slots=card.board_slots and count * card.board_slots,
        length_mm=card.board_length_mm,
        has_fan=card.has_fan,
    )


def _doubts(card: GpuCard, asked: Asked, *, is_second: bool) -> tuple[Doubt, ...]:
    slot: tuple[Doubt, ...] = ()
    if asked.slots is None:
        slot = ("second_slot_unknown",) if is_second else ("slot_unknown",)
    fan: tuple[Doubt, ...] = () if card.has_fan or asked.has_airflow else ("no_fan",)
    return (*slot, "length_unknown", *(("supply_unknown",) if asked.psu_w is None else ()), *fan)
