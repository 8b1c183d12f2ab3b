"""Renting one card now and then against buying another one, for work that is done so many times a month."""

import re
from collections.abc import Sequence

from advisor.answer.money.prices import Prices
from advisor.cli.asking.answered import answer_if_any
from advisor.cli.asking.beside.rental import asks_to_buy, hourly_rent
from advisor.cli.asking.sentence.amounts import OFTEN, days, number_of
from advisor.cli.asking.sentence.gpus import NamedPart
from advisor.cli.asking.sentence.models import NamedModel
from advisor.cli.asking.sentence.said import Said
from advisor.cli.asking.steps import Step, Told, Untold
from advisor.cli.asking.untold import untold_words
from advisor.facts.values.units import SECONDS_PER_HOUR
from advisor.predict.worth.cost import DAYS_PER_MONTH, DAYS_PER_YEAR
from advisor.present.words.money import currency_of, span_words
from advisor.present.words.quantity import rough_time

_RENT = re.compile(r"\brent\w*", re.IGNORECASE)
_WORDS = {"once": 1, "one time": 1, "twice": 2, "two times": 2, "three times": 3, "four times": 4, "five times": 5}
_FEW = 3
"""So often is a few times (a judgment)."""
_MORE = 1.2
"""From so many times the work in an hour on that is told (a judgment)."""
_DATA = "data_tokens"


def runs_a_month(text: str) -> float | None:
    """How often something is done, each month; None where nobody says it."""
    found = OFTEN.search(text)
    if found is None:
        return None
    word = (found["word"] or "once").lower()
    number = number_of(found["count"]) if found["count"] else float(_WORDS.get(word, _FEW))
    return number * days("month", None) / days(found["unit"], None)


def rent_or_buy_another(
    cards: Sequence[NamedPart], text: str, models: Sequence[NamedModel], work: str, prices: Prices
) -> str:
    """What so many runs cost on the card that would be rented, beside the price of the other; empty where unknown.

    By the hours where nobody says how often, or what.
    """
    often, word = runs_a_month(text), _RENT.search(text)
    if word is None or not models:
        return rent_or_buy_by_hours(cards, text, prices)
    model = models[0].name
    rented, bought = _rented_and_bought(cards, word.start())
    does = [_runs(one, model, work, prices) for one in (rented, bought)]
    if does == [True, False]:
        return f"Rent: {model} does not run on {bought.value}, and does on {rented.value}{_an_hour(rented, prices)}."
    if often is None:
        return rent_or_buy_by_hours(cards, text, prices)
    hourly, price, currency = hourly_rent(rented, prices), prices.bought(bought.card_id), currency_of(prices.money)
    run_s = _run_s(rented, model, work, prices)
    if run_s is None:
        return rent_or_buy_by_hours(cards, text, prices)
    if hourly is None or price is None:
        return ""
    each = hourly * run_s / SECONDS_PER_HOUR
    monthly = each * often
    years = price.usd.middle / (monthly * DAYS_PER_YEAR / DAYS_PER_MONTH)
    first = "Buy" if years < _WORTH_YEARS else "Rent"
    cost = f"one run on a rented {rented.value} takes {rough_time(run_s)} and costs {currency.text(each)}"
    runs = f"{often:.2g} run{'' if often == 1 else 's'} a month"
    after = f"{currency.text(monthly)} a month for {runs}"
    buying = f"buying an {bought.value} takes {span_words(price, currency)}, as much as {_years(years)} of that rent"
    own_s = _run_s(bought, model, work, prices)
    own = f"; one run on it takes {rough_time(own_s)}" if own_s is not None else ""
    return f"{first}: {cost}, {after}; {buying}{own}."


def rent_or_buy_by_hours(cards: Sequence[NamedPart], text: str, prices: Prices) -> str:
    """From how many hours on renting one card costs more than buying another, or the same; empty where unknown.

    For work whose length is not predicted.
    """
    word, currency = _RENT.search(text), currency_of(prices.money)
    if word is None or len(cards) not in (1, 2):
        return ""
    rented, bought = _rented_and_bought(cards, word.start())
    hourly, price = hourly_rent(rented, prices), prices.bought(bought.card_id)
    if not hourly or price is None:
        return ""
    hours, often = price.usd.middle * bought.number / hourly, runs_a_month(text)
    months = _WORTH_YEARS * DAYS_PER_YEAR / DAYS_PER_MONTH
    each = hours / (months * (often or 1.0))
    several = " each" if bought.number > 1 else ""
    costs = (
        f"a rented {rented.value} costs {currency.text(hourly)} an hour; buying {bought.value} takes"
        f" {span_words(price, currency)}{several}, as much as {_about(hours)} hours of that rent"
    )
    within = f"buying pays within {_WORTH_YEARS:g} years"
    more = _more_in_an_hour(rented, bought, prices)
    if often is None:
        return f"Rent below about {_about(each)} hours a month: {costs}.\nAbove, {within}.{more}"
    first = "Buy" if each < _SHORT_RUN_HOURS else "Rent" if each > _LONG_RUN_HOURS else "By the hours"
    stays = {"Rent": ": a few runs are far below", "Buy": ": many runs are above"}.get(first, "")
    runs = f"{_about(often)} run{'' if often == 1 else 's'} a month"
    least = f"{runs} would have to take {rough_time(each * SECONDS_PER_HOUR)} each before {within}"
    return f"{first}: {costs}.\n{least}{stays}."


def _more_in_an_hour(rented: NamedPart, bought: NamedPart, prices: Prices) -> str:
    """How many hours of what is bought an hour of what is rented does, by memory and by arithmetic; or nothing."""
    cards = prices.catalog.gpus
    one, other = cards[rented.card_id], cards[bought.card_id]
    pairs = (
        (one.bandwidth_gb_per_s, other.bandwidth_gb_per_s),
        (one.fp16_dense_tflop_per_s, other.fp16_dense_tflop_per_s),
    )
    share = rented.number / bought.number
    found = sorted(share * mine / theirs for mine, theirs in pairs if mine and theirs)
    if rented.card_id == bought.card_id or len(found) < len(pairs) or found[-1] < _MORE:
        return ""
    least, most = f"{found[0]:.2g}", f"{found[-1]:.2g}"
    does = least if least == most else f"{least} to {most}"
    return f"\nAn hour of the rented {rented.value} does the work of {does} hours of {bought.value}."


def _runs(card: NamedPart, model: str, work: str, prices: Prices) -> bool:
    """Whether a card runs it at all."""
    of_work = ("--workload", work) if work else ()
    answer = answer_if_any((model, *of_work, "--gpu", card.value), prices.catalog)
    return answer is not None and answer.usability not in ("wont_run", "unknown")


def _an_hour(card: NamedPart, prices: Prices) -> str:
    """What it costs an hour to rent; empty where nobody rents it out."""
    hourly = hourly_rent(card, prices)
    return f", about {currency_of(prices.money).text(hourly)} an hour" if hourly else ""


def _about(number: float) -> str:
    """Two digits of it."""
    return f"{float(f'{number:.2g}'):,g}"


def _rented_and_bought(cards: Sequence[NamedPart], rent: int) -> tuple[NamedPart, NamedPart]:
    """The card behind the word for rent, and the other one, by the place of that word; one card alone is both."""
    rented, *others = sorted(cards, key=lambda one: (one.start < rent, one.start))
    return rented, others[-1] if others else rented


_SHORT_RUN_HOURS, _LONG_RUN_HOURS = 2.0, 12.0
"""Below, and above so many hours a run it is clear which costs less: adapters take hours (a judgment)."""
_WORTH_YEARS = 3.0
"""Within so many years what is bought has to pay, as other purchases (a judgment)."""
_LONG_YEARS = 20.0


def _years(years: float) -> str:
    return "over 20 years" if years > _LONG_YEARS else f"{years:.2g} years"


def with_rent(untrained: Sequence[Untold], told: Said, prices: Prices) -> list[Step]:
    """Trainings that are not predicted, with whether to rent or to buy first, where that is asked."""
    computers = (*told.hardware.offered, *told.hardware.owned)
    cards = [*{gpu.card_id: gpu for one in computers for gpu in one.gpus}.values()]
    is_asked = bool(untrained) and told.trade.is_rented and asks_to_buy(told.wording.text)
    if is_asked and not told.hardware.offered and cards and _does_all(untrained, prices):
        return [Told(f"Neither is needed: the {cards[0].value} does this.", is_aside=True), *untrained]
    said = rent_or_buy_by_hours(cards, told.wording.text, prices) if is_asked else ""
    if not said:
        return [*untrained]
    word = _RENT.search(told.wording.text)
    on = ("--gpu", _rented_and_bought(cards, word.start() if word is not None else 0)[1].value)
    return [Told(said, is_aside=True), *(one if one.rig else one._replace(rig=on) for one in untrained)]


def _does_all(untrained: Sequence[Untold], prices: Prices) -> bool:
    """Whether the card that is there has the memory for all of it."""
    return all(one.rig and untold_words(one, prices.catalog).usability == "fine" for one in untrained)


def _run_s(card: NamedPart, model: str, work: str, prices: Prices) -> float | None:
    """How long one training takes on a card; None for other work, and where it does not run."""
    workload = prices.catalog.other_workloads.get(work)
    tokens = workload.fields.get(_DATA) if workload is not None else None
    if not isinstance(tokens, int | float):
        return None
    answer = answer_if_any((model, "--workload", work, "--gpu", card.value), prices.catalog)
    if answer is None or answer.usability == "wont_run":
        return None
    rate = answer.rate_per_s
    return tokens / rate.middle if rate is not None and rate.middle else None
