"""What a purchase costs that does it without the drawback of the one that is advised: a poor file, hardly any room."""

from collections.abc import Iterable
from dataclasses import replace

from advisor.answer.worth.compared import Compared
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.facts.answers.worth import WorthReason

DRAWBACKS: tuple[WorthReason, ...] = ("worse_file", "little_room")


def with_sound_way(answer: WorthAnswer, bought: Iterable[Compared]) -> WorthAnswer:
    """The answer with the least of the purchases, beyond the budget too, that do it in a good file and leave room."""
    if answer.decision.reason not in DRAWBACKS:
        return answer
    priced = (one for one in bought if one.price is not None and one.runs and not one.is_makeshift)
    sound = (one for one in priced if one.reached.light.is_useful and one.kind != "setting" and is_sound(one))
    return replace(answer, sound_way=min(sound, key=lambda one: one.cost_usd or 0.0, default=None))


def is_sound(one: Compared) -> bool:
    """Whether the model is in a good file with it, with room beside it."""
    return not (one.reached.is_only_reduced or one.reached.is_cramped)
