"""`rig-advisor ask` for many people: those of a team do not all ask at once, and how many do is said."""

import re

import pytest

from advisor.__main__ import main
from advisor.catalog.cards.catalog import load_catalog
from advisor.cli.asking.sentence.said import said
from tests.cli.asking.understood import plan_of


@pytest.mark.parametrize(
    ("words", "at_once", "people"),
    [
        ("what card for a team of 50 with a 32B model?", 5, 50),
        ("what server for a company of 200 with qwen3 32b?", 20, 200),
        ("which server for 120 employees with gpt-oss 120b?", 12, 120),
        ("our 80 developers want qwen3 coder 30b on an rtx pro 6000", 8, 80),
        ("team of 12 with llama 3.1 8b on a 4090", 5, 12),
    ],
)
def test_of_a_team_one_in_ten_asks_at_once_and_that_is_said(words: str, at_once: int, people: int) -> None:
    """All of them were counted as asking in the same second."""
    assert said(words, load_catalog()).volume.users == at_once
    note = next(one for one in plan_of(words).notes if one.startswith("Assumed: ") and "at once" in one)
    assert f"{at_once} of {people} people ask at once" in note
    assert f'say "{people} at once"' in note


@pytest.mark.parametrize(
    ("words", "users"),
    [
        ("team of 50, all at the same time, qwen3 32b on 2x 4090", 50),
        ("50 developers at once with qwen3 32b on 2x 4090", 50),
        ("50 concurrent users, llama 3.1 8b on a 4090", 50),
        ("rag chatbot for 20 users on a 4090", 20),
        ("a team of 50, of which 15 at once, qwen3 32b on an rtx pro 6000", 15),
        ("we are five lawyers with contracts, what should we buy?", 5),
        ("team of 4 with qwen3 8b on a 3090", 4),
    ],
)
def test_who_says_how_many_ask_at_once_is_taken_at_their_word(words: str, users: int) -> None:
    assert said(words, load_catalog()).volume.users == users
    assert not any("of 50 people ask at once" in one for one in plan_of(words).notes)


@pytest.mark.parametrize(
    "words",
    [
        "how many users can a single RTX 6000 Ada serve with a 14b model",
        "how many people can use one 4090 at the same time with qwen3 8b?",
    ],
)
def test_how_many_are_served_is_said_first_with_the_speed_of_each(
    words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["ask", words])
    first = capsys.readouterr().out.splitlines()[0]
    assert re.match(r"At once: \d+ users at [\d.]+ tokens/s each, first word after ", first)
    assert re.search(r"\(serve-many\): .* users\.$", first)
