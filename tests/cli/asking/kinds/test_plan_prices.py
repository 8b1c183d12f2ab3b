"""`rig-advisor ask` with what a subscription costs: it is paid each month, also where nobody says so."""

import pytest

from tests.cli.asking.understood import lines_of, plan_of


@pytest.mark.parametrize(
    ("words", "bill"),
    [
        ("$20 for ChatGPT or a card?", "20"),
        ("keep spending $20 on ChatGPT or buy a 3060 12gb?", "20"),
        ("$200 ChatGPT Pro or a used 3090?", "200"),
        ("claude max for $100 or a 5090", "100"),
        ("should I buy a 3090 instead of ChatGPT at 20 dollars", "20"),
        ("is a 5060 ti 16gb better than copilot for $10?", "10"),
        ("cursor ($20) vs an rtx 3090 for coding", "20"),
    ],
)
def test_the_price_of_a_service_is_a_bill_and_no_budget(words: str, bill: str) -> None:
    """$20 was what a card may cost."""
    worth = next(one for one in lines_of(words) if one.startswith("worth "))
    assert f" --bill {bill}" in worth
    assert "--budget" not in worth
    assert any(one.startswith("Counted as paid each month: ") for one in plan_of(words).notes)


def test_what_a_card_may_cost_stays_a_budget_beside_a_plan() -> None:
    worth = next(one for one in lines_of("ChatGPT Plus or a card for $500?") if one.startswith("worth "))
    assert "--budget 500" in worth
    assert "--bill 20" in worth
