"""Which ways are listed: what brings a tenth and more, at every level of price the best of several makers."""

from collections import Counter
from collections.abc import Iterable, Iterator

from advisor.answer.worth.compared import A_TENTH, Compared
from advisor.answer.worth.speed import Reached
from advisor.facts.answers.worth import Price

LEVELS_USD = (0.0, 75.0, 150.0, 300.0, 600.0, 1200.0, 2500.0, 5000.0)
"""Where the levels of price begin: each about twice the one before."""
_OF_LEVEL, _OF_MAKER = 3, 2
"""So many of one level are compared at a glance, so many of them of one maker."""
_UNPRICED = 3
_ALWAYS = ("setting", "sticks", "memory")
"""What costs little or nothing is always shown where it brings anything."""


def brings(one: Compared, now: Reached) -> bool:
    """Whether it brings a tenth and more: does what does not run now, or faster, or better.

    What is of use now is not called better where it would be slower: a larger file is no reason to wait.
    """
    done = one.reached
    if one.takes_speed and now.light.is_useful:
        return False
    if not done.runs or not now.runs or one.gain is None:
        return done.runs or (done.fit != "too_big" and not now.runs)
    return one.gain.middle >= A_TENTH or done.light.place < now.light.place


def without_twins(bought: Iterable[Compared]) -> Iterator[Compared]:
    """Purchases without those that do the same as a simpler one for the same price."""
    seen: dict[object, float] = {}
    for one in bought:
        key, rate = (one.name, one.price.usd.middle if one.price else None), one.reached.rate
        if key not in seen or rate is None or rate.middle >= A_TENTH * seen[key]:
            seen[key] = rate.middle if rate else 0.0
            yield one


def listed(ordered: Iterable[Compared], best_id: str | None) -> Iterator[Compared]:
    """Of purchases in their order those that are shown: a few of each level of price, with the best of all."""
    levels: Counter[int | None] = Counter()
    makers: Counter[tuple[int | None, str | None]] = Counter()
    for one in ordered:
        level = level_of(one.price)
        most = _OF_LEVEL if level is not None else _UNPRICED
        is_shown = levels[level] < most and (one.maker is None or makers[level, one.maker] < _OF_MAKER)
        if is_shown or one.id == best_id or one.kind in _ALWAYS:
            levels[level] += 1
            makers[level, one.maker] += 1
            yield one


def level_of(price: Price | None) -> int | None:
    """The level of a price; None where it is not known."""
    return None if price is None else sum(price.usd.middle >= start for start in LEVELS_USD)
