"""What a unit of a currency is in dollars."""

import pytest

from advisor.answer.money.exchange import rate_of, reference_rate
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.kept.settings import Money


def test_a_rate_that_was_typed_comes_first() -> None:
    typed, stated = rate_of(Money(currency="EUR", usd_rate=2.0)), rate_of(Money(currency="EUR"))
    assert typed is not None
    assert stated is not None
    assert (typed.usd, typed.bank, typed.as_of) == (2.0, None, None)
    assert 1.0 < stated.usd < 1.4
    assert stated.bank == "ECB"
    assert rate_of(Money()) == (1.0, None, None)
    assert rate_of(Money(currency="XYZ")) is None


@pytest.mark.parametrize("code", ["EUR", "GBP", "CNY", "JPY", "CAD", "AUD", "CHF", "INR", "KRW", "BRL", "PLN", "SEK"])
def test_the_currencies_that_people_name_have_a_rate_of_the_same_day(code: str) -> None:
    rate, card = reference_rate(code), next(iter(load_catalog().exchange.values()))
    assert rate is not None
    assert rate.as_of == card.as_of
    assert rate.usd == pytest.approx(card.usd_per_euro / (1.0 if code == "EUR" else card.per_euro[code]))
