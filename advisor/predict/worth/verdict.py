"""Whether something is worth its money: the decision, from ranges and money per day (docs/physics.md 14.3).

Every end of the ranges decides for itself, so that how sure the verdict is follows from them and not from taste.
"""

from collections.abc import Sequence
from typing import NamedTuple

from advisor.facts.answers.worth import Sureness, WorthReason, WorthVerdict
from advisor.facts.values.range import Ending, Range
from advisor.predict.worth.rules import FELT_SPEED_UP

FAR_LIVES = 3.0
"""Elsewhere it costs a third: from here on money speaks against buying, whatever prices and hours do."""

LITTLE_USD = 100.0
"""What makes it fast enough for so little is bought without asking what it saves (a judgment)."""

_ENDS: tuple[Ending, ...] = ("low", "middle", "high")
_ANSWERS: dict[WorthReason, WorthVerdict] = {
    "not_used": "no",
    "enough": "no",
    "speed_unknown": "depends",
    "nothing_helps": "no",
    "over_budget": "no",
    "pays_back": "yes",
    "costs_nothing": "no",
    "for_here": "yes",
    "price_unknown": "depends",
    "pays_back_late": "depends",
    "may_it_leave": "depends",
    "cheaper_elsewhere": "no",
}


class Option(NamedTuple):
    """Something to buy. `enough` is how far it reaches, 1 is enough; `gain` how many times as fast a request is.

    Each None where that is not known. `saved_usd_per_day` is against the cheapest other way, None where nothing else
    does the same work. `is_dear`: beyond the budget. `is_memory`: sticks, which cost little beside a card;
    `is_setting`: nothing is bought at all.
    """

    id: str
    enough: Range | None
    gain: Range | None
    price_usd: float | None
    saved_usd_per_day: float | None
    is_dear: bool = False
    is_memory: bool = False
    is_setting: bool = False


class Case(NamedTuple):
    """What decides: how far the rig reaches as it is, what can be bought, and what was said about the use."""

    now: Range | None
    is_speed_unknown: bool
    options: tuple[Option, ...]
    hours_per_day: float
    stays_here: bool | None
    life_days: float


class Decision(NamedTuple):
    """The verdict, what it rests on, how sure it is, and what would be bought."""

    verdict: WorthVerdict
    reason: WorthReason
    sureness: Sureness
    best_id: str | None


def decide(case: Case) -> Decision:
    """The verdict of the middle; sure where both ends say the same, likely where one does; open without a speed."""
    found = {end: _at(case, end) for end in _ENDS}
    reason, best_id = found["middle"]
    verdict = _ANSWERS[reason]
    if reason == "speed_unknown":
        return Decision(verdict, reason, "depends", None)
    agreeing = sum(_ANSWERS[found[end][0]] == verdict for end in ("low", "high"))
    sureness: Sureness = "sure" if agreeing == len(_ENDS) - 1 else "likely" if agreeing else "depends"
    return Decision(verdict, reason, sureness, best_id)


def _at(case: Case, end: Ending) -> tuple[WorthReason, str | None]:
    """What is decided where all speeds lie at that end of their ranges."""
    if case.hours_per_day <= 0:
        return "not_used", None
    if case.is_speed_unknown:
        return "speed_unknown", None
    if case.now is not None and case.now.at(end) >= 1:
        return "enough", None
    helping = [one for one in case.options if _helps(one, end)]
    if not helping:
        return "nothing_helps", None
    within = [one for one in helping if not one.is_dear]
    if not within:
        return "over_budget", None
    return _worth(case, [one for one in within if _reaches(one, end)] or within, end)


def _worth(case: Case, helping: Sequence[Option], end: Ending) -> tuple[WorthReason, str | None]:
    """Whether one of the purchases that help is worth its price: the one that pays back first, else the simplest.

    Where some make it fast enough, nothing else is meant.
    """
    free = next((one for one in helping if one.is_setting), None)
    if free is not None:
        return "costs_nothing", free.id
    lives = {one.id: count for one in helping if (count := _lives(one, case)) is not None}
    first = min(lives, key=lambda item: lives[item], default=None)
    if first is not None and lives[first] <= 1:
        return "pays_back", first
    best = min(helping, key=lambda one: _order(one, end))
    if best.price_usd is None:
        return "price_unknown", best.id
    is_little = case.stays_here is None and _reaches(best, end) and best.price_usd <= LITTLE_USD
    if case.stays_here or best.saved_usd_per_day is None or is_little:
        return "for_here", best.id
    is_far = first is None or lives[first] > FAR_LIVES
    if case.stays_here is None and (_reaches(best, end) or not is_far):
        return "may_it_leave", best.id if is_far else first
    return ("cheaper_elsewhere", best.id) if is_far else ("pays_back_late", first)


def _helps(one: Option, end: Ending) -> bool:
    """Whether a person notices: fast enough, clearly faster, or done at all where no line of enough is drawn."""
    if _reaches(one, end):
        return one.gain is None or one.gain.at(end) > 1
    if one.gain is None:
        return one.enough is None
    return one.gain.at(end) >= FELT_SPEED_UP


def _reaches(one: Option, end: Ending) -> bool:
    return one.enough is not None and one.enough.at(end) >= 1


def _lives(one: Option, case: Case) -> float | None:
    """After how many of its lives it has paid for itself; None where that never comes or is not known."""
    if one.price_usd == 0:
        return 0.0
    if one.price_usd is None or one.saved_usd_per_day is None or one.saved_usd_per_day <= 0:
        return None
    return one.price_usd / (one.saved_usd_per_day * case.life_days)


def _order(one: Option, end: Ending) -> tuple[float, ...]:
    """What is bought first: what makes it fast enough, memory before cards, a known price, the lower one, the gain."""
    gain = one.gain.at(end) if one.gain else 0.0
    return (not _reaches(one, end), not one.is_memory, one.price_usd is None, one.price_usd or 0.0, -gain)
