"""`rig-advisor ask` where another file is chosen: how much faster, or better, the usual one is."""

import pytest

from tests.answer_lines import Said, answer_lines

_FASTER = "As Q4_K_M it is "


@pytest.mark.parametrize("words", ["gemma 3 12b on a m4 max 64gb", "qwen3 8b on a 3060 12gb"])
def test_beside_a_large_file_the_speed_of_the_usual_one_is_said(words: str, capsys: Said) -> None:
    (told,) = (one for one in answer_lines(capsys, words) if one.startswith(_FASTER))
    assert told.endswith(" tokens/s, and answers slightly worse.")


@pytest.mark.parametrize(
    "words",
    [
        "qwen3 14b q8 on a m4 max 64gb",  # the file was asked for
        "qwen3 8b on a 4090",  # nobody wishes for more
        "gpt-oss 20b on a mac mini m4 pro 24gb",  # there is one file
    ],
)
def test_nothing_is_said_of_it_where_that_is_no_choice(words: str, capsys: Said) -> None:
    assert not any(one.startswith(_FASTER) for one in answer_lines(capsys, words))


def test_beside_a_poor_file_the_usual_one_is_named_where_memory_holds_it(capsys: Said) -> None:
    lines = answer_lines(capsys, "deepseek v3 on an epyc 9554 with 768gb")
    assert "UD-Q2_K_XL" in lines[1]
    (told,) = (one for one in lines if " fits, too" in one)
    assert told.startswith("Q4_K_M fits, too, and answers better: ")
    small = answer_lines(capsys, "gemma 3 27b on a 5060 ti 16gb")
    assert not any(one.startswith("Q4_K_M fits, too") for one in small)
