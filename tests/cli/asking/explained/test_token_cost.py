"""`rig-advisor ask` what the electricity for so many tokens costs on a computer."""

import pytest

from tests.cli.asking.understood import lines_of


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (
            "how much does it cost me in electricity to generate 1 million tokens with qwen3 32b on a 4090?",
            ("1,000,000 tokens of Qwen3 32B as Q4_K_M on RTX 4090: about $", "per kWh (world average)", "The API of "),
        ),
        ("electricity cost per million tokens on a 3090", ("1,000,000 tokens of Qwen", "on RTX 3090: about $")),
        (
            "what do 10m tokens cost in power with gpt-oss 20b on a 3090 at 0.35 eur per kwh",
            ("10,000,000 tokens of gpt-oss 20B", "€0.35 per kWh."),
        ),
        ("energy cost per 1M tokens, 2x 3090, llama 3.3 70b", ("Llama 3.3 70B as Q4_K_M on 2 x RTX 3090",)),
        ("power price per Mtok for qwen3 8b on rtx 3060", ("1,000,000 tokens of Qwen3 8B",)),
        ("how much electricity money for 500k tokens on rx 7900 xtx", ("500,000 tokens of ",)),
        ("electricity for 5M tokens with gemma 3 27b on 2x 3090 in germany", ("5,000,000 tokens", "€", "per kWh.")),
        ("how much do a billion tokens cost in electricity with qwen3 8b on my 3060", ("1,000,000,000 tokens of ",)),
    ],
)
def test_tokens_by_rate_watts_and_price_are_the_cost(words: str, parts: tuple[str, ...]) -> None:
    (line,) = lines_of(words)
    assert line.startswith("told Electricity for ")
    assert [one for one in (*parts, "Counted: ", "the whole computer draws about ") if one not in line] == []


def test_twice_as_many_tokens_cost_twice_as_much() -> None:
    """`electricity cost of 2` was taken for two cents per kWh."""
    one, two = (
        float(
            lines_of(f"electricity cost of {count} million tokens with qwen3 8b on a 3060")[0].split("about $")[1][:4]
        )
        for count in (2, 4)
    )
    assert two == pytest.approx(2 * one, abs=0.02)


@pytest.mark.parametrize(
    "words",
    [
        "what does a 3090 cost in electricity per month",
        "how much power does a 3090 draw at 30 tokens per second",
        "how much power does a 3090 draw with qwen3 8b and 32k tokens of context",
        "qwen3 32b on a 4090, 100k tokens context",
        "how much does a million tokens of qwen3 32b cost on openrouter",
        "3090 or 4090 for 1 million tokens a day, electricity counts",
        "i process 5m tokens per day with qwen3 32b on a 3090, rent or buy? electricity 0.35 per kwh",
        "is running qwen3 32b on a 4090 cheaper than the api for 1 million tokens a day",
    ],
)
def test_other_costs_are_told_as_ever(words: str) -> None:
    assert not any("Electricity for " in one for one in lines_of(words))
