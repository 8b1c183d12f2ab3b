"""Texts are looked up as they stand, filled in afterwards, and numbers take the signs of the language in force."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import advisor
from advisor.facts.values.fact import known
from advisor.facts.values.units import GIB
from advisor.present.words.typed_form import typed_answer, typed_form
from advisor.present.words.words import (
    ENGLISH,
    Language,
    kept_by_language,
    local_number,
    plain_number,
    say,
    say_count,
    speak,
    to_say,
    to_say_count,
)
from tests.fakes.pseudo_language import Spoken

_GERMAN = {
    "Fits with {spare} to spare": "Mit {spare} Reserve passt es",
    "Fits": "Passt",
    "{count:,} tokens": "{count:,} Wortteile",
    "{count} files": "{number} Dateien",
    "a stick of {size}": "ein Riegel zu {size}",
    "{count} sticks of {size}": "{count} Riegel zu {size}",
}


@pytest.fixture
def german() -> Iterator[None]:
    signs = str.maketrans({".": ",", ",": "."})
    speak(Language(Spoken(_GERMAN), signs))
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


def test_a_number_decides_between_two_texts() -> None:
    sticks = to_say_count("a stick of {size}", "{count} sticks of {size}")
    assert say_count(*sticks, 1, size="8 GiB") == "a stick of 8 GiB"
    assert say_count(*sticks, 2, size="8 GiB") == "2 sticks of 8 GiB"
    assert say_count("{count} core", "{count} cores", 0.5, count="half a") == "half a cores"


@pytest.mark.usefixtures("german")
def test_in_another_language_a_number_decides_as_that_language_does() -> None:
    sticks = to_say_count("a stick of {size}", "{count} sticks of {size}")
    assert say_count(*sticks, 1, size="8 GiB") == "ein Riegel zu 8 GiB"
    assert say_count(*sticks, 1.5, size="8 GiB") == "1,5 Riegel zu 8 GiB"


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
def test_what_is_kept_is_kept_apart_by_language() -> None:
    kept = kept_by_language(4)(lambda spare: say("Fits with {spare} to spare", spare=spare))
    speak(ENGLISH)
    assert kept("2 GiB") == "Fits with 2 GiB to spare"
    speak(Language(Spoken(_GERMAN)))
    assert kept("2 GiB") == "Mit 2 GiB Reserve passt es"


def test_nobody_else_keeps_texts() -> None:
    folders = [Path(advisor.__file__).parent / name for name in ("advice", "present", "ui")]
    files = {file: file.read_text("utf-8") for folder in folders for file in folder.rglob("*.py")}
    keepers = [file for file, text in files.items() if "@lru_cache" in text and "import say" in text]
    assert {file.parent.name for file in keepers} <= {"words"}, "texts are kept by language"
