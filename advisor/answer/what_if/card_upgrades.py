"""Graphics cards that can be put in: in place of one, beside it, two equal ones."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Literal

from advisor.answer.money.prices import PAIR, SECOND, SETS, Prices
from advisor.answer.what_if.buyable import Offer, card_offers, not_beaten
from advisor.answer.what_if.changed_rig import doubled_gpu, with_gpu, with_second_gpu
from advisor.answer.what_if.memory_upgrades import HARDLY
from advisor.answer.what_if.power_supply import needed_supply_w
from advisor.answer.what_if.upgrade import NEARLY, Asked, Upgrade
from advisor.answer.what_if.upgrade_limits import UpgradeLimits
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.worth import Doubt, Needs
from advisor.facts.asked.question import Edit
from advisor.facts.cards.card import GpuCard
from advisor.facts.rig.rig import Processor, Rig
from advisor.facts.values.fact import known
from advisor.facts.values.reason import reason
from advisor.facts.values.units import GIB, GIGA
from advisor.predict.memory.fit import CARD_RESERVE_BYTES

_LEAST_ATX_W = 300.0
"""Supplies of less are those of small computers, in whose place no usual one goes (a judgment)."""
_UNPRICED = 2
"""Cards without a price that are weighed, of each maker."""
_OUTSIDE_BYTES_PER_S = 2.8 * GIGA
"""What an enclosure at Thunderbolt 3 or 4 moves: four lanes of PCIe 3.0 less what the tunnel takes."""


def card_upgrades(rig: Rig, limits: UpgradeLimits, asked: Asked, prices: Prices) -> Iterator[Upgrade]:
    """Every card worth weighing, with whether its driver wants what the board may lack."""
    return map(_with_bar, _weighed_cards(rig, limits, asked, prices))


def _with_bar(one: Upgrade) -> Upgrade:
    host, card = one.rig.processors[0], one.rig.processors[-1]
    if not card.traits.needs_resizable_bar:
        return one
    doubt: Doubt = "no_resizable_bar" if host.lacks_resizable_bar else "resizable_bar"
    return replace(one, doubts=(*one.doubts, doubt))


def _weighed_cards(rig: Rig, limits: UpgradeLimits, asked: Asked, prices: Prices) -> Iterator[Upgrade]:
    """By the rules of `buyable` and by what is there already.

    A laptop or a small computer takes one only where a place for it, which is outside, was told of.
    """
    is_outside = limits.hindrance in ("mobile", "soldered") and bool(asked.slots)
    if not (limits.cards or is_outside) or asked.slots == 0:
        return
    catalog = prices.catalog
    owned = _cards(rig)
    first_id = owned[0].card if owned else None
    offers = [
        one
        for one in card_offers(prices, asked.named)
        if asked.takes(one.vendor) and (one.memory_gib >= asked.least_vram_gib or one.id in asked.named)
    ]
    has_room = asked.slots is None or asked.slots > len(owned)
    is_beside = bool(owned) and asked.slots is not None and has_room
    kept = owned if is_beside else owned[1:]
    first = doubled_gpu(rig)
    may_stand_beside = first is not None and first.card is not None and has_room and not is_outside
    lesser = {one.id for one in offers if may_stand_beside and _is_lesser(one, _usable_cards(rig), asked)}
    fed = (
        _with_supply(one, rig, asked, prices, beside=kept)
        for one in offers
        if (one.id in asked.named and one.id != first_id and one.id not in lesser) or _is_better(one, owned)
    )
    weighed = _weighed([one for one in fed if one is not None], asked.named)
    for offer in weighed:
        one = _card(rig, offer, asked, catalog, kept=kept, is_beside=is_beside)
        yield _outside(one) if is_outside else one
    if is_outside:
        return
    if first is not None and first.card is not None and has_room:
        yield from _second(rig, first, asked, prices)
        told = {one.id for one in weighed if is_beside}
        yield from _mixed(rig, [one for one in offers if one.id not in told], asked, prices)
    if asked.slots is None or asked.slots > 1:
        yield from _pairs(rig, weighed, asked, prices)
    for count in (3, 4):
        if asked.slots is not None and asked.slots >= count + max(0, len(owned) - 1):
            yield from _sets(rig, weighed, asked, prices, count=count)


def _weighed(offers: list[Offer], named: Collection[str]) -> list[Offer]:
    """Those with a price that none beats, and the fastest of each maker without one; whatever was named."""
    priced = not_beaten([one for one in offers if one.price is not None])
    meant = [one for one in offers if one.id in named]
    asking: dict[str, list[Offer]] = {}
    for one in sorted(
        not_beaten([one for one in offers if one.price is None]), key=lambda one: -one.bandwidth_gb_per_s
    ):
        asking.setdefault(one.vendor, []).append(one)
    return list(dict.fromkeys((*priced, *(one for maker in asking.values() for one in maker[:_UNPRICED]), *meant)))


def _card(
    rig: Rig, offer: Offer, asked: Asked, catalog: Catalog, *, kept: tuple[Processor, ...], is_beside: bool
) -> Upgrade:
    """A new card with those that are `kept`; `is_beside`: all that are there, else in place of the first."""
    changed, card = with_gpu(rig, offer.id, catalog, beside=is_beside), catalog.gpus[offer.id]
    needs, doubts = _needs(card, rig, catalog, beside=kept), _doubts(card, asked, offer)
    staying = _usable_cards(rig) if is_beside else kept
    doubts = (*doubts, *_makers(staying, card))
    kind: Literal["card", "second_card"] = "second_card" if is_beside else "card"
    name, edit = changed.processors[-1].name, Edit(kind=kind, card=offer.id)
    return Upgrade(offer.id, kind, name, changed, offer.price, doubts, needs, card.vendor, (edit,), offer.bare)


def _outside(one: Upgrade) -> Upgrade:
    """The same card in a box of its own at the end of a cable."""
    *others, card = one.rig.processors
    link = known(_OUTSIDE_BYTES_PER_S, origin="estimated", source=reason("as_it_would_be"))
    rig = one.rig.changed(processors=(*others, card.changed(link_bytes_per_s=link)))
    return replace(one, rig=rig, doubts=(*one.doubts, "outside"), edits=())


def _second(rig: Rig, first: Processor, asked: Asked, prices: Prices) -> Iterator[Upgrade]:
    """Another one of the card that is there."""
    card = prices.catalog.gpus[first.card or ""]
    alike = Offer.of_gpu(first.card or "", card, prices.bought(first.card or ""))
    offer = _with_supply(alike, rig, asked, prices, beside=_cards(rig))
    if offer is not None:
        yield _beside(rig, with_second_gpu(rig, first), offer, asked, catalog=prices.catalog)


def _mixed(rig: Rig, offers: list[Offer], asked: Asked, prices: Prices) -> Iterator[Upgrade]:
    """Cards of another kind beside those that are there: where neither holds the model alone and all together do.

    Of the same maker, whose driver all of them share. One that was named is weighed wherever there is too little, and
    where it would be worse than what is there: nobody takes that out for it.
    """
    catalog = prices.catalog
    owned, there = _usable_cards(rig), _cards(rig)
    held = sum(_room(one.memory_total_bytes.value or 0) for one in owned)
    kinds, makers = {one.card for one in owned}, {one.vendor for one in owned}
    alike = [
        fed
        for one in offers
        if one.id not in kinds
        and one.vendor in makers
        and (fed := _with_supply(one, rig, asked, prices, beside=there)) is not None
    ]
    meant = [one for one in alike if one.id in asked.named]
    fitting = [
        one
        for one in alike
        if one.price is not None
        and _room(one.memory_gib * GIB) < asked.whole_bytes <= held + _room(one.memory_gib * GIB)
    ]
    lesser = [one for one in meant if _is_lesser(one, owned, asked)]
    for offer in dict.fromkeys((*not_beaten(fitting), *meant) if held < asked.whole_bytes else lesser):
        yield _beside(rig, with_gpu(rig, offer.id, catalog, beside=True), offer, asked, catalog=catalog)


def _beside(rig: Rig, changed: Rig, offer: Offer, asked: Asked, *, catalog: Catalog) -> Upgrade:
    """A card that stands beside all that are there; `changed` is the rig with it."""
    card, there = catalog.gpus[offer.id], _cards(rig)
    needs, doubts = _needs(card, rig, catalog, beside=there), _doubts(card, asked, offer, others=len(there))
    doubts = (*doubts, *_makers(_usable_cards(rig), card))
    name, edits = changed.processors[-1].name, (Edit(kind="second_card", card=offer.id),)
    way_id = f"{SECOND}{offer.id}"
    return Upgrade(way_id, "second_card", name, changed, offer.price, doubts, needs, card.vendor, edits, offer.bare)


def _cards(rig: Rig) -> tuple[Processor, ...]:
    """All that take a slot and power, used or not."""
    return tuple(one for one in rig.processors if one.pool == "vram")


def _usable_cards(rig: Rig) -> tuple[Processor, ...]:
    return tuple(one for one in _cards(rig) if one.blocked is None)


def _makers(owned: tuple[Processor, ...], card: GpuCard) -> tuple[Doubt, ...]:
    """Whether only programs that reach all makers use it with the others."""
    return ("two_makers",) if {one.vendor for one in owned} - {card.vendor} else ()


def _room(memory_bytes: float) -> float:
    return max(0.0, memory_bytes - CARD_RESERVE_BYTES)


def _pairs(rig: Rig, weighed: list[Offer], asked: Asked, prices: Prices) -> Iterator[Upgrade]:
    """Two equal cards in place of the first one, where one does not hold the model and both together do.

    Where many are served also of cards that hold it: the second has room for more of them; and what was named.
    """
    catalog, kept = prices.catalog, _cards(rig)[1:]
    for one in weighed:
        stated, each_bytes, price = catalog.gpus[one.id], one.memory_gib * GIB, prices.bought(one.id)
        is_too_small = _room(each_bytes) < asked.whole_bytes
        is_of_use = (is_too_small or asked.for_many) and asked.whole_bytes <= 2 * _room(each_bytes)
        if price is None or not (is_of_use or f"{PAIR}{one.id}" in asked.named):
            continue
        single = with_gpu(rig, one.id, catalog)
        card = single.processors[-1]
        both = prices.bought(f"{PAIR}{one.id}") or price.changed(usd=price.usd.times(2))
        offer = _with_supply(one._replace(price=both, bare=None), rig, asked, prices, beside=(card, *kept))
        if offer is not None:
            name, doubts = reason("pair_of", name=card.name), _doubts(stated, asked, offer, others=1 + len(kept))
            doubts = (*doubts, *_makers(kept, stated))
            needs, changed = _needs(stated, rig, catalog, beside=(card, *kept), count=2), with_second_gpu(single, card)
            edits = Edit(kind="card", card=one.id), Edit(kind="second_card", card=one.id)
            yield Upgrade(
                f"{PAIR}{one.id}", "card", name, changed, offer.price, doubts, needs, stated.vendor, edits, offer.bare
            )


def _sets(rig: Rig, weighed: list[Offer], asked: Asked, prices: Prices, *, count: int) -> Iterator[Upgrade]:
    """So many equal cards in place of the first one, where fewer do not hold the model; for slots that were told."""
    catalog, kept = prices.catalog, _cards(rig)[1:]
    for one in weighed:
        stated, each = catalog.gpus[one.id], _room(one.memory_gib * GIB)
        price = prices.bought(one.id)
        if price is None or not (count - 1) * each < asked.whole_bytes <= count * each:
            continue
        changed = with_gpu(rig, one.id, catalog)
        card = changed.processors[-1]
        for _ in range(count - 1):
            changed = with_second_gpu(changed, card)
        beside = (*(card,) * (count - 1), *kept)
        way_id = f"{SETS[count]}{one.id}"
        price = prices.bought(way_id) or price.changed(usd=price.usd.times(count))
        offer = _with_supply(one._replace(price=price, bare=None), rig, asked, prices, beside=beside)
        if offer is not None:
            name, doubts = reason("set_of", count=count, name=card.name), _doubts(stated, asked, offer)
            needs = _needs(stated, rig, catalog, beside=beside, count=count)
            edits = Edit(kind="card", card=one.id), *(Edit(kind="second_card", card=one.id),) * (count - 1)
            yield Upgrade(way_id, "card", name, changed, offer.price, doubts, needs, stated.vendor, edits, offer.bare)


def _is_better(offer: Offer, owned: tuple[Processor, ...]) -> bool:
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


def _is_lesser(offer: Offer, owned: tuple[Processor, ...], asked: Asked) -> bool:
    """Whether a card that was named has less memory and bandwidth than one that is there, whose driver it shares."""
    if offer.id not in asked.named or offer.id in {one.card for one in owned}:
        return False
    return any(
        offer.vendor == one.vendor
        and offer.memory_gib * GIB < NEARLY * (one.memory_total_bytes.value or 0)
        and offer.bandwidth_gb_per_s * GIGA <= HARDLY * (one.bandwidth_bytes_per_s.value or 0.0)
        for one in owned
    )


def _with_supply(
    offer: Offer, rig: Rig, asked: Asked, prices: Prices, *, beside: tuple[Processor, ...] = ()
) -> Offer | None:
    """The offer with the price of a larger power supply, where the one that was told of does not feed it and the rest.

    Where none is so large, that of a second one for what is lacking. As it is where nothing is known of that, and where
    a card was named that has no price; None where no other goes in, or none feeds it at a price that is known.
    """
    card = prices.catalog.gpus[offer.id]
    if asked.psu_w is None or card.power_w is None:
        return offer
    needed_w = _supply_w(card, rig, beside, prices.catalog)
    if needed_w is None or needed_w <= asked.psu_w:
        return offer
    supply = prices.supply(needed_w) or prices.supply(needed_w - asked.psu_w)
    if supply is None or asked.psu_w < _LEAST_ATX_W:
        return None
    if offer.price is None:
        return offer if offer.id in asked.named else None
    return offer._replace(price=offer.price.changed(usd=offer.price.usd.plus(supply.usd)), bare=offer.price)


def _supply_w(card: GpuCard, rig: Rig, beside: tuple[Processor, ...], catalog: Catalog) -> float | None:
    """What the power supply must give, with the cards `beside` it: the largest of them draws the highest peaks."""
    drawn = [(one.power_w.value or 0.0, catalog.gpus.get(one.card or "")) for one in beside]
    most_w, most = max(drawn, key=lambda one: one[0], default=(0.0, None))
    others_w = [watts for watts, _ in drawn]
    if most is not None and card.power_w is not None and most_w > card.power_w:
        others_w.remove(most_w)
        others_w.append(card.power_w)
        card = most.changed(power_w=most_w)
    return needed_supply_w(card, others_w=others_w, cpu_w=rig.processors[0].power_w.value)


def _needs(card: GpuCard, rig: Rig, catalog: Catalog, *, beside: tuple[Processor, ...] = (), count: int = 1) -> Needs:
    """What a computer must have for it, with the cards `beside` it; `count` of them are new."""
    return Needs(
        cards=len(beside) + 1,
        supply_w=_supply_w(card, rig, beside, catalog),
        slots=card.board_slots and count * card.board_slots,
        length_mm=card.board_length_mm,
        has_fan=card.has_fan,
    )


def _doubts(card: GpuCard, asked: Asked, offer: Offer, *, others: int = 0) -> tuple[Doubt, ...]:
    """What is not known where it stands beside so many others; few boards have room for three."""
    slot: tuple[Doubt, ...] = ()
    if asked.slots is None:
        slot = ("slot_unknown",) if not others else ("second_slot_unknown",) if others == 1 else ("third_slot",)
    fan: tuple[Doubt, ...] = () if card.has_fan or asked.has_airflow else ("no_fan",)
    supply: tuple[Doubt, ...] = ("supply_unknown",) if asked.psu_w is None else ()
    supply = ("supply_in_price",) if offer.bare is not None else supply
    return (*slot, "length_unknown", *supply, *fan)
