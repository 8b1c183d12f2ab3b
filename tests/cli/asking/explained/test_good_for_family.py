"""`rig-advisor ask` whether a computer is good for a family of models: the verdict is on that family."""

import pytest

from tests.answer_lines import Said, answer_lines
from tests.cli.asking.understood import lines_of


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("is a mac mini m4 16gb enough for coding with qwen?", "Partly (coding): the best Qwen here is Qwen3.5 9B as "),
        ("is a 3060 good enough for gemma?", "Yes (chat): the best Gemma here is Gemma 4 26B-A4B as Q4_K_M (great), "),
        (
            "is 12gb vram on a 3060 enough for coding with gemma",
            "Yes (coding): the best Gemma here is Gemma 4 26B-A4B ",
        ),
        ("is a 3060 12gb good for wan videos", "Partly (video): the best Wan here is Wan 2.2 T2V A14B Lightning as "),
        ("is a gtx 1060 6gb good enough for coding with llama", "Only slowly (coding): the nearest Llama is "),
    ],
)
def test_no_other_model_is_named_in_the_verdict(words: str, first: str, capsys: Said) -> None:
    assert answer_lines(capsys, words)[0].startswith(first)


def test_larger_ones_of_the_family_are_told_and_only_the_family_is_listed(capsys: Said) -> None:
    _, slow, large, *rest = answer_lines(capsys, "is a mac mini m4 16gb enough for coding with qwen?")
    assert slow == "Larger ones are slow: Qwen2.5 Coder 14B."
    assert large.startswith("Larger ones do not fit: Qwen3.8 27B, ")
    assert not any("Mellum" in one or one.startswith("A small one: ") for one in rest)


def test_two_families_are_held_against_each_other() -> None:
    (line,) = lines_of("is a 3060 12gb enough for gemma or qwen")
    assert line.startswith("held ")
