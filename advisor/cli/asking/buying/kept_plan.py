"""A subscription or an API held against a card: kept where no card comes near what it gives, or its price."""

import re
from collections.abc import Iterator, Sequence

from advisor.answer.worth.against_api import against_api
from advisor.answer.worth.bill import bill_check
from advisor.answer.worth.compared import Compared
from advisor.answer.worth.days_work import LIFE_DAYS
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.cli.asking.sentence.kinds.paid_tokens import paid_tokens
from advisor.cli.asking.sentence.sentence import Sentence
from advisor.facts.answers.worth import PURCHASES
from advisor.facts.values.units import MEGA
from advisor.predict.worth.cost import DAYS_PER_MONTH
from advisor.present.upgrade.against_api_text import against_api_lines
from advisor.present.upgrade.against_bill import against_bill
from advisor.present.upgrade.lines import worth_lines
from advisor.present.upgrade.named_text import named_lines
from advisor.present.upgrade.option_names import best_name, rate_words
from advisor.present.upgrade.text import pay_words, use_words
from advisor.present.words.money import currency_of, long_time, span_words
from advisor.present.words.words import capital, say

_PLAN = re.compile(
    r"\b(?:claude|chat ?gpt|gpt plus|cursor|copilot|gemini|codex|windsurf|perplexity|subscriptions?|subscribed)\b",
    re.IGNORECASE,
)
_PRIVATE = re.compile(
    r"\b(?:privac?y?|private|confidential|offline|limits?|rate[ -]limit\w*|gdpr|nda)\b", re.IGNORECASE
)
"""Who says so has a reason that money does not count."""
_API = re.compile(r"\bapis?\b|\bopenrouter\b", re.IGNORECASE)
_MONTHS = 36.0
"""So long a card is counted with: what it costs more than an API in that time it never brings in."""
_OF_MONEY = re.compile(r"\b(?:pays? (?:for itself|off|back)|cheaper|break[ -]?even|how long until)\b", re.IGNORECASE)
"""Who asks when it pays is told of how many tokens that holds."""
_OF_TOKENS = ("Volume: ", "The same model from an API costs ")


def verdict_lines(text: str, answer: WorthAnswer, *, is_said: bool = False) -> Sequence[str]:
    """The verdict with its reasons; of a subscription first that it is kept, and nothing that says otherwise.

    `is_said`: what was asked about by name has its words already.
    """
    currency = currency_of(answer.question.money)
    again = named_lines(answer, currency) if is_said else ()
    lines = [line for line in worth_lines(answer) if line not in again]
    bills = against_bill(answer, currency)
    one = _meant(answer)
    is_plan = bool(bills) and _PLAN.search(text) is not None and _PRIVATE.search(text) is None
    if named := against_api_lines(answer, currency):
        return (*lines[: len(named)], *_of_service(text, answer), *lines[len(named) :])
    if not bills and (first := _api_first(text, answer)):
        return (first, *lines[1:])
    if not is_plan or one is None or bill_check(one, answer.question, answer.own_api).stronger_id is None:
        return lines
    model, name = answer.question.model_text, best_name(one)
    cost = f" for {span_words(one.price, currency)}" if one.price is not None else ""
    kept = (
        f"Keep the subscription: {model} is well below what it gives. Buy only for privacy, or where its limits stop "
        f"you: {name}{cost}, {rate_words(one.reached, answer.question)}; {pay_words(one, by_hours=False)}."
    )
    is_of_money = _OF_MONEY.search(text) is not None
    rest = [line for line in bills if is_of_money or not line.startswith(_OF_TOKENS)]
    return (capital(kept), *rest, *lines[len(bills) + 1 :])


def _of_service(text: str, answer: WorthAnswer) -> Iterator[str]:
    """From which price of a service that is not listed a purchase pays off; nothing where none is named."""
    _, service = paid_tokens(Sentence(text))
    found, tokens = against_api(answer), answer.question.tokens_per_day
    if not service or not found or not tokens:
        return
    one, currency = found[0].way, currency_of(answer.question.money)
    usd = ((one.cost_usd or 0.0) / LIFE_DAYS + (one.usd_per_day or 0.0)) / tokens * MEGA
    yield say("Counted for an open model from an API: what {service} asks is not in the list.", service=service)
    yield say(
        "{name} pays off within {life} only if a million tokens cost you more than {amount}.",
        name=capital(best_name(one)),
        life=long_time(LIFE_DAYS),
        amount=currency.text(usd),
    )


def _api_first(text: str, answer: WorthAnswer) -> str:
    """What the API costs a month for the tokens that were told, and what would do it here; empty where that is less."""
    question, currency = answer.question, currency_of(answer.question.money)
    api = next((one for one in answer.others if one.kind == "api" and one.usd_per_day is not None), None)
    is_asked = _API.search(text) is not None and _PRIVATE.search(text) is None and answer.decision.reason != "enough"
    if not is_asked or question.tokens_per_day is None or api is None or api.usd_per_day is None:
        return ""
    monthly = api.usd_per_day * DAYS_PER_MONTH
    told = f"{capital(best_name(api))} costs {currency.text(monthly)} a month for {use_words(question)}"
    card = next((one for one in (answer.best, *answer.others) if one is not None and _does(one)), None)
    if card is None or card.price is None:
        return f"API: {told}."
    months = card.price.usd.middle / max(monthly, 0.01)
    if months <= _MONTHS:
        return ""
    span = span_words(card.price, currency)
    return f"API: {told}. Local only for privacy: {best_name(card)} for {span} costs as much as {months:,.0f} months."


def _does(one: Compared) -> bool:
    return one.kind in PURCHASES and one.price is not None and one.reached.light.is_useful and not one.is_makeshift


def _meant(answer: WorthAnswer) -> Compared | None:
    """The one that was asked about, if it does the work; else what is advised."""
    named = [one for one in answer.others if answer.question.asks_about(one.id) and one.kind in PURCHASES and one.runs]
    best = answer.best if answer.best is not None and answer.best.kind in PURCHASES and answer.best.runs else None
    return next(iter(named), best)
