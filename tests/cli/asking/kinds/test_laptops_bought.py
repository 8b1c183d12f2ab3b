"""`rig-advisor ask` for a laptop to be bought: those without a price of today are shown, too, and said to have none."""

import pytest

from advisor.__main__ import main
from tests.cli.asking.understood import lines_of

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


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("I want to buy a Snapdragon X laptop for a 8B model", "ask Qwen3 8B --cpu Snapdragon X"),
        ("should I get a ryzen 7 8845hs mini pc for local llm", "rank --workload chat --limit 10 --cpu ryzen 7 8845hs"),
        (
            "should I buy a laptop with a Ryzen AI 9 HX 370 and 32gb for $1200?",
            "rank --workload chat --limit 10 --cpu Ryzen AI 9 HX 370 --ram 32",
        ),
    ],
)
def test_a_computer_to_be_bought_that_is_named_by_its_cpu_is_no_computer_of_ones_own(words: str, line: str) -> None:
    lines = lines_of(words)
    assert line in lines
    assert not any(one.startswith("worth ") for one in lines)


def test_a_cpu_of_ones_own_stays_where_something_is_bought() -> None:
    assert lines_of("my laptop has a Ryzen 7 7840U, should I buy an egpu")[0].startswith("worth --cpu Ryzen 7 7840U")
