"""Renting one card now and then against buying another one, for work that is done so many times a month."""

import re
from collections.abc import Sequence

from advisor.answer.money.prices import Prices
from advisor.cli.asking.answered import answered
from advisor.cli.asking.beside.rental import hourly_rent
from advisor.cli.asking.sentence.amounts import OFTEN, days, number_of
from advisor.cli.asking.sentence.gpus import NamedPart
from advisor.facts.values.reason import ReasonError
from advisor.facts.values.sentence_error import SentenceError
from advisor.facts.values.units import SECONDS_PER_HOUR
from advisor.predict.worth.cost import DAYS_PER_MONTH, DAYS_PER_YEAR
from advisor.present.words.money import currency_of, span_words
from advisor.present.words.quantity import rough_time

_RENT = re.compile(r"\brent\w*", re.IGNORECASE)
_WORDS = {"once": 1, "one time": 1, "twice": 2, "two times": 2, "three times": 3, "four times": 4, "five times": 5}
_FEW = 3
"""So often is a few times (a judgment)."""
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
    cards: Sequence[NamedPart], text: str, model: str, work: str, rest: Sequence[str], prices: Prices
) -> str:
    """What so many runs cost on the card that would be rented, beside the price of the other; empty where unknown."""
    often, word = runs_a_month(text), _RENT.search(text)
    if often is None or word is None or len(cards) != 2:
        return ""
    rented, bought = sorted(cards, key=lambda one: (one.start < word.start(), one.start))
    hourly, price, currency = hourly_rent(rented, prices), prices.bought(bought.card_id), currency_of(prices.money)
    run_s = _run_s(rented, model, work, rest, prices)
    if hourly is None or price is None or run_s is None:
        return ""
    each = hourly * run_s / SECONDS_PER_HOUR
    monthly = each * often
    years = price.usd.middle / (monthly * DAYS_PER_YEAR / DAYS_PER_MONTH)
    first = "Buy" if years < _WORTH_YEARS else "Rent"
    cost = f"one run on a rented {rented.value} takes {rough_time(run_s)} and costs {currency.text(each)}"
    runs = f"{often:.2g} run{'' if often == 1 else 's'} a month"
    after = f"{currency.text(monthly)} a month for {runs}"
    buying = f"buying an {bought.value} takes {span_words(price, currency)}, as much as {_years(years)} of that rent"
    own_s = _run_s(bought, model, work, rest, prices)
    own = f"; one run on it takes {rough_time(own_s)}" if own_s is not None else ""
    return f"{first}: {cost}, {after}; {buying}{own}."


_WORTH_YEARS = 3.0
"""Within so many years what is bought has to pay, as other purchases (a judgment)."""
_LONG_YEARS = 20.0


def _years(years: float) -> str:
    return "over 20 years" if years > _LONG_YEARS else f"{years:.2g} years"


def _run_s(card: NamedPart, model: str, work: str, rest: Sequence[str], prices: Prices) -> float | None:
    """How long one training takes on a card; None for other work, and where it does not run."""
    workload = prices.catalog.other_workloads.get(work)
    tokens = workload.fields.get(_DATA) if workload is not None else None
    if not isinstance(tokens, int | float):
        return None
    try:
        answer, *_ = answered((model, "--workload", work, "--gpu", card.value, *rest), prices.catalog)
    except (SentenceError, ReasonError):
        return None
    rate = answer.rate_per_s
    return tokens / rate.middle if rate is not None and rate.middle and answer.usability != "wont_run" else None
