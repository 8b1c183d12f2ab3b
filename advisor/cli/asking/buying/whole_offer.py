"""A complete computer that is offered at a price: whether to take it, and for which work it is good."""

from typing import NamedTuple

from advisor.answer.money.prices import Prices
from advisor.cli.asking.answered import answer_if_any, rig_of
from advisor.cli.asking.best_of_all import best_of_all
from advisor.cli.asking.sentence.chips import Way
from advisor.facts.answers.ask import AskAnswer
from advisor.present.words.light import usability_word
from advisor.present.words.money import currency_of, price_words
from advisor.present.words.quantity import speed_number

_TOO_MUCH = 1.1
"""So many times the usual price is too much (a judgment)."""


class Judged(NamedTuple):
    """What is said first, and the model that it rests on."""

    text: str
    model: str


def whole_offer(way: Way, asked_usd: float, work: str, model: str, prices: Prices) -> Judged:
    """Whether a computer is worth what is asked for it, with the model that is named or the best that it runs well."""
    name = model or best_of_all([rig_of(way.options, prices.catalog)], work, (), prices.catalog)[0]
    currency, usual = currency_of(prices.money), way.price or (prices.bought(way.priced) if way.priced else None)
    asked, sold = currency.text(asked_usd), price_words(usual, currency) if usual is not None else ""
    answer = answer_if_any((name, "--workload", work, *way.options), prices.catalog)
    if answer is None:
        return Judged(f"{way.name}: {asked}.", name)
    does, is_good = _does(answer), answer.is_useful
    if usual is not None and asked_usd > _TOO_MUCH * usual.usd.high:
        return Judged(f"No: {asked} is too much, it sells for {sold}. It runs {does}.", name)
    beside = f" It sells for {sold}." if sold else " No price of it is in the list: compare with what else that buys."
    if not is_good:
        return Judged(f"No: {_called(way)} runs {does}.{beside}", name)
    return Judged(f"Yes, good for this: for {asked} {_called(way)} runs {does}.{beside}", name)


def _does(answer: AskAnswer) -> str:
    """What it does with a model, in a few words."""
    file = f" as {answer.settings.quant}" if answer.settings.quant else ""
    rate = answer.tokens_per_s
    speed = f" at about {speed_number(rate.middle)} tokens/s" if rate and answer.usability != "wont_run" else ""
    return f"{answer.model}{file}{speed} ({usability_word(answer.usability, None).lower()})"


def _called(way: Way) -> str:
    """Its name; a chip with what memory it has."""
    name = way.name or " ".join(way.options[1::2])
    return f"a {name}" if name.startswith(("PC with", "Box with")) else name
