"""The same work with a model that asks more of the computer: enough with one made quick may be slow with others."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import islice
from math import sqrt

from advisor.answer.worth.compared import Compared
from advisor.answer.worth.newly import NewlyUsable
from advisor.answer.worth.worth_answer import Harder, WorthAnswer
from advisor.facts.rig.rig import Rig

_DRAWN = ("image", "video")
_ASKED, _WAYS = 8, 6
_CLEARLY_FASTER = 1.8
"""Times as fast, from which a purchase is named for it (a judgment)."""


def with_harder(
    answer: WorthAnswer, ways: Iterable[Compared], rigs: Mapping[str, Rig], newly: NewlyUsable
) -> WorthAnswer:
    """The answer with the most capable model of pictures or films that is slow here, where nobody named the model.

    With it what is worth most for its money of the `ways` that make it clearly faster, within what may be spent.
    """
    question = answer.question
    if not question.is_open or question.task not in _DRAWN or answer.decision.reason != "enough":
        return answer
    for model_id in islice(newly.ids(), _ASKED):
        here = newly.reached_on("now", newly.rig, model_id)
        if here.rate is not None and not here.light.is_useful:
            found = Harder(model_id, here)
            with_money = bool(question.money.budget_usd)
            return replace(answer, harder=_with_purchase(found, ways, rigs, newly) if with_money else found)
    return answer


def _with_purchase(one: Harder, ways: Iterable[Compared], rigs: Mapping[str, Rig], newly: NewlyUsable) -> Harder:
    """The largest memories are asked: such models are moved through small ones. What is surely faster counts."""
    bought = sorted(filter(_is_payable, ways), key=lambda way: (-way.memory_bytes, way.cost_usd or 0.0))[:_WAYS]
    found = [(way, newly.reached_on(way.id, rigs[way.id], one.model_id)) for way in bought if way.id in rigs]
    here = one.here.rate.middle if one.here.rate is not None else 0.0
    faster = [
        (way.ease * reached.rate.low / sqrt(max(way.cost_usd or 0.0, 1.0)), way, reached)
        for way, reached in found
        if reached.rate is not None and reached.rate.middle >= _CLEARLY_FASTER * here
    ]
    best = max(faster, key=lambda pair: pair[0], default=None)
    return one if best is None else one._replace(way=best[1], there=best[2])


def _is_payable(way: Compared) -> bool:
    is_card = way.kind in ("card", "second_card")
    return is_card and way.price is not None and not way.is_dear and not way.is_makeshift
