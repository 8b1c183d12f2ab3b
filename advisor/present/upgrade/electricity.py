"""What the electricity of a way costs a year, and what of it is counted."""

from advisor.answer.worth.compared import Compared
from advisor.answer.worth.days_work import ON_HOURS_PER_DAY, busy_hours
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.facts.values.units import KILO, SECONDS_PER_HOUR
from advisor.predict.worth.cost import DAYS_PER_YEAR
from advisor.present.words.money import Currency
from advisor.present.words.quantity import rough_time
from advisor.present.words.words import say, to_say

_MORE_WORK = 1.25
"""So many times the work of the answers alone is worth a word."""


def with_thinking_takes(one: Compared, answer: WorthAnswer) -> float | None:
    """How many times as long a way works with what its model thinks, which no cost counts; None where little."""
    done = one.reached
    whole, alone = done.light.answer_s, done.request_s
    if not (answer.question.is_interactive and done.light.thinks and whole and alone) or one.running is None:
        return None
    more = whole.middle / alone.middle
    return more if more > _MORE_WORK else None


def electricity_words(
    one: Compared, answer: WorthAnswer, currency: Currency, *, use: str, rate: str
) -> tuple[str, ...]:
    """The amount of a year for its use; where it is on for long, how long it works, and what it would be at most."""
    question, done = answer.question, one.reached
    if with_thinking_takes(one, answer):
        rate = say("{rate}, without thinking", rate=rate)
    yearly = currency.text((one.usd_per_day or 0.0) * DAYS_PER_YEAR)
    card = done.processor if done.processor is not None and done.processor.pool == "vram" else None
    limit_w = card.power_w.value if card is not None else None
    is_on = question.hours_per_day > ON_HOURS_PER_DAY and question.units_per_day is None
    if not is_on or limit_w is None:
        text = to_say("electricity about {amount} a year {use}, {rate}")
        return (say(text, amount=yearly, use=use, rate=rate),)
    busy = rough_time(busy_hours(question, done, answer.counted.work_of(one)) * SECONDS_PER_HOUR)
    day_usd = limit_w * done.devices * question.hours_per_day / KILO * answer.electricity.usd.middle
    text = to_say("electricity of the GPU about {amount} a year {use}, {busy} of them at work, {rate}")
    most = to_say("at full load without a break {amount}; the rest of the computer comes on top")
    return (
        say(text, amount=yearly, use=use, busy=busy, rate=rate),
        say(most, amount=currency.text(day_usd * DAYS_PER_YEAR)),
    )
