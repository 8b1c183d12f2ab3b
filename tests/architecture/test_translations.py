"""Translators get every text with Babel, and what they make of it comes back in the forms of their language."""

from collections.abc import Iterator
from gettext import GNUTranslations
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from advisor.facts.values.reason import Reason
from advisor.present.words.reasons.in_words import TEMPLATES, in_words
from advisor.present.words.words import ENGLISH, Language, say, say_count, speak, to_say_count
from tools.translate import LANGUAGES, compile_languages, faults, po_file, renew, unsaid, write_template

POLISH = ("{count:,} token", "{count:,} tokeny", "{count:,} tokenów")


def opened(file: Path, code: str = "pl") -> Catalog:
    with file.open("rb") as found:
        return read_po(found, code)


def translate(file: Path, known: dict[str, str | tuple[str, ...]]) -> None:
    """Fill in what a translator would."""
    catalog = opened(file)
    for text, words in known.items():
        assert text in catalog, text
        catalog[text].string = words
    with file.open("wb") as written:
        write_po(written, catalog)


@pytest.fixture(scope="module")
def polish(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of languages with a little Polish in it, which has three forms."""
    folder = tmp_path_factory.mktemp("languages")
    renew("pl", folder)
    many = TEMPLATES["reading_memory_with_threads"]
    assert isinstance(many, tuple)
    forms = ("Czytanie jednym wątkiem", "Czytanie {count} wątkami", "Czytanie {count} wątkami")
    translate(po_file("pl", folder), {"{count:,} token": POLISH, "unknown": "nieznane", many[0]: forms})
    return folder


@pytest.fixture
def spoken(polish: Path) -> Iterator[None]:
    assert not compile_languages(polish)
    with po_file("pl", polish).with_suffix(".mo").open("rb") as file:
        speak(Language(GNUTranslations(file), {ord("."): ",", ord(","): "\N{NO-BREAK SPACE}"}))
    yield
    speak(ENGLISH)


@pytest.mark.usefixtures("spoken")
@pytest.mark.parametrize(("number", "said"), [(1, "1 token"), (2, "2 tokeny"), (5, "5 tokenów"), (1.5, "1,5 tokeny")])
def test_a_number_takes_the_form_that_the_language_has_for_it(number: float, said: str) -> None:
    assert say_count(*to_say_count("{count:,} token", "{count:,} tokens"), number) == said


@pytest.mark.usefixtures("spoken")
def test_what_is_not_translated_stays_english() -> None:
    assert (say("unknown"), say("{number} times", number="1,5"), say("")) == ("nieznane", "1,5 times", "")


@pytest.mark.usefixtures("spoken")
def test_words_of_reasons_are_translated_with_their_forms() -> None:
    said = [in_words(Reason("reading_memory_with_threads", {"count": count})) for count in (1, 3)]
    assert said == ["Czytanie jednym wątkiem", "Czytanie 3 wątkami"]


def test_words_of_cards_are_asked_for(polish: Path) -> None:
    catalog = opened(po_file("pl", polish))
    assert "Find people and things in the picture of a camera, one frame at a time." in catalog


def test_a_renewed_language_keeps_what_is_translated(polish: Path) -> None:
    renew("pl", polish)
    catalog = opened(po_file("pl", polish))
    assert catalog["unknown"].string == "nieznane"
    assert catalog["{count:,} token"].string == POLISH


@pytest.mark.parametrize(
    ("text", "translation"),
    [
        ("{count} files", "{number} Dateien"),
        ("{count} files", "Dateien"),
        ("Fits", "Passt {"),
        (("{name}: a file", "{name}: {count} files"), ("Datei", "{name}: {count} Dateien")),
        (("{name}: a file", "{name}: {count} files"), ("{name}: Datei", "{name}: {number} Dateien")),
    ],
)
def test_a_translation_with_other_gaps_than_its_text_is_told(
    text: str | tuple[str, str], translation: str | tuple[str, str]
) -> None:
    catalog = Catalog("de")
    catalog.add(text, translation)
    assert len(faults(catalog)) == 1


def test_the_text_for_one_may_go_without_its_number_as_in_english() -> None:
    catalog = Catalog("de")
    catalog.add(("a file", "{count} files"), ("eine Datei", "{count} Dateien"))
    catalog.add("{count} of them", "")
    assert not faults(catalog)


def test_languages_that_are_shipped_have_the_gaps_of_their_texts() -> None:
    assert not [fault for file in LANGUAGES.glob("*/LC_MESSAGES/*.po") for fault in faults(opened(file))]


COMPLETE = ("de", "zh_Hans")
"""Languages that have every text; in others what is left is English."""


@pytest.fixture(scope="module")
def texts_of_now(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    file = tmp_path_factory.mktemp("texts") / "now.pot"
    write_template(file)
    return opened(file, "en")


@pytest.mark.parametrize("code", COMPLETE)
def test_languages_that_are_complete_say_all_texts_of_now(texts_of_now: Catalog, code: str) -> None:
    """What is listed has changed since the translation: `just translate CODE`, then translate it."""
    changed = list(unsaid(opened(po_file(code), code), texts_of_now))
    assert not changed, "\n".join(changed)


def test_what_a_language_does_not_say_is_told_by_name() -> None:
    now, translated = Catalog("en"), Catalog("de")
    for text in ("Fits", "Slow", "Great", ("{count} file", "{count} files")):
        now.add(text)
    translated.add("Fits", "Passt")
    translated.add("Slow", "Lahm", flags=["fuzzy"])
    translated.add(("{count} file", "{count} files"), ("{count} Datei", ""))
    translated.add("Spills", "Läuft über")
    assert list(unsaid(translated, now)) == [
        "fuzzy: Slow", "missing: Great", "missing: {count} file", "obsolete: Spills",
    ]  # fmt: skip
