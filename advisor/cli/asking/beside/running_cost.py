"""What GPUs draw that are named in a plain question: what their electricity costs, and the supply that they want."""

import re
from collections.abc import Sequence

from advisor.answer.money.prices import Electricity
from advisor.answer.what_if.power_supply import needed_supply_w
from advisor.answer.worth.compared import IDLE_W
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.cpu_named import find_cpu
from advisor.cli.asking.sentence.money import Spent
from advisor.cli.asking.sentence.said import Said
from advisor.facts.cards.card import GpuCard
from advisor.facts.values.units import KILO
from advisor.present.words.quantity import count

_DAYS_A_MONTH = 30
_HOURS_A_YEAR, _HOURS_A_MONTH = 8760, 730
_IDLE = re.compile(r"\bidl(?:e|es|ing)\b|\bstand(?:s|ing)? by\b|\bstandby\b|\bdoing nothing\b", re.IGNORECASE)
_STEP_W = 10
_LEAST_SHARE = 0.5
"""To less of its power nobody holds a card (a judgment)."""
_SIGNS = {"USD": "$", "EUR": "€", "GBP": "£"}


def running_cost(told: Said, catalog: Catalog, usual: Electricity | None = None) -> str:
    """What they cost at most, at full load, and what they heat where that is asked; empty where nothing is told of it.

    `usual` is the price of electricity where none is told.
    """
    lines = (_at_load(told, catalog, usual), _heat(told, catalog), _idle(told, usual) or _idle_cards(told, usual))
    return "\n".join(filter(None, lines))


def _at_load(told: Said, catalog: Catalog, usual: Electricity | None) -> str:
    hours, price = told.volume.hours_per_day, _price(told.electricity, usual)
    drawn = _drawn(told, catalog)
    if not hours or price is None or not drawn:
        return ""
    amount, sign, whose = price
    kwh = sum(drawn) * hours / KILO
    each, month = f"{sign}{kwh * amount:,.2f}", f"{sign}{kwh * amount * _DAYS_A_MONTH:,.0f}"
    when, cost = f"{hours:.2g} hours a day", f"at most {month} a month"
    if told.volume.is_night:
        when, cost = f"a night of {hours:.2g} hours", f"at most {each} a night or {month} a month"
    return (
        f"Electricity: {_named(told)} at full load ({sum(drawn):,.0f} W{_limited(told, drawn)}) takes {kwh:.1f} kWh "
        f"in {when}, {cost} at {sign}{amount:.2f} per kWh{whose}; the rest of the computer comes on top."
    )


def _heat(told: Said, catalog: Catalog) -> str:
    drawn = _drawn(told, catalog)
    if not told.asks.heat or not drawn:
        return ""
    name, watts = _named(told), f"{sum(drawn):,.0f} W{_limited(told, drawn)}"
    return f"Heat: all of it ends in the room: {name} at full load warms it like an electric heater of {watts}."


def _idle(told: Said, usual: Electricity | None) -> str:
    price = _price(told.electricity, usual)
    if not told.volume.idle_w or price is None:
        return ""
    amount, sign, whose = price
    kwh = told.volume.idle_w * _HOURS_A_YEAR / KILO
    return (
        f"Standing idle: {told.volume.idle_w} W all year take {count(round(kwh))} kWh, {sign}{kwh * amount:,.0f} at "
        f"{sign}{amount:.2f} per kWh{whose}; cards are only a part of that."
    )


def _idle_cards(told: Said, usual: Electricity | None) -> str:
    """What the cards draw without a model, where what stands idle is asked about; empty otherwise."""
    price, number = (
        _price(told.electricity, usual),
        sum(gpu.number for one in told.hardware.owned[:1] for gpu in one.gpus),
    )
    if _IDLE.search(told.wording.text) is None or price is None or not number:
        return ""
    amount, sign, whose = price
    low, middle, high = (number * watts for watts in (IDLE_W.low, IDLE_W.middle, IDLE_W.high))
    kwh, each = middle * _HOURS_A_MONTH / KILO, amount * _HOURS_A_MONTH / KILO
    return (
        f"Standing idle: {_named(told)} without a model draw about {middle:.0f} W ({low:.0f} to {high:.0f} W), "
        f"{kwh:.0f} kWh a month: about {sign}{middle * each:,.2f} "
        f"({sign}{low * each:,.2f} to {sign}{high * each:,.2f}) "
        f"at {sign}{amount:.2f} per kWh{whose}. With a model loaded they draw more. The rest of the computer is not "
        f"known: read it at the plug; each 100 W more are {sign}{100 * each:,.2f} a month."
    )


def _named(told: Said) -> str:
    return " + ".join(gpu.value for one in told.hardware.owned[:1] for gpu in one.gpus)


def _drawn(told: Said, catalog: Catalog) -> list[float]:
    """What each card of the computer draws at most, the least first; empty where that is not stated of all."""
    gpus = [gpu for one in told.hardware.owned[:1] for gpu in one.gpus]
    usual = [catalog.gpus[gpu.card_id].power_w or 0.0 for gpu in gpus for _ in range(gpu.number)]
    return sorted(min(one, told.volume.limit_w(one) or one) for one in usual) if all(usual) else []


def _limited(told: Said, drawn: Sequence[float]) -> str:
    """That a limit of power is counted; empty for none."""
    return f", {drawn[-1]:g} W each" if told.volume.limit_w(1.0) and len(drawn) > 1 else ""


def _price(price: Spent | None, usual: Electricity | None) -> tuple[float, str, str] | None:
    """A kilowatt hour, the sign of its currency, and whose price it is where the question does not say it."""
    if price is not None:
        return price.amount, _SIGNS.get(price.currency, f"{price.currency} "), ""
    if usual is None:
        return None
    return usual.usd.middle, "$", "" if usual.is_told else " (world average)"


def supply_words(told: Said, catalog: Catalog) -> str:
    """Whether the power supply that was told feeds them, by the rule that purchases go by; empty for nothing known."""
    have_w, drawn = told.volume.psu_w, _drawn(told, catalog)
    gpus = [gpu for one in told.hardware.owned[:1] for gpu in one.gpus]
    if not have_w or not drawn:
        return ""
    cards, cpu_w = [catalog.gpus[gpu.card_id] for gpu in gpus], _cpu_w(told, catalog)
    most = max(cards, key=lambda one: one.power_w or 0.0)
    limit_w = told.volume.limit_w(most.power_w or 0.0)
    want_w = _wanted_w(most, drawn, cpu_w)
    held = f" held to {limit_w:g} W{' each' if len(drawn) > 1 else ''}" if limit_w else ""
    name = " + ".join(filter(None, (f"{_named(told)}{held}", told.hardware.cpu)))
    alone = "" if len(drawn) == 1 else f", as the GPUs alone take {count(round(sum(drawn)))} W"
    verdict = "enough" if have_w >= want_w else f"less than that: {_remedy(have_w, most, drawn, cpu_w)}"
    return f"Power supply: {count(round(want_w))} W is suggested for {name}{alone}; {count(have_w)} W is {verdict}."


def _wanted_w(most: GpuCard, drawn: Sequence[float], cpu_w: float | None) -> float:
    """What feeds cards that draw so much, of which this one draws most where none is held to less."""
    suggested_w = most.suggested_supply_w if drawn[-1] >= (most.power_w or 0.0) else None
    held = most.changed(power_w=drawn[-1], suggested_supply_w=suggested_w)
    return needed_supply_w(held, others_w=sum(drawn[:-1]), cpu_w=cpu_w, is_told=True) or 0.0


def _remedy(have_w: float, most: GpuCard, drawn: Sequence[float], cpu_w: float | None) -> str:
    """To what the cards are held so that the supply feeds them, where that is no less than half of their power."""
    least_w = _LEAST_SHARE * (most.power_w or 0.0)
    for watts in range(round(drawn[-1] // _STEP_W * _STEP_W), round(least_w) - 1, -_STEP_W):
        if _wanted_w(most, [min(one, watts) for one in drawn], cpu_w) <= have_w:
            return f"hold {'each card' if len(drawn) > 1 else 'the GPU'} to {watts} W, or take a larger one"
    return "take a larger one"


def _cpu_w(told: Said, catalog: Catalog) -> float | None:
    """What the CPU that was named takes; None where nobody states it."""
    found = find_cpu(told.hardware.cpu, catalog) if told.hardware.cpu else None
    return found[0].power_w.value if found is not None else None
