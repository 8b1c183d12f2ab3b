"""A verdict revised (docs/physics.md 14.4): what is free goes first, other models do the work, money is for more."""

from advisor.facts.answers.worth import WorthReason
from advisor.facts.values.range import Range
from advisor.predict.worth.rules import FELT_SPEED_UP
from advisor.predict.worth.verdict import (
    ANSWERS,
    LITTLE_USD,
    MOST_SHARE,
    MUCH,
    Case,
    Decision,
    Option,
    surely_reaches,
    worth_order,
)

FAR_DOUBLINGS, NEAR_DOUBLINGS = 2.0, 1.0
"""A model that does as much as one four times as large is another class, as one twice as large a better one."""


def brings_for_nothing(one: Option) -> bool:
    """Whether it costs nothing, takes nothing, and a tenth and more of speed comes of it."""
    return one.price_usd == 0 and not one.is_reduced and one.gain is not None and one.gain.middle >= _A_TENTH


def after(case: Case, done: Option) -> Case:
    """The case once what costs nothing is done: what is bought is held against that."""
    gain = done.gain or Range.exactly(1.0)

    def left(one: Option) -> Option:
        if one.gain is None:
            return one
        return one._replace(gain=Range(*(mine / theirs for mine, theirs in zip(one.gain, gain, strict=True))))

    return case._replace(now=done.enough, options=tuple(left(one) for one in case.options if one.id != done.id))


def for_nothing(done: Option) -> Decision:
    """The verdict where something is to be had for nothing, whatever is bought then."""
    is_sure = done.gain is not None and done.gain.low >= _A_TENTH
    return Decision(ANSWERS["free_gain"], "free_gain", "sure" if is_sure else "likely", done.id)


def small_step(decision: Decision, now: Range | None, one: Option) -> Decision:
    """The verdict where what is here is enough, and little money makes it clearly faster, as far as anybody notices."""
    is_little = one.price_usd is not None and one.price_usd <= LITTLE_USD and not one.is_dear
    is_felt = one.gain is not None and one.gain.middle >= FELT_SPEED_UP
    if decision.reason not in _ENOUGH or not (is_little and is_felt) or now is None or now.middle >= MOST_SHARE:
        return decision
    return Decision(ANSWERS["small_step"], "small_step", "likely", one.id)


def to_think(decision: Decision, one: Option) -> Decision:
    """The verdict where what is here is enough without thinking, and twice as much lets the model think."""
    is_much = one.gain is not None and one.gain.middle >= MUCH
    if decision.reason != "enough" or not is_much:
        return decision
    return Decision(ANSWERS["to_think"], "to_think", "likely", one.id)


def better_file(decision: Decision, way_id: str, *, is_much: bool = False) -> Decision:
    """The verdict where what is here is enough in a file alone that answers noticeably worse: a yes to a good one.

    None to what `is_much`, more than is advised before somebody said what may be spent.
    """
    if decision.reason != "enough":
        return decision
    if is_much:
        return Decision(ANSWERS["dear"], "dear", "likely", way_id)
    return Decision(ANSWERS["better_file"], "better_file", "likely", way_id)


def sooner(decision: Decision, now: Range | None, way_id: str) -> Decision:
    """The verdict where what is here is enough, not as fast as anybody notices, and a way is far faster at more work.

    It never becomes a plain yes: patience costs nothing.
    """
    if decision.reason != "enough" or now is None or now.middle >= MOST_SHARE:
        return decision
    return Decision(ANSWERS["sooner"], "sooner", "likely", way_id)


_ENOUGH: tuple[WorthReason, ...] = ("enough", "more_capable", "better_models")
_A_TENTH = 1.1
"""From here on a gain is noticed."""


def more_capable(decision: Decision, way_id: str, doublings: float) -> Decision:
    """The verdict where what is here is enough and a way within what may be spent makes better models possible.

    `doublings` of parameters are between the most capable model here and there. It never becomes a plain yes: what was
    asked is done already, and money alone is no need.
    """
    if decision.reason != "enough" or doublings < NEAR_DOUBLINGS:
        return decision
    reason: WorthReason = "more_capable" if doublings >= FAR_DOUBLINGS else "better_models"
    return Decision(ANSWERS[reason], reason, "likely", way_id)


def only_elsewhere(decision: Decision) -> Decision:
    """The verdict where something elsewhere does the work and may: that, where no purchase within reach does."""
    if decision.reason not in ("nothing_helps", "over_budget"):
        return decision
    return Decision(ANSWERS["only_elsewhere"], "only_elsewhere", decision.sureness, None)


def beyond_budget(decision: Decision) -> Decision:
    """The verdict where what is within the budget is no advice, and what is meant lies a little beyond it."""
    return decision._replace(verdict=ANSWERS["over_budget"], reason="over_budget", best_id=None)


def rather_rented(decision: Decision) -> Decision:
    """The verdict where nothing bought does the work, or only what is dear, and what is rented does: that instead."""
    if decision.reason not in ("nothing_helps", "over_budget", "dear"):
        return decision
    return Decision(ANSWERS["cheaper_elsewhere"], "cheaper_elsewhere", decision.sureness, None)


def rather_api(decision: Decision) -> Decision:
    """The verdict where what does the work is dear, and costs more than an API for as long as such things are of use.

    What would be bought stays named: for whoever keeps the work here.
    """
    if decision.reason != "dear":
        return decision
    return decision._replace(verdict=ANSWERS["cheaper_elsewhere"], reason="cheaper_elsewhere")


def other_model(case: Case, decision: Decision, *, is_as_able: bool) -> Decision:
    """The verdict where another model does the same work well as it is, `is_as_able`: great, and as capable a one.

    Then nothing is bought; nor for a speed that is not sure to be enough and not twice as much. What would be bought
    all the same is the first by value: whether it is sure to be enough is no reason against it.
    """
    best = next((one for one in case.options if one.id == decision.best_id), None)
    may_buy = decision.verdict == "yes" or decision.reason == "dear"
    if not may_buy or best is None or best.is_setting or case.now is None:
        return decision
    is_step = best.gain is None or best.gain.middle >= MUCH or surely_reaches(best, "middle")
    if is_step and not is_as_able:
        return decision
    sure = (one for one in case.options if surely_reaches(one, "middle") and not (one.is_dear or one.is_setting))
    first = min((best, *sure), key=lambda one: worth_order(one, case.now))
    return Decision(ANSWERS["other_model"], "other_model", "likely", first.id)
