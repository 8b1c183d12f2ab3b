"""What is done in a day, how long that takes, and what the electricity for it costs."""

from advisor.answer.money.prices import Electricity
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.speed import Reached
from advisor.facts.answers.worth import CandidateKind, OwnCost, Use
from advisor.facts.values.frozen import frozen
from advisor.facts.values.range import Range
from advisor.facts.values.units import MEGA, SECONDS_PER_HOUR
from advisor.predict.worth.cost import (
    DAYS_PER_YEAR,
    HOURS_PER_DAY,
    WORKING_SHARE,
    WRITING_SHARE,
    running_usd_per_day,
)

LIFE_DAYS = 3 * DAYS_PER_YEAR
"""How long a thing that is bought is counted with (a judgment)."""

ON_HOURS_PER_DAY = 8.0
"""How long a computer is on where it does not work longer (a judgment): a card idles the rest of that."""

IDLE_W = Range(10.0, 15.8, 25.0)
"""A consumer card without a model (linuxprofessional.ie/article/llm-power-consumption, 10 to 25 W)."""
_HAS_IDLE: tuple[CandidateKind, ...] = ("card", "second_card", "computer")


@frozen
class Work:
    """What is done in a day: units (tokens, items) and the prompt tokens that come with them."""

    units: float
    prompt_tokens: float


def work_of(question: WorthQuestion, one: Reached) -> Work:
    """What was said to be done in a day, else what people read or agents write in its hours, or a machine does."""
    if question.units_per_day is not None:
        return Work(question.units_per_day, question.units_per_day * question.prompt_per_generated)
    seconds = question.hours_per_day * SECONDS_PER_HOUR
    units = seconds * question.used_per_s(one.rate.middle if one.rate else 0.0)
    return Work(units, units * question.prompt_per_generated)


def busy_hours(question: WorthQuestion, one: Reached, work: Work) -> float:
    """Hours of a day in which something works to get it done, prompts included; at most all of them."""
    if one.rate is None or one.request_s is None:
        return question.hours_per_day
    if question.is_interactive:
        hours = work.units / question.run.generated_tokens * one.request_s.middle / SECONDS_PER_HOUR
        return min(hours, HOURS_PER_DAY if question.units_per_day is not None else question.hours_per_day)
    return min(HOURS_PER_DAY, work.units / one.rate.middle / SECONDS_PER_HOUR)


def load_w(question: WorthQuestion, one: Reached) -> Range | None:
    """Watts at work; None where the power limit is not known."""
    limit = one.processor.power_w.value if one.processor else None
    share = WRITING_SHARE if question.is_interactive or question.task == "serve" else WORKING_SHARE
    return None if limit is None else share.times(limit * one.devices)


def running_usd(
    question: WorthQuestion, one: Reached, work: Work, kind: CandidateKind, electricity: Electricity
) -> Range | None:
    """Electricity of a day at work and idle, with both ends of watts and price; None where the watts are not known."""
    watts = load_w(question, one)
    if watts is None:
        return None
    busy = busy_hours(question, one, work)
    idle = idle_hours(question, kind, busy, one)
    return Range(
        *(
            running_usd_per_day(
                OwnCost(price_usd=None, load_w=load, idle_w=rest),
                Use(busy_hours_per_day=busy, idle_hours_per_day=idle, usd_per_kwh=price),
            )
            for load, rest, price in zip(watts, IDLE_W, electricity.usd, strict=True)
        )
    )


def idle_hours(question: WorthQuestion, kind: CandidateKind, busy: float, one: Reached) -> float:
    """Hours in which cards idle: new ones while a computer is on, all where it is on longer than usual for the work."""
    if question.hours_per_day <= ON_HOURS_PER_DAY:
        return max(0.0, ON_HOURS_PER_DAY - busy) if kind in _HAS_IDLE else 0.0
    has_card = one.processor is not None and one.processor.pool == "vram"
    return max(0.0, question.hours_per_day - busy) * one.devices if has_card else 0.0


def per_million(usd_per_day: float | None, work: Work, *, price_usd: float | None) -> float | None:
    """What a million units cost, with the share of the price that falls on a day; None without use or figures."""
    if usd_per_day is None or price_usd is None or work.units <= 0:
        return None
    return (usd_per_day + price_usd / LIFE_DAYS) / work.units * MEGA
