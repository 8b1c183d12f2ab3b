"""Names of models as people, repositories, files and programs write them: the card and the quantization they mean.

A quantization with a tilde is no stock type and treated like the one named.
"""

import csv
from pathlib import Path

import pytest

from advisor.answer.which_model.subject import find_quant
from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.catalog.cards.name_key import quant_in_name
from tests.each import each

TABLE = Path(__file__).with_name("model_names.csv")
with TABLE.open(encoding="utf-8", newline="") as lines:
    ROWS = [(row["written"], row["card"], row["quant"]) for row in csv.DictReader(lines)]


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog()


def test_the_table_is_as_long_as_promised() -> None:
    assert len(ROWS) >= 150
    assert len({written for written, _, _ in ROWS}) == len(ROWS)


@each("written, card, quant", ROWS)
def test_a_name_means_one_model_at_one_quantization(written: str, card: str, quant: str, catalog: Catalog) -> None:
    found = catalog.models.find(written) or catalog.other_models.find(written)
    assert (found or "") == card
    stated = quant_in_name(written)
    if stated is None:
        assert quant == ""
    else:
        like, is_stock, _ = find_quant(stated, None, catalog, assume=True)
        assert (like.name if is_stock else f"~{like.name}") == quant


@pytest.mark.parametrize(("typed", "first"), [("qwen 27", "Qwen3.8 27B"), ("gemma 4", "Gemma 4 12B")])
def test_of_a_name_that_is_no_models_the_latest_with_its_words_are_told(
    typed: str, first: str, catalog: Catalog
) -> None:
    assert catalog.models.find(typed) is None
    near = catalog.models.nearest(typed)
    assert near[0] == first
    assert all(word in " ".join(near).lower() for word in typed.split())


@pytest.mark.parametrize(("typed", "other"), [("qwen 27b", "Qwen2 7B"), ("gemma 31b", "Gemma 3 1B"), ("qwen27b", "")])
def test_digits_are_not_divided_into_other_numbers(typed: str, other: str, catalog: Catalog) -> None:
    assert catalog.models.find(typed) is None
    assert not other or catalog.models.find(other) is not None


@pytest.mark.parametrize(
    "typed", ["qwen2 7b", "qwen2-7b", "llama3.1 8b", "gemma 3 1b", "Qwen2-7B-Instruct-Q4_K_M.gguf"]
)
def test_numbers_may_stand_apart_in_several_ways(typed: str, catalog: Catalog) -> None:
    assert catalog.models.find(typed) is not None


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("qwen 27b", "Qwen3.8 27B"),
        ("qwen 32b", "Qwen3 32B"),
        ("gemma 27b", "Gemma 3 27B"),
        ("qwen 35b", "Qwen3.6 35B-A3B"),
    ],
)
def test_a_family_and_a_size_mean_the_newest_that_says_no_more(typed: str, name: str, catalog: Catalog) -> None:
    found = catalog.models.newest(typed)
    assert found is not None
    assert catalog.models[found].name == name


@pytest.mark.parametrize("typed", ["qwen", "27b", "qwen coder 27b", "qwenn 27b", "qwen3 900b", ""])
def test_less_or_other_words_mean_no_newest(typed: str, catalog: Catalog) -> None:
    assert catalog.models.newest(typed) is None


@pytest.mark.parametrize(("typed", "name"), [("qwen 27b q8", "Qwen3.8 27B"), ("qwen-27b-Q4_K_M", "Qwen3.8 27B")])
def test_a_file_type_behind_a_family_and_a_size_tells_nothing_of_them(typed: str, name: str, catalog: Catalog) -> None:
    assert catalog.models.find(typed) is None
    found = catalog.models.newest(typed)
    assert found is not None
    assert catalog.models[found].name == name
