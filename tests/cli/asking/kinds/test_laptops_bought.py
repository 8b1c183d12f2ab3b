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


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (
            "should I buy a Snapdragon X Elite laptop or a MacBook Air for 8B models",
            "held Qwen3 8B on --cpu Snapdragon X Elite | --machine MacBook Air M4 16GB",
        ),
        (
            "buy a macbook air m4 16gb or a ryzen ai 9 hx 370 laptop with 32gb for 8b models?",
            "held Qwen3 8B on --machine MacBook Air M4 16GB | --cpu ryzen ai 9 hx 370 --ram 32",
        ),
        (
            "buy a mini pc with a ryzen 7 8845hs 64gb or a mac mini m4 24gb for 8b?",
            "held Qwen3 8B on --cpu ryzen 7 8845hs --ram 64 | --machine Mac mini M4 24GB",
        ),
        (
            "get a laptop with a core ultra 7 258v or a macbook air m4 16gb for 8b?",
            "held Qwen3 8B on --cpu ultra 7 258v | --machine MacBook Air M4 16GB",
        ),
    ],
)
def test_two_computers_that_would_be_bought_are_held_against_each_other(words: str, line: str) -> None:
    assert lines_of(words) == [line]


def test_a_laptop_that_is_there_is_no_offer() -> None:
    (line,) = lines_of("my snapdragon x elite laptop or buy a macbook air for 8b")
    assert line.startswith("worth Qwen3 8B --cpu snapdragon x elite")
