"""A card that costs no less than another one which does all of it better: the other one is advised."""

from collections.abc import Mapping
from dataclasses import replace

from advisor.answer.worth.compared import Compared
from advisor.answer.worth.newly import NewlyUsable
from advisor.answer.worth.speed import Reached
from advisor.answer.worth.worth_answer import WorthAnswer, advised_first
from advisor.facts.rig.rig import Rig
from advisor.predict.worth.rules import FELT_SPEED_UP

_MAKERS = ("intel", "amd", "nvidia")
"""By how many programs run on their cards, the fewest first."""
_AS_MUCH = 0.8
"""Of the memory of a card, less of which somebody would miss with the next model (a judgment)."""


def with_outdone(answer: WorthAnswer, rigs: Mapping[str, Rig], newly: NewlyUsable) -> WorthAnswer:
    """The answer with a card that costs no more, is clearly faster and does as much with the model that comes with it.

    What is advised has a little more memory then, and nothing comes of it. Of several the first of the options.
    """
    best = answer.best
    if answer.decision.verdict != "yes" or best is None or best.kind != "card" or answer.question.asks_about(best.id):
        return answer
    better = (one for one in answer.others if _outdoes(one, best))
    found = next((one for one in better if _opens_as_much(one, best, rigs, newly)), None)
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
    return is_alike and _maker(one) >= _maker(best) and _does_better(one.reached, best.reached)


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
    return not mine.is_reduced and mine.fit == "fits" and _does_better(mine, its)


def _does_better(mine: Reached, its: Reached) -> bool:
    """Whether the light is no worse, thinking no less, and the speed clearly higher."""
    if mine.rate is None or its.rate is None or mine.light.place > its.light.place:
        return False
    thinks = mine.light.thinks is not False or its.light.thinks is False
    return thinks and mine.rate.middle >= FELT_SPEED_UP * its.rate.middle
