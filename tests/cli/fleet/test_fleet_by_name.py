"""Computers of the catalog in `rig-advisor fleet`: as often as they are named."""

import pytest

from advisor.__main__ import main
from advisor.advice.fleet.reading import read_rigs, sources
from advisor.answer.request.named_machine import NamedMachine, named_machine
from advisor.catalog.cards.catalog import Catalog, load_catalog
from tests.cli.fleet.test_fleet import fleet
from tests.fakes.sure import sure


@pytest.mark.parametrize("named", [["DGX Spark", "DGX Spark"], ["2x DGX Spark"], ["DGX Spark 2x"]])
def test_a_computer_counts_as_often_as_it_is_named(named: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    found = fleet([*named, "--model", "Qwen3 235B", "--network", "100gbe"], capsys)
    assert [one.label for one in found.rows] == ["DGX Spark", "DGX Spark (2)"]
    assert [one.usability for one in found.rows] == ["wont_run"] * 2
    split = sure(found.split)
    assert split.tokens_per_s
    assert [one.layers for one in split.parts] == [47, 47]


def test_two_sparks_share_a_model_in_four_bits_as_measured(capsys: pytest.CaptureFixture[str]) -> None:
    """17.0 tokens/s for one in GPTQ-Int4 (data/tensor.csv); with 8 bits 0.81 of 128 GiB leaves no cache."""
    tensor = sure(fleet(["2x DGX Spark", "--model", "Qwen3 235B", "--network", "100gbe"], capsys).tensor)
    assert tensor.precision == "AWQ INT4"
    assert 13 < tensor.tokens_per_s.middle < 21
    assert tensor.assumes_rdma
    assert tensor.need_bytes < tensor.free_bytes < 110 << 30


def test_none_of_a_computer_is_a_name_that_nobody_knows(capsys: pytest.CaptureFixture[str]) -> None:
    found = fleet(["0x DGX Spark", "DGX Spark", "--model", "gpt-oss 120B"], capsys, code=1)
    assert [one.label for one in found.rows] == ["DGX Spark"]
    assert [one.label for one in found.faults] == ["0x DGX Spark"]


def test_what_is_named_often_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def counted(name: str, catalog: Catalog) -> NamedMachine | None:
        made.append(name)
        return named_machine(name, catalog)

    monkeypatch.setattr("advisor.advice.fleet.reading.named_machine", counted)
    rigs = read_rigs(sources(["500x DGX Spark"]), load_catalog())
    assert made == ["DGX Spark"]
    assert (len(rigs.labels), len(rigs.known)) == (500, 1)


def test_numbers_in_labels_count_as_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    found = fleet(["12x DGX Spark", "--model", "gpt-oss 20B"], capsys)
    assert [one.label for one in found.rows] == ["DGX Spark", *(f"DGX Spark ({number})" for number in range(2, 13))]


def test_a_computer_by_its_parts_stands_among_the_others(capsys: pytest.CaptureFixture[str]) -> None:
    parts = ["--gpu", "2x RTX 3090", "--ram", "64"]
    found = fleet(["DGX Spark", *parts, "--model", "gpt-oss 20B"], capsys)
    assert {one.label: one.usability for one in found.rows} == {
        "DGX Spark": "great",
        "2 x RTX 3090, 64 GB RAM": "great",
    }
    alone = fleet([*parts, "--model", "gpt-oss 20B"], capsys)
    assert [one.label for one in alone.rows] == ["2 x RTX 3090, 64 GB RAM"]
    assert main(["fleet", *parts, "--model", "gpt-oss 20B"]) == 0
    assert "2 x RTX 3090, 64 GB RAM: Assumed: " in capsys.readouterr().out


def test_no_computer_at_all_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fleet", "--model", "gpt-oss 20B"]) == 2
    assert "PROFILE is missing" in capsys.readouterr().err


@pytest.mark.parametrize("named", ["4x RTX 3090", "RTX 3090 4x", "2x RTX 3090 + 2x RTX 3090"])
def test_gpus_in_place_of_a_computer_are_in_one(named: str, capsys: pytest.CaptureFixture[str]) -> None:
    """They were four names of computers that nobody knows."""
    found = fleet([named, "PC with RTX 3090", "--model", "Llama 3.3 70B"], capsys)
    assert [one.label for one in found.rows] == [named, "PC with RTX 3090"]
    assert found.rows[0].usability == "great"


@pytest.mark.parametrize("named", ["4x RTX 3090", "RTX 4090", "two RTX 5060 Ti 16GB"])
def test_where_one_computer_is_wanted_the_option_for_gpus_is_said(
    named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rank", "--machine", named]) == 2
    assert f'say --gpu "{named}" in place of --machine' in capsys.readouterr().err


@pytest.mark.parametrize(("names", "is_told"), [(("2x DGX Spark",), True), (("DGX Spark", "2x RTX 3090"), False)])
def test_equal_computers_that_are_each_too_small_are_told_what_joins_them(
    names: tuple[str, ...], is_told: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two DGX Spark would each not run GLM-4.6, and nothing said that both do it together."""
    assert main(["fleet", "--model", "GLM-4.6", *names]) == 0
    assert ("Joined by a network, 2 x GB10 may hold it together" in capsys.readouterr().out) == is_told
