"""One word for whether a model can be used; what takes ten times too long has a word of its own."""

import pytest

from advisor.facts.answers.usability import Holder, Light, Usability
from advisor.facts.values.range import Range
from advisor.present.words.light import light_word


@pytest.mark.parametrize(
    ("usability", "share", "held_by", "word"),
    [
        ("slow", 0.6, "answer", "Slow"),
        ("slow", 0.11, "answer", "Slow"),
        ("slow", 0.09, "answer", "Very slow"),
        ("slow", 0.01, "model", "Too weak"),
        ("great", 3.0, None, "Great"),
    ],
)
def test_what_takes_ten_times_too_long_is_very_slow(
    usability: Usability, share: float, held_by: Holder | None, word: str
) -> None:
    """ "Slow" was said of waits of 31 seconds and of hours."""
    assert (
        light_word(Light(usability=usability, share=Range(low=share, middle=share, high=share), held_by=held_by))
        == word
    )
