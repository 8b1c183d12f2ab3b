"""Which model an API is priced for, where nobody sells the one that was asked about: small ones run at home alone."""

from collections.abc import Iterable
from dataclasses import replace

from advisor.answer.money.prices import Prices
from advisor.answer.worth.compared import Compared, Counted
from advisor.answer.worth.newly import NewlyUsable
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.speed import Reached
from advisor.facts.answers.worth import CLOUD


def counted_as_sold(counted: Counted, ways: Iterable[Compared | None], prices: Prices, newly: NewlyUsable) -> Counted:
    """What counts the money, with the API of such a model; as it was where none is needed, or none is sold."""
    question = counted.question
    if not question.with_cloud or counted.api is not None or question.api_model_id is None:
        return counted
    sold_id = _sold_instead(ways, question, prices, newly)
    api = prices.api(sold_id, question.mix)
    return counted if api is None else replace(counted, api=api, sold_id=sold_id)


def with_api(counted: Counted, others: Iterable[Compared], bought: Reached | None) -> tuple[Compared, ...]:
    """The ways with that API; what makes its model possible is counted against it."""
    kept = (one for one in others if one.kind not in CLOUD)
    found = [counted.purchase(one) if counted.sold_id in one.newly_usable else one for one in kept]
    here = next((place for place, one in enumerate(found) if one.kind == "nothing"), len(found))
    return (*found[:here], *counted.elsewhere(bought), *found[here:])


def _sold_instead(
    ways: Iterable[Compared | None], question: WorthQuestion, prices: Prices, newly: NewlyUsable
) -> str | None:
    """The most capable model that is sold and that the first of the ways makes possible; those beyond the budget not.

    Where none does, the cheapest one that does at least as much as the one that was asked about.
    """
    payable = (one for one in ways if one is not None and not one.is_dear)
    possible = (model_id for one in payable for model_id in one.newly_usable)
    return next((one for one in possible if prices.api(one)), None) or _cheapest(question, prices, newly)


def _cheapest(question: WorthQuestion, prices: Prices, newly: NewlyUsable) -> str | None:
    least = newly.able(question.any_model_id)
    sold = ((one, prices.api(one, question.mix)) for one in question.catalog.models if newly.able(one) >= least)
    mix = question.mix
    priced = [
        (api.usd(prompt_tokens=mix.read, generated_tokens=1.0, kept_share=mix.kept), one)
        for one, api in sold
        if api is not None
    ]
    return min(priced, default=(0.0, None))[1]
