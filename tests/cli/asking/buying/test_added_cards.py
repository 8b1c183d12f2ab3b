"""A card that comes beside the one that is there is judged beside it, in a slot of its own."""

import pytest

from tests.answer_lines import Said, answer_lines
from tests.cli.asking.understood import lines_of, plan_of


@pytest.mark.parametrize(
    ("words", "own", "added"),
    [
        ("Is it worth adding a second RTX 3060 next to my RTX 3090 for Qwen3.6 27B?", "RTX 3090", "RTX 3060 12GB"),
        ("Does adding a 3060 to my 3090 make Qwen3.6 27B faster?", "RTX 3090", "RTX 3060 12GB"),
        ("Would an RTX 3060 12GB next to my RTX 3090 help with Qwen3.6 27B?", "RTX 3090", "RTX 3060 12GB"),
        ("I have a 4090. Is a 5060 Ti 16GB as a second card useful for Qwen3.6 27B?", "RTX 4090", "RTX 5060 Ti 16GB"),
        ("3060 12GB alongside my 4060 Ti 16GB, worth it for Qwen3.6 27B?", "RTX 4060 Ti 16GB", "RTX 3060 12GB"),
        ("Should I put a 3060 12GB beside my 4060 Ti 16GB for Qwen3.6 27B?", "RTX 4060 Ti 16GB", "RTX 3060 12GB"),
    ],
)
def test_it_is_weighed_in_a_slot_of_its_own(words: str, own: str, added: str) -> None:
    [line] = lines_of(words)
    assert line.startswith(f"worth Qwen3.6 27B --gpu {own} ")
    assert line.endswith(f"--consider {added} --slots 2")
    assert not plan_of(words).unknown


def test_one_in_place_of_it_is_told_no_slot() -> None:
    assert "--slots" not in " ".join(lines_of("is a 4070 super instead of my 3060 worth it for qwen3 14b"))
    assert "--slots" not in " ".join(lines_of("should i replace my 3060 with a 3090 for qwen3 32b"))


def test_both_speeds_come_first(capsys: Said) -> None:
    first, why, *lines = answer_lines(capsys, "Is it worth adding an RTX 3060 next to my RTX 3090 for Qwen3.6 27B?")
    assert first == "No: an added RTX 3060 12GB makes Qwen3.6 27B no faster."
    assert why.startswith("Both cards together write about ")
    assert "Asked about RTX 3060 12GB: see the row Add RTX 3060 12GB." in lines
    assert not any("Replace with RTX 3060" in one for one in lines)
