"""The cheapest ways to so much VRAM: sets of equal cards in one table, with what the computer must have for them."""

from collections.abc import Iterator, Sequence

from advisor.answer.money.prices import Prices
from advisor.answer.what_if.vram_sets import MOST_CARDS, VramSet, vram_sets
from advisor.cli.asking.side_by_side import Compared
from advisor.cli.asking.steps import Vram
from advisor.cli.frame.command import UsageError
from advisor.cli.frame.table import aligned
from advisor.facts.values.units import GIGA
from advisor.present.words.money import Currency, currency_of, price_words, span_words
from advisor.present.words.quantity import bandwidth, power

_SHOWN, _MANY_SHOWN, _OLD_SHOWN = 6, 2, 2
_LARGEST_SUPPLY_W = 1600.0
"""The largest that shops sell for computers at home (corsair.com, AX1600i)."""
_MANY = 3
"""From so many cards on few boards have a slot for each."""


def ways_to_vram(asked: Vram, prices: Prices) -> Compared:
    """The table, the cheapest first, cards that need a blower or old programs last.

    Raises:
        UsageError: nothing within the budget reaches it.
    """
    most = 1 if asked.is_one else MOST_CARDS
    found = vram_sets(asked.gib, prices, budget_usd=asked.budget_usd, makers=asked.makers.wanted, most=most)
    if not found:
        raise UsageError(f"no set of up to {most} equal cards with a price reaches {asked.gib:g} GB within this budget")
    current, old = [one for one in found if not one.is_old], [one for one in found if one.is_old]
    usual, many = [one for one in current if not one.is_many], [one for one in current if one.is_many]
    shown, currency = [*usual[:_SHOWN], *many[:_MANY_SHOWN], *old[:_OLD_SHOWN]], currency_of(prices.money)
    table: list[tuple[str, ...]] = [
        ("Cards", "VRAM", "Price", "Cards take", "Power supply", "Slots wide", "Memory speed", "Mind")
    ]
    table += [_row(one, currency) for one in shown]
    columns = [one for one in zip(*table, strict=True) if any(one[1:])]
    commands = tuple(("rank", "--gpu", _name(one)) for one in shown[:1])
    notes = tuple(_notes(asked, shown, prices))
    return Compared(aligned(list(zip(*columns, strict=True))), _conclusion(current, old, currency), (), commands, notes)


def _name(one: VramSet) -> str:
    return f"{one.count}x {one.card.name}" if one.count > 1 else one.card.name


def _row(one: VramSet, currency: Currency) -> tuple[str, ...]:
    supply = one.supply_w
    two = " from two" if supply and supply > _LARGEST_SUPPLY_W else ""
    return (
        _name(one),
        f"{one.vram_gib:g} GB",
        price_words(one.price, currency),
        power(one.power_w) if one.power_w else "",
        f"{power(supply)}{two}" if supply else "",
        f"{one.slots}" if one.slots else "",
        bandwidth(one.card.bandwidth_gb_per_s * GIGA) if one.card.bandwidth_gb_per_s else "",
        _mind(one),
    )


def _mind(one: VramSet) -> str:
    if one.is_many and not one.is_old:
        return "a server board or risers"
    if one.is_old and one.card.has_fan:
        return "old programs only"
    return "a blower before each, mostly old programs" if one.is_old else ""


def _conclusion(current: Sequence[VramSet], old: Sequence[VramSet], currency: Currency) -> str:
    if not current:
        return f"Only old cards reach it within the budget: {_name(old[0])}."
    best = current[0]
    told = f"{_name(best)}, about {currency.text(best.usd)}, is the cheapest that today's programs support."
    few = min(current, key=lambda one: (one.count, one.usd))
    if few.count < best.count:
        told += f" Fewest cards: {_name(few)}, about {currency.text(few.usd)}."
    least = min(current, key=lambda one: one.usd)
    if least.usd < best.usd:
        told += f" More cards cost less ({_name(least)}, about {currency.text(least.usd)})."
    if old and old[0].usd < best.usd:
        told += f" Old server cards cost less ({_name(old[0])}, about {currency.text(old[0].usd)})."
    return told


def _notes(asked: Vram, shown: Sequence[VramSet], prices: Prices) -> Iterator[str]:
    if any(one.count >= _MANY for one in shown):
        yield (
            "Three cards or more: few boards have a slot for each, so count on a workstation or server board, or on "
            "risers; four PCIe lanes each do for llama.cpp, sharing every layer (vLLM) wants eight or more."
        )
    if (whole := _shared(asked.gib, prices)) is not None:
        name, price = whole
        yield f"Without cards: {name} shares its memory between CPU and GPU, {price}, with slower memory."


def _shared(gib: float, prices: Prices) -> tuple[str, str] | None:
    """The cheapest complete computer with so much memory that its GPU reaches; None where none has a price."""
    catalog = prices.catalog
    found = []
    for computer_id, card in catalog.computers.items():
        chip = catalog.gpus.get(card.gpu or "")
        price = prices.bought(computer_id)
        if price is not None and chip is not None and chip.memory_kind == "unified" and (card.memory_gib or 0) > gib:
            found.append((price.usd.middle, card.name, span_words(price, currency_of(prices.money))))
    return min(found)[1:] if found else None
