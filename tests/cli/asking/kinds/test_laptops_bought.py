"""`rig-advisor ask` for a laptop to be bought: those without a price of today are shown, too, and said to have none."""

import pytest

from advisor.__main__ import main

Said = pytest.CaptureFixture[str]


def _asked(said: Said, words: str) -> list[str]:
    main(["ask", words])
    told = said.readouterr()
    assert told.err == ""
    return told.out.splitlines()


@pytest.mark.parametrize(
    "words",
    [
        "best laptop for local LLMs under $3000",
        "which laptop should I buy for llms with 3000 dollars",
        "laptop for local ai, budget 3000",
    ],
)
def test_laptops_without_a_price_are_shown_behind_those_that_have_one(words: str, capsys: Said) -> None:
    """One used MacBook stood there alone, as if nothing else were sold."""
    lines = _asked(capsys, words)
    end = next(place for place, one in enumerate(lines) if "is the cheapest that does this well" in one)
    rows = lines[1:end]
    assert any("$" in one for one in rows)
    assert any("RTX 50" in one and "$" not in one for one in rows)
    told = " ".join(lines[end:])
    assert "No price of today is known for " in told
    assert "$2,899 at launch" in told


def test_what_costs_more_than_the_budget_at_launch_is_left_out(capsys: Said) -> None:
    lines = _asked(capsys, "best laptop for llms under 2500 dollars")
    assert not any("RTX 5090" in one for one in lines)


def test_a_mac_that_is_wanted_gets_no_other_laptops(capsys: Said) -> None:
    assert not any("RTX 50" in one for one in _asked(capsys, "which macbook for local llms under $3000"))
