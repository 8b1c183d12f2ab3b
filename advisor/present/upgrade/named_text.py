"""What was asked about by name, where the verdict is about something else: its price, and what it does."""

from collections.abc import Iterator
from itertools import islice

from advisor.answer.money.prices import SECOND
from advisor.answer.worth.compared import A_TENTH, Compared
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.facts.answers.worth import PURCHASES
from advisor.present.upgrade.option_names import best_name, rate_words, to_mind
from advisor.present.words.light import light_word
from advisor.present.words.money import Currency, span_words
from advisor.present.words.processor_name import short_name
from advisor.present.words.quantity import power
from advisor.present.words.words import say, to_say

_MOST = 3
"""So many are told of in words."""


def named_lines(answer: WorthAnswer, currency: Currency) -> tuple[str, ...]:
    """A line for each; nothing where nothing was named, or a bill or an API is what it is held against."""
    if answer.question.with_cloud and not answer.does_billed_work:
        return ()
    question, named = answer.question, [one for one in answer.others if _is_named(one, answer)]
    named = [one for one in named if one.price is not None or one.runs]
    named = [one for one in named if not question.is_computer_for_bill(one.id, one.kind)]
    lines = tuple(line for one in named[:_MOST] for line in _line(one, answer, currency))
    return (*lines, *islice(_not_listed(answer), _MOST))


def _not_listed(answer: WorthAnswer) -> Iterator[str]:
    """Why a card that is asked about goes in nowhere: no slot is free, or the power supply does not feed it."""
    question, money = answer.question, answer.question.money
    boards = sum(one.pool == "vram" for one in answer.parts)
    has_slot = money.slots is None or boards < money.slots
    if answer.limits.hindrance is not None or (has_slot and money.psu_w is None):
        return
    why = _NOT_FED if has_slot else _NO_SLOT
    listed = {one.id.removeprefix(SECOND) for one in answer.others}
    for card_id in question.named_cards:
        card = question.catalog.gpus.get(card_id)
        if card is not None and card_id not in listed:
            yield say(why, name=short_name(card.name), watts=power(money.psu_w or 0.0))


def _is_named(one: Compared, answer: WorthAnswer) -> bool:
    item_id = one.id.removeprefix(SECOND)
    is_advised = item_id == (answer.decision.best_id or "").removeprefix(SECOND)  # added, where it was to be replaced
    return one.kind in PURCHASES and item_id in answer.question.named_cards and not is_advised


def _line(one: Compared, answer: WorthAnswer, currency: Currency) -> Iterator[str]:
    question, budget = answer.question, answer.question.money.budget_usd
    told = {
        "name": best_name(one),
        "price": span_words(one.price, currency) if one.price is not None else say("an unknown price"),
        "budget": currency.text(budget) if budget is not None else "",
        "light": light_word(one.reached.light),
        "rate": rate_words(one.reached, question),
        "model": question.model_text,
    }
    is_over = one.is_dear and budget is not None and one.price is not None
    yield say(_OVER if is_over else _WITHIN, **told)
    is_worse = one.reached.is_reduced and one.reached.quant is not None
    runs = say(_WORSE, quant=one.reached.quant, **told) if is_worse else say(_runs(one, answer.now), **told)
    yield runs if one.runs else say(_FITS_NOT, **told)
    yield from to_mind(one)


def _runs(one: Compared, now: Compared) -> str:
    """What it reaches, and that this is no more than what is there does, where that is so."""
    gain, is_brighter = one.gain, one.reached.light.place < now.reached.light.place
    if gain is None or gain.middle >= A_TENTH or not now.runs or is_brighter:
        return _RUNS
    return _SLOWER if gain.middle < 1 / A_TENTH else _AS_FAST


_NO_SLOT = to_say("{name}: no slot is free for it.")
_NOT_FED = to_say("{name}: a power supply of {watts} does not feed it.")
_OVER = to_say("You asked about {name}: {price}, over your {budget}.")
_WITHIN = to_say("You asked about {name}: {price}.")
_RUNS = to_say("{light} with it: {rate}.")
_AS_FAST = to_say("{light} with it: {rate}, no faster than now.")
_SLOWER = to_say("{light} with it: {rate}, slower than now.")
_WORSE = to_say("{light} with it: {rate}, as {quant}, which answers worse.")
_FITS_NOT = to_say("{model} does not fit with it.")
