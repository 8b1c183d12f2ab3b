"""Two sizes of cards that are held against each other beside the card of an owner; larger models may be the wish."""

import pytest

from tests.answer_lines import Said, answer_lines
from tests.cli.asking.understood import lines_of

_SMALL, _LARGE = "--gpu RTX 4060 Ti 16GB", "--gpu RTX 3090"


@pytest.mark.parametrize(
    ("words", "own"),
    [
        ("16gb or 24gb card for a 4070 owner who wants bigger models", "--gpu RTX 4070"),
        ("I have a 4070, should I get a 16gb or a 24gb card for bigger models?", "--gpu RTX 4070"),
        ("4060 owner, 16gb or 24gb gpu for larger models", "--gpu RTX 4060"),
        ("owner of a 3070: 16 gb or 24 gb card", "--gpu RTX 3070"),
        ("a 16gb card or a 24gb card for a 3080 user", "--gpu RTX 3080 10GB"),
    ],
)
def test_both_sizes_are_cards_to_be_bought(words: str, own: str) -> None:
    (line,) = lines_of(words)
    assert f"on {own} | " in line
    assert _SMALL in line
    assert _LARGE in line


def test_who_wishes_for_larger_models_is_not_told_to_keep_a_card_for_small_ones(capsys: Said) -> None:
    first, *_ = answer_lines(capsys, "16gb or 24gb card for a 4070 owner who wants bigger models")
    assert first == "RTX 4070 does not do Qwen3.8 27B well: slow. What money brings:"


@pytest.mark.parametrize(
    "words",
    ["16gb or 24gb of ram for a 4070 and qwen3 8b", "3080 users at once for qwen3 8b", "macbook air 16gb or 24gb"],
)
def test_sizes_of_memory_are_no_cards(words: str) -> None:
    assert not any(_SMALL in one for one in lines_of(words))
