"""Costs against cases worked by hand; the comment beside each case is the calculation or its source."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.facts.answers.worth import OwnCost, Use
from advisor.facts.values.units import MEGA
from advisor.predict.worth.cost import (
    api_usd,
    break_even,
    electricity_usd,
    electricity_usd_per_token,
    idle_usd_per_year,
    rent_usd_per_day,
    rent_usd_per_token,
    running_usd_per_day,
    spent_usd,
    worth_below_usd,
)

CENT = 0.005


def cents(value: float) -> object:
    return pytest.approx(value, abs=CENT)


def test_electricity() -> None:
    assert electricity_usd(energy_j=3.6e6, usd_per_kwh=0.1883) == pytest.approx(0.1883)  # one kWh, EIA 2026-04
    assert electricity_usd(energy_j=0, usd_per_kwh=0.5) == 0
    # docs/physics.md 13: 128 tokens/s at 0.40 kW and 0.1883 USD/kWh: 0.8681 kWh per million tokens, 0.1635 USD
    token = electricity_usd_per_token(load_w=400, tokens_per_s=128, usd_per_kwh=0.1883)
    assert token * MEGA == cents(0.16)
    # the same with Germany's 0.3835 per kWh: 0.8681 x 0.3835 = 0.333
    assert electricity_usd_per_token(load_w=400, tokens_per_s=128, usd_per_kwh=0.3835) * MEGA == cents(0.33)


def test_idle() -> None:
    # docs/physics.md 13: 100 W for a year at 0.1883: 876 kWh, 164.95 USD
    assert idle_usd_per_year(idle_w=100, usd_per_kwh=0.1883) == cents(164.95)
    # a card that idles at 25 W (prices.csv): 219 kWh, 41.24 USD
    assert idle_usd_per_year(idle_w=25, usd_per_kwh=0.1883) == cents(41.24)


@pytest.mark.parametrize(
    ("own", "use", "usd"),
    [
        # 0.4 kW x 2 h x 0.1883 = 0.15064
        (
            OwnCost(price_usd=1600, load_w=400),
            Use(busy_hours_per_day=2, idle_hours_per_day=0, usd_per_kwh=0.1883),
            0.15,
        ),
        # 0.4 x 2 + 0.025 x 22 = 1.35 kWh x 0.1883 = 0.2542
        (
            OwnCost(price_usd=1600, load_w=400, idle_w=25),
            Use(busy_hours_per_day=2, idle_hours_per_day=22, usd_per_kwh=0.1883),
            0.25,
        ),
        # around the clock: 0.35 x 24 x 0.2872 = 2.4125 (EU mean, first half of 2025)
        (
            OwnCost(price_usd=None, load_w=350),
            Use(busy_hours_per_day=24, idle_hours_per_day=0, usd_per_kwh=0.2872),
            2.41,
        ),
        # never used, never on
        (OwnCost(price_usd=0, load_w=350), Use(busy_hours_per_day=0, idle_hours_per_day=0, usd_per_kwh=0.2872), 0),
    ],
)
def test_a_day_of_running(own: OwnCost, use: Use, usd: float) -> None:
    assert running_usd_per_day(own, use) == cents(usd)


def test_rent() -> None:
    # H100 at 2.29 an hour, 2,000 tokens/s, half of the time at work: 2.29 / 3.6 = 0.636 USD per million tokens
    assert (rent_usd_per_token(usd_per_hour=2.29, tokens_per_s=2000, used_share=0.5) or 0) * MEGA == cents(0.64)
    # a 4090 at 0.34 an hour and 128 tokens/s all the time: 0.34 / 0.4608 = 0.738
    assert (rent_usd_per_token(usd_per_hour=0.34, tokens_per_s=128, used_share=1) or 0) * MEGA == cents(0.74)
    assert rent_usd_per_token(usd_per_hour=0.34, tokens_per_s=128, used_share=0) is None
    assert rent_usd_per_token(usd_per_hour=0.34, tokens_per_s=0, used_share=1) is None
    assert rent_usd_per_day(usd_per_hour=0.34, hours_per_day=4) == cents(1.36)


def test_an_api() -> None:
    # Llama 3.1 8B, 0.03 / 0.05 per million (2025-09): 2 million read and 1 million written: 0.06 + 0.05
    million = {"prompt_usd_per_million": 0.03, "generated_usd_per_million": 0.05}
    assert api_usd(prompt_tokens=2 * MEGA, generated_tokens=MEGA, **million) == cents(0.11)
    # Llama 3.1 405B, 5 / 10 per million: a chat of 512 and 256 tokens: 0.00256 + 0.00256
    million = {"prompt_usd_per_million": 5, "generated_usd_per_million": 10}
    assert api_usd(prompt_tokens=512, generated_tokens=256, **million) == pytest.approx(0.00512)
    assert api_usd(prompt_tokens=0, generated_tokens=0, **million) == 0


def test_break_even() -> None:
    # docs/physics.md 13: 1,600 / (0.34 - 0.4 x 0.1883) per hour = 6,046 hours; at 24 hours a day 251.9 days
    saved = 24 * (0.34 - 0.4 * 0.1883)
    assert break_even(price_usd=1600, saved_usd_per_day=saved).days == pytest.approx(251.9, abs=0.05)
    # at two hours a day twelve times as long: 3,023 days
    assert break_even(price_usd=1600, saved_usd_per_day=saved / 12).days == pytest.approx(3023, abs=1)
    # 700 for a used 3090 that saves 1 USD a day: 700 days
    assert break_even(price_usd=700, saved_usd_per_day=1).days == 700
    assert break_even(price_usd=0, saved_usd_per_day=-1).days == 0
    assert break_even(price_usd=700, saved_usd_per_day=0).never == "saves_nothing"
    assert break_even(price_usd=700, saved_usd_per_day=-3).never == "saves_nothing"
    assert break_even(price_usd=None, saved_usd_per_day=3).never == "price_unknown"


def test_worth_below_and_spent() -> None:
    # half a dollar a day for three years
    assert worth_below_usd(saved_usd_per_day=0.5, life_days=3 * 365) == cents(547.50)
    assert worth_below_usd(saved_usd_per_day=-0.5, life_days=3 * 365) == 0
    # 1,599 and 0.15 a day after a year
    assert spent_usd(price_usd=1599, running_usd_per_day=0.15, days=365) == cents(1653.75)


@given(st.floats(0.01, 1e5), st.floats(0.001, 1e4))
def test_the_price_worth_paying_breaks_even_at_the_end_of_life(days: float, saved: float) -> None:
    price = worth_below_usd(saved_usd_per_day=saved, life_days=days)
    found = break_even(price_usd=price, saved_usd_per_day=saved).days
    assert found == pytest.approx(days)


@given(st.floats(0, 1e6), st.floats(-1e4, 1e4))
def test_break_even_is_a_day_or_a_reason(price: float, saved: float) -> None:
    found = break_even(price_usd=price, saved_usd_per_day=saved)
    assert (found.days is None) != (found.never is None)
    assert found.days is None or (math.isfinite(found.days) and found.days >= 0)


def test_what_a_provider_still_holds_of_a_prompt_costs_what_it_asks_for_that() -> None:
    price = {"prompt_usd_per_million": 0.40, "generated_usd_per_million": 3.00}
    told = {"prompt_tokens": 60 * MEGA, "generated_tokens": MEGA, "cached_tokens": 55 * MEGA, **price}
    assert api_usd(**told, cached_usd_per_million=0.04) == pytest.approx(5 * 0.40 + 55 * 0.04 + 3.00)
    assert api_usd(**told) == pytest.approx(60 * 0.40 + 3.00)
