"""What the electricity for so many tokens costs on a computer: by rate, watts and price, with the API beside it."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from advisor.answer.money.prices import Prices
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.answered import answer_if_any
from advisor.cli.asking.beside.running_cost import kwh_price, writing_w
from advisor.cli.asking.best_of_all import first_answers
from advisor.cli.asking.sentence.amounts import SCALE
from advisor.cli.asking.sentence.said import Said
from advisor.cli.frame.profile import DEFAULT_WORKLOAD
from advisor.facts.answers.ask import AskAnswer
from advisor.facts.values.range import Range
from advisor.facts.values.units import KILO, SECONDS_PER_HOUR
from advisor.present.words.money import api_words, currency_of
from advisor.present.words.quantity import count, speed_number

_SCALED = r"(k|thousand|m|mio|mil|mill|million|b|billion)"
_TOKENS = re.compile(
    rf"\b(\d{{1,9}}(?:\.\d+)?) ?{_SCALED}? (?:[a-z]+ )?tok(?:en)?s?\b"
    r"(?! ?(?:of )?(?:context|ctx|window))"  # a length
    rf"|\b(?:per|a|an|each|every|/) ?{_SCALED} (?:[a-z]+ )?tok(?:en)?s?\b|\bper ?m(?:illion|tok)\b",
    re.IGNORECASE,
)
_RATE = re.compile(r"\btok\w*(?: ?/ ?| per | a )s(?:ec\w*)?\b", re.IGNORECASE)
_POWER = re.compile(r"\b(?:electric\w*|power|energy|kwh|kilowatt\w*|watt[ -]?hours?|running costs?)\b", re.IGNORECASE)
_COST = re.compile(
    r"\b(?:costs?|price|how much|expensive|cheap\w*|money|pay|dollars?|euros?|cents?|electric\w*|kwh)\b|[$€£]",
    re.IGNORECASE,
)
_TRIED, _SHOWN = 6, 2


class _Cost(NamedTuple):
    answer: AskAnswer
    hours: Range
    kwh: Range


def token_cost(told: Said, rig: Sequence[str], prices: Prices) -> str:
    """What so many tokens cost there by the price of electricity; empty where that is not asked, or not known."""
    tokens, catalog = _asked_tokens(told), prices.catalog
    price, watts = kwh_price(told.electricity, prices.electricity()), writing_w(told, catalog)
    if tokens is None or price is None or watts is None or not rig:
        return ""
    amount, sign, whose = price
    lines = list[str]()
    for one in _costs(told, rig, tokens, watts, catalog):
        name = f"{one.answer.model} as {one.answer.settings.quant}" if one.answer.settings.quant else one.answer.model
        low, middle, high = (f"{sign}{kwh * amount:,.2f}" for kwh in one.kwh)
        lines += [
            f"Electricity for {count(tokens)} tokens of {name} on {one.answer.settings.device}: about {middle} "
            f"({low} to {high}).",
            f"Counted: {count(tokens)} tokens at {speed_number(_rate(one.answer).middle)} tokens/s take "
            f"{one.hours.middle:,.1f} hours; the whole computer draws about {watts.middle:,.0f} W meanwhile, "
            f"{one.kwh.middle:,.1f} kWh at {sign}{amount:.2f} per kWh{whose}.",
            *_of_api(one.answer, prices),
        ]
    return "\n".join((*lines, _AT_ONCE)) if lines else ""


_AT_ONCE = (
    "That is one answer after the other. Many at once (vLLM) write several times as many tokens with the same power."
)


def _asked_tokens(told: Said) -> int | None:
    """For how many tokens the electricity is asked; None where it is not."""
    text = told.wording.text
    found = _TOKENS.search(_RATE.sub("", text))
    is_other = told.spent is not None or told.hardware.offered or len(told.hardware.computers) != 1
    is_weighed = told.is_bought and told.volume.tokens_per_day is not None  # against rent, an API or a purchase
    if found is None or is_other or is_weighed or _POWER.search(text) is None or _COST.search(text) is None:
        return None
    scale = (found[2] or found[3] or ("" if found[1] else "m")).lower()
    return round(float(found[1] or 1) * SCALE[scale])


def _costs(told: Said, rig: Sequence[str], tokens: int, watts: Range, catalog: Catalog) -> Iterator[_Cost]:
    """Of the model that is named, else of the first of the ranking that run well."""
    named = [one for one in told.models if catalog.models.find(one.name)][:_SHOWN]
    files = {one.name: ("--quant", one.quants[0]) if one.quants else () for one in named}
    asked = filter(None, (answer_if_any((name, *file, *rig), catalog) for name, file in files.items()))
    best = (one for one, _ in first_answers(rig, DEFAULT_WORKLOAD, catalog, count=_TRIED) if one.is_useful)
    for one in asked if named else islice(best, _SHOWN):
        if one.tokens_per_s is None or one.usability == "wont_run" or not one.tokens_per_s.low:
            continue
        rate = one.tokens_per_s
        hours = Range(*(tokens / each / SECONDS_PER_HOUR for each in (rate.high, rate.middle, rate.low)))
        yield _Cost(one, hours, Range(*(hour * watt / KILO for hour, watt in zip(hours, watts, strict=True))))


def _rate(one: AskAnswer) -> Range:
    return one.tokens_per_s or Range.exactly(0.0)


def _of_api(one: AskAnswer, prices: Prices) -> Iterator[str]:
    """What the cheapest provider asks for the same model."""
    price = prices.api(one.model_id)
    if price is not None:
        yield f"The API of {price.provider} asks {api_words(price, currency_of(prices.money))} for the same model."
