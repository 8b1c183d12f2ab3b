"""Desktop computers that somebody builds anew: a usual one without a graphics card, and a card that goes into it."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from advisor.answer.money.prices import PAIR, Prices
from advisor.answer.what_if.card_upgrades import card_upgrades
from advisor.answer.what_if.power_supply import held_to_w
from advisor.answer.what_if.upgrade import Asked, Upgrade
from advisor.answer.what_if.upgrade_limits import upgrade_limits
from advisor.catalog.hardware.computer_machine import computer_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.answers.worth import Price
from advisor.facts.cards.card import Vendor
from advisor.facts.cards.computer import ComputerCard
from advisor.facts.values.frozen import frozen
from advisor.facts.values.units import GIB

LEAST_GIB = 16
"""Who buys a computer anew for this takes a card of at least so much (a judgment)."""


_OF_SEVERAL, _HELD = {2: 0.85, 4: 0.6}, 0.8
"""More cards are more heat, more that fails, and each step waits for all; held to fewer watts they are slower."""
_LEAST_SLOTS = 4
"""Slots of a server that is made for several cards."""


class BuiltPc(NamedTuple):
    """A computer without a card, the id of the card that goes into it, and what both cost together.

    `name` is that of the card, with how many of it, `held_w` to how many watts each is held, where it has to be;
    `supply_w` is the larger power supply that is in its price.
    """

    base: ComputerCard
    base_price: Price
    card_id: str
    name: str
    price: Price
    cards: int = 1
    held_w: float | None = None
    supply_w: float | None = None

    @property
    def ease(self) -> float:
        """The part of its use that is left after what is a nuisance about several cards (judgments)."""
        return _OF_SEVERAL.get(self.cards, 1.0) * (_HELD if self.held_w is not None else 1.0)


@frozen
class _Candidate:
    built: BuiltPc
    maker: str
    memory_gib: float
    bytes_per_s: float

    @property
    def usd(self) -> float:
        return self.built.price.usd.middle


def built_pcs(
    prices: Prices, *, budget_usd: float | None, makers: Sequence[Vendor] = (), for_many: bool = False
) -> list[BuiltPc]:
    """Within the budget of each size of memory, and number of cards, the cheapest of each maker, and the fastest.

    `for_many`: for several people at once also servers with two and four equal cards.
    """
    every = (*_candidates(prices, makers), *(_with_sets(prices, makers) if for_many else ()))
    found = [one for one in every if budget_usd is None or one.built.price.usd.low <= budget_usd]
    alike = dict[tuple[float, int], list[_Candidate]]()
    for one in sorted(found, key=lambda one: one.usd):
        alike.setdefault((one.memory_gib, one.built.cards), []).append(one)
    kept = dict.fromkeys(best for some in alike.values() for best in _best(some))
    return [one.built for one in sorted(kept, key=lambda one: one.usd)]


def built_with(prices: Prices, card_id: str, count: int = 1) -> BuiltPc | None:
    """The cheapest computer built around a card that was named, or so many of it; None where none with a price is.

    Two go into a usual PC, of which a board for them is assumed; more into a server.
    """
    found, wanted = list[_Candidate](), f"{PAIR}{card_id}" if count == 2 else card_id
    slots = min(count, 2)
    for base_id, base in prices.catalog.computers.items():
        price = prices.bought(base_id) if base.usual and base.gpu is None and base.slots else None
        if price is None or (count > slots and (base.slots or 0) < count):
            continue
        for one in _cards_in(base_id, base, prices, (), named=(card_id, wanted), slots=slots if count == 2 else 1):
            single = _named(base, price, one) if one.id == wanted else None
            if single is not None and count > slots:
                found += _set_of(base, price, single, count, prices)
            elif single is not None:
                found.append(single)
    best = min(found, key=lambda one: one.usd).built if found else None
    return best._replace(card_id=card_id, cards=count) if best is not None else None


def _best(alike: Sequence[_Candidate]) -> tuple[_Candidate, ...]:
    """Of some in the order of their price."""
    of_maker = dict[str, _Candidate]()
    for one in alike:
        of_maker.setdefault(one.maker, one)
    return (*of_maker.values(), max(alike, key=lambda one: one.bytes_per_s))


def _candidates(prices: Prices, makers: Sequence[Vendor]) -> Iterator[_Candidate]:
    """Each card in the cheapest computer that takes it; nothing that needs a blower or old tools."""
    catalog, cheapest = prices.catalog, dict[str, _Candidate]()
    for base_id, base in catalog.computers.items():
        price = prices.bought(base_id) if base.usual and base.gpu is None and base.slots else None
        if price is None:
            continue
        for one in _cards_in(base_id, base, prices, makers):
            candidate = _together(base, price, one)
            if candidate is not None and (one.id not in cheapest or candidate.usd < cheapest[one.id].usd):
                cheapest[one.id] = candidate
    yield from cheapest.values()


def _with_sets(prices: Prices, makers: Sequence[Vendor]) -> Iterator[_Candidate]:
    """Servers with as many equal cards as they are made for, and with half of them."""
    for base_id, base in prices.catalog.computers.items():
        price = prices.bought(base_id) if base.usual and base.gpu is None else None
        if price is None or (base.slots or 0) < _LEAST_SLOTS:
            continue
        for one in _cards_in(base_id, base, prices, makers):
            single = _together(base, price, one)
            if single is not None:
                for count in (_LEAST_SLOTS // 2, _LEAST_SLOTS):
                    yield from _set_of(base, price, single, count, prices)


def _set_of(
    base: ComputerCard, base_price: Price, single: _Candidate, count: int, prices: Prices
) -> Iterator[_Candidate]:
    """So many of a card in a server, held to fewer watts where its power supply carries all of them only so."""
    catalog, card_id = prices.catalog, single.built.card_id
    card, each = catalog.gpus[card_id], prices.bought(card_id)
    cpu = catalog.cpus.get(base.cpu or "")
    limit_w = held_to_w(card, count, supply_w=base.power_w or 0.0, cpu_w=cpu.power_w if cpu else None)
    if each is None or card.power_w is None or limit_w is None:
        return
    price = each.changed(usd=each.usd.times(count).plus(base_price.usd))
    held_w = limit_w if limit_w < card.power_w else None
    built = BuiltPc(base, base_price, card_id, f"{count}x {single.built.name}", price, count, held_w)
    yield _Candidate(built, single.maker, count * single.memory_gib, count * single.bytes_per_s)


def _cards_in(
    base_id: str,
    base: ComputerCard,
    prices: Prices,
    makers: Sequence[Vendor],
    named: Sequence[str] = (),
    slots: int = 1,
) -> Iterator[Upgrade]:
    machine = computer_machine(base_id, prices.catalog)
    rig = assemble_rig(machine, None, prices.catalog)
    limits = upgrade_limits(machine, rig, prices.catalog)
    asked = Asked(0, is_too_small=False, slots=slots, psu_w=base.power_w, makers=tuple(makers), named=tuple(named))
    return card_upgrades(rig, limits, asked, prices)


def _together(base: ComputerCard, base_price: Price, one: Upgrade) -> _Candidate | None:
    found = _named(base, base_price, one)
    is_old = "no_fan" in one.doubts or one.has_ended_support
    return None if found is None or is_old or found.memory_gib < LEAST_GIB else found


def _named(base: ComputerCard, base_price: Price, one: Upgrade) -> _Candidate | None:
    """The same with whatever card."""
    card = one.rig.processors[-1]
    memory_gib = (card.memory_total_bytes.value or 0) / GIB
    if one.price is None:
        return None
    price = one.price.changed(usd=one.price.usd.plus(base_price.usd))
    supply_w = one.needs.supply_w if one.needs is not None and "supply_in_price" in one.doubts else None
    built = BuiltPc(base, base_price, one.id, card.name, price, supply_w=supply_w)
    return _Candidate(built, one.maker or "", memory_gib, card.best_bytes_per_s.value or 0.0)
