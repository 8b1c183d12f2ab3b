"""`rig-advisor ask` what a family of models takes: the usual GPUs with the model that people take first of it."""

import pytest

from tests.answer_lines import Said, answer_lines


@pytest.mark.parametrize(
    ("words", "family"),
    [("How much VRAM do I need for Wan 2.2 video?", "Wan 2.2"), ("What VRAM does Wan 2.2 need?", "Wan 2.2")],
)
def test_a_family_is_told_by_its_first_model(words: str, family: str, capsys: Said) -> None:
    told = answer_lines(capsys, words)
    assert told[0].split()[:2] == ["Computer", "Model"]
    assert family in told[1]
    assert any(" is the least of the usual GPUs that does this well" in one for one in told)
    assert not any(one.startswith("Not understood") for one in told)


def test_who_would_wait_for_a_card_is_told_what_is_known_and_whether_it_is_worth_it_today(capsys: Said) -> None:
    told = answer_lines(capsys, "Should I wait for the RTX 5070 Ti Super 24GB?")
    assert told[0].startswith("Whether to wait is not judged: nothing sure is known of RTX 5070 Ti Super 24GB")
    assert any(one.startswith("You asked about an RTX 5070 Ti: ") for one in told[:5])
