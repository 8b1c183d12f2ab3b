"""A budget is held against the middle of a wide span of prices, not against its lowest end."""

import pytest

from advisor.answer.money.prices import within_usd
from advisor.answer.worth.question import is_beyond
from advisor.facts.answers.worth import Price
from advisor.facts.kept.settings import Money
from advisor.facts.values.range import Range
from advisor.facts.values.reason import reason


def _price(low: float, middle: float, high: float) -> Price:
    return Price(usd=Range(low, middle, high), condition="used", source=reason("typed_by_you"))


def test_of_a_wide_span_the_middle_has_to_be_within_what_may_be_spent() -> None:
    wide, narrow = _price(240, 550, 1260), _price(420, 449, 480)
    assert within_usd(wide) == pytest.approx(550)
    assert within_usd(narrow) == pytest.approx(420)
    assert is_beyond(wide, Money(budget_usd=400))
    assert not is_beyond(wide, Money(budget_usd=600))
    assert not is_beyond(narrow, Money(budget_usd=440))
