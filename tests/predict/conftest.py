import pytest

from advisor.catalog.cards.catalog import Catalog, load_catalog
from tools.calibrate.tables import DATA, table


@pytest.fixture(scope="session")
def catalog() -> Catalog:
    return load_catalog()


@pytest.fixture(scope="session")
def quantised_sizes() -> list[dict[str, str]]:
    return table(DATA / "weights.csv")


@pytest.fixture(scope="session")
def buffers() -> list[dict[str, str]]:
    return table(DATA / "buffers.csv")
