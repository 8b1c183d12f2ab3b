"""Whether a purchase does what a bill pays for today: how capable its model is, and how much it writes."""

from functools import lru_cache
from math import inf

from advisor.answer.money.prices import ApiPrice
from advisor.answer.which_model.capability import capability
from advisor.answer.worth.compared import Compared
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.speed import Reached
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.values.frozen import frozen
from advisor.facts.values.units import SECONDS_PER_DAY, SECONDS_PER_HOUR
from advisor.predict.worth.cost import DAYS_PER_MONTH

FAR_ABOVE = 1.0
"""From so many doublings on a model is of another class (a judgment; cards of models, `rating`)."""


@frozen
class BillCheck:
    """What has to hold before a purchase is counted against a bill.

    `stronger_id` is the most capable open model that is sold, where it is far above the one that is counted with;
    `also_id` one that is more capable than that, and of use with the purchase alone.
    `most_tokens` are read and written in a month without a break, `told_tokens` are as many as somebody said there are.
    `bought_tokens` of the same model the bill buys from an API, which for the same work costs `api_usd` a month.
    """

    stronger_id: str | None
    also_id: str | None
    most_tokens: float | None
    told_tokens: float | None
    bought_tokens: float | None
    api_usd: float | None

    @property
    def is_too_much(self) -> bool:
        """Whether it does not get done what somebody said there is to do."""
        return self.told_tokens is not None and self.most_tokens is not None and self.told_tokens > self.most_tokens


def bill_check(one: Compared, question: WorthQuestion, api: ApiPrice | None) -> BillCheck:
    """The same for one way; `api` is the price of the model that is counted with."""
    written, own = _written_share(question), _able(question.any_model_id, question)
    able, strong_id = _most_capable(question.use, question.catalog)
    bill = (question.bill_usd_per_day or 0.0) * DAYS_PER_MONTH
    kept = question.kept_share
    each = api.usd(prompt_tokens=1 - written, generated_tokens=written, kept_share=kept) if api is not None else 0.0
    told = question.tokens_per_day
    units = question.units_per_day
    if units is None and question.is_interactive:
        units = question.hours_per_day * SECONDS_PER_HOUR * question.pace_tokens_per_s
    monthly = units / written * DAYS_PER_MONTH if units is not None else None
    return BillCheck(
        stronger_id=strong_id if able - own >= FAR_ABOVE else None,
        also_id=next((model for model in one.newly_usable if _able(model, question) > own), None),
        most_tokens=_most_tokens(one.reached, question),
        told_tokens=told * DAYS_PER_MONTH if told is not None else None,
        bought_tokens=bill / each if each else None,
        api_usd=monthly * each if monthly is not None and each else None,
    )


def _written_share(question: WorthQuestion) -> float:
    return 1.0 / (1.0 + question.prompt_per_generated)


def _most_tokens(one: Reached, question: WorthQuestion) -> float | None:
    """Tokens read and written in a month without a break; None for other work, and without a speed."""
    if one.rate is None or one.unit != "tokens":
        return None
    month_s = SECONDS_PER_DAY * DAYS_PER_MONTH
    if question.is_interactive and one.request_s is not None:
        return month_s / one.request_s.middle * question.run.generated_tokens / _written_share(question)
    return month_s * one.rate.middle / _written_share(question)


def _able(model_id: str | None, question: WorthQuestion) -> float:
    """How capable a model that writes is; without end for others, which no service is held against."""
    model = question.catalog.models.get(model_id or "")
    return inf if model is None else capability(model, question.catalog.blocks, use=question.use)


@lru_cache(maxsize=16)
def _most_capable(use: str, catalog: Catalog) -> tuple[float, str]:
    """The most capable open model that somebody sells by the token."""
    sold = {card.of for card in catalog.prices.values() if card.kind == "api"}
    models = ((one, card) for one, card in catalog.models.items() if one in sold)
    return max((capability(card, catalog.blocks, use=use), one) for one, card in models)
