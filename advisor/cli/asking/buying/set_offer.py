"""Several cards that would be bought at once: whether to take them, what they run, what else the money buys."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from advisor.answer.money.prices import Prices
from advisor.answer.which_model.capability import capability
from advisor.answer.which_model.published_forms import loss_steps
from advisor.answer.worth.compared import Compared
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.processor import gpu_processor
from advisor.cli.asking.answered import answer_if_any, rig_of
from advisor.cli.asking.best_of_all import best_of_all, newly_useful
from advisor.cli.asking.buying.bought import bought
from advisor.cli.asking.sentence.chips import Way
from advisor.facts.answers.ask import AskAnswer
from advisor.facts.answers.worth import CARDS, Price
from advisor.facts.values.range import Range
from advisor.facts.values.reason import ReasonError
from advisor.facts.values.sentence_error import SentenceError
from advisor.present.upgrade.option_names import best_name
from advisor.present.words.money import currency_of, price_words, span_words
from advisor.present.words.quantity import count, speed_number, times
from advisor.present.words.support_words import ended_support
from advisor.present.words.words import capital, joined

SET_RAM_GB = 64
"""What people put beside several cards (a judgment)."""
_LARGE = "gpt-oss 120B"
"""What sets of cards are mostly bought for."""
_BESIDE = ("Qwen3.6 35B-A3B", _LARGE)
_USUAL_CARD = ("--gpu", "RTX 3090", "--ram", "32")
"""The card whose best model is the usual one (a judgment)."""
_FASTER, _MUCH, _CHEAPER, _FAR = 1.3, 1.1, 0.8, 1.5
"""Times as fast, or dear, from which it counts, and the part of the money that is clearly less (judgments)."""
_NAMED = 3


class _Other(NamedTuple):
    """What else the money buys, and what a model does there."""

    way: Compared
    answer: AskAnswer


def set_offer(way: Way, asked_usd: float | None, work: str, models: Sequence[str], prices: Prices) -> list[str]:
    """The verdict on so many cards for so much in all, or for what the list has; then what they hold and take."""
    usual = prices.bought(way.priced)
    listed = usual.changed(usd=usual.usd.times(way.number)) if usual is not None else None
    price = _at(asked_usd, listed)
    first = models[0] if models else _usual(way, work, prices)
    other = _other(first, work, price, way, prices)
    large = [] if models else _large(way, other, first, work, prices)
    mine = _does(first, work, way.options, prices)
    return [
        _verdict(_Set(way, price, listed, mine), asked_usd, other, large, prices),
        *_runs(way, list(dict.fromkeys((first, *(one.model for one in large), *_BESIDE))), work, prices),
        *_elsewhere(other, prices),
        *_takes(way, usual, asked_usd, prices),
    ]


def _usual(way: Way, work: str, prices: Prices) -> str:
    """The model that is compared with: the best of a usual card, else of the set."""
    rigs = [rig_of(options, prices.catalog) for options in (_USUAL_CARD, way.options)]
    usual, _ = best_of_all(rigs[:1], work, (), prices.catalog)
    does = _does(usual, work, way.options, prices)
    return usual if _is_useful(does) else best_of_all(rigs[1:], work, (), prices.catalog)[0]


def _at(asked_usd: float | None, listed: Price | None) -> Price | None:
    """What was told, else the list."""
    if asked_usd is None:
        return listed
    return (
        Price(usd=Range.exactly(asked_usd), origin="user", source="told")
        if listed is None
        else listed.changed(usd=Range.exactly(asked_usd), as_of=None, condition=None, origin="user")
    )


def _other(model: str, work: str, price: Price | None, way: Way, prices: Prices) -> _Other | None:
    """The card, or pair, for no more money that runs the model fastest, as it is sold."""
    if price is None:
        return None
    budget = f"{price.usd.middle:.0f}"
    words = (model, "--workload", work, "--gpu", "none", "--ram", f"{SET_RAM_GB}", "--part", "card", "--budget", budget)
    try:
        found, _ = bought(words)
    except (SentenceError, ReasonError):
        return None
    able = [one for one in found.others if one.kind in CARDS and one.price is not None and not one.is_dear]
    able = [one for one in able if one.card is not None and not one.is_makeshift and one.reached.rate is not None]
    able = [one for one in able if one.id != way.priced and len(one.edits) == 1 and one.reached.light.is_useful]
    best = max(able, key=lambda one: one.reached.rate.middle if one.reached.rate else 0.0, default=None)
    if best is None or best.card is None:
        return None
    answer = _does(model, work, ("--gpu", best.card.name, "--ram", f"{SET_RAM_GB}"), prices)
    return _Other(best, answer) if answer is not None else None


def _large(way: Way, other: _Other | None, first: str, work: str, prices: Prices) -> list[AskAnswer]:
    """The first model, more able than the usual one, that runs well in a good file on the set and not on the card.

    Else what such sets are mostly bought for, where it is far faster there.
    """
    catalog = prices.catalog
    if work not in catalog.workloads:
        return []
    card = other.way.card.name if other is not None and other.way.card is not None else "none"
    options = ("--gpu", card, "--ram", f"{SET_RAM_GB}")
    new = newly_useful(rig_of(options, catalog), rig_of(way.options, catalog), work, catalog)
    least = _able(first, work, catalog)
    for one in (one for one in new if one != first and _able(one, work, catalog) >= least):
        found = _does(one, work, way.options, prices)
        if found is not None and _is_useful(found) and not loss_steps(found.settings.quant or ""):
            return [found]
    there, here = (_does(_LARGE, work, each, prices) for each in (way.options, options))
    return [there] if there is not None and _rate(there) >= _FAR * max(_rate(here), 1.0) else []


def _able(model: str, work: str, catalog: Catalog) -> float:
    model_id = catalog.models.find(model)
    return capability(catalog.models[model_id], catalog.blocks, use=work) if model_id is not None else 0.0


def _does(model: str, work: str, options: Sequence[str], prices: Prices) -> AskAnswer | None:
    return answer_if_any((model, "--workload", work, *options), prices.catalog)


def _rate(one: AskAnswer | None) -> float:
    return one.rate_per_s.middle if one is not None and one.rate_per_s is not None and _is_useful(one) else 0.0


def _is_useful(one: AskAnswer | None) -> bool:
    return one is not None and one.is_useful


class _Set(NamedTuple):
    """The cards at a price, what the list has for as many, and what the model does there."""

    way: Way
    price: Price | None
    listed: Price | None
    mine: AskAnswer | None


def _verdict(
    cards: _Set, asked_usd: float | None, other: _Other | None, large: Sequence[AskAnswer], prices: Prices
) -> str:
    """Yes or no first, and why."""
    currency, mine = currency_of(prices.money), cards.mine
    named = f"{cards.way.name}{f' for {span_words(cards.price, currency)}' if cards.price is not None else ''}"
    if asked_usd is not None and cards.listed is not None and asked_usd > _MUCH * cards.listed.usd.high:
        return f"No: {named} is too much, they sell for {price_words(cards.listed, currency)}."
    if mine is None or not _is_useful(mine):
        return f"No: {named} does not run {mine.model if mine is not None else 'it'} well."
    card = prices.catalog.gpus.get(cards.way.priced)
    yes = "Yes, if you can cool them" if card is not None and card.needs_airflow else "Yes"
    does = joined((f"{one.model} at {speed_number(_rate(one))} tokens/s" for one in (*large, mine)), " and ")
    if other is None or other.way.price is None or not _rate(other.answer):
        return f"{yes}: {named} runs {does}."
    better = f"{best_name(other.way)} for {span_words(other.way.price, currency)}"
    ratio = _rate(other.answer) / _rate(mine)
    if ratio >= _FASTER and large:
        first = f"{large[0].model} at {speed_number(_rate(large[0]))} tokens/s"
        return f"Only for large models: {named} runs {first}; for {mine.model} {better} is {times(ratio)} as fast."
    if ratio >= _FASTER:
        return f"No: {better} is {times(ratio)} as fast with {mine.model} as {named}."
    if ratio <= 1 / _FASTER:
        return f"{yes}: {named} runs {does}, {times(1 / ratio)} as fast as {better}."
    if not large and cards.price is not None and other.way.price.usd.middle <= _CHEAPER * cards.price.usd.middle:
        return f"No: {better} does {mine.model} about as fast as {named}."
    return f"{yes}: {named} runs {does}; {better} does {mine.model} about as fast alone."


def _runs(way: Way, models: Sequence[str], work: str, prices: Prices) -> Iterator[str]:
    """How much they hold together, and how fast models are there."""
    card = prices.catalog.gpus.get(way.priced)
    if card is None or not card.memory_gib:
        return
    found = [_does(one, work, way.options, prices) for one in models[: _NAMED + 1]]
    shown = [
        f"{one.model}{f' as {one.settings.quant}' if one.settings.quant else ''} {speed_number(_rate(one))}"
        for one in found
        if one is not None and _rate(one)
    ]
    does = f": {joined(shown[:_NAMED], ', ')} tokens/s" if shown and work in prices.catalog.workloads else ""
    yield f"They hold {way.number * card.memory_gib:g} GB{does}."


def _elsewhere(other: _Other | None, prices: Prices) -> Iterator[str]:
    """What else the money buys."""
    if other is not None and other.way.price is not None and _rate(other.answer):
        cost = span_words(other.way.price, currency_of(prices.money))
        speed = f"{other.answer.model} {speed_number(_rate(other.answer))} tokens/s"
        yield f"The same money buys {best_name(other.way)} for {cost}: {speed}, one card in a usual PC."


def _takes(way: Way, usual: Price | None, asked_usd: float | None, prices: Prices) -> Iterator[str]:
    """What they take of power and room, what people mind about them, and whether the price is usual."""
    card = prices.catalog.gpus.get(way.priced)
    if usual is not None:
        told = f"{currency_of(prices.money).text(asked_usd / way.number)} each; " if asked_usd is not None else ""
        yield capital(f"{told}one sells for {price_words(usual, currency_of(prices.money))}.")
    if card is not None and card.power_w:
        watts = count(round(way.number * card.power_w))
        yield f"Power: the cards alone take up to {watts} W; a board with {way.number} slots for them is needed."
    if card is not None:
        fan = ["needs a blower and mostly has no video output"] if card.needs_airflow else []
        ended = [*fan, *ended_support(gpu_processor(way.priced, prices.catalog))]
        if ended:
            yield f"Mind: {joined(ended, '; ')}."
