"""Which ways are listed: what brings a tenth and more, at every level of price the best of several makers."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from advisor.answer.worth.compared import A_TENTH, Compared
from advisor.answer.worth.speed import Reached
from advisor.facts.answers.worth import Needs, Price

LEVELS_USD = (0.0, 75.0, 150.0, 300.0, 600.0, 1200.0, 2500.0, 5000.0)
"""Where the levels of price begin: each about twice the one before."""
_OF_LEVEL, _OF_MAKER = 3, 2
"""So many of one level are compared at a glance, so many of them of one maker."""
BESIDE = 2
"""So many of what is put beside the cards that are there."""
_UNPRICED = 3
_CLEARLY_MORE = 1.25
"""Times the memory of the others from which a card does what they cannot: 20 GB beside 16."""
_NEAR, _NEAR_USD = 1.25, 50.0
"""Times what may be spent, or so much more, up to which something is near it (a judgment)."""
_ALWAYS = ("setting", "sticks", "memory")
"""What costs little or nothing is always shown where it brings anything, as is one more of the same card. What is put
beside those that are there takes no place of what comes instead of them."""


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
    """Purchases without those that do the same as a simpler one for the same price, with no more room."""
    seen: dict[object, float] = {}
    for one in bought:
        key, rate = (one.name, one.price.usd.middle if one.price else None, one.reached.is_tight), one.reached.rate
        if key not in seen or rate is None or rate.middle >= A_TENTH * seen[key]:
            seen[key] = rate.middle if rate else 0.0
            yield one


def listed(ordered: Iterable[Compared], best_id: str | None, is_named: Callable[[str], bool]) -> Iterator[Compared]:
    """Of purchases in their order those that are shown: a few of each level of price, the best of all, those named."""
    shown, beside = Shown(_OF_LEVEL, _OF_MAKER), Shown(BESIDE, BESIDE)
    usual = Shown(_OF_LEVEL, _OF_MAKER, is_for_memory=True)
    for one in ordered:
        is_meant = one.id == best_id or one.kind in _ALWAYS or one.is_twin or is_named(one.id)
        is_beside = one.kind == "second_card" and not (one.is_twin or one.is_makeshift or one.is_dear)
        among = shown if is_of_server(one.needs) else beside if is_beside else usual
        held_bytes = one.card.memory_total_bytes.value or 0 if is_beside and one.card else one.memory_bytes
        price = one.bare_price or one.price
        if is_meant or among.takes(price, one.maker, held_bytes):
            for each in {among} if is_beside else {shown, among}:
                each.add(price, one.maker, held_bytes)
            yield one


def is_of_server(needs: Needs | None) -> bool:
    """Whether it has no fan of its own: such a card takes no place of a usual one."""
    return needs is not None and needs.has_fan is False


class Shown:
    """What was taken of each level of price: some of each maker, and the first that has clearly more memory.

    `is_for_memory`: that also where what other makers sell has taken all places.
    """

    def __init__(self, of_level: int, of_maker: int, *, is_for_memory: bool = False) -> None:
        self._of_level, self._of_maker, self._is_for_memory = of_level, of_maker, is_for_memory
        self._levels: Counter[int | None] = Counter()
        self._memory: dict[tuple[int | None, str | None], list[float]] = {}

    def takes(self, price: Price | None, maker: str | None, memory_bytes: float) -> bool:
        """Whether one more belongs to it."""
        level = level_of(price)
        taken = self._memory.get((level, maker), [])
        if maker is not None and price is not None and taken:
            has_more = memory_bytes >= _CLEARLY_MORE * max(taken)
            if len(taken) == self._of_maker or (has_more and self._is_for_memory):
                return has_more
        most = self._of_level if level is not None else _UNPRICED
        return self._levels[level] < most and (maker is None or len(taken) < self._of_maker)

    def add(self, price: Price | None, maker: str | None, memory_bytes: float) -> None:
        """One more was taken."""
        level = level_of(price)
        self._levels[level] += 1
        self._memory.setdefault((level, maker), []).append(memory_bytes)


def level_of(price: Price | None) -> int | None:
    """The level of a price; None where it is not known."""
    return None if price is None else sum(price.usd.middle >= start for start in LEVELS_USD)


def near_usd(budget_usd: float) -> float:
    """Up to what price something is near what may be spent."""
    return max(_NEAR * budget_usd, budget_usd + _NEAR_USD)


def is_near(one: Compared, most_usd: float) -> bool:
    """Whether it begins at so much at most, and does the work well."""
    return one.price is not None and one.price.usd.low <= most_usd and one.runs and one.reached.light.is_useful


def surely_dear(one: Compared, bought: list[Compared]) -> bool:
    """Whether what has no price reaches more than something of its kind that is beyond the budget."""
    rate = one.reached.rate
    if one.price is not None or not one.is_dear or rate is None:
        return False
    dear = (other.reached.rate for other in bought if other.kind == one.kind and other.is_dear and other.price)
    return any(other is not None and other.middle <= rate.middle for other in dear)
