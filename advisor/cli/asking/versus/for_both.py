"""One computer for several kinds of work, each of which was held against the others for itself."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from advisor.answer.money.prices import Prices
from advisor.cli.asking.versus.conclusion import NOTICED
from advisor.cli.asking.versus.pick import Choice
from advisor.cli.asking.versus.row import Row
from advisor.present.words.money import currency_of
from advisor.present.words.quantity import times
from advisor.present.words.words import joined

_REASONS = ("only", "memory", "speed", "price")
"""What decides where kinds of work want different ones: what can be done at all, then how fast, then for how much."""


class Use(NamedTuple):
    """A kind of work, what was taken for it, and its rows."""

    called: str
    choice: Choice
    rows: tuple[Row, ...]


def for_both(uses: Sequence[Use], prices: Prices) -> Iterator[str]:
    """Which one to take for all of it, and what another does better; nothing where no kind of work wants any."""
    names = [{one.name for one in use.rows} for use in uses]
    taken = [(_reason(use), _name(use), use) for use in uses]
    known = [one for one in taken if one[1]]
    if len(uses) < 2 or not known or any(one != names[0] for one in names) or len(names[0]) < 2:
        return
    best = min(known, key=lambda one: (_REASONS.index(one[0]), one[2].choice.of_both))
    name = best[1]
    if best[2].choice.of_both and (plain := next((one for one in known if not one[2].choice.of_both), None)):
        name = plain[1]
    yield joined(
        (
            f"For {'both' if len(uses) == 2 else 'all'}: take the {name}{_cost(name, uses, prices)}.",
            *_alone_does(name, uses),
            *_why(name, uses),
        )
    )
    yield from _alone(name, known)


def _name(use: Use) -> str:
    """The one that a kind of work wants; that which alone does it well."""
    useful = {one.name for one in use.rows if one.is_useful}
    return use.choice.name or (next(iter(useful)) if len(useful) == 1 else "")


def _reason(use: Use) -> str:
    return use.choice.why or "only"


def _cost(name: str, uses: Sequence[Use], prices: Prices) -> str:
    """What it costs less, or more, than the only other one; empty where a price is not known."""
    cost = {one.name: one.price.usd.middle for one in uses[0].rows if one.price is not None}
    others = [usd for other, usd in cost.items() if other != name]
    if name not in cost or len(others) != 1:
        return ""
    gap = round(cost[name] - others[0], -1)
    less = "more" if gap > 0 else "less"
    return f", for about {currency_of(prices.money).text(abs(gap))} {less}" if gap else ""


def _alone_does(name: str, uses: Sequence[Use]) -> Iterator[str]:
    """What it does that no other one does: a kind of work, or a larger model."""
    for use in uses:
        if _name(use) == name and _reason(use) == "only":
            yield f"It alone does {use.called} well."
        elif use.choice.name == name and use.choice.alone:
            yield f"It alone {use.choice.alone}."


def _why(name: str, uses: Sequence[Use]) -> Iterator[str]:
    """How fast it is against the only other one, in each kind of work."""
    others = {one.name for one in uses[0].rows} - {name}
    if len(others) != 1:
        return
    other = next(iter(others))
    for first, second, behind in ((name, other, f" as {other}"), (other, name, "")):
        ratios = [(use.called, _rate(first, use) / rate) for use in uses if (rate := _rate(second, use))]
        faster = [(work, ratio) for work, ratio in ratios if ratio >= NOTICED]
        if faster:
            told = (
                f"{times(ratio)}{f' as fast{behind}' if not place else ''} for {work}"
                for place, (work, ratio) in enumerate(faster)
            )
            yield f"{'It' if first == name else first} is {joined(told, ', ')}."


def _rate(name: str, use: Use) -> float:
    return max((one.rate for one in use.rows if one.name == name and one.is_useful), default=0.0)


def _alone(name: str, known: Sequence[tuple[str, str, Use]]) -> Iterator[str]:
    """Which kinds of work alone want another one."""
    for _, other, use in known:
        if other != name and not use.choice.of_both:
            yield f"For {use.called} alone: take the {other}."
