"""The same work with a model that asks more of the computer: enough with one made quick may be slow with others."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import islice
from math import sqrt

from advisor.answer.worth.compared import Compared
from advisor.answer.worth.newly import NewlyUsable
from advisor.answer.worth.speed import Reached
from advisor.answer.worth.worth_answer import Harder, WorthAnswer
from advisor.facts.answers.worth import CARDS
from advisor.facts.rig.rig import Rig
from advisor.predict.worth.rules import FELT_SPEED_UP

_DRAWN = ("image", "video")
_ASKED, _WAYS = 8, 6
_CLEARLY_FASTER = 1.8
"""Times as fast, from which a purchase is named for it (a judgment)."""


def with_harder(
    answer: WorthAnswer, ways: Iterable[Compared], rigs: Mapping[str, Rig], newly: NewlyUsable
) -> WorthAnswer:
    """The answer with a more capable model that is no more than fine here, where nobody named the model.

    Of pictures or films one that is slow. With it what is worth most for its money of the `ways` that make it clearly
    faster, within what may be spent; where it writes only with such a way, and great with that.
    """
    question = answer.question
    if not question.is_open or answer.decision.reason != "enough":
        return answer
    with_money = bool(question.money.budget_usd)
    if question.task in _DRAWN:
        found = _slow(newly)
        return answer if found is None else _with(answer, _bought(found, ways, rigs, newly) if with_money else found)
    found = (
        _fine(newly, newly.able(question.any_model_id)) if question.api_model_id is not None and with_money else None
    )
    bought = None if found is None else _bought(found, ways, rigs, newly)
    return answer if bought is None or bought.way is None else _with(answer, bought)


def _with(answer: WorthAnswer, found: Harder) -> WorthAnswer:
    return replace(answer, harder=found)


def _slow(newly: NewlyUsable) -> Harder | None:
    for model_id in islice(newly.ids(), _ASKED):
        here = newly.reached_on("now", newly.rig, model_id)
        if here.rate is not None and not here.light.is_useful:
            return Harder(model_id, here)
    return None


def _fine(newly: NewlyUsable, able: float) -> Harder | None:
    """The most capable that does the work well here, if it is more capable than so much, and fine at best."""
    model_id = newly.most_able_here()
    if model_id is None or newly.able(model_id) <= able:
        return None
    here = newly.reached_on("now", newly.rig, model_id)
    return Harder(model_id, here) if here.light.usability == "fine" else None


def _bought(one: Harder, ways: Iterable[Compared], rigs: Mapping[str, Rig], newly: NewlyUsable) -> Harder:
    """The largest memories are asked: such models are moved through small ones. What is surely faster counts."""
    bought = sorted(filter(_is_payable, ways), key=lambda way: (-way.memory_bytes, way.cost_usd or 0.0))[:_WAYS]
    found = [(way, newly.reached_on(way.id, rigs[way.id], one.model_id)) for way in bought if way.id in rigs]
    faster = [
        (way.ease * reached.rate.low / sqrt(max(way.cost_usd or 0.0, 1.0)), way, reached)
        for way, reached in found
        if reached.rate is not None and reached.rate.middle >= _least(one.here, reached)
    ]
    best = max(faster, key=lambda pair: pair[0], default=None)
    return one if best is None else one._replace(way=best[1], there=best[2])


def _least(here: Reached, there: Reached) -> float:
    """How fast it must be there: clearly faster where it is slow here, felt to be where it is great there alone."""
    times = _CLEARLY_FASTER
    if here.light.is_useful and there.light.usability == "great":
        times = FELT_SPEED_UP
    return times * (here.rate.middle if here.rate is not None else 0.0)


def _is_payable(way: Compared) -> bool:
    is_card = way.kind in CARDS
    return is_card and way.price is not None and not way.is_dear and not way.is_makeshift
