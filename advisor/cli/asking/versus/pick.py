"""Which of several computers that could be bought to take: the one within what may be spent, else the best value."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from advisor.answer.money.prices import Prices, within_usd
from advisor.cli.asking.sentence.chips import Way
from advisor.cli.asking.versus.alike import stands_back
from advisor.cli.asking.versus.conclusion import CLEARLY, NOTICED, about_equal, sooner_with_prompts
from advisor.cli.asking.versus.row import LIGHTS, NEAR, Row, as_sold
from advisor.facts.answers.worth import Price
from advisor.present.words.money import Currency, currency_of, span_words
from advisor.present.words.quantity import times
from advisor.present.words.words import joined

_CLEARLY = 1.1
"""What costs so little more than what may be spent is told all the same, of several sizes."""

_FAR_DEARER = 1.5
"""So many times the price for the same speed, and more, is no better buy than what is enough (a judgment)."""
_SLOWER, _DEARER = 0.6, 1.6
"""What holds more is taken where it is no slower than this share, and no dearer than so many times (judgments)."""


Why = Literal["", "memory", "speed", "price"]


class Choice(NamedTuple):
    """Which one to take, in a sentence, by its name, and what decides; all empty where nothing does.

    `of_both`: there are reasons for either, its speed and another's price. `alone` is what it alone does.
    `is_of_near`: it is taken for a speed that is near that of another, and the text says so.
    """

    text: str = ""
    name: str = ""
    why: Why = ""
    of_both: bool = False
    alone: str = ""
    is_of_near: bool = False


NO_CHOICE = Choice()


def payable(ways: Sequence[Way], budget_usd: float | None, prices: Prices) -> tuple[Way, ...]:
    """Of a computer in several sizes those that are sold and can be paid; the cheapest where none can."""
    sold = [(price.usd.low, way) for way in ways if (price := prices.bought(way.priced)) is not None]
    if len(ways) < 2 or not sold:
        return tuple(ways)
    within = [way for usd, way in sold if budget_usd is None or usd <= _CLEARLY * budget_usd]
    return tuple(within or [min(sold, key=lambda one: one[0])[1]])


def picked(rows: Sequence[Row], budget_usd: float | None, prices: Prices, *, only: str = "") -> Choice:
    """The one to take, with its price; none where that is no question of money.

    `only` is what one of them alone does, beginning with its name: who wants that takes it for that.
    """
    priced = [one for one in rows if one.price is not None]
    if len({one.name for one in rows}) < 2 or len({one.answer.model for one in rows}) > 1 or not priced:
        return NO_CHOICE
    if budget_usd is None and len(priced) < len(rows):
        return NO_CHOICE
    currency = currency_of(prices.money)
    within = [one for one in priced if one.price and (budget_usd is None or within_usd(one.price) <= budget_usd)]
    useful = [one for one in within if one.is_useful]
    useful = [one for one in useful if not stands_back(one, useful)] or useful
    budget = currency.text(budget_usd) if budget_usd is not None else ""
    if not within:
        near = min(priced, key=_usd)
        return Choice(f"None of them is within {budget}; the nearest is {near.name} for {_cost(near, currency)}.")
    if not useful:
        return NO_CHOICE
    best = max(_as_good(useful), key=lambda one: one.rate / _usd(one))
    unpriced = joined((one.name for one in rows if one.price is None), ", ")
    why = f", within {budget}" if budget else ""
    if budget and unpriced:
        why += f"; no price of {unpriced} is known"
    elif budget and len(within) == 1:
        why = f", the only one within {budget}"
    larger = next((one for one in within if only.startswith(f"{one.name} ") and one is not best), None)
    if larger is not None and _usd(larger) < _usd(best):
        cheap, dear = (f"{one.name} ({_cost(one, currency)})" for one in (larger, best))
        return Choice(f"Take the {cheap} for larger models and less money, the {dear} for speed.")
    if larger is not None:
        enough = f"for {best.answer.model} {best.name} does for {_cost(best, currency)}"
        alone = only.removeprefix(f"{larger.name} ")
        return Choice(f"Take the {larger.name} for larger models; {enough}.", larger.name, "memory", alone=alone)
    least = min((one for one in within if one.is_useful), key=_usd)
    if budget_usd is None and _usd(best) >= _FAR_DEARER * _usd(least) * max(1.0, best.rate / least.rate):
        text = f"{least.name} does this, too, for {_cost(least, currency)}; take the {best.name} for speed alone"
        return Choice(f"{text}.", least.name, "price", of_both=True)
    faster = max(useful, key=lambda one: one.rate)
    by: Why = "speed" if best is faster and not about_equal(best, min(useful, key=lambda one: one.rate)) else "price"
    return Choice(f"Take the {best.name} for {_cost(best, currency)}{why}.", best.name, by)


def _as_good(useful: Sequence[Row]) -> list[Row]:
    """Those of the best light, and those that are hardly slower than all of these: a light may turn in between."""
    best = min((LIGHTS.index(one.answer.usability) for one in useful), default=0)
    first = [one for one in useful if LIGHTS.index(one.answer.usability) == best]
    fast = max((one.rate for one in first), default=0.0)
    return [one for one in useful if one in first or fast < NEAR * one.rate]


def for_memory(rows: Sequence[Row], only: str, budget_usd: float | None, prices: Prices) -> Choice:
    """The one that alone holds a larger model, or runs it well; none where it is clearly slower, or much dearer.

    `only` says what that is, beginning with its name.
    """
    one = next((row for row in rows if only.startswith(f"{row.name} ")), None)
    others = [row for row in rows if row is not one]
    if one is None or not one.is_useful or not others or any(row.rate * _SLOWER > one.rate for row in others):
        return NO_CHOICE
    is_over = budget_usd is not None and (one.price is None or within_usd(one.price) > budget_usd)
    known = [row for row in others if row.price is not None and one.price is not None]
    if is_over or any(_usd(one) > _DEARER * _usd(row) for row in known):
        return NO_CHOICE
    why = only.removeprefix(f"{one.name} ")
    near = min(known, key=lambda row: abs(_usd(row) - _usd(one)), default=None)
    gap = round(_usd(one) - _usd(near), -1) if near is not None else 0.0
    cost = f", for about {currency_of(prices.money).text(abs(gap))} {'more' if gap > 0 else 'less'}" if gap else ""
    return Choice(f"Take the {one.name}: it alone {why}{cost}.", one.name, "memory", alone=why)


def recommended(rows: Sequence[Row], prices: Prices) -> Choice:
    """The one to take where nobody says that any is to be bought; none where one alone does it, or for several models.

    None, too, where one writes faster and the other is done sooner, as it reads long prompts faster.
    The clearly cheaper one where another is less than a quarter faster; a dearer one that is faster for its speed.
    """
    useful = [one for one in rows if one.is_useful]
    able = [one for one in useful if not stands_back(one, useful)]
    if len({one.name for one in rows}) < 2 or len({one.answer.model_id for one in rows}) > 1 or len(useful) < 2:
        return NO_CHOICE
    able = _as_good(able)
    if not able or any(one.rate <= 0 for one in able):
        return NO_CHOICE
    fast = max(able, key=lambda one: one.rate)
    if len(able) == 1:
        return Choice(f"Take the {fast.name}.", fast.name, "speed")
    priced = [one for one in able if one.price is not None]
    near = [one for one in priced if one is fast or fast.rate < NEAR * one.rate]
    cheap = min(near, key=_usd, default=fast)
    if cheap is not fast and (fast.price is None or _usd(fast) < CLEARLY * _usd(cheap)):
        cheap = fast
    if cheap is not fast:
        gap, ratio = _gap(fast, cheap, prices), times(fast.rate / cheap.rate)
        text = f"{fast.name} is only {ratio} as fast, for about {gap} more{as_sold(fast, cheap)}"
        if about_equal(fast, cheap):
            text = f"about as fast, for about {gap} less{as_sold(cheap, fast)}"
        return Choice(f"Take the {cheap.name}: {text}.", cheap.name, "price")
    value = max(priced, key=lambda one: one.rate / _usd(one), default=fast)
    if fast.price is not None and value is not fast and value.rate / _usd(value) > CLEARLY * fast.rate / _usd(fast):
        return Choice(
            f"Take the {fast.name} for speed, the {value.name} for the money.", fast.name, "speed", of_both=True
        )
    slow = min(able, key=lambda one: one.rate)
    if sooner_with_prompts(able, rows, prices.catalog):
        return NO_CHOICE
    if len(able) == 2 and about_equal(fast, slow) and fast.rate >= NOTICED * slow.rate:
        text = f"likely {times(fast.rate / slow.rate)} as fast, though the ranges overlap"
        return Choice(f"Take the {fast.name}: {text}.", fast.name, "speed", is_of_near=True)
    return Choice(f"Take the {fast.name}.", fast.name, "speed")


def _gap(dear: Row, cheap: Row, prices: Prices) -> str:
    return currency_of(prices.money).text(round(_usd(dear) - _usd(cheap), -1))


def priced_words(price: Price, currency: Currency) -> str:
    """A price, and that it is one of a used thing."""
    return f"{span_words(price, currency)}{' used' if price.condition == 'used' else ''}"


def _cost(one: Row, currency: Currency) -> str:
    return priced_words(one.price, currency) if one.price is not None else ""


def _usd(one: Row) -> float:
    return max(one.price.usd.middle, 1.0) if one.price is not None else 1.0
