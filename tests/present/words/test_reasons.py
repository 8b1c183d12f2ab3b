"""Reasons in words: gaps are filled after the look-up, parts are said in turn, numbers follow the language."""

from collections.abc import Iterator
from typing import Any

import pytest

from advisor.facts.machine.machine import Gap
from advisor.facts.values.reason import Reason, reason
from advisor.present.words.reasons import in_words as table
from advisor.present.words.reasons.in_words import cited, in_words, told_document, told_json
from advisor.present.words.words import ENGLISH, Language, speak
from tests.fakes.pseudo_language import Spoken

GERMAN = {"no file {path}": "keine Datei {path}", "{path} is empty": "{file} ist leer", "{count} file": "{count} Datei"}


@pytest.fixture
def german() -> Iterator[None]:
    speak(Language(Spoken(GERMAN), signs=str.maketrans({".": ",", ",": "."})))
    yield
    speak(ENGLISH)


def test_a_reason_is_said_with_its_parts() -> None:
    assert in_words(reason("no_file", path="/proc/cpuinfo")) == "no file /proc/cpuinfo"
    assert in_words(reason("file_unreadable", path="/x", error=reason("no_file", path="/y"))) == (
        "/x cannot be read: no file /y"
    )


@pytest.mark.usefixtures("german")
def test_a_reason_is_said_in_the_language_in_force() -> None:
    assert in_words(reason("no_file", path="/x")) == "keine Datei /x"
    assert in_words(reason("file_empty", path="/x")) == "/x is empty"
    assert in_words(reason("told", text="as it came")) == "as it came"
    assert in_words(reason("readings_vary", spread=0.12)).startswith("Readings vary by 12%")


@pytest.mark.parametrize(
    ("template", "parameters", "said"),
    [
        ("{size:capacity} are free", {"size": 3 * 2**30}, "3.0 GiB are free"),
        ("{cause:capital}.", {"cause": reason("no_file", path="/x")}, "No file /x."),
        ("{names: and }", {"names": ("a", "b")}, "a and b"),
        ("{names}", {"names": ("a", reason("no_file", path="b"))}, "a, no file b"),
        (("{count} file", "{count} files"), {"count": 1}, "1 file"),
        (("{count} file", "{count} files"), {"count": 2}, "2 files"),
    ],
)
def test_the_table_says_how_parts_are_written(
    monkeypatch: pytest.MonkeyPatch, template: Any, parameters: Any, said: str
) -> None:
    monkeypatch.setitem(table.TEMPLATES, "file_empty", template)
    assert in_words(Reason("file_empty", parameters)) == said


def test_a_document_holds_words() -> None:
    gap = Gap(fact="cpu.name", reason=reason("no_file", path="/x"))
    assert told_json(gap) == '{"fact":"cpu.name","reason":"no file /x"}'
    assert told_document(gap) == {"fact": "cpu.name", "reason": "no file /x"}


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("a-shop.com/cards (170 to 250); b.org/list (120 to 630 among offers)", "a-shop.com/cards, b.org/list"),
        ("owner/prices data/all.json (github, September 2026), of shop.com", "owner/prices, data/all.json, shop.com"),
        ("a kit of G.Skill, 1.99 to 5.00", "a kit of G.Skill, 1.99 to 5.00"),
    ],
)
def test_a_source_is_cited_by_its_addresses_without_english_notes(source: str, said: str) -> None:
    assert cited(source) == said
