"""Texts are looked up as they stand, filled in afterwards, and numbers take the signs of the language in force."""

from collections.abc import Iterator

import pytest

from advisor.present.words import ENGLISH, Language, local_number, say, speak, to_say

_GERMAN = {
    "Fits with {spare} to spare": "Mit {spare} Reserve passt es",
    "Fits": "Passt",
    "{count:,} tokens": "{count:,} Wortteile",
    "{count} files": "{number} Dateien",
}


@pytest.fixture
def german() -> Iterator[None]:
    signs = str.maketrans({".": ",", ",": "."})
    speak(Language(look_up=lambda text: _GERMAN.get(text, text), signs=signs))
    yield
    speak(ENGLISH)


def test_english_is_what_stands_in_the_code() -> None:
    assert say("Fits with {spare} to spare", spare="3.1 GiB") == "Fits with 3.1 GiB to spare"
    assert say("{count:,} tokens", count=8192) == "8,192 tokens"
    assert say("a {brace} without a value") == "a {brace} without a value"
    assert local_number("1,234.5") == "1,234.5"


@pytest.mark.usefixtures("german")
def test_a_text_is_looked_up_with_its_placeholders_and_filled_in_afterwards() -> None:
    assert say("Fits with {spare} to spare", spare="3.1 GiB") == "Mit 3.1 GiB Reserve passt es"
    assert say(to_say("Fits")) == "Passt"
    assert say("Nobody translated {this}", this="this") == "Nobody translated this"


@pytest.mark.usefixtures("german")
def test_numbers_take_the_signs_of_the_language() -> None:
    assert say("{count:,} tokens", count=8192) == "8.192 Wortteile"
    assert local_number("1,234.5") == "1.234,5"


@pytest.mark.usefixtures("german")
def test_a_translation_that_names_no_such_value_gives_way_to_english() -> None:
    assert say("{count} files", count=3) == "3 files"
