"""A PC that is built around a card and held against complete computers: with its other parts, and enough RAM."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from advisor.answer.money.prices import Prices
from advisor.answer.what_if.built_pcs import BuiltPc, built_with
from advisor.cli.asking.answered import pairs, rig_of
from advisor.cli.asking.sentence.chips import Way
from advisor.cli.asking.steps import Held
from advisor.cli.asking.versus.row import Row
from advisor.facts.answers.worth import Price
from advisor.facts.cards.memory_kit import MEMORY_KITS, SERVER_CHANNELS, MemoryKit, largest_stick_gib
from advisor.facts.values.range import Range
from advisor.facts.values.units import GIB
from advisor.present.words.money import currency_of, span_words

_MOST_GIB = 128
"""More RAM than that hardly anybody builds into a PC at home (a judgment)."""

Answered = Callable[[Way, str], Row]


class _Built(NamedTuple):
    """A PC with a card, with so much RAM in it."""

    pc: BuiltPc
    way: Way
    kit: MemoryKit

    @property
    def price(self) -> Price:
        """Of all of it."""
        assert self.way.price is not None
        return self.way.price


def with_built(held: Held, prices: Prices, answered: Answered) -> tuple[Held, list[str]]:
    """With a whole PC in place of each card around which one is built, and what is in it."""
    computers, notes = list(held.computers), list[str]()
    for place in held.built:
        way = computers[place][0]
        sizes = [*_sizes(way, prices)] if way.priced in prices.catalog.gpus else []
        if not sizes:
            notes.append(f"{way.name}: the rest of a PC comes on top; its price is not known here.")
            continue
        meant = _with_enough([one.way for one in sizes], held, answered)
        one = next(one for one in sizes if one.way == meant)
        computers[place] = (meant,)
        notes.append(_parts(one, prices))
    return held._replace(computers=tuple(computers)), notes


def cards_alone(ways: Sequence[Way], built: Sequence[int], prices: Prices) -> Iterator[str]:
    """What a PC around a card costs, where a complete computer is beside it and nobody says that a PC is there."""
    cards = [prices.catalog.gpus.get(one.priced) for one in ways]
    if all(one is not None and one.memory_kind == "dedicated" for one in cards):
        return
    for place, (way, card) in enumerate(zip(ways, cards, strict=True)):
        is_card = card is not None and card.memory_kind == "dedicated" and place not in built
        pc = built_with(prices, way.priced, way.number) if is_card else None
        if pc is not None:
            cost = span_words(pc.base_price, currency_of(prices.money))
            what = "the card" if way.number == 1 else "the cards"
            ram = f" with {pc.base.memory_gib:.0f} GB of RAM" if pc.base.memory_gib else ""
            yield f"{way.name}: the price of {what} alone; a PC around comes to {cost}{ram}."


def pc_around(way: Way, prices: Prices) -> Way | None:
    """The PC with a card, with what was told of its RAM; None where no price of it is known."""
    return next((one.way for one in _sizes(way, prices)), None)


def _with_enough(ways: list[Way], held: Held, answered: Answered) -> Way:
    """The least RAM with which all models that are named do well, else with which they run; else the least."""
    if not held.models or len(ways) == 1:
        return ways[0]
    rows = [(way, [answered(way, one.name) for one in held.models]) for way in ways]
    useful = (way for way, some in rows if all(one.is_useful for one in some))
    running = (way for way, some in rows if all(one.answer.usability != "wont_run" for one in some))
    return next(useful, None) or next(running, ways[0])


def _sizes(way: Way, prices: Prices) -> Iterator[_Built]:
    """The PC with its own RAM, and with more; with what was told of it alone where that was."""
    pc = built_with(prices, way.priced, way.number)
    if pc is None:
        return
    base, told = pc.base, "--ram" in way.options
    own = round(base.memory_gib or 0)
    least = own
    if told:
        installed = rig_of(way.options, prices.catalog).profile.machine.memory.installed_bytes.value or 0
        least = round(installed / GIB)
    for kit in _kits(pc):
        if kit.gib == own or kit.gib >= least:
            if told and kit.gib < least:
                continue
            price = _with_ram(pc, kit, prices)
            if price is not None:
                yield _Built(pc, _way(way, pc, kit, price, prices), kit)
            if told:
                return


def _kits(pc: BuiltPc) -> list[MemoryKit]:
    """What may be in it, its own first: two sticks, or four of DDR4; a server has its own alone."""
    base = pc.base
    sticks, kind = base.memory_modules or 1, (base.memory_type or "").lower()
    sold = [one for one in MEMORY_KITS.values() if one.stick_gib & (one.stick_gib - 1) == 0 or kind == "ddr5"]
    same_type = [one for one in sold if one.type == kind and one.form == "dimm"]
    own = [one for one in same_type if one.sticks == sticks and one.gib == base.memory_gib]
    is_server = (base.slots or 1) > 1 or (base.memory_channels or 1) > SERVER_CHANNELS
    counts = (sticks,) if kind == "ddr5" else (sticks, 2 * sticks)
    most = largest_stick_gib(kind, is_server=False) or 0
    more = [
        one
        for one in same_type
        if one.sticks in counts and one.stick_gib <= most and (base.memory_gib or 0) < one.gib <= _MOST_GIB
    ]
    of_size = {one.gib: one for one in sorted(more, key=lambda one: -one.sticks) if one.gib in (48, 64, 96, 128)}
    return own if is_server else [*own, *(of_size[size] for size in sorted(of_size))]


def _with_ram(pc: BuiltPc, kit: MemoryKit, prices: Prices) -> Price | None:
    """The price of the PC with this memory in place of its own; None where that of memory is not known."""
    if kit.gib == pc.base.memory_gib:
        return pc.price
    own = next(one for one in _kits(pc) if one.gib == pc.base.memory_gib)
    mine, more = prices.memory(own), prices.memory(kit)
    if mine is None or more is None:
        return None
    gap = Range(*(max(0.0, new - old) for new, old in zip(more.usd, mine.usd, strict=True)))
    return pc.price.changed(usd=pc.price.usd.plus(gap))


def _way(way: Way, pc: BuiltPc, kit: MemoryKit, price: Price, prices: Prices) -> Way:
    """The same card in the PC."""
    base = pc.base
    cpu = next((value for name, value in pairs(way.options) if name == "--cpu"), "")
    cpu = cpu or prices.catalog.cpus[base.cpu or ""].name
    memory = f"{kit.sticks}x{kit.stick_gib} {base.memory_type}-{base.memory_mt_per_s}"
    cards = [word for name, value in pairs(way.options) if name == "--gpu" for word in (name, value)]
    called = "Server" if (base.slots or 1) > 1 else "PC"
    options = (*cards, "--cpu", cpu, "--ram", memory)
    return way._replace(options=options, name=f"{called} with {way.name}", price=price)


def _parts(one: _Built, prices: Prices) -> str:
    """What is in it, and what that costs without its cards."""
    pc, catalog, currency = one.pc, prices.catalog, currency_of(prices.money)
    cpu = catalog.cpus[pc.base.cpu or ""].name
    cards = prices.bought(pc.card_id)
    rest = one.price.usd
    if cards is not None:
        all_cards = cards.usd.times(pc.cards)
        rest = Range(*(whole - card for whole, card in zip(rest, all_cards, strict=True)))
    cost = span_words(one.price.changed(usd=rest), currency)
    supply = pc.supply_w or pc.base.power_w or 0.0
    its = "its card" if pc.cards == 1 else "its cards"
    memory = f"{one.kit.gib:g} GB of {pc.base.memory_type}"
    board = ", a board with two slots" if pc.cards > (pc.base.slots or 1) else ""
    return f"{one.way.name}: {cpu}, {memory}{board} and a power supply of {supply:,.0f} W, {cost} without {its}."
