"""Money: electricity, rent, an API, and when a purchase pays for itself (docs/physics.md 13).

All amounts are US dollars; another currency is converted once where it is shown. Nothing divides by what may be zero:
a purchase that saves nothing never breaks even, and says so.
"""

from advisor.facts.answers.worth import BreakEven, OwnCost, Use
from advisor.facts.values.range import Range
from advisor.facts.values.units import JOULE_PER_KWH, MEGA, SECONDS_PER_DAY, SECONDS_PER_HOUR

HOURS_PER_DAY = SECONDS_PER_DAY / SECONDS_PER_HOUR
DAYS_PER_MONTH = 30.0
DAYS_PER_YEAR = 365.0


def electricity_usd(*, energy_j: float, usd_per_kwh: float) -> float:
    """USD of energy: J / 3.6e6 x price per kWh."""
    return energy_j / JOULE_PER_KWH * usd_per_kwh


def electricity_usd_per_token(*, load_w: float, tokens_per_s: float, usd_per_kwh: float) -> float:
    """Watts / speed is the energy of a token; `tokens_per_s` is above 0."""
    return electricity_usd(energy_j=load_w / tokens_per_s, usd_per_kwh=usd_per_kwh)


def rent_usd_per_token(*, usd_per_hour: float, tokens_per_s: float, used_share: float) -> float | None:
    """An hour's price over the tokens of the share of it that is used; None where nothing of it is."""
    if used_share <= 0 or tokens_per_s <= 0:
        return None
    return usd_per_hour / (SECONDS_PER_HOUR * tokens_per_s * used_share)


def api_usd(
    *,
    prompt_tokens: float,
    generated_tokens: float,
    prompt_usd_per_million: float,
    generated_usd_per_million: float,
    cached_tokens: float = 0.0,
    cached_usd_per_million: float | None = None,
) -> float:
    """USD: tokens of each kind x their price; reading a prompt is far cheaper than writing an answer.

    `cached_tokens` of the prompt are held from a call before; without a price of their own they cost as all others.
    """
    cached_usd = prompt_usd_per_million if cached_usd_per_million is None else cached_usd_per_million
    read = (prompt_tokens - cached_tokens) * prompt_usd_per_million + cached_tokens * cached_usd
    return (read + generated_tokens * generated_usd_per_million) / MEGA


def running_usd_per_day(own: OwnCost, use: Use) -> float:
    """USD of a day's electricity: busy hours at load, the others at idle."""
    energy_j = SECONDS_PER_HOUR * (own.load_w * use.busy_hours_per_day + own.idle_w * use.idle_hours_per_day)
    return electricity_usd(energy_j=energy_j, usd_per_kwh=use.usd_per_kwh)


def rent_usd_per_day(*, usd_per_hour: float, hours_per_day: float) -> float:
    """USD: hours rented x their price."""
    return usd_per_hour * hours_per_day


def break_even(*, price_usd: float | None, saved_usd_per_day: float) -> BreakEven:
    """Price / what it saves a day, which is what the same work costs elsewhere less its own running cost."""
    if price_usd is None:
        return BreakEven(days=None, never="price_unknown")
    if price_usd <= 0:
        return BreakEven(days=0.0)
    if saved_usd_per_day <= 0:
        return BreakEven(days=None, never="saves_nothing")
    return BreakEven(days=price_usd / saved_usd_per_day)


def worth_below_usd(*, saved_usd_per_day: float, life_days: float) -> float:
    """The price in USD up to which a purchase pays for itself within its life; 0 where it saves nothing."""
    return max(0.0, saved_usd_per_day) * life_days


def spent_usd(*, price_usd: float, running_usd_per_day: float, days: float) -> float:
    """All USD spent after so many days, price + running x days: a point of the cost curve."""
    return price_usd + running_usd_per_day * days


def idle_usd_per_year(*, idle_w: float, usd_per_kwh: float) -> float:
    """USD that a machine that is always on costs in a year without any work."""
    return electricity_usd(energy_j=idle_w * SECONDS_PER_DAY * DAYS_PER_YEAR, usd_per_kwh=usd_per_kwh)


WRITING_SHARE, WORKING_SHARE = Range(0.6, 0.775, 0.95), Range(0.8, 0.9, 1.0)
"""Watts over the power limit: while text is written (judged), and under arithmetic (a judgment)."""


def work_energy_j(work_s: Range, *, limit_w: float, is_arithmetic: bool) -> Range:
    """Joules of work that takes so long: seconds x power limit x the share of it that such work draws."""
    share = WORKING_SHARE if is_arithmetic else WRITING_SHARE
    return Range(*(one_s * limit_w * part for one_s, part in zip(work_s, share, strict=True)))
