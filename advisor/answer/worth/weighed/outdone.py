"""A card that costs no less than another one which does all of it better: the other one is advised.

So is one beside the own card where several would take its place: nobody throws that out for no more.
"""

from collections.abc import Mapping
from dataclasses import replace

from advisor.answer.money.prices import set_count
from advisor.answer.worth.compared import Compared
from advisor.answer.worth.newly import NewlyUsable
from advisor.answer.worth.speed import Reached
from advisor.answer.worth.worth_answer import WorthAnswer, advised_first
from advisor.facts.rig.rig import Rig
from advisor.predict.worth.rules import FELT_SPEED_UP
from advisor.predict.worth.verdict import CLEARLY_DEARER

_MAKERS = ("intel", "amd", "nvidia")
"""By how many programs run on their cards, the fewest first."""
_AS_MUCH, _AS_FAST = 0.8, 0.8
"""Of the memory of a card, less of which somebody would miss with the next model; and of a speed (both a judgment)."""


def with_outdone(answer: WorthAnswer, rigs: Mapping[str, Rig], newly: NewlyUsable) -> WorthAnswer:
    """The answer with a card that costs no more, is clearly faster and does as much with the model that comes with it.

    What is advised has a little more memory then, and nothing comes of it. Of several the first of the options.
    """
    best = answer.best
    if answer.decision.verdict != "yes" or best is None or best.kind != "card" or answer.question.asks_about(best.id):
        return answer
    beside = (one for one in answer.others if _spares_own(one, best, answer))
    better = (one for one in answer.others if _outdoes(one, best))
    found = next(beside, None) or next((one for one in better if _opens_as_much(one, best, rigs, newly)), None)
    if found is None:
        return answer
    decision = answer.decision._replace(best_id=found.id)
    return replace(answer, decision=decision, others=advised_first(answer.others, decision))


def _outdoes(one: Compared, best: Compared) -> bool:
    """Whether it does the same work clearly faster, for no more money and with no further nuisance."""
    if one.kind != "card" or one.is_makeshift or one.is_dear or one.price is None or best.price is None:
        return False
    if one.id == best.id or one.price.usd.middle > best.price.usd.middle or set(one.doubts) - set(best.doubts):
        return False
    is_alike = one.memory_bytes >= _AS_MUCH * best.memory_bytes
    return is_alike and _maker(one) >= _maker(best) and _does_as_well(one.reached, best.reached, FELT_SPEED_UP)


def _spares_own(one: Compared, best: Compared, answer: WorthAnswer) -> bool:
    """Whether it is one card beside those that are there, and does as well as several in their place for like money."""
    is_replaced = set_count(best.id) > 1 and any(part.pool == "vram" for part in answer.parts)
    if not is_replaced or one.kind != "second_card" or one.is_makeshift or one.is_dear or "two_makers" in one.doubts:
        return False
    if one.price is None or best.price is None or one.price.usd.middle > CLEARLY_DEARER * best.price.usd.middle:
        return False
    mine, its = one.reached, best.reached
    is_as_sound = mine.is_reduced <= its.is_reduced and mine.is_tight <= its.is_tight
    opens_as_much = set(best.newly_usable[:1]) <= set(one.newly_usable)
    return is_as_sound and opens_as_much and _does_as_well(mine, its, _AS_FAST)


def _maker(one: Compared) -> int:
    return _MAKERS.index(one.maker) if one.maker in _MAKERS else 0


def _opens_as_much(one: Compared, best: Compared, rigs: Mapping[str, Rig], newly: NewlyUsable) -> bool:
    """Whether the most capable model that comes with the one comes with the other, too, and no slower."""
    if not best.newly_usable:
        return True
    model_id = best.newly_usable[0]
    if model_id not in one.newly_usable or one.id not in rigs or best.id not in rigs:
        return False
    mine, its = (newly.reached_on(each.id, rigs[each.id], model_id) for each in (one, best))
    return not mine.is_reduced and mine.fit == "fits" and _does_as_well(mine, its, FELT_SPEED_UP)


def _does_as_well(mine: Reached, its: Reached, times: float) -> bool:
    """Whether the light is no worse, thinking no less, and the speed so many times the other's."""
    if mine.rate is None or its.rate is None or mine.light.place > its.light.place:
        return False
    thinks = mine.light.thinks is not False or its.light.thinks is False
    return thinks and mine.rate.middle >= times * its.rate.middle
