"""Plain questions about one card, its power supply and money in other currencies."""

import pytest

from tests.answer_lines import Said, answer_lines
from tests.cli.asking.understood import lines_of, plan_of


@pytest.mark.parametrize(
    ("words", "budget"),
    [
        ("which gpu for 8000 chf", "--budget 8000 --currency CHF"),
        ("best gpu for CHF 900 for qwen3 32b", "--budget 900 --currency CHF"),
        ("card under 9000 sek for chat, 32gb ram pc", "--budget 9000 --currency SEK"),
        ("best card for 2000 swiss francs", "--budget 2000 --currency CHF"),
    ],
)
def test_money_is_told_by_the_code_of_its_currency(words: str, budget: str) -> None:
    (line,) = lines_of(words)
    assert budget in line
    assert not plan_of(words).unknown


@pytest.mark.parametrize(
    ("words", "is_alone"),
    [
        ("optiplex with i5-7500 and 16gb, which gpu under 200 euro", True),
        ("best gpu for qwen3 32b under $900", True),
        ("4060 with 16 gb ram, should i buy ram or a gpu for coding", False),
        ("3060, what should I upgrade for $500", False),
    ],
)
def test_who_asks_which_card_is_told_of_no_memory(words: str, is_alone: bool) -> None:
    assert any("--part card" in one for one in lines_of(words)) is is_alone


def test_a_power_supply_is_held_against_what_would_be_bought(capsys: Said) -> None:
    """It was held against the card that is there, and called enough for one of twice the power."""
    words = "should i get a second 3060 12gb or sell mine and buy a 3090? ryzen 5600, 32gb, 650w psu, coding with qwen"
    told = "\n".join(answer_lines(capsys, words))
    assert "Power supply: 650 W is suggested for 2x RTX 3060 12GB + ryzen 5600" in told
    assert "For RTX 3090 750 W: 650 W is less than that: hold the GPU to 340 W, or take a larger one." in told
    assert "Not understood" not in told


def test_far_more_memory_is_held_against_half_of_it(capsys: Said) -> None:
    """Only 128 GB did it well, said the table, and the verdict below it bought 64."""
    words = "should i still upgrade from 32 to 128gb ddr5 for glm 4.5 air with my 4080"
    told = answer_lines(capsys, words)
    assert any(one.startswith("Take the 64 GB DDR5. ") for one in told)
    assert any(one.startswith("Yes, for this model: 64 GB of DDR5 RAM in all ") for one in told)


@pytest.mark.parametrize("words", ["replace one with", "swap one for", "replace either of them with"])
def test_one_of_two_cards_replaced_is_a_purchase(words: str) -> None:
    """The new card was taken as a third one that is there."""
    owned, work = "I have two RTX 3060 12GB and 64 GB.", "for chat with Llama 3.3 70B?"
    (line,) = lines_of(f"{owned} Should I {words} an RX 7900 XT {work}")
    assert line.startswith("worth ")
    assert "--gpu 2x RTX 3060 12GB" in line
    assert line.endswith("--consider RX 7900 XT")
