"""`rig-advisor ask` where a subscription is held against a card: kept, unless privacy or its limits say otherwise."""

import pytest

from advisor.__main__ import main

Said = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    "words",
    [
        "Claude Max 100 dollars a month or buy a 5090 for coding?",
        "i pay $100 a month for claude max, should i buy an rtx 5090 for coding instead",
    ],
)
def test_a_subscription_is_kept_where_no_model_of_the_card_comes_near(words: str, capsys: Said) -> None:
    main(["ask", words])
    told = capsys.readouterr().out
    assert "Keep the subscription: Qwen3.8 27B is well below what it gives." in told
    assert "an RTX 5090 for $" in told
    assert "million tokens a month" not in told
    assert "The same model from an API" not in told
    assert "It depends on how good" not in told
    assert "--workload coding-agent" in told


@pytest.mark.parametrize(
    "words",
    [
        "api or local: i use about 2 million tokens a day with qwen3 coder 30b",
        "qwen3 coder 30b at 3 million tokens per day, is the api cheaper than buying a gpu?",
    ],
)
def test_so_many_tokens_are_an_agents_and_the_api_comes_first(words: str, capsys: Said) -> None:
    """A chat on the CPU was called enough for two million tokens a day."""
    main(["ask", words])
    told = capsys.readouterr().out
    first = next(one for one in told.splitlines() if one.startswith("API: "))
    assert " a month for " in first
    assert "Not needed" not in told
    assert "--workload coding-agent" in told
