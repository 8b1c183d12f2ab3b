"""Tokens that are paid for by their number are an API, against which a purchase pays off or never does."""

import pytest

from tests.answer_lines import Said, answer_lines
from tests.cli.asking.understood import lines_of, plan_of


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("I use about 2 million tokens a month of GPT, would a 5090 pay off?",
         "worth --tokens-per-day 65789 --consider RTX 5090 --cloud"),
        ("At 10M tokens per day of Claude, does a used 3090 pay for itself?",
         "worth --tokens-per-day 10000000 --consider RTX 3090 --cloud"),
        ("We burn 50 million Gemini tokens a month. Is buying an RTX PRO 6000 worth it?",
         "worth --tokens-per-day 1644737 --consider RTX PRO 6000 Blackwell --cloud"),
        ("I use 5M tokens a month with the OpenAI API; when does a 4090 break even?",
         "worth --tokens-per-day 164474 --consider RTX 4090 --cloud"),
        ("I write 300k tokens daily with GPT-5, should I buy a 4090 to save money?",
         "worth --tokens-per-day 300000 --consider RTX 4090 --cloud"),
        ("does a 3090 pay off at 3 million tokens a day of qwen3 32b",
         "worth Qwen3 32B --tokens-per-day 3000000 --consider RTX 3090 --cloud"),
    ],
)  # fmt: skip
def test_it_is_held_against_an_api(words: str, line: str) -> None:
    assert lines_of(words) == [line]
    assert not plan_of(words).unknown


def test_it_is_said_from_which_price_it_pays(capsys: Said) -> None:
    lines = answer_lines(capsys, "I use about 2 million tokens a month of GPT, would a 5090 pay off?")
    verdict = next(one for one in lines if one.startswith("No, not for the money: an RTX 5090 for "))
    assert verdict.endswith(" never pays for itself.")
    assert "Counted for an open model from an API: what GPT asks is not in the list." in lines
    assert any(one.startswith("An RTX 5090 pays off within 3 years only if a million tokens cost ") for one in lines)


def test_a_card_that_is_cheaper_is_no_amount() -> None:
    [line] = lines_of("is my 3090 cheaper than the API for qwen3 32b?")
    assert line.startswith("worth Qwen3 32B --gpu RTX 3090 ")
