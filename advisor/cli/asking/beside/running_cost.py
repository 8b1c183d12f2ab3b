"""What GPUs draw that are named in a plain question: what their electricity costs, and the supply that they want."""

from advisor.answer.money.prices import Electricity
from advisor.catalog.cards.catalog import Catalog
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
    """Whether the power supply that was told feeds them: what is suggested for one, and the watts of each more."""
    have_w = told.volume.psu_w
    gpus = [gpu for one in told.hardware.owned[:1] for gpu in one.gpus]
    cards = [catalog.gpus[gpu.card_id] for gpu in gpus for _ in range(gpu.number)]
    suggested = [one.suggested_supply_w for one in cards if one.suggested_supply_w]
    if not have_w or not suggested or len(suggested) < len(cards) or any(not one.power_w for one in cards):
        return ""
    draws = sorted((one.power_w or 0) for one in cards)
    want_w = max(suggested) + sum(draws[:-1])
    name = " + ".join(gpu.value for gpu in gpus)
    more = f", {sum(draws[:-1]):g} W of it for the further ones" if len(cards) > 1 else ""
    verdict = "enough" if have_w >= want_w else "less than that: limit the power of the GPU, or take a larger one"
    return f"Power supply: {count(round(want_w))} W is suggested for {name}{more}; {count(have_w)} W is {verdict}."
