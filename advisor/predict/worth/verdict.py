"""Whether something is worth its money: the decision, from ranges and money per day (docs/physics.md 14.4).

Every end of the ranges decides for itself, so that how sure the verdict is follows from them and not from taste.
"""

from collections.abc import Sequence
from math import log2, sqrt
from typing import NamedTuple

from advisor.facts.answers.usability import ENOUGH_SHARE, likely_share
from advisor.facts.answers.worth import Sureness, WorthReason, WorthVerdict
from advisor.facts.values.range import Ending, Range
from advisor.predict.worth.rules import FELT_SPEED_UP

FAR_LIVES = 2.0
"""Six years, so long such things are of use: from here on money speaks against buying, whatever prices and hours do."""

LITTLE_USD = 100.0
"""What makes it fast enough, or clearly faster, for so little is bought without asking what it saves (a judgment)."""

UNASKED_USD = 3000.0
"""What costs more than a whole good computer is not advised before somebody said that it may (a judgment)."""

MOST_SHARE = 4.0
"""Times what the work needs, beyond which nobody notices (a judgment)."""

MUCH = 2.0
"""From here on patience decides whether what is still slow is worth it (a judgment)."""

_FAR_TIMES = 4.0
"""So many times as fast is worth its money where nothing that people buy is fast (a judgment)."""

_ENDS: tuple[Ending, ...] = ("low", "middle", "high")
ANSWERS: dict[WorthReason, WorthVerdict] = {
    "not_used": "no",
    "enough": "no",
    "speed_unknown": "depends",
    "nothing_helps": "no",
    "over_budget": "no",
    "pays_back": "yes",
    "costs_nothing": "no",
    "for_here": "yes",
    "dear": "depends",
    "other_model": "no",
    "still_slow": "no",
    "faster_yet_slow": "depends",
    "far_faster": "yes",
    "worse_file": "depends",
    "better_file": "yes",
    "little_room": "depends",
    "more_capable": "depends",
    "better_models": "depends",
    "sooner": "depends",
    "price_unknown": "depends",
    "pays_back_late": "depends",
    "may_it_leave": "depends",
    "cheaper_elsewhere": "no",
    "only_elsewhere": "depends",
    "free_gain": "yes",
    "small_step": "yes",
    "to_think": "depends",
}


class Option(NamedTuple):
    """Something to buy. `enough` is how far it reaches, 1 is enough; `gain` how many times as fast a request is.

    Each None where that is not known. `saved_usd_per_day` is against the cheapest other way, None where nothing else
    does the same work. `is_dear`: beyond the budget. `ease` is the part of its use that is left after what is a
    nuisance about it. `is_setting`: nothing is bought at all; `is_reduced`: something is taken from the model or the
    work. `is_makeshift`: it works only with parts that nobody sells with it, and leads only where nothing else is
    enough. `is_roomy`: it leaves room for what people run at home for that money. `is_worse_file`: it runs the model in
    a file alone that answers noticeably worse; `is_cramped`: hardly any memory is left beside it. `needs_place`: it
    wants a board for several cards, and a power supply, that nobody told of. `is_tight`: no good file of the model lies
    with some context in its memory alone; `is_held`: one does, where graphics read it.
    """

    id: str
    enough: Range | None
    gain: Range | None
    price_usd: float | None
    saved_usd_per_day: float | None
    is_dear: bool = False
    ease: float = 1.0
    is_setting: bool = False
    is_reduced: bool = False
    is_makeshift: bool = False
    is_roomy: bool = False
    is_worse_file: bool = False
    is_cramped: bool = False
    needs_place: bool = False
    is_tight: bool = False
    is_held: bool = False


class Case(NamedTuple):
    """What decides: how far the rig reaches as it is, what can be bought, and what was said about the use.

    `has_budget`: somebody said what may be spent. `is_slow_anyway`: nobody expects to sit and wait for such work.
    """

    now: Range | None
    is_speed_unknown: bool
    options: tuple[Option, ...]
    hours_per_day: float
    stays_here: bool | None
    life_days: float
    has_budget: bool = False
    is_slow_anyway: bool = False


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
    verdict = ANSWERS[reason]
    if reason == "speed_unknown":
        return Decision(verdict, reason, "depends", None)
    agreeing = sum(_agree(found[end][0], reason) for end in ("low", "high"))
    sureness: Sureness = "sure" if agreeing == len(_ENDS) - 1 else "likely" if agreeing else "depends"
    return Decision(verdict, reason, sureness, best_id)


def _agree(one: WorthReason, other: WorthReason) -> bool:
    """Whether both give the same advice: that nothing helps is no word for what is enough already."""
    return ANSWERS[one] == ANSWERS[other] and (one == "enough") == (other == "enough")


def brings_nothing(one: Option, now: Range | None) -> bool:
    """Whether a person is hardly better off with it at this work: by value then nothing but its price tells."""
    return _gained(one, now, "middle") <= _HARDLY


def worth_order(one: Option, now: Range | None, end: Ending = "middle") -> tuple[float, ...]:
    """Smaller comes first: what costs nothing, what can be paid and is enough, then what gains most for its money.

    What has no price comes last. Twice the price must bring 1.4 times as much: usefulness grows by the doublings of
    what the work needs, up to `MOST_SHARE` of it.
    """
    gained = _gained(one, now, end) * one.ease
    usd = one.price_usd
    worth = gained / sqrt(max(usd or 0.0, _LEAST_USD))
    is_short = not surely_reaches(one, end)
    return (usd is None, not one.is_setting, one.is_dear, one.is_makeshift, is_short, -worth, usd or 0.0)


_HARDLY = 1e-6
_NEARLY = 0.8
"""Of enough: so close to it nobody builds a blower into a home computer for the rest (a judgment)."""
CLEARLY_DEARER, _WITH_NUISANCE, _FOR_LESS_LIGHT = 1.25, 1.5, 2.0
"""Times the price from which the cheaper of two that are enough is meant (all a judgment)."""
_NO_NUISANCE = 0.25
"""What has less of its use left does not come before what is dear."""
_AS_EASY, _MUCH_NUISANCE = 0.55, 3.0
"""Of the use that is left of the other: what has less of it must cost a third of the money (a judgment)."""
_LEAST_USD = 20.0
"""Below that no price makes a difference."""


def _gained(one: Option, now: Range | None, end: Ending) -> float:
    """From 0 to 1: how much more useful it is than now; by the gain where no line of enough is drawn."""
    if one.enough is not None:
        before = useful(now.at(end)) if now is not None else 0.0
        return useful(one.enough.at(end)) - before
    return 1.0 if one.gain is None else min(1.0, log2(max(one.gain.at(end), 1.0)) / MOST_SHARE)


def useful(share: float) -> float:
    """How useful it is to reach so many times what the work needs, from 0 to 1."""
    return log2(1 + min(share, MOST_SHARE)) / log2(1 + MOST_SHARE)


def _at(case: Case, end: Ending) -> tuple[WorthReason, str | None]:
    """What is decided where all speeds lie at that end of their ranges."""
    if case.hours_per_day <= 0:
        return "not_used", None
    if case.is_speed_unknown:
        return "speed_unknown", None
    if case.now is not None and _is_enough(case.now, end):
        return "enough", None
    helping = [one for one in case.options if _helps(one, end)]
    if not helping:
        return "nothing_helps", None
    within = [one for one in helping if not one.is_dear]
    if not within:
        return "over_budget", None
    return _worth(case, sorted(within, key=lambda one: worth_order(one, case.now, end)), end)


def _worth(case: Case, helping: Sequence[Option], end: Ending) -> tuple[WorthReason, str | None]:
    """Whether the first of the purchases that help is worth its price: of those that are enough, if any is.

    What is dear before money is set aside stands behind what does it for less, and what does it only in a worse file,
    or leaves no room, behind what does it soundly.
    """
    reaching = _unless_nearly([one for one in helping if _reaches(one, end)], helping, end)
    reaching = [one for one in reaching if not (_has_drawback(one) or one.is_makeshift)] or reaching
    usual = [one for one in reaching if one.ease >= _NO_NUISANCE and _is_unasked(one)]
    first = _cheapest(reaching if case.has_budget or not usual else usual, end, has_budget=case.has_budget)
    first = _with_room(_placed(first, reaching), reaching, end)
    if first is None:
        best = helping[0]
        if best.enough is None:
            return _paid(case, best, end)
        far = [one for one in helping if _is_far_faster(one, end)] if case.is_slow_anyway else []
        if far:
            return _far_faster(case, far)
        return ("faster_yet_slow" if _is_much(best, end) else "still_slow"), best.id
    return ("costs_nothing", first.id) if first.is_setting else _with_drawback(first, _paid(case, first, end))


def _has_drawback(one: Option) -> bool:
    return one.is_worse_file or one.is_cramped


def _far_faster(case: Case, far: Sequence[Option]) -> tuple[WorthReason, str | None]:
    """What is many times as fast though still slow: the first of some, those before the dear that are not asked for."""
    best = next((one for one in far if case.has_budget or _is_unasked(one)), far[0])
    if best.price_usd is None:
        return "price_unknown", best.id
    return ("far_faster" if case.has_budget or _is_unasked(best) else "dear"), best.id


def _with_drawback(one: Option, found: tuple[WorthReason, str | None]) -> tuple[WorthReason, str | None]:
    """No plain yes for what does it only in a worse file, or with no room left."""
    if ANSWERS[found[0]] != "yes" or not _has_drawback(one):
        return found
    return ("worse_file" if one.is_worse_file else "little_room"), one.id


def _unless_nearly(reaching: Sequence[Option], helping: Sequence[Option], end: Ending) -> Sequence[Option]:
    """Those that are enough; where only makeshifts are, and what is sold as it is nearly is, none is."""
    nearly = (one.enough.at(end) >= _NEARLY for one in helping if one.enough is not None and not one.is_makeshift)
    return () if any(nearly) and all(one.is_makeshift for one in reaching) else reaching


def _cheapest(reaching: Sequence[Option], end: Ending, *, has_budget: bool) -> Option | None:
    """The first of those that are enough, or what is enough for clearly less money; None without one.

    A fifth saved is no reason for the weaker one, half is even where the first has a better light, unless somebody set
    the money aside.
    """
    if not reaching:
        return None
    first = reaching[0]
    cheaper = [one for one in reaching if one.price_usd is not None and _is_cheaper(one, first, end)]
    cheaper = [one for one in cheaper if not (has_budget and _is_great(first, end) and not _is_great(one, end))]
    least = min((one.price_usd or 0.0 for one in cheaper), default=0.0)
    return next((one for one in cheaper if (one.price_usd or 0.0) <= CLEARLY_DEARER * least), first)


def _placed(first: Option | None, reaching: Sequence[Option]) -> Option | None:
    """What goes in as it is, where it is enough, too, and costs no more than what wants an unknown board and supply."""
    if first is None or not first.needs_place or first.price_usd is None:
        return first
    usd = first.price_usd
    plain = (one for one in reaching if not one.needs_place and one.price_usd is not None and one.price_usd <= usd)
    return next((one for one in plain if one.ease >= first.ease and not one.is_setting), first)


def _with_room(first: Option | None, reaching: Sequence[Option], end: Ending) -> Option | None:
    """What holds a good file with some context, for up to twice the money and about as fast, before what does not."""
    if first is None or not first.is_tight or not first.price_usd or first.enough is None:
        return first
    most_usd, least = _FOR_LESS_LIGHT * first.price_usd, min(first.enough.at(end), MOST_SHARE) / FELT_SPEED_UP
    roomy = (one for one in reaching if one.is_held and not (one.is_makeshift or one.is_reduced or one.is_dear))
    paid = (one for one in roomy if one.price_usd is not None and one.price_usd <= most_usd)
    return next((one for one in paid if one.enough is not None and one.enough.at(end) >= least), first)


def _is_unasked(one: Option) -> bool:
    """Whether it costs no more than is advised before somebody said what may be spent."""
    return one.price_usd is not None and one.price_usd <= UNASKED_USD


def _is_cheaper(one: Option, other: Option, end: Ending) -> bool:
    """Whether it costs clearly less than the other, and has no nuisance that the other has not.

    With one it costs less still, is as good as anybody notices, and leaves room: what is faster is more than was asked.
    """
    mine, theirs = (found.enough.at(end) if found.enough else 0.0 for found in (one, other))
    times = _FOR_LESS_LIGHT if theirs >= MUCH > mine else CLEARLY_DEARER
    if one.ease < other.ease:
        if mine < MUCH or not one.is_roomy or one.ease < _NO_NUISANCE:
            return False
        times = _WITH_NUISANCE if one.ease >= _AS_EASY * other.ease else _MUCH_NUISANCE
    is_plain = other.is_makeshift or not one.is_makeshift
    return is_plain and other.is_dear >= one.is_dear and times * (one.price_usd or 0.0) <= (other.price_usd or 0.0)


def _paid(case: Case, best: Option, end: Ending) -> tuple[WorthReason, str | None]:
    """What its price says of something that is enough, or that nobody drew a line for."""
    if best.price_usd is None:
        return "price_unknown", best.id
    lives = _lives(best, case)
    if lives is not None and lives <= 1:
        return "pays_back", best.id
    if not case.has_budget and best.price_usd > UNASKED_USD:
        return "dear", best.id
    is_little = case.stays_here is None and _reaches(best, end) and best.price_usd <= LITTLE_USD
    if case.stays_here or best.saved_usd_per_day is None or is_little:
        return "for_here", best.id
    is_far = lives is None or lives > FAR_LIVES
    if case.stays_here is None:
        return "may_it_leave", best.id
    return ("cheaper_elsewhere" if is_far else "pays_back_late"), best.id


def _helps(one: Option, end: Ending) -> bool:
    """Whether a person notices: fast enough, clearly faster, or done at all where no line of enough is drawn.

    A makeshift that is no class faster is not worth its blower: old cards fall behind where programs want bf16 (FLUX on
    a V100: 7 minutes, 90 s in patched fp16, github.com/huggingface/diffusers/issues/9095).
    """
    if one.is_makeshift and one.gain is not None and one.gain.at(end) < MUCH:
        return False
    if _reaches(one, end):
        return one.gain is None or one.gain.at(end) > 1
    if one.gain is None:
        return one.enough is None
    return one.gain.at(end) >= FELT_SPEED_UP


def _is_much(one: Option, end: Ending) -> bool:
    """Whether what is not enough is half of that, and half the wait; what costs little need only be felt."""
    if one.enough is None or one.enough.at(end) < 1 / MUCH:
        return False
    is_little = one.price_usd is not None and one.price_usd <= LITTLE_USD
    return one.gain is None or one.gain.at(end) >= (FELT_SPEED_UP if is_little else MUCH)


def _is_far_faster(one: Option, end: Ending) -> bool:
    """Whether it turns hours into minutes, as it is sold."""
    return not one.is_makeshift and one.gain is not None and one.gain.at(end) >= _FAR_TIMES


def _reaches(one: Option, end: Ending) -> bool:
    """Whether it is enough, as its light says."""
    return one.enough is not None and _is_enough(one.enough, end)


def _is_enough(share: Range, end: Ending) -> bool:
    """At an end of the range that; in its middle what is likely reached, which the light stands on."""
    return (likely_share(share) if end == "middle" else share.at(end)) >= ENOUGH_SHARE


def _is_great(one: Option, end: Ending) -> bool:
    """Whether it is twice what the work needs."""
    return one.enough is not None and one.enough.at(end) >= MUCH


def surely_reaches(one: Option, end: Ending) -> bool:
    """Whether it is enough at its low end, too, or twice that in the middle: what is bought should not disappoint."""
    if one.enough is None or (end == "middle" and one.enough.middle >= MUCH):
        return one.enough is not None
    return (one.enough.high if end == "high" else one.enough.low) >= ENOUGH_SHARE


def _lives(one: Option, case: Case) -> float | None:
    """After how many of its lives it has paid for itself; None where that never comes or is not known."""
    if one.price_usd == 0:
        return 0.0
    if one.price_usd is None or one.saved_usd_per_day is None or one.saved_usd_per_day <= 0:
        return None
    return one.price_usd / (one.saved_usd_per_day * case.life_days)
