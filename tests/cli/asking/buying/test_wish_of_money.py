"""Money that is there for larger models, and a plan that a card is held against with `pays off`."""

import pytest

from tests.answer_lines import Said, answer_lines
from tests.cli.asking.understood import lines_of


def test_money_for_the_best_models_buys_the_card_that_holds_them(capsys: Said) -> None:
    words = "I have 1000 dollars and a 1660, what gives me the best models"
    (line,) = lines_of(words)
    assert "best on --gpu " in line
    first, *_ = answer_lines(capsys, words)
    assert first.startswith("Yes: ")


def test_without_a_wish_for_larger_models_what_is_there_counts() -> None:
    assert not any("best on" in one for one in lines_of("I have 1000 dollars and a 1660, is a new card worth it"))


def test_a_plan_that_a_card_pays_off_against_is_a_bill() -> None:
    assert any("--bill 20" in one for one in lines_of("how long until a 900 usd 3090 pays off against claude pro"))


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (
            "I own two RTX 3090. Do I need an RTX 5090 to run Llama 3.3 70B?",
            "worth Llama 3.3 70B --gpu 2x RTX 3090 --consider RTX 5090",
        ),
        ("I have a 3090, do I need a 5090 for Qwen3 32B?", "worth Qwen3 32B --gpu RTX 3090 --consider RTX 5090"),
    ],
)
def test_a_card_that_somebody_may_need_is_not_there(words: str, line: str) -> None:
    """The card that was asked about was counted among those that are there."""
    assert lines_of(words) == [line]
