"""How names are found: every word counts, exact numbers win."""

import pytest

from advisor.catalog.cards.catalog import load_catalog
from advisor.present.words.search import model_words, nearest_first, nearest_of_some, typed

CATALOG = load_catalog()
ROWS = [
    (card.name, card.name, model_words(model_id, card))
    for model_id, card in (*CATALOG.models.items(), *CATALOG.other_models.items())
]


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("gemma 3 27", "Gemma 3 27B"),
        ("gemma3:27b", "Gemma 3 27B"),
        ("qwen3 8b", "Qwen3 8B"),
        ("Qwen3.6-35B-A3B", "Qwen3.6 35B-A3B"),
        ("gpt oss 20", "gpt-oss 20B"),
        ("sdxl", "Stable Diffusion XL"),
        ("sd 1.5", "Stable Diffusion 1.5"),
        ("mistral 7b v0.3", "Mistral 7B v0.3"),
        ("whisper large v3", "Whisper large-v3"),
    ],
)
def test_the_model_that_is_meant_comes_first(words: str, first: str) -> None:
    assert nearest_first(ROWS, words)[0] == first


def test_a_number_is_no_part_of_another_one() -> None:
    assert "Gemma 3 270M" not in nearest_first(ROWS, "gemma 3 27b")
    found = nearest_first(ROWS, "qwen 3.5")
    assert found
    assert all("3.5" in name for name in found)


def test_every_word_has_to_be_found_and_signs_are_nothing() -> None:
    assert nearest_first(ROWS, "qwen zebra") == ()
    assert len(nearest_first(ROWS, " - (")) == len(ROWS)


def test_a_name_comes_before_a_license_of_the_same_words() -> None:
    assert any(card.license == "other" for card in CATALOG.models.values())
    assert nearest_first([*ROWS, ("other.gguf", "other.gguf", "/models/other.gguf")], "other")[0] == "other.gguf"


def test_a_search_without_end_looks_for_its_beginning() -> None:
    assert typed("1 " * 30_000) == typed("1 " * 100)


@pytest.mark.parametrize(
    ("mistyped", "first"),
    [("gema 3 27", "Gemma 3 27B"), ("qwn3 235", "Qwen3 235B-A22B"), ("mistrel 7b v0.3", "Mistral 7B v0.3")],
)
def test_a_mistyped_word_finds_the_nearest_one(mistyped: str, first: str) -> None:
    assert nearest_first(ROWS, mistyped)[0].startswith(first)
    assert nearest_first(ROWS, mistyped, may_be_mistyped=False) == ()


COMPUTERS = [
    (name, name, "")
    for name in (
        "MacBook Pro M4 Max 128GB",
        "MacBook Pro M4 Pro 48GB",
        "RTX 4070",
        "RTX 3060 12GB",
        "PC with two RTX 3090",
    )
]


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("macbook m4 pro", "MacBook Pro M4 Pro 48GB"),
        ("RTX 4070 12GB", "RTX 4070"),
        ("4070 32 GB RAM", "RTX 4070"),
        ("2x RTX 3090", "PC with two RTX 3090"),
        ("gaming pc rtx 3060 12gb", "RTX 3060 12GB"),
    ],
)
def test_a_computer_is_found_by_some_of_the_words(words: str, first: str) -> None:
    assert nearest_of_some(COMPUTERS, words)[0] == first


def test_words_without_a_number_find_nothing_by_halves() -> None:
    assert nearest_of_some(COMPUTERS, "gaming rtx") == ()
    assert nearest_of_some(COMPUTERS, "rtx") != ()
    assert len(nearest_of_some(COMPUTERS, "")) == len(COMPUTERS)


CARDS = [
    (name, name, more)
    for name, more in (
        ("RTX 3060 12GB", "GeForce RTX 3060"),
        ("RTX 4060 Laptop", "GeForce RTX 4060 Laptop GPU"),
        ("RTX 4070", "GeForce RTX 4070"),
        ("Mac Studio M5 Ultra (64-core GPU) 96GB", ""),
        ("Mac Studio M4 Max (40-core GPU) 64GB", ""),
    )
]


@pytest.mark.parametrize(
    ("mistyped", "first"), [("geforce 3600", "RTX 3060 12GB"), ("rtx 4600 laptop", "RTX 4060 Laptop")]
)
def test_a_number_with_its_digits_in_another_order_finds_the_one_that_is_meant(mistyped: str, first: str) -> None:
    assert nearest_of_some(CARDS, mistyped)[:1] == (first,)


def test_a_number_that_nothing_has_finds_nothing() -> None:
    assert nearest_of_some(CARDS, "rtx 9999") == ()


def test_a_number_means_memory_before_cores() -> None:
    """ "mac 64" found first what has 64 cores and 96 GB."""
    assert nearest_of_some(CARDS, "mac 64") == tuple(name for name, *_ in CARDS[:2:-1])
    assert nearest_of_some(CARDS, "64-core")[0].startswith("Mac Studio M5 Ultra")
