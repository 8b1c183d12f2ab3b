"""Files of prices that people write: both forms, and everything that can be wrong with one."""

import datetime
from pathlib import Path

import pytest

from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.imported.price_pack import MOST_BYTES, ReadPack, read_price_pack
from advisor.facts.kept.price_pack import MOST_PRICES
from advisor.facts.values.reason import ReasonError
from advisor.present.words.reasons.in_words import in_words

CATALOG = load_catalog()
TODAY = datetime.date(2026, 11, 23)
CSV = "of,condition,price,low,high,currency,as_of,prompt_price,generated_price,kind,usd_rate,source\n"
ROW = "RTX 3090,used,800,,,USD,2026-11-20,,,,,\n"
EXAMPLES = Path(__file__).parents[2] / "docs" / "prices.md"


def read(tmp_path: Path, text: str | bytes, name: str = "shop.csv", **rates: float) -> ReadPack:
    file = tmp_path / name
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_price_pack(file, CATALOG, today=TODAY, rates=rates)


def refused(tmp_path: Path, text: str | bytes, name: str = "shop.csv", **rates: float) -> str:
    with pytest.raises(ReasonError) as caught:
        read(tmp_path, text, name, **rates)
    words = in_words(caught.value.reason)
    assert words.startswith(f"{name} cannot be used: ")
    assert "\n" not in words
    return words


def test_a_table_becomes_prices_in_dollars(tmp_path: Path) -> None:
    rows = (
        "RTX 3090,used,,700,850,EUR,2026-11-20,,,,1.1,a shop",
        "memory/ddr5/2x32,new,400,,,USD,2026-11-19,,,,,",
        "Mac mini M4 Pro 64GB,new,2199,,,USD,2026-11-20,,,,,",
        "RTX 4090,,0.4,,,USD,2026-11-20,,,rent,,",
        "Qwen3 32B,,,,,USD,2026-11-20,0.1,0.4,,,",
    )
    found = read(tmp_path, CSV + "\n".join(rows))
    kinds = [card.kind for card in found.pack.prices if card]
    assert (found.pack.name, found.pack.as_of) == ("shop", datetime.date(2026, 11, 19))
    assert kinds[:2] == ["card", "memory"]
    assert kinds[-2:] == ["rent", "api"]
    first = found.pack.prices[0]
    assert (first.low_price, first.high_price, first.currency) == (pytest.approx(770), pytest.approx(935), "USD")
    assert first.source == "a shop (shop.csv)"


@pytest.mark.parametrize("number", [0, 1])
def test_the_examples_of_the_docs_are_read(tmp_path: Path, number: int) -> None:
    example = EXAMPLES.read_text(encoding="utf-8").split("```")[1 + 2 * number]
    form, _, text = example.partition("\n")
    found = read(tmp_path, text, f"example.{form}")
    assert len(found.pack.prices) >= 3
    assert not found.unknown


def test_a_toml_file_names_itself_and_says_once_what_holds_for_all(tmp_path: Path) -> None:
    text = """name = "Berlin"\nas_of = 2026-11-20\ncurrency = "EUR"\nrates = { EUR = 1.2 }
    [[prices]]\nof = "RTX 3090"\nprice = 700"""
    found = read(tmp_path, text, "x.toml").pack
    assert (found.name, found.prices[0].low_price) == ("Berlin", pytest.approx(840))


def test_names_that_are_not_known_are_listed_and_the_rest_is_used(tmp_path: Path) -> None:
    found = read(tmp_path, CSV + ROW + ROW.replace("RTX 3090", "RTX 3095 Super"))
    assert len(found.pack.prices) == 1
    (line,) = map(in_words, found.unknown)
    assert line.startswith("line 3: nothing is known as RTX 3095 Super")
    assert "nothing is known" in refused(tmp_path, CSV + ROW.replace("RTX 3090", "qqqqqq"))


def test_of_many_unknown_names_few_are_told(tmp_path: Path) -> None:
    found = read(tmp_path, CSV + ROW + "".join(ROW.replace("RTX 3090", f"qqqqqq {one}") for one in range(2, 400)))
    assert len(found.pack.prices) == 1
    told = " ".join(map(in_words, found.unknown))
    assert "line 3: nothing is known as qqqqqq 2" in told
    assert told.endswith("386 more names are not known")
    assert len(told) < 2000


def test_the_rate_that_a_person_typed_serves_a_file_without_one(tmp_path: Path) -> None:
    text = CSV + ROW.replace("USD", "EUR")
    assert "line 2 is in EUR" in refused(tmp_path, text)
    assert read(tmp_path, text, EUR=1.5).pack.prices[0].low_price == pytest.approx(1200)


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (ROW.replace("800", "-5"), "line 2 has -5, which is no price"),
        (ROW.replace("800", "9e99"), "line 2 has 9e99, which is no price"),
        (ROW.replace("800", "nan"), "line 2 has nan, which is no price"),
        (ROW.replace("800", "eighty"), "line 2 has eighty, which is no price"),
        (ROW.replace("800,,", ",900,100"), "no span"),
        (ROW.replace("800,,", ",10,800"), "no span"),
        (ROW.replace("800", ""), "line 2 has no price"),
        (ROW.replace("USD", "dollars"), "no code of three letters"),
        (ROW.replace("USD", "ZZZ"), "line 2 is in ZZZ"),
        (ROW + ROW, "line 3 repeats line 2"),
        (ROW.replace("2026-11-20", "20.11.2026"), "no day"),
        (ROW.replace("2026-11-20", "2027-01-01"), "no day"),
        (ROW.replace("2026-11-20", ""), "line 2 has no as_of"),
        (ROW.replace("used", "broken"), "line 2 says broken, and known are new, used, launch"),
        (ROW.replace(",,,,,\n", ",,,house,,\n"), "line 2 says house, and known are card"),
        (ROW.replace("RTX 3090", ""), "line 2 has no of"),
        (ROW.replace("\n", ",7\n"), "line 2 has 13 values for 12 columns"),
        ('"RTX', "line 2 is no CSV"),
        ("", "it lists no prices"),
    ],
)
def test_what_is_wrong_with_a_row_is_one_sentence(tmp_path: Path, row: str, words: str) -> None:
    assert words in refused(tmp_path, CSV + row)


@pytest.mark.parametrize(
    ("text", "name", "words"),
    [
        (b"of,price\n\xff\xfe", "a.csv", "not written in UTF-8"),
        ("of,price".encode("utf-16"), "a.csv", "not written in UTF-8"),
        (b"of,price\n\0", "a.csv", "not written in UTF-8"),
        (b" " * (MOST_BYTES + 1), "a.csv", "at most 1,048,576 are read"),
        ("of,colour\n", "a.csv", "line 1 names colour, which is not known here"),
        ("price,low\n", "a.csv", "its first line does not name columns"),
        ("of,of\n", "a.csv", "its first line does not name columns"),
        ("", "a.csv", "its first line does not name columns"),
        ("of = [", "a.toml", "it is no TOML"),
        ("a = " + "[" * 9999, "a.toml", "it is no TOML"),
        ("prices = 3", "a.toml", "it lists no prices"),
        ("name = 'empty'", "a.toml", "it lists no prices"),
        ("[[prices]]\nof = 'RTX 3090'\nprize = 3", "a.toml", "price 1 names prize"),
        ("rates = { EUR = -1 }", "a.toml", "a rate of EUR that is no number above 0"),
        ("x", "a.txt", "files of prices end in .csv or .toml"),
    ],
)
def test_what_is_wrong_with_a_file_is_one_sentence(tmp_path: Path, text: str | bytes, name: str, words: str) -> None:
    assert words in refused(tmp_path, text, name)


def test_all_faults_are_told_at_once_and_not_without_end(tmp_path: Path) -> None:
    two = refused(tmp_path, CSV + ROW.replace("800", "-5") + ROW.replace("USD", "ZZZ"))
    assert "line 2" in two
    assert "line 3" in two
    many = refused(tmp_path, CSV + 50 * ROW.replace("800", "-5"))
    assert many.endswith("38 more faults")
    rows = CSV + (MOST_PRICES + 5) * ROW
    assert f"more than {MOST_PRICES:,} prices" in refused(tmp_path, rows) or "more faults" in refused(tmp_path, rows)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ReasonError) as caught:
        read_price_pack(tmp_path / "none.csv", CATALOG, today=TODAY, rates={})
    assert in_words(caught.value.reason) == "none.csv is not there"


def test_a_key_of_many_parts_is_refused_at_once(tmp_path: Path) -> None:
    assert "it is no TOML" in refused(tmp_path, ".".join("a" * 200_000) + " = 1", "shop.toml")
