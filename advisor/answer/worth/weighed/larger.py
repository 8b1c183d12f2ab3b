"""Which larger models a purchase lets run that was asked about by name, or RAM alone, where no model was named."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import islice

from advisor.answer.worth.compared import Compared
from advisor.answer.worth.newly import NAMED, NewlyUsable
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.facts.answers.worth import PURCHASES, WorthReason
from advisor.facts.rig.rig import Rig
from advisor.predict.worth.verdict import Decision

_ASKED = 24
"""So many models are asked about, the most capable first."""
_NO_PURCHASE: tuple[WorthReason, ...] = ("enough", "nothing_helps", "over_budget")


def with_larger(answer: WorthAnswer, rigs: Mapping[str, Rig], newly: NewlyUsable) -> WorthAnswer:
    """The answer with what each size of memory lets run, where it was asked whether memory is worth its money."""
    question = answer.question
    if not question.is_open or answer.decision.reason not in _NO_PURCHASE:
        return answer
    if question.part != "memory":
        return _with_named(answer, rigs, newly)
    ways = tuple(_opening(one, rigs, newly) if one.kind == "memory" else one for one in answer.others)
    payable = [one for one in ways if one.kind == "memory" and one.newly_usable and one.price is not None]
    named = answer.question.named_cards
    payable.sort(
        key=lambda one: (one.id not in named, one.is_dear, one.price.usd.middle if one.price is not None else 0.0)
    )
    answer = replace(answer, others=ways)
    if not payable:
        return answer
    best = payable[0]
    if best.is_dear:
        return replace(answer, decision=Decision("no", "over_budget", "likely", None), buys_most=best)
    first = tuple(sorted(ways, key=lambda one: one.id != best.id))
    is_better = newly.able(best.newly_usable[0]) > newly.able_here()
    able = None if is_better else newly.most_able_here()
    if is_better or best.id in named:
        decision = Decision("depends", "better_models", "likely", best.id)
        return replace(answer, decision=decision, others=first, as_able=able)
    return replace(answer, others=first, buys_most=best, as_able=able)


def _with_named(answer: WorthAnswer, rigs: Mapping[str, Rig], newly: NewlyUsable) -> WorthAnswer:
    """The answer with what a purchase that was asked about by name lets run, where that is no better than what runs."""
    named = [one for one in answer.others if answer.question.asks_about(one.id) and one.kind in PURCHASES]
    ways = [_opening(one, rigs, newly) for one in named if one.price is not None and not one.newly_usable]
    best = next((one for one in ways if one.newly_usable), None)
    if best is None or answer.buys_most is not None:
        return answer
    others = tuple(next((way for way in ways if way.id == one.id), one) for one in answer.others)
    return replace(answer, others=others, buys_most=best, as_able=newly.most_able_here())


def _opening(one: Compared, rigs: Mapping[str, Rig], newly: NewlyUsable) -> Compared:
    """A way with the models that run well with it and not as it is, in files of good quality."""
    if one.id not in rigs:
        return one
    found = tuple(islice(newly.opened_by(one.id, rigs[one.id], most=_ASKED), NAMED))
    opened = newly.reached_on(one.id, rigs[one.id], found[0]) if found else None
    return replace(one, newly_usable=found, in_better_file=(), opened=opened)
