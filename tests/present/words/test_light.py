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


@pytest.mark.parametrize(("answer_s", "word"), [(600.0, "Slow"), (2000.0, "Very slow")])
def test_what_is_waited_for_as_a_whole_is_very_slow_by_the_whole(answer_s: float, word: str) -> None:
    """The longer answer was "Slow" beside a shorter one that was "Very slow", for its first word came late."""
    whole = Range.exactly(answer_s)
    light = Light(usability="slow", share=Range.exactly(0.05), answer_s=whole, needed_s=180.0, held_by="first_word")
    assert light_word(light) == word
