"""Texts are looked up as they stand, filled in afterwards, and numbers take the signs of the language in force."""

from collections.abc import Iterator

import pytest

from advisor.facts.values.fact import known
from advisor.facts.values.units import GIB
from advisor.present.words.retold import Sentences, retold
from advisor.present.words.typed_form import typed_answer, typed_form
from advisor.present.words.words import ENGLISH, Language, local_number, plain_number, say, speak, to_say

_GERMAN = {
    "Fits with {spare} to spare": "Mit {spare} Reserve passt es",
    "Fits": "Passt",
    "{count:,} tokens": "{count:,} Wortteile",
    "{count} files": "{number} Dateien",
    "the driver lists no GPU": "der Treiber nennt keine Grafik",
    "{part0} could not be read: {part1}": "{part0} war nicht zu lesen ({part1})",
}
_BELOW = ("the driver lists no GPU", "{part0} could not be read: {part1}")


@pytest.fixture
def german() -> Iterator[None]:
    signs = str.maketrans({".": ",", ",": "."})
    speak(Language(look_up=lambda text: _GERMAN.get(text, text), signs=signs, retell=Sentences(_BELOW)))
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


@pytest.mark.usefixtures("german")
def test_what_is_typed_may_have_the_decimal_sign_of_the_language_or_a_point() -> None:
    form = typed_form(("memory.usable_bytes",), known(12.5 * GIB, origin="detected", source="test"))
    assert form is not None
    assert form.text == "12,5"
    assert typed_answer(form, "12,5") == typed_answer(form, "12.5") == (round(12.5 * GIB), "")
    assert plain_number("1.200") == "1.200"


@pytest.mark.usefixtures("german")
def test_sentences_of_the_rooms_below_are_known_by_their_templates() -> None:
    assert retold("the driver lists no GPU") == "der Treiber nennt keine Grafik"
    assert retold("The driver lists no GPU.") == "Der Treiber nennt keine Grafik."
    assert retold("memory could not be read: the driver lists no GPU") == (
        "memory war nicht zu lesen (der Treiber nennt keine Grafik)"
    )
    assert retold("the driver lists no GPU; /proc/meminfo") == "der Treiber nennt keine Grafik; /proc/meminfo"
    assert retold("nobody knows this") == "nobody knows this"


def test_english_sentences_stay_as_they_are() -> None:
    assert retold("the driver lists no GPU") == "the driver lists no GPU"
