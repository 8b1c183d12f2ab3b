"""Languages of East Asia put sentences, lists and large numbers together in their own way."""

from collections.abc import Iterator

import pytest

from advisor.catalog.cards.catalog import load_catalog
from advisor.present.learn.figures import amount
from advisor.present.learn.text import TermFinder
from advisor.present.words.processor_name import elided, text_width
from advisor.present.words.quantity import duration
from advisor.present.words.words import ENGLISH, Language, joined, sentence, speak
from tests.fakes.pseudo_language import Spoken

STOP, AND = "\N{IDEOGRAPHIC FULL STOP}", "\N{IDEOGRAPHIC COMMA}"
CHINESE = {
    "{one} {other}": "{one}{other}",
    "{one}, {other}": f"{{one}}{AND}{{other}}",
    "{text}.": f"{{text}}{STOP}",
    "{number} hundred million": "{number} 亿",
    "{number} ten thousand": "{number} 万",
    "{minutes} min {seconds} s": "{minutes} 分 {seconds} 秒",
    "VRAM": "显存",
}


@pytest.fixture
def chinese() -> Iterator[None]:
    speak(Language(Spoken(CHINESE), code="zh"))
    yield
    speak(ENGLISH)


def test_english_joins_with_a_space_and_what_is_empty_adds_nothing() -> None:
    assert joined(("It fits.", "", "It is fast.")) == "It fits. It is fast."
    assert joined(("a", "b"), ", ") == "a, b"
    assert (joined(()), sentence("it fits"), sentence("Does it?")) == ("", "It fits.", "Does it?")


@pytest.mark.usefixtures("chinese")
def test_sentences_and_lists_are_joined_as_the_language_does() -> None:
    assert joined((f"一{STOP}", "", f"二{STOP}", f"三{STOP}")) == f"一{STOP}二{STOP}三{STOP}"
    assert joined(("一", "二"), ", ") == f"一{AND}二"
    assert (joined(("一", "二"), "\n"), joined(("一", "", "二"), " · ")) == ("一\n二", "一 · 二")
    assert (sentence("一"), sentence(f"一{STOP}")) == (f"一{STOP}", f"一{STOP}")


@pytest.mark.usefixtures("chinese")
@pytest.mark.parametrize(
    ("number", "said"), [(16.1e9, "161 亿"), (2.3e6, "230 万"), (4.5e7, "4,500 万"), (16896, "16,896"), (0.75, "0.75")]
)
def test_large_numbers_go_by_ten_thousands(number: float, said: str) -> None:
    assert amount(number) == said


def test_large_numbers_go_by_thousands_in_english() -> None:
    assert (amount(16.1e9), amount(2.3e6)) == ("16.1 billion", "2.3 million")


@pytest.mark.usefixtures("chinese")
def test_a_time_is_said_in_the_language() -> None:
    assert duration(200) == "3 分 20 秒"


@pytest.mark.usefixtures("chinese")
def test_a_term_is_found_where_no_space_stands_around_it() -> None:
    found = TermFinder(load_catalog().learn).found(["模型放得进显存里"])
    assert [choice.text for choice in found] == ["显存"]


def test_letters_as_wide_as_high_take_their_room() -> None:
    assert text_width("显存", size=10) == 20
    assert elided("显存带宽", width=30, size=10) == "显存…"
    assert elided("VRAM", width=200, size=10) == "VRAM"
