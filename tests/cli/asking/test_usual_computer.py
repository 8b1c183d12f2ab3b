"""Plain questions about a laptop or a computer of which nobody says what is in it, and words about time."""

import datetime

import pytest

from advisor.cli.asking.sentence.kinds import usual_computer
from tests.answer_lines import Said, answer_lines
from tests.cli.asking.understood import lines_of, plan_of


@pytest.fixture(autouse=True)
def a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(usual_computer, "local_today", lambda: datetime.date(2026, 11, 29))
    plan_of.cache_clear()


@pytest.mark.parametrize(
    ("words", "options"),
    [
        ("whisper on a laptop", "--cpu Core i5-1335U --ram 16"),
        ("can my old laptop run a chatbot", "--cpu Core i5-8250U --ram 8"),
        ("I have a 2015 laptop with 8 GB", "--cpu Core i5-5200U --ram 8"),
        ("my 10 year old pc, what can it run", "--cpu Core i5-6500 --ram 8"),
        ("what can I run on a laptop with 32 GB", "--cpu Core i5-1335U --ram 32"),
        ("is a 2012 macbook pro any use for ai", "--cpu Core i5-3210M --ram 4"),
        ("stable diffusion on an office pc", "--cpu Core i5-12400 --ram 16"),
        ("can a chromebook run a local llm", "--cpu N100 --ram 16"),
        ("local ai on an old desktop from 2014", "--cpu Core i5-4460 --ram 8"),
    ],
)
def test_a_usual_computer_of_that_kind_and_age_is_assumed_and_said(words: str, options: str) -> None:
    assert any(options in one for one in lines_of(words))
    assert any(one.startswith("Answered for a usual ") for one in plan_of(words).notes)
    assert not plan_of(words).unknown


@pytest.mark.parametrize(
    "words",
    [
        "what can my laptop run",
        "can my pc run Qwen3 8B",
        "Qwen3 8B on a laptop with an RTX 4060",
        "best model for a gaming laptop with 16 GB",
        "macbook pro M3 with 18 GB, best model",
        "laptop with Ryzen 7 7840U and 32 GB, which model",
    ],
)
def test_a_computer_that_is_here_or_named_is_not_replaced(words: str) -> None:
    assert not any(one.startswith("Answered for a usual ") for one in plan_of(words).notes)


@pytest.mark.parametrize(
    "words",
    [
        "best local model in 2026 for a 3090",
        "what runs on my 4090 right now, november 2026",
        "best coding model today for an M4 Max 64GB, as of nov 2026",
        "which model for a 3060 this year",
        "what was the best model for a 3060 in early 2025",
    ],
)
def test_words_about_time_are_not_listed_as_not_understood(words: str) -> None:
    assert plan_of(words).unknown == ()


@pytest.mark.parametrize(
    "words",
    [
        "I have a 5 year old gaming laptop, rtx 3060 mobile 6gb and 16 gigs of ram. what's the best model i can run?",
        "my two-year-old pc with a 3070, which model for chat",
        "best model for a 10 yr old desktop with 32gb ram and a gtx 1080",
    ],
)
def test_how_old_a_computer_is_is_no_word_that_is_not_understood(words: str) -> None:
    assert not plan_of(words).unknown


def test_a_laptop_that_is_there_keeps_its_kind_where_something_is_bought() -> None:
    """Desktop cards were offered for it."""
    (line,) = lines_of("I have a laptop with 8 GB RAM. Should I use an API?")
    assert "--cpu Core i5-1135G7" in line


@pytest.mark.parametrize("words", ["should I buy a laptop with 32 GB for llms", "can I get a cheap laptop for AI"])
def test_a_laptop_that_is_to_be_bought_is_not_there_yet(words: str) -> None:
    assert not usual_computer.owns_laptop(words)


@pytest.mark.parametrize("words", ["I only have an old laptop", "we own 3 laptops", "I've got a work laptop"])
def test_a_laptop_somebody_has_is_there(words: str) -> None:
    assert usual_computer.owns_laptop(words)


@pytest.mark.parametrize(
    ("words", "options"),
    [
        ("should I buy a laptop with 32 GB for llms", "rank --workload chat --limit 10 --cpu Core i5-1335U --ram 32"),
        ("should I get a thinkpad t480 for llms", "--cpu Core i5-8250U --ram 8"),
        ("should I buy a laptop with an RTX 5090 for qwen3 32b", "Qwen3 32B --gpu RTX 5090 Laptop"),
    ],
)
def test_a_laptop_that_is_thought_of_is_judged_as_if_it_were_there(words: str, options: str) -> None:
    """It was held against what is in this computer, and a card for a desktop was named instead."""
    (line,) = lines_of(words)
    assert options in line
    assert not line.startswith("worth")
    assert usual_computer.OFFERED_LAPTOP in plan_of(words).notes


@pytest.mark.parametrize(
    "words", ["should I buy a laptop with a 4070 for $1500 for llms", "4070 laptop for $1500, good for qwen3 8b?"]
)
def test_a_laptop_at_a_price_is_judged_as_a_whole(words: str, capsys: Said) -> None:
    assert answer_lines(capsys, words)[0].startswith("Yes, good for this: for $1,500 a laptop with RTX 4070 runs ")
