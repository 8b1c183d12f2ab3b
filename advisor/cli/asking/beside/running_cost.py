"""What GPUs draw that are named in a plain question: what their electricity costs, and the supply that they want."""

from advisor.answer.money.prices import Electricity
from advisor.answer.what_if.power_supply import needed_supply_w
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.cpu_named import find_cpu
from advisor.cli.asking.sentence.money import Spent
from advisor.cli.asking.sentence.said import Said
from advisor.facts.values.units import KILO
from advisor.present.words.quantity import count

_DAYS_A_MONTH = 30
_SIGNS = {"USD": "$", "EUR": "€", "GBP": "£"}


def running_cost(told: Said, catalog: Catalog, usual: Electricity | None = None) -> str:
    """What they cost at most, at full load; empty where the watts, the hours or the price are not told.

    `usual` is the price of electricity where none is told.
    """
    hours, price = told.volume.hours_per_day, _price(told.electricity, usual)
    gpus = [gpu for one in told.hardware.owned[:1] for gpu in one.gpus]
    watts = [gpu.number * (catalog.gpus[gpu.card_id].power_w or 0) for gpu in gpus]
    if not hours or price is None or not watts or not all(watts):
        return ""
    amount, sign, whose = price
    kwh = sum(watts) * hours / KILO
    month = kwh * amount * _DAYS_A_MONTH
    name = " + ".join(gpu.value for gpu in gpus)
    return (
        f"Electricity: {name} at full load ({sum(watts):g} W) takes {kwh:.1f} kWh in {hours:.2g} hours a day, at most "
        f"{sign}{month:,.0f} a month at {sign}{amount:.2f} per kWh{whose}; the rest of the computer comes on top."
    )


def _price(price: Spent | None, usual: Electricity | None) -> tuple[float, str, str] | None:
    """A kilowatt hour, the sign of its currency, and whose price it is where the question does not say it."""
    if price is not None:
        return price.amount, _SIGNS.get(price.currency, f"{price.currency} "), ""
    if usual is None:
        return None
    return usual.usd.middle, "$", "" if usual.is_told else " (world average)"


def supply_words(told: Said, catalog: Catalog) -> str:
    """Whether the power supply that was told feeds them, by the rule that purchases go by; empty for nothing known."""
    have_w = told.volume.psu_w
    gpus = [gpu for one in told.hardware.owned[:1] for gpu in one.gpus]
    cards = [catalog.gpus[gpu.card_id] for gpu in gpus for _ in range(gpu.number)]
    draws = sorted(one.power_w or 0.0 for one in cards)
    if not have_w or not cards or not all(draws):
        return ""
    most = max(cards, key=lambda one: one.power_w or 0.0)
    want_w = needed_supply_w(most, others_w=sum(draws[:-1]), cpu_w=_cpu_w(told, catalog), is_told=True)
    if want_w is None:
        return ""
    name = " + ".join(filter(None, (*(gpu.value for gpu in gpus), told.hardware.cpu)))
    alone = "" if len(cards) == 1 else f", as the GPUs alone take {count(round(sum(draws)))} W"
    verdict = "enough" if have_w >= want_w else "less than that: limit the power of the GPU, or take a larger one"
    return f"Power supply: {count(round(want_w))} W is suggested for {name}{alone}; {count(have_w)} W is {verdict}."


def _cpu_w(told: Said, catalog: Catalog) -> float | None:
    """What the CPU that was named takes; None where nobody states it."""
    found = find_cpu(told.hardware.cpu, catalog) if told.hardware.cpu else None
    return found[0].power_w.value if found is not None else None
