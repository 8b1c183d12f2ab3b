"""The table of what is held against each other, and which computer does it better."""

from collections.abc import Collection, Iterator, Sequence

from advisor.answer.money.prices import Prices
from advisor.cli.asking.versus.conclusion import NOTICED
from advisor.cli.asking.versus.pick import priced_words
from advisor.cli.asking.versus.row import LIGHTS, Row, bytes_of, file_of, light_filled
from advisor.cli.frame.table import aligned
from advisor.facts.asked.question import CACHE_TYPE
from advisor.present.words.money import currency_of
from advisor.present.words.quantity import capacity, duration, times
from advisor.present.words.words import joined

_NOT_KNOWN = "not known"
_THINKING = "thinking"
"""In what is said of a wait that thinking is part of."""
_OF_MANY = ("serve-a-team", "serve-many")
"""Work of several users, whose speeds are added."""


def table_of(rows: Sequence[Row], prices: Prices, *, hides_price: bool, unpriced: Collection[str] = ()) -> str:
    """One line each, without the columns that say nothing; `unpriced` are sold at a price that nobody knows."""
    wait_name = rows[0].verdict.figures[1].name
    is_of_memory = _is_of_memory(rows)
    speed_name = "Speed of all" if rows[0].answer.workload in _OF_MANY else "Speed"
    table = [("Computer", "Model", "File", "Verdict", speed_name, "First word", wait_name, "Memory", "Price")]
    has_price = any(one.price for one in rows)
    thinks = [_THINKING in one.verdict.figures[1].text for one in rows]
    for one, is_thinking in zip(rows, thinks, strict=True):
        speed, wait, _ = one.verdict.figures
        waited = f"{wait.amount}, thinks" if is_thinking and not all(thinks) else wait.amount
        told = f"{speed.amount} ({speed.span})" if speed.span else speed.amount
        price = priced_words(one.price, currency_of(prices.money)) if one.price else ""
        price = price or (_NOT_KNOWN if has_price and one.name in unpriced else "")
        quant, first_s = one.answer.settings.quant or "", one.answer.first_token_s
        is_run = one.answer.usability != "wont_run"
        first = duration(first_s) if is_run and first_s is not None and wait_name != "First word" else ""
        memory = capacity(bytes_of(one)) if is_of_memory else ""
        filled = light_filled(one)
        light = f"{one.verdict.light_word}, {filled} when full" if filled else one.verdict.light_word
        table.append((one.name, one.answer.model, quant, light, told, first, waited, memory, price))
    is_one = len({one.name for one in rows}) == 1 and len(rows) > 1  # its price tells nothing apart
    hides_price = is_one or hides_price
    columns = [one for one in zip(*table, strict=True) if any(one[1:]) and not (hides_price and one[0] == "Price")]
    return aligned(list(zip(*columns, strict=True)))


def upper_over(rows: Sequence[Row], over: Collection[str], budget_usd: float | None) -> str:
    """Which are within what may be spent only at a good price, beside those that are `over` it; empty for none."""
    names = dict.fromkeys(
        one.name
        for one in rows
        if budget_usd is not None and one.price and one.price.usd.high > budget_usd and one.name not in over
    )
    return f"The upper price is over the budget: {', '.join(names)}." if names else ""


def no_price_of(unpriced: Collection[str], rows: Sequence[Row]) -> Iterator[str]:
    """Of which of them the price is not known, so that money says nothing for or against it."""
    names = list(dict.fromkeys(unpriced))
    if names and len({one.name for one in rows}) > 1:
        yield f"What {joined(names, ' and ')} costs is not known: judged without its price."


def better_of(rows: Sequence[Row], only: str) -> str:
    """The computer that does one model better than the others, and by how much."""
    if len({one.answer.model for one in rows}) > 1 or len({one.name for one in rows}) < len(rows) or len(rows) < 2:
        return ""
    first, second, *_ = sorted(rows, key=lambda one: (LIGHTS.index(one.answer.usability), -one.rate))
    larger = f"; only {only}" if only else ""
    if second.rate and first.rate < NOTICED * second.rate:
        return f"{first.name} and {second.name} alike{larger}."
    by = f", {times(first.rate / second.rate)} as fast as {second.name}" if second.rate else ""
    return f"{first.name}{by}{larger}."


def _is_of_memory(rows: Sequence[Row]) -> bool:
    """Whether the rows differ in what a model takes: in its cache, or in its file on one computer."""
    is_of_files = len({one.name for one in rows}) == 1 and len({(one.answer.model, file_of(one)) for one in rows}) > 1
    return is_of_files or any(CACHE_TYPE in word for one in rows for word in one.words)
