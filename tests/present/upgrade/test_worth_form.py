"""What a person may type about use, money and computer, and that every refusal is one sentence."""

import pytest

from advisor.facts.kept.settings import Money
from advisor.present.upgrade.money_form import MoneyField, cloud_knob, money_forms, typed_money, typed_price, with_cloud


@pytest.mark.parametrize(
    ("field", "text", "value"),
    [
        ("hours_per_day", "0", 0.0),
        ("hours_per_day", "24", 24.0),
        ("hours_per_day", "1,5", 1.5),
        ("hours_per_day", "", None),
        ("budget_usd", "800", 800.0),
        ("slots", "2", 2),
        ("psu_w", " 650 ", 650.0),
        ("electricity_per_kwh", "0.30", 0.3),
    ],
)
def test_what_is_typed_is_kept(field: MoneyField, text: str, value: float | None) -> None:
    money, trouble = typed_money(Money(hours_per_day=3.0), field, text)
    assert trouble == ""
    assert money is not None
    assert getattr(money, field) == value


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("hours_per_day", "25"),
        ("hours_per_day", "-1"),
        ("hours_per_day", "nan"),
        ("budget_usd", "much"),
        ("budget_usd", "-5"),
        ("slots", "1.5"),
        ("slots", "99"),
        ("psu_w", "0"),
        ("electricity_per_kwh", "-0.1"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(field: MoneyField, text: str) -> None:
    money, trouble = typed_money(Money(), field, text)
    assert money is None
    assert trouble.endswith(".")
    assert trouble.count(". ") == 0


def test_amounts_are_in_the_currency_once_its_rate_is_known() -> None:
    euros = Money(currency="EUR", usd_rate=1.25)
    money, _ = typed_money(euros, "budget_usd", "800")
    assert money is not None
    assert money.budget_usd == 1000
    assert next(form.text for form in money_forms(money) if form.field == "budget_usd") == "800"
    money, _ = typed_price(euros, "gpus/nvidia/rtx-3090", "400")
    assert money is not None
    assert money.own_prices[0].usd == 500


def test_without_a_rate_amounts_are_dollars_and_the_rate_is_asked() -> None:
    forms = {form.field: form for form in money_forms(Money(currency="UAH"))}
    assert forms["budget_usd"].label == "Budget, USD"
    assert forms["usd_rate"].label == "US dollars for one UAH"
    assert "usd_rate" not in {form.field for form in money_forms(Money())}


def test_a_price_typed_again_replaces_and_an_empty_one_forgets() -> None:
    money, _ = typed_price(Money(), "second:gpus/nvidia/rtx-3090", "700")
    assert money is not None
    money, _ = typed_price(money, "gpus/nvidia/rtx-3090", "650")
    assert money is not None
    assert [(one.of, one.usd) for one in money.own_prices] == [("gpus/nvidia/rtx-3090", 650)]
    money, _ = typed_price(money, "rent:gpus/nvidia/rtx-3090", "0.2")
    assert money is not None
    assert len(money.own_prices) == 2
    money, _ = typed_price(money, "gpus/nvidia/rtx-3090", "")
    assert money is not None
    assert [one.kind for one in money.own_prices] == ["rent"]


@pytest.mark.parametrize("text", ["-1", "nan", "a lot"])
def test_no_price_is_refused(text: str) -> None:
    money, trouble = typed_price(Money(), "sticks", text)
    assert money is None
    assert trouble == "Enter an amount, for example 450."


@pytest.mark.parametrize(("choice", "is_on"), [("on", True), ("off", False)])
def test_the_cloud_is_one_switch(choice: str, is_on: bool) -> None:
    money = with_cloud(Money(stays_here=False), choice)
    assert (money.cloud, money.stays_here) == (is_on, None)
    assert cloud_knob(money).choice_id == choice
    assert cloud_knob(Money()).choice_id == "off"


def test_both_prices_of_an_api_are_typed() -> None:
    euros = Money(currency="EUR", usd_rate=1.25)
    money, _ = typed_price(euros, "api:qwen3-8b", "0,10 / 0.40")
    assert money is not None
    assert [(one.of, one.kind, one.prompt_usd, one.usd) for one in money.own_prices] == [
        ("qwen3-8b", "api", 0.125, 0.5)
    ]
    money, _ = typed_price(money, "api:qwen3-8b", "")
    assert money == euros


@pytest.mark.parametrize("text", ["0.10", "0.1 / 0.2 / 0.3", "0.10 / much", "/", "-1 / 2"])
def test_an_api_has_two_prices(text: str) -> None:
    money, trouble = typed_price(Money(), "api:qwen3-8b", text)
    assert money is None
    assert trouble == "Enter two prices per million tokens, read / written, for example 0.10 / 0.40."
