"""Names of computers and what changes a question are reported where no answer rests on them, small words are not."""

import pytest

from tests.cli.asking.understood import plan_of


@pytest.mark.parametrize(
    ("words", "unknown"),
    [
        ("Lenovo Legion 5 with 16 GB RAM, which model fits?", "Lenovo Legion 5"),
        ("Acer Predator with 32 GB of RAM, which model?", "Acer Predator"),
        ("XMP: i5-12400 with 32 GB, which model?", "XMP"),
    ],
)
def test_what_nobody_knows_the_parts_of_is_reported(words: str, unknown: str) -> None:
    assert unknown in plan_of(words).unknown


@pytest.mark.parametrize(
    "words",
    [
        "HP Omen with an RTX 4070, which model helps most with coding?",
        "Lenovo Legion with RTX 4060 and 32 GB, would turning thinking off help Qwen3 8B?",
    ],
)
def test_a_line_beside_its_parts_and_small_words_are_not(words: str) -> None:
    assert not plan_of(words).unknown
