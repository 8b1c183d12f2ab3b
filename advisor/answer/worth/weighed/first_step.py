"""What costs nothing, or hardly anything, goes before what is bought; then comes what the rest of the money buys."""

from dataclasses import replace

from advisor.answer.money.prices import within_usd
from advisor.answer.worth.compared import Compared
from advisor.answer.worth.worth_answer import WorthAnswer, advised_first
from advisor.facts.answers.worth import WITH_CARD
from advisor.predict.worth.revised import for_nothing, small_step
from advisor.predict.worth.verdict import Decision, Option


def with_first_step(answer: WorthAnswer, free: Option | None) -> WorthAnswer:
    """The answer with such a step as its advice, and what comes after it: sticks stay whatever comes."""
    decision = answer.decision
    if free is not None:
        decision = for_nothing(free)
    for one in answer.others if free is None else ():
        if one.kind == "sticks":
            decision = small_step(answer.decision, answer.counted.now.enough, one.as_option)
    if decision is answer.decision:
        return answer
    others = advised_first(answer.others, decision)
    return replace(answer, decision=decision, then=_then(answer, decision), others=others)


def _then(answer: WorthAnswer, step: Decision) -> Decision | None:
    """The verdict on what to buy after a step; None where the rest of the money does not pay it.

    Where that is too dear, or was the step itself: on the first that makes other models possible.
    """
    first, later = answer.option(step.best_id), answer.best
    if first is None or later is None:
        return answer.decision
    if first.id != later.id and _are_paid(first, later, answer):
        return answer.decision
    able = (one for one in answer.others if one.kind in WITH_CARD and one.newly_usable and not one.is_makeshift)
    found = next((one for one in able if one.price is not None and _are_paid(first, one, answer)), None)
    return answer.decision._replace(best_id=found.id) if found is not None else None


def _are_paid(one: Compared, other: Compared, answer: WorthAnswer) -> bool:
    """Whether both together are within what may be spent, as far as their prices are known."""
    budget_usd = answer.question.money.budget_usd
    prices = [each.price for each in (one, other) if each.price is not None]
    return budget_usd is None or sum(map(within_usd, prices)) <= budget_usd
