"""`rig-advisor ask` with two files held against each other on one card: memory, speed and quality, no purchase."""

import pytest

from advisor.__main__ import main
from tests.cli.asking.understood import lines_of


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (
            "is q8 worth it over q4 for a 14b on my 16gb card (4060 ti)?",
            "held Qwen3 14B as Q8_0/Q4_K_M on --gpu RTX 4060 Ti 16GB",
        ),
        (
            "is Q6_K worth it over Q4_K_M for qwen3 14b on a 16gb 5060 ti",
            "held Qwen3 14B as Q6_K/Q4_K_M on --gpu RTX 5060 Ti 16GB",
        ),
        (
            "should I go for q5 instead of q4 for gemma 3 12b on my rtx 3060 12gb?",
            "held Gemma 3 12B as Q5_K_M/Q4_K_M on --gpu RTX 3060 12GB",
        ),
        ("is q8 worth it over q4 on a 3090?", "held Q8_0/Q4_K_M on --gpu RTX 3090"),
        (
            "8 bit or 4 bit for qwen3 32b on a 24gb gpu (3090), is the extra worth it?",
            "held Qwen3 32B as Q8_0/Q4_K_M on --gpu RTX 3090",
        ),
        ("16gb card, a 4060 ti: qwen3 8b?", "ask Qwen3 8B --gpu RTX 4060 Ti 16GB"),
    ],
)
def test_files_held_against_each_other_are_no_purchase(words: str, line: str) -> None:
    assert lines_of(words) == [line]


@pytest.mark.parametrize(
    "words", ["is a 3090 worth it for q8 over q4 of a 32b?", "should I buy a 5090 to run q8 instead of q4"]
)
def test_a_card_that_is_weighed_is_a_purchase(words: str) -> None:
    assert lines_of(words)[0].startswith("worth ")


def test_the_largest_file_that_fits_comes_first(capsys: pytest.CaptureFixture[str]) -> None:
    main(["ask", "is q8 worth it over q4 for a 14b on my 16gb card (4060 ti)?"])
    told = capsys.readouterr().out
    assert told.startswith("No, not Q8_0: it does not fit in VRAM (")
    assert " Take Q6_K: " in told.splitlines()[0]
    assert "\nQ4_K_M: The usual choice: small loss" in told
    assert "\nQ6_K: Very close to the original." in told


def test_the_larger_file_is_taken_where_it_fits(capsys: pytest.CaptureFixture[str]) -> None:
    main(["ask", "is q8 worth it over q4 for qwen3 8b on a 3090?"])
    assert "\nTake Q8_0: it fits, " in capsys.readouterr().out
