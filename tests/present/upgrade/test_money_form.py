"""What a person types about money."""

import pytest

from advisor.facts.kept.settings import Money
from advisor.present.upgrade.money_form import (
    CURRENCIES,
    MoneyField,
    money_forms,
    money_sentences,
    money_text,
    typed_money,
)


@pytest.mark.parametrize(
    ("field", "text", "value"),
    [
        ("currency", "eur", "EUR"),
        ("usd_rate", "1,08", 1.08),
        ("usd_rate", " 1.08 ", 1.08),
        ("usd_rate", "", None),
        ("electricity_per_kwh", "0", 0.0),
        ("electricity_per_kwh", "0,3", 0.3),
        ("users", "12", 12),
        ("tokens_per_day", "2000000", 2_000_000.0),
    ],
)
def test_what_is_typed_is_taken(field: MoneyField, text: str, value: object) -> None:
    money, trouble = typed_money(Money(), field, text)
    assert money is not None
    assert (getattr(money, field), trouble) == (value, "")


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("currency", "euro"),
        ("currency", ""),
        ("usd_rate", "0"),
        ("usd_rate", "-1"),
        ("usd_rate", "much"),
        ("usd_rate", "inf"),
        ("electricity_per_kwh", "-0.1"),
        ("electricity_per_kwh", "1,000,000"),
        ("electricity_per_kwh", "nan"),
        ("users", "0"),
        ("users", "2.5"),
        ("users", "5000"),
        ("tokens_per_day", "0"),
    ],
)
def test_what_cannot_be_is_refused_with_an_example(field: MoneyField, text: str) -> None:
    money, trouble = typed_money(Money(), field, text)
    assert money is None
    assert "for example" in trouble or "1 to 1,024" in trouble


def test_another_currency_has_another_rate() -> None:
    euros = Money(currency="EUR", usd_rate=1.08, electricity_per_kwh=0.3)
    francs, _ = typed_money(euros, "currency", "CHF")
    assert francs is not None
    assert (francs.usd_rate, francs.electricity_per_kwh) == (None, 0.3)
    same, _ = typed_money(euros, "currency", "EUR")
    assert same == euros


def test_sentences_say_what_follows() -> None:
    assert money_sentences(Money())[0] == "Amounts are shown in US dollars."
    assert "world average" in money_sentences(Money())[1]
    told = money_sentences(Money(currency="EUR", usd_rate=1.08, electricity_per_kwh=0.3))
    assert told == (
        "Amounts are shown in EUR: one EUR is $1.08, as you typed.",
        "Electricity costs €0.30 per kWh (yours).",
    )
    assert "how many dollars one UAH is" in money_sentences(Money(currency="UAH"))[0]
    assert money_sentences(Money(currency="EUR"))[0].startswith("Amounts are shown in EUR: 1 EUR = 1.")


def test_a_field_for_the_rate_says_whose_is_taken_otherwise() -> None:
    forms = {one.field: one for one in money_forms(Money(currency="GBP"))}
    assert forms["usd_rate"].text == ""
    assert forms["usd_rate"].otherwise.startswith("1 GBP = 1.")
    assert "ECB" in forms["usd_rate"].otherwise
    assert {one.field: one for one in money_forms(Money(currency="UAH"))}["usd_rate"].otherwise == "unknown: in dollars"


def test_a_number_stands_as_it_was_typed() -> None:
    assert [money_text(one) for one in (None, 0.0, 0.3, 1.08, 0.0064)] == ["", "0", "0.3", "1.08", "0.0064"]
    assert len(set(CURRENCIES)) == len(CURRENCIES)
