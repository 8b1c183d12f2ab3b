"""Formulas of claims about money."""

from collections.abc import Callable

from advisor.answer.asked.problem import ProblemError
from advisor.answer.claims.arithmetic import claim_subject
from advisor.answer.serve.serve import answer_serve
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.claim import FormulaName
from advisor.facts.answers.serving import ServeRequest
from advisor.facts.answers.worth import OwnCost, Use
from advisor.facts.values.range import middle
from advisor.facts.values.units import SECONDS_PER_DAY, SECONDS_PER_HOUR
from advisor.predict.worth import cost


def rented_request_ratio(
    *,
    catalog: Catalog,
    device: str,
    model: str,
    precision: str,
    prompt: float,
    generated: float,
    requests: float,
    rent: float,
    hosted_prompt: float,
    hosted: float,
) -> float:
    """One request on a rented card that serves so many at once, over what it costs from others."""
    asked = ServeRequest(
        id=model,
        device=device,
        model=catalog.models[model].name,
        precision=precision,
        prompt_tokens=round(prompt),
        generated_tokens=round(generated),
        concurrency=round(requests),
    )
    speed = middle(answer_serve(asked, (), catalog).output_tokens_per_s) or 0.0
    token = cost.rent_usd_per_token(usd_per_hour=rent, tokens_per_s=speed, used_share=1)
    if token is None:
        raise ProblemError("serving_speed_unknown", name=device)
    return token * generated / (prompt * hosted_prompt + generated * hosted)


def work_year(*, load: float, busy: float, electricity: float) -> float:
    """Electricity of a year with so many seconds of work a day."""
    use = Use(busy_hours_per_day=_hours(busy), idle_hours_per_day=0, usd_per_kwh=electricity)
    return cost.DAYS_PER_YEAR * cost.running_usd_per_day(OwnCost(price_usd=None, load_w=load), use)


def time_owned(*, price: float, rent: float, load: float, electricity: float, busy: float, idle: float) -> float:
    """Seconds after which a card that works so long a day, and idles else, has paid for itself against rent."""
    hours = _hours(busy)
    use = Use(busy_hours_per_day=hours, idle_hours_per_day=cost.HOURS_PER_DAY - hours, usd_per_kwh=electricity)
    running = cost.running_usd_per_day(OwnCost(price_usd=price, load_w=load, idle_w=idle), use)
    rented = cost.rent_usd_per_day(usd_per_hour=rent, hours_per_day=hours)
    found = cost.break_even(price_usd=price, saved_usd_per_day=rented - running)
    if found.days is None:
        raise ProblemError("saves_nothing")
    return found.days * SECONDS_PER_DAY


def _hours(time_s: float) -> float:
    return time_s / SECONDS_PER_HOUR


FORMULAS: dict[FormulaName, Callable[..., float]] = {
    "token_cost": lambda load, speed, electricity: cost.electricity_usd_per_token(
        load_w=load, tokens_per_s=speed, usd_per_kwh=electricity
    ),
    "token_cost_ratio": lambda load, speed, electricity, hosted: (
        cost.electricity_usd_per_token(load_w=load, tokens_per_s=speed, usd_per_kwh=electricity) / hosted
    ),
    "cost_per_flop_ratio": lambda cpu_price, cpu_flop_per_s, price, flop_per_s: (
        cpu_price / cpu_flop_per_s / (price / flop_per_s)
    ),
    "useful_hour": lambda rent, used: rent / used,
    "run_cost": lambda work, rent: work / SECONDS_PER_HOUR * rent,
    "hosted_hour": lambda catalog, model, quant, bandwidth, hosted: (
        SECONDS_PER_HOUR * bandwidth / claim_subject(model, quant, catalog).weights.bytes_per_token * hosted
    ),
    "read_token_cost": lambda catalog, model, quant, load, bandwidth, electricity: cost.electricity_usd_per_token(
        load_w=load,
        tokens_per_s=bandwidth / claim_subject(model, quant, catalog).weights.bytes_per_token,
        usd_per_kwh=electricity,
    ),
    "rented_request_ratio": rented_request_ratio,
    "idle_year": lambda idle, electricity: cost.idle_usd_per_year(idle_w=idle, usd_per_kwh=electricity),
    "work_year": work_year,
    "hours_at_work": lambda price, rent, load, electricity: time_owned(
        price=price, rent=rent, load=load, electricity=electricity, busy=SECONDS_PER_DAY, idle=0
    ),
    "time_owned": time_owned,
}
