"""`rig-advisor ask` whether to add to what is there or to replace it: first whether that suffices, then the money."""

import pytest

from advisor.cli.asking.steps import Held
from tests.answer_lines import Said, answer_lines
from tests.cli.asking.understood import plan_of


@pytest.mark.parametrize(
    "words",
    [
        "Should I get a second 3090 or sell mine and get a 5090? mostly doing agentic coding with Qwen3.6 27B",
        "replace my 3090 with a 5090 or add another 3090? agentic coding with qwen3.6 27b",
        "got a 3090, would a second one or a 5090 be better for qwen3.6 27b as coding agent",
        "i have a 3090. add another 3090 or replace it with a 5090? coding agent qwen3.6 27b",
        "have a 3090, get a second or go 5090? qwen3.6 27b coding agent",
        "i have a 3090. 5090 or a second one? coding agent qwen3.6 27b",
    ],
)
def test_what_is_there_is_judged_first_and_what_it_brings_is_counted(words: str, capsys: Said) -> None:
    """The table took the dearest for speed, and said nothing of the card that is there."""
    lines = answer_lines(capsys, words)
    assert lines[0].startswith("Keep what you have: RTX 3090 does Qwen3.6 27B well, ")
    second = next(one for one in lines if one.startswith("- 2x RTX 3090: "))
    assert "48 GB of VRAM in place of 24 GB" in second
    assert second.endswith("to pay, the old card stays.")
    other = next(one for one in lines if one.startswith("- RTX 5090: "))
    assert "32 GB of VRAM in place of 24 GB" in other
    assert other.endswith("; about $3,630 to pay with the old card sold.")
    assert "The old RTX 3090 brings about $1,130: its used price less 13% for the marketplace." in lines
    fits = next(one for one in lines if one.startswith("What fits of Qwen3.6 27B: "))
    assert all(one in fits for one in ("RTX 3090 Q5_K_M with ", "2x RTX 3090 Q8_0 with ", "RTX 5090 Q8_0 with "))
    assert not any(one.startswith("Take the ") for one in lines)


def test_what_does_not_suffice_is_said_before_what_to_take(capsys: Said) -> None:
    lines = answer_lines(capsys, "I have a 3060 12gb. second 3060 or replace it with a 3090 for qwen3 32b?")
    assert lines[0].startswith("RTX 3060 12GB does not do Qwen3 32B well: slow.")
    assert any(one.startswith("Take the ") for one in lines)


def test_nothing_is_counted_as_sold_where_nobody_has_a_card(capsys: Said) -> None:
    lines = answer_lines(capsys, "Two used 3090s or one 5090 for local coding?")
    assert not any("brings about" in one or one.startswith("Keep what you have") for one in lines)


@pytest.mark.parametrize(
    ("words", "rigs"),
    [
        (
            "I have a 4070. should I buy a second one or sell it for a 24gb card",
            ["RTX 4070", "Arc Pro B60", "RX 7900 XTX", "RTX 3090", "2x RTX 4070"],
        ),
        (
            "my 3060: add a second 3060 or get a 16gb card",
            ["RTX 3060 12GB", "2x RTX 3060 12GB", "RX 6800", "Arc Pro B50", "RTX 4060 Ti 16GB"],
        ),
        ("i have a 4070, upgrade to a 24gb card?", ["RTX 4070", "Arc Pro B60", "RX 7900 XTX", "RTX 3090"]),
    ],
)
def test_a_card_that_has_only_a_size_stands_for_the_cheapest_of_each_maker(words: str, rigs: list[str]) -> None:
    plan = plan_of(words)
    (held,) = plan.steps
    assert isinstance(held, Held)
    assert [ways[0].name for ways in held.computers] == rigs
    assert any(one.startswith("Taken for a card with ") for one in plan.notes)


def test_the_card_that_is_there_is_one_row_without_a_price(capsys: Said) -> None:
    lines = answer_lines(capsys, "I have a 4070. should I buy a second one or sell it for a 24gb card")
    assert sum(one.startswith("RTX 4070  ") for one in lines) == 1
    assert not any("What RTX 4070 costs is not known" in one for one in lines)
