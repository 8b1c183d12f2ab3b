"""Names of hardware as people, drivers and system tools write them: the card they mean.

`several` where the name could be more than one card: none is taken without saying so. Empty where there is no such
thing in the catalog: no near match is taken.
"""

import csv
from pathlib import Path

import pytest

from advisor.answer.which_device.named_gpu import find_named_gpu
from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.catalog.cards.cpu_named import find_cpu
from advisor.facts.asked.request import DeviceFacts
from tests.each import each

TABLE = Path(__file__).with_name("hardware_names.csv")
with TABLE.open(encoding="utf-8", newline="") as lines:
    ROWS = [(row["written"], row["card"]) for row in csv.DictReader(lines)]


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog()


def test_the_table_is_as_long_as_promised() -> None:
    assert len(ROWS) >= 250
    assert len({written for written, _ in ROWS}) == len(ROWS)


@each("written, card", ROWS)
def test_a_name_means_this_card_and_no_twin(written: str, card: str, catalog: Catalog) -> None:
    named = find_named_gpu(written, DeviceFacts(), catalog.gpus)
    found = find_cpu(written, catalog) if named.card_id is None else None
    is_open = named.assumed or bool(named.members)
    assert ("several" if is_open else named.card_id or (found[0].id if found else "")) == card
    assert not is_open or named.notes or named.members
