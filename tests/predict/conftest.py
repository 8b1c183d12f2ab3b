import csv
from pathlib import Path

import pytest

from advisor.catalog.cards.catalog import Catalog, load_catalog

SHARED_DATA = Path(__file__).parents[3] / "shared" / "data"


@pytest.fixture(scope="session")
def catalog() -> Catalog:
    return load_catalog()


@pytest.fixture(scope="session")
def quantised_sizes() -> list[dict[str, str]]:
    return _rows("quantised_sizes.csv")


@pytest.fixture(scope="session")
def buffers() -> list[dict[str, str]]:
    return _rows("llamacpp_buffers.csv")


def _rows(name: str) -> list[dict[str, str]]:
    path = SHARED_DATA / name
    if not path.is_file():
        pytest.skip("no shared folder")
    with path.open(newline="", encoding="utf-8") as handle:
        return list(csv.DictReader(handle))
