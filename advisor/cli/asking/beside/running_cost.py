"""What GPUs draw that are named in a plain question: what their electricity costs, and the supply that they want."""

import re
from collections.abc import Iterator, Sequence

from advisor.answer.money.prices import Electricity
from advisor.answer.what_if.power_supply import needed_supply_w
from advisor.answer.worth.days_work import IDLE_W
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.cpu_named import find_cpu
from advisor.cli.asking.sentence.gpus import NamedPart
from advisor.cli.asking.sentence.kinds.beside_own import comes_beside
from advisor.cli.asking.sentence.money import Spent
from advisor.cli.asking.sentence.said import Said
from advisor.facts.cards.card import GpuCard
from advisor.facts.values.range import Range
from advisor.facts.values.units import KILO
from advisor.predict.worth.cost import WRITING_SHARE
from advisor.present.words.money import AVERAGES
from advisor.present.words.quantity import count
from advisor.present.words.words import say

_HOURS_A_YEAR, _HOURS_A_MONTH, _HOURS_A_DAY = 8760, 730, 24
_IDLE = re.compile(r"\bidl(?:e|es|ing)\b|\bstand(?:s|ing)? by\b|\bstandby\b|\bdoing nothing\b", re.IGNORECASE)
_OF_BILL = re.compile(
    r"\b(?:electric\w*|kwh|kw/h|(?:power|energy) (?:bill|costs?|consumption|usage|use|draw)|running costs?"
    r"|how much (?:power|energy)|how many watts)\b",
    re.IGNORECASE,
)
_REST_IDLE_W, _REST_LOAD_W = Range(15.0, 60.0, 115.0), Range(50.0, 100.0, 150.0)
"""What a computer draws at the plug beside its cards: at rest, and while they work.

Two RTX 3090 with theirs: 90 W idle, 760 W at work (ai-radar.it, consumo-energetico-di-un-setup-dual-rtx-3090), 120 to
150 W and 750 to 850 W (aidevdayindia.org/blogs/run-local-llm-hardware-guide/local-llm-power-cooling-costs.html); a
desktop with one card 30 W idle (tomcon.net/power-usage.html).
"""
_LOADED_W = "5 to 15 W"
"""A card whose memory is filled, more than an empty one (linuxprofessional.ie/article/llm-power-consumption)."""
_ONE_MORE = re.compile(r"\b(?:second|2nd|third|3rd|fourth|4th|another|additional|one more)\b", re.IGNORECASE)
_FEEDS = r"\b(?:psu|power supply|\d{3,4} ?w(?:atts?)?)\b"
_IS_ENOUGH = r"(?:enough|ok(?:ay)?|fine|sufficient|handle|feed|carry|cope|suffice|cut it|do for)\b"
_IF_FED = re.compile(
    rf"\b(?:is|are|will|would|can|does|do|could)\b[^.?!]*?{_FEEDS}[^.?!]{{0,20}}?{_IS_ENOUGH}"
    rf"|{_FEEDS}[^.?!]{{0,12}}?(?:is|will|would|can|does) (?:that |it |this )?{_IS_ENOUGH}",
    re.IGNORECASE,
)
_IF_LARGER = re.compile(
    r"\b(?:do|will|would|should) (?:i|we) (?:also |really |even |then )?(?:need|have)(?: to (?:buy|get|change|replace"
    r"|upgrade|swap))?(?: (?:an?|my|the|some))?(?: (?:bigger|larger|new|stronger|better|beefier|different|other"
    r"|another|more powerful))? (?:psu|power supply)\b",
    re.IGNORECASE,
)
_FOR_A = re.compile(
    r"\b(?:for|put|put in|run|fit|install|use|swap to|upgrade to) (?:an?|the) (?:\w+ ){0,2}$", re.IGNORECASE
)
_STEP_W = 10
_LEAST_SHARE = 0.5
"""To less of its power nobody holds a card (a judgment)."""
_SIGNS = {"USD": "$", "EUR": "€", "GBP": "£"}


def running_cost(told: Said, catalog: Catalog, usual: Electricity | None = None) -> str:
    """What their computer costs idle and at full load, and what they heat where that is asked; empty for nothing told.

    `usual` is the price of electricity where none is told.
    """
    lines = (*_of_computer(told, catalog, usual), _heat(told, catalog), _idle(told, usual))
    return "\n".join(filter(None, lines))


def _of_computer(told: Said, catalog: Catalog, usual: Electricity | None) -> Iterator[str]:
    """The whole computer a month: standing idle, and at full load as long as it was told, or all the time."""
    text, hours, price = told.wording.text, told.volume.hours_per_day, kwh_price(told.electricity, usual)
    drawn = _drawn(told, catalog)
    is_idle_asked = _IDLE.search(text) is not None
    is_asked = hours or is_idle_asked or told.electricity or _OF_BILL.search(text) is not None
    if not is_asked or price is None or not drawn:
        return
    amount, sign, whose = price
    idle = Range(*(rest + len(drawn) * card for rest, card in zip(_REST_IDLE_W, IDLE_W, strict=True)))
    load = Range(*(rest + sum(drawn) for rest in _REST_LOAD_W))
    daily = hours or _HOURS_A_DAY
    left = _HOURS_A_DAY - daily
    each = amount * _HOURS_A_MONTH / KILO
    name = _named(_owned(told))
    yield f"Electricity of the whole computer with {name}, at {sign}{amount:.2f} per kWh{whose}:"
    of_day = daily / _HOURS_A_DAY
    always = "all day" if hours is None or not left else f"{hours:.2g} hours a day"
    alone = f"{name} alone {sum(drawn):,.0f} W{_limited(told, drawn)}, {sign}{sum(drawn) * each * of_day:,.0f}"
    at_work = (
        f"At full load {always}: {_watts(load, of_day)} and {_money(load.times(each * of_day), sign)} a month; {alone}."
    )
    if told.volume.is_night:
        night = _money(load.times(amount * daily / KILO), sign, digits=2)
        at_work = f"{at_work[:-1]}; a night of {hours:.2g} hours {night}."
    own_w = told.volume.idle_w
    if not own_w and not left:
        yield f"Standing idle all day: {_watts(idle)} and {_money(idle.times(each), sign)} a month."
    yield at_work
    if not own_w and left:
        rest = f"{_watts(idle, 1 - of_day)} and {_money(idle.times(each * (1 - of_day)), sign)}"
        yield f"Standing idle the other {left:.2g} hours: {rest} a month more; switched off, nothing."
    elif not own_w:
        more = (load.middle - idle.middle) * each / _HOURS_A_DAY
        yield f"Each hour of work a day adds about {sign}{more:,.2f} a month to the idle computer."
        yield f"A model that stays loaded draws {_LOADED_W} more on each card; the plug tells yours."


def _watts(watts: Range, share: float = 1.0) -> str:
    """Watts, and the energy of a month of which they are drawn that share."""
    kwh = watts.middle * share * _HOURS_A_MONTH / KILO
    return f"about {watts.middle:,.0f} W ({watts.low:,.0f} to {watts.high:,.0f} W), {kwh:,.0f} kWh"


def _money(amount: Range, sign: str, digits: int = 0) -> str:
    low, middle, high = (f"{sign}{one:,.{digits}f}" for one in amount)
    return f"{middle} ({low} to {high})"


def _heat(told: Said, catalog: Catalog) -> str:
    drawn = _drawn(told, catalog)
    if not told.asks.heat or not drawn:
        return ""
    name, watts = _named(_owned(told)), f"{sum(drawn):,.0f} W{_limited(told, drawn)}"
    return f"Heat: all of it ends in the room: {name} at full load warms it like an electric heater of {watts}."


def _idle(told: Said, usual: Electricity | None) -> str:
    price = kwh_price(told.electricity, usual)
    if not told.volume.idle_w or price is None:
        return ""
    amount, sign, whose = price
    kwh = told.volume.idle_w * _HOURS_A_YEAR / KILO
    return (
        f"Standing idle: {told.volume.idle_w} W all year take {count(round(kwh))} kWh, {sign}{kwh * amount:,.0f} at "
        f"{sign}{amount:.2f} per kWh{whose}; cards are only a part of that."
    )


def _owned(told: Said) -> list[NamedPart]:
    """The cards of the computer that is there."""
    return [gpu for one in told.hardware.owned[:1] for gpu in one.gpus]


def _named(gpus: Sequence[NamedPart]) -> str:
    """Cards by their names, those of one kind together."""
    kinds = {gpu.card_id: gpu for gpu in gpus}
    of_kind = {one: sum(gpu.number for gpu in gpus if gpu.card_id == one) for one in kinds}
    return " + ".join(kinds[one]._replace(number=number).value for one, number in of_kind.items())


def _drawn(told: Said, catalog: Catalog) -> list[float]:
    """What each card of the computer draws at most, the least first; empty where that is not stated of all."""
    return _drawn_by(_owned(told), told, catalog)


def _drawn_by(gpus: Sequence[NamedPart], told: Said, catalog: Catalog) -> list[float]:
    usual = [catalog.gpus[gpu.card_id].power_w or 0.0 for gpu in gpus for _ in range(gpu.number)]
    return sorted(min(one, told.volume.limit_w(one) or one) for one in usual) if all(usual) else []


def writing_w(told: Said, catalog: Catalog) -> Range | None:
    """What the whole computer draws while its cards write text; None where that is not stated of all."""
    drawn = sum(_drawn(told, catalog))
    parts = zip(_REST_LOAD_W, WRITING_SHARE, strict=True)
    return Range(*(rest + share * drawn for rest, share in parts)) if drawn else None


def _limited(told: Said, drawn: Sequence[float]) -> str:
    """That a limit of power is counted; empty for none."""
    return f", {drawn[-1]:g} W each" if told.volume.limit_w(1.0) and len(drawn) > 1 else ""


def kwh_price(price: Spent | None, usual: Electricity | None) -> tuple[float, str, str] | None:
    """A kilowatt hour, the sign of its currency, and whose price it is where the question does not say it."""
    if price is not None:
        return price.amount, _SIGNS.get(price.currency, f"{price.currency} "), ""
    if usual is None:
        return None
    return usual.usd.middle, "$", f" ({say(AVERAGES[usual.region])})" if usual.region is not None else ""


def asks_if_fed(text: str) -> bool:
    """Whether it is asked outright if a power supply is enough."""
    return _IF_FED.search(text) is not None or asks_if_larger(text)


def asks_if_larger(text: str) -> bool:
    """Whether it is asked outright if a larger power supply is needed."""
    return _IF_LARGER.search(text) is not None


def supply_words(told: Said, catalog: Catalog) -> str:
    """Whether the power supply that was told feeds what would be bought, each of it, else what is there.

    By the rule that purchases go by; empty for nothing known. Yes or no first where that is asked.
    """
    words = [_fed(gpus, told, catalog, is_first=place == 0) for place, gpus in enumerate(_to_feed(told)[:_MOST_FED])]
    return " ".join(filter(None, words))


def _to_feed(told: Said) -> list[tuple[NamedPart, ...]]:
    """The cards of each computer that is to be fed: of one more of them with those that are there."""
    owned, text = [one for one in told.hardware.owned if one.gpus], told.wording.text
    offered = [one for one in told.hardware.offered if one.gpus]
    is_one_more = _ONE_MORE.search(text) is not None
    if not offered and is_one_more:
        return [one.gpus for one in owned[-1:]]
    if not offered:
        return [_coming(one.gpus, text) or one.gpus for one in owned[:1]]
    if len(owned) != 1 or len(offered) != 1 or not (is_one_more or comes_beside(text, offered[0].start)):
        return [one.gpus for one in offered]
    return [(*owned[0].gpus, *offered[0].gpus)]


def _coming(gpus: Sequence[NamedPart], text: str) -> tuple[NamedPart, ...]:
    """The card for which a larger power supply is asked about, in place of another one; empty for no such words."""
    if len(gpus) < 2 or not asks_if_larger(text):
        return ()
    return tuple(one for one in gpus if _FOR_A.search(text[: one.start]) is not None)


def _fed(gpus: Sequence[NamedPart], told: Said, catalog: Catalog, *, is_first: bool) -> str:
    have_w, drawn = told.volume.psu_w, _drawn_by(gpus, told, catalog)
    is_if_larger = asks_if_larger(told.wording.text)
    if not drawn or not (have_w or is_if_larger):
        return ""
    cards, cpu_w = [catalog.gpus[gpu.card_id] for gpu in gpus], _cpu_w(told, catalog)
    most = max(cards, key=lambda one: one.power_w or 0.0)
    limit_w = told.volume.limit_w(most.power_w or 0.0)
    want_w = _wanted_w(most, drawn, cpu_w)
    held = f" held to {limit_w:g} W{' each' if len(drawn) > 1 else ''}" if limit_w else ""
    name = " + ".join(filter(None, (f"{_named(gpus)}{held}", told.hardware.cpu if is_first else "")))
    alone = "" if len(drawn) == 1 else f", as the GPUs alone take {count(round(sum(drawn)))} W"
    if not have_w:
        return f"{count(round(want_w))} W is suggested for {name}{alone}: with less, take a larger power supply."
    is_enough = have_w >= want_w
    verdict = "enough" if is_enough else f"less than that: {_remedy(have_w, most, drawn, cpu_w)}"
    if not is_first:
        return f"For {name} {count(round(want_w))} W{alone}: {count(have_w)} W is {verdict}."
    if is_if_larger:
        first = "No" if is_enough else "Yes"
    else:
        first = "Power supply" if not told.asks.supply else "Yes" if is_enough else "Not as it is"
    return f"{first}: {count(round(want_w))} W is suggested for {name}{alone}; {count(have_w)} W is {verdict}."


_MOST_FED = 2


def _wanted_w(most: GpuCard, drawn: Sequence[float], cpu_w: float | None) -> float:
    """What feeds cards that draw so much, of which this one draws most where none is held to less."""
    suggested_w = most.suggested_supply_w if drawn[-1] >= (most.power_w or 0.0) else None
    held = most.changed(power_w=drawn[-1], suggested_supply_w=suggested_w)
    return needed_supply_w(held, others_w=drawn[:-1], cpu_w=cpu_w) or 0.0


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
