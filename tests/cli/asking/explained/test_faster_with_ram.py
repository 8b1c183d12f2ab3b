"""`rig-advisor ask` whether more RAM, or a second stick, makes a model faster: yes or no first, by both speeds."""

import pytest

from advisor.__main__ import main
from tests.answer_lines import Said, answer_lines


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("will more RAM make my LLM faster? I have a 4060 Ti 16GB and 32 GB DDR4", "No: Qwen3.6 35B-A3B writes about "),
        ("would 64gb instead of 32gb ram speed up qwen3 30b on my rtx 3060", "No: Qwen3 30B-A3B writes about "),
        ("I have 2x8GB ddr4, will 2 more sticks make it faster", "No: "),
        ("does more ram make qwen3 8b faster on my 4070", "No: Qwen3 8B lies in VRAM here and writes about "),
        ("will upgrading from 16 to 32gb ram make ollama faster on my laptop with a 4060", "No: "),
        ("will 128gb ram let me run glm 4.5 air faster than 64gb on a 3090", "No: GLM-4.5-Air 106B-A12B writes about "),
        ("will more ram speed up gpt-oss 120b on a 3060 with 32 GB?", "It lets it run at all: with 64 GB of RAM "),
    ],
)
def test_more_of_the_same_gives_no_speed(words: str, first: str, capsys: Said) -> None:
    told = answer_lines(capsys, words)
    assert told[0].startswith(first)
    assert any(one.startswith("What ") and " GB does: it " in one for one in told)


@pytest.mark.parametrize(
    ("words", "size"),
    [
        ("will adding a second 16gb ddr5 stick speed up my cpu inference", "16 GB"),
        ("does a second stick of ram make llama 3 8b faster on my ryzen 5600 with one 16gb ddr4 stick", "16 GB"),
        ("should I go from one 32gb stick to two for faster llm on my 8700g", "32 GB"),
        ("would a second stick help, single 32gb ddr5 stick ryzen 7700", "32 GB"),
    ],
)
def test_a_second_stick_gives_two_channels(words: str, size: str, capsys: Said) -> None:
    first, why, cost, *_ = answer_lines(capsys, words)
    assert first.startswith("Yes, ")
    assert f" times as fast: with a second stick of {size} " in first
    assert why.startswith("Two sticks are read in two channels at once")
    assert cost.startswith("It costs ")


def test_where_one_stick_may_be_there_the_speed_with_it_is_told(capsys: Said) -> None:
    told = answer_lines(capsys, "will more RAM make my LLM faster? I have a 4060 Ti 16GB and 32 GB DDR4")
    assert any(one.startswith("What gives speed: two sticks in place of one (with one alone about ") for one in told)


@pytest.mark.parametrize("words", ["more ram or a better gpu to make it faster? 3060 and 16 gb", "3060 12gb qwen3 8b"])
def test_nothing_of_it_is_said_where_something_else_is_asked(words: str, capsys: Said) -> None:
    assert not any(one.startswith("What gives speed") for one in answer_lines(capsys, words))


@pytest.mark.parametrize(
    ("rig", "named", "row"),
    [
        (("--gpu", "RTX 4060 Ti 16GB", "--ram", "32 DDR4"), "64 GB DDR4", "64 GB of DDR4 RAM in all"),
        (("--gpu", "none", "--ram", "2x16 DDR5"), "96GB DDR5-6000", "96 GB of DDR5 RAM in all"),
        (("--gpu", "none", "--ram", "1x16 DDR5"), "second stick", "Second stick"),
    ],
)
def test_worth_lists_ram_by_its_type_and_a_stick(rig: tuple[str, ...], named: str, row: str, capsys: Said) -> None:
    assert main(["worth", *rig, "--consider", named]) == 0
    assert any(one.startswith(row) for one in capsys.readouterr().out.splitlines())
