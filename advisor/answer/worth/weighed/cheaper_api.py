"""An API in place of what is dear: nobody who compares both buys what costs more than years of it."""

from dataclasses import replace

from advisor.answer.worth.days_work import LIFE_DAYS
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.predict.worth.revised import rather_api
from advisor.predict.worth.verdict import FAR_LIVES


def with_cheaper_api(answer: WorthAnswer) -> WorthAnswer:
    """The answer with the API as its verdict, where it sells the model and nothing here does the work.

    What a bill is held against has its own words.
    """
    best, api, counted = answer.best, answer.elsewhere, answer.counted
    is_asked = answer.question.with_cloud and answer.question.bill_usd_per_day is None
    if not is_asked or best is None or api is None or api.kind != "api" or counted.sold_id is not None:
        return answer
    if counted.now.light.is_useful or best.cost_usd is None or api.usd_per_day is None:
        return answer
    saved_usd = FAR_LIVES * LIFE_DAYS * (api.usd_per_day - (best.usd_per_day or 0.0))
    if best.cost_usd <= saved_usd:
        return answer
    return replace(answer, decision=rather_api(answer.decision))
