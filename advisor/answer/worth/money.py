"""What each way costs for the same amount of work, in US dollars a day."""

from dataclasses import dataclass

from advisor.answer.money.prices import ApiPrice, Electricity
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.speed import Reached
from advisor.facts.answers.worth import CandidateKind, OwnCost, Price, Use
from advisor.facts.values.range import Range
from advisor.facts.values.units import MEGA, SECONDS_PER_HOUR
from advisor.predict.worth.cost import (
    DAYS_PER_YEAR,
    HOURS_PER_DAY,
    WORKING_SHARE,
    WRITING_SHARE,
    rent_usd_per_day,
    running_usd_per_day,
)

LIFE_DAYS = 3 * DAYS_PER_YEAR
"""How long a thing that is bought is counted with (a judgment)."""

ON_HOURS_PER_DAY = 8.0
"""How long a computer is on where it does not work longer (a judgment): a card idles the rest of that."""

IDLE_W = Range(10.0, 15.8, 25.0)
"""A consumer card without a model (linuxprofessional.ie/article/llm-power-consumption, 10 to 25 W)."""

_HAS_IDLE: tuple[CandidateKind, ...] = ("card", "second_card", "computer")


@dataclass(frozen=True)
class Work:
    """What is done in a day: units (tokens, items) and the prompt tokens that come with them."""

    units: float
    prompt_tokens: float


def work_of(question: WorthQuestion, one: Reached) -> Work:
    """What a person reads in the hours of a day, or what a machine of that speed does in them."""
    seconds = question.hours_per_day * SECONDS_PER_HOUR
    rate = one.rate.middle if one.rate else 0.0
    units = seconds * (question.pace_tokens_per_s if question.is_interactive else rate)
    return Work(units, units * question.prompt_per_generated)


def busy_hours(question: WorthQuestion, one: Reached, work: Work) -> float:
    """Hours of a day in which something works to get it done, prompts included; at most all of them."""
    if one.rate is None or one.request_s is None:
        return question.hours_per_day
    if question.is_interactive:
        hours = work.units / question.run.generated_tokens * one.request_s.middle / SECONDS_PER_HOUR
        return min(hours, question.hours_per_day)
    return min(HOURS_PER_DAY, work.units / one.rate.middle / SECONDS_PER_HOUR)


def load_w(question: WorthQuestion, one: Reached) -> Range | None:
    """Watts at work; None where the power limit is not known."""
    limit = one.processor.power_w.value if one.processor else None
    share = WRITING_SHARE if question.is_interactive or question.task == "serve" else WORKING_SHARE
    return None if limit is None else share.times(limit * one.devices)


def running_usd(
    question: WorthQuestion, one: Reached, work: Work, kind: CandidateKind, electricity: Electricity
) -> Range | None:
    """Electricity of a day: at work, and idle as long as the computer is on; None where the watts are not known.

    Low and high take both ends of the watts and of the price.
    """
    watts = load_w(question, one)
    if watts is None:
        return None
    busy = busy_hours(question, one, work)
    idle = max(0.0, max(ON_HOURS_PER_DAY, question.hours_per_day) - busy) if kind in _HAS_IDLE else 0.0
    return Range(
        *(
            running_usd_per_day(
                OwnCost(price_usd=None, load_w=load, idle_w=rest),
                Use(busy_hours_per_day=busy, idle_hours_per_day=idle, usd_per_kwh=price),
            )
            for load, rest, price in zip(watts, IDLE_W, electricity.usd, strict=True)
        )
    )


def api_usd_per_day(api: ApiPrice, work: Work) -> float:
    """The tokens of a day at a provider's prices."""
    return api.usd(prompt_tokens=work.prompt_tokens, generated_tokens=work.units)


def rented_usd_per_day(question: WorthQuestion, one: Reached, work: Work, price: Price) -> float | None:
    """The hours of a day that have to be rented: those in which a person uses it, or those that the work takes."""
    if one.rate is None:
        return None
    hours = question.hours_per_day if question.is_interactive else work.units / one.rate.middle / SECONDS_PER_HOUR
    return rent_usd_per_day(usd_per_hour=price.usd.middle, hours_per_day=hours)


def keeps_up(question: WorthQuestion, now: Reached, work: Work) -> bool:
    """Whether the rig as it is does the same work in time: fast enough for a person, or within a day."""
    if now.rate is None:
        return False
    if question.is_interactive:
        return now.enough is not None and now.enough.middle >= 1
    return work.units / now.rate.middle <= HOURS_PER_DAY * SECONDS_PER_HOUR


def per_million(usd_per_day: float | None, work: Work, *, price_usd: float | None) -> float | None:
    """What a million units cost, with the share of the price that falls on a day; None without use or figures."""
    if usd_per_day is None or price_usd is None or work.units <= 0:
        return None
    return (usd_per_day + price_usd / LIFE_DAYS) / work.units * MEGA
