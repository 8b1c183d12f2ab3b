"""What hides ids and addresses leaves the names of hardware and models alone, all that this repository knows."""

import csv
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from advisor.catalog.cards.folder import data_folder
from advisor.probe.replay.redact import scrubber
from advisor.store.anonymized_text import anonymized, anonymized_text
from tests.fakes.trees import TREES, detected

ROOT = Path(__file__).parents[2]
LISTS = ("tests/catalog/hardware_names.csv", "tests/catalog/model_names.csv", "data/hardware.csv")


@pytest.fixture(autouse=True)
def nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("advisor.store.anonymized_text.own_names", lambda: ())
    monkeypatch.setattr("platform.release", lambda: "6.1.0-18-amd64")


def named(found: Any, key: str = "") -> Iterator[str]:
    """Names and everything shorter than a sentence in a card; notes on sources may tell of anything."""
    if isinstance(found, dict):
        for name, value in found.items():
            yield from named(value, name)
    elif isinstance(found, list):
        for one in found:
            yield from named(one, key)
    elif isinstance(found, str) and key not in ("source", "sources", "evidence", "basis", "note"):
        yield found


def all_names() -> list[str]:
    cards = (tomllib.loads(one.read_text(encoding="utf-8")) for one in data_folder("specs").rglob("*.toml"))
    names = {name for card in cards for name in named(card)}
    for file in LISTS:
        with (ROOT / file).open(encoding="utf-8") as lines:
            names.update(cell for row in csv.reader(lines) for cell in row[:2])
    return sorted(name for name in names if "://" not in name and ":\\" not in name)


@pytest.mark.broad
def test_names_stay_in_every_text_and_capture() -> None:
    names, scrub = all_names(), scrubber(())
    assert len(names) > 3000
    assert [name for name in names if anonymized_text(name) != name] == []
    assert [name for name in names if scrub(name.encode()) != name.encode()] == []


@pytest.mark.parametrize("name", sorted(file.stem for file in TREES.glob("*.tree") if file.stem != "nested-limit"))
def test_a_machine_without_anything_personal_stays_as_it_is(name: str) -> None:
    machine = detected(name)
    assert anonymized(machine, machine.os) == machine


@pytest.mark.parametrize(
    "text",
    [
        "driver version 31.0.15.171, Linux 5.15.153.1-microsoft-standard-WSL2, 10.0.22631.4317",
        "127.0.0.1:11434 and 0.0.0.0, 00000000:01:00.0, 0x0000000000000000, ffffffff,0000000f",
        "serial port COM3",
        "disk cache, device id 10de:2684, 137438953472 bytes, token 5 of 12, eval time: 12.5 ms",
        "std::vector, torch::cuda, llama-b4321, 2026-11-24 12:34:56, 24.04.1, 6.8.0-45-generic",
    ],
)
def test_what_systems_and_programs_say_of_themselves_stays(text: str) -> None:
    assert anonymized_text(text) == text
    assert scrubber(())(text.encode()).decode() == text
