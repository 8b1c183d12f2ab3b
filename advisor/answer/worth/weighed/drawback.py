"""What a purchase costs that does it without the drawback of the one that is advised: a poor file, hardly any room."""

from collections.abc import Iterable
from dataclasses import replace

from advisor.answer.worth.compared import Compared
from advisor.answer.worth.listed import is_near, near_usd
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.facts.answers.worth import PURCHASES, WorthReason
from advisor.predict.worth.revised import beyond_budget

DRAWBACKS: tuple[WorthReason, ...] = ("worse_file", "little_room")


def with_sound_way(answer: WorthAnswer, bought: Iterable[Compared]) -> WorthAnswer:
    """The answer with the least of the purchases, beyond the budget too, that do it in a good file and leave room."""
    if answer.decision.reason not in DRAWBACKS:
        return answer
    priced = (one for one in bought if one.price is not None and one.runs and not one.is_makeshift)
    sound = (one for one in priced if one.reached.light.is_useful and one.kind != "setting" and is_sound(one))
    return replace(answer, sound_way=min(sound, key=lambda one: one.cost_usd or 0.0, default=None))


def with_named_way(answer: WorthAnswer) -> WorthAnswer:
    """The answer without a worse file, where what was asked about by name does it soundly and faster for little more.

    Nobody who means to buy that gives away quality for the rest of its price.
    """
    question, best = answer.question, answer.best
    if answer.decision.reason != "worse_file" or best is None or question.asks_about(best.id):
        return answer
    most_usd, rate = near_usd(question.money.budget_usd or 0.0), best.reached.rate
    named = (one for one in answer.others if question.asks_about(one.id) and one.is_dear and one.kind in PURCHASES)
    sound = (one for one in named if is_near(one, most_usd) and is_sound(one) and not one.is_makeshift)
    light = best.reached.light.place
    able = (one.reached.rate for one in sound if one.reached.light.place <= light)
    if rate is None or not any(one is not None and one.middle >= rate.middle for one in able):
        return answer
    return replace(answer, decision=beyond_budget(answer.decision))


def is_sound(one: Compared) -> bool:
    """Whether the model is in a good file with it, with room beside it."""
    return not (one.reached.is_only_reduced or one.reached.is_cramped)
