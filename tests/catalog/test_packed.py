"""The built app reads all cards from one file."""

import dataclasses
from collections.abc import Iterator
from pathlib import Path

import pytest

from advisor.catalog.cards import catalog
from advisor.catalog.cards.card_index import CardIndex
from advisor.catalog.cards.catalog import PACKED_FILE, Catalog, load_catalog, pack_catalog


@pytest.fixture
def packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Catalog]:
    """The catalog of an app in whose specs/ there is nothing but the packed file."""
    pack_catalog(tmp_path / PACKED_FILE)
    monkeypatch.setattr(catalog, "data_folder", lambda name: tmp_path)
    catalog._own_catalog.cache_clear()
    yield load_catalog()
    catalog._own_catalog.cache_clear()


def test_packed_cards_are_the_same_and_found_by_the_same_names(packed: Catalog) -> None:
    read = load_catalog(Path(__file__).parents[2] / "specs")
    for field in dataclasses.fields(Catalog):
        assert dict(getattr(packed, field.name)) == dict(getattr(read, field.name)), field.name
    assert packed.gpus.find("GeForce RTX 4090") == read.gpus.find("GeForce RTX 4090") == "gpus/nvidia/rtx-4090"
    assert packed.models.nearest("llama") == read.models.nearest("llama")


def test_packed_cards_are_filed_under_no_name_anew(packed: Catalog, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CardIndex, "_file", lambda *_: pytest.fail("filed anew"))
    assert packed.gpus.variants("RTX 3060")
    assert packed.gpus.members("A100")
    assert packed.models.find("qwen3.5 35b")


def test_a_name_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    cards = load_catalog().models.only(lambda _: True)
    known = cards.find("Llama-3.1-8B")
    assert known is not None
    monkeypatch.setattr(CardIndex, "_filed", lambda *_: pytest.fail("looked for again"))
    assert cards.find("Llama-3.1-8B") == known
