"""The accuracy that the documents state is that of this version."""

import pytest

from advisor.catalog.cards.catalog import load_catalog
from tools.calibrate.accuracy import markdown, shipped_tables
from tools.calibrate.tables import DATA
from tools.made_part import REPOSITORY

pytestmark = pytest.mark.broad


def test_the_tables_of_the_document_are_computed() -> None:
    tables = markdown(shipped_tables(DATA, load_catalog()))
    document = (REPOSITORY / "docs" / "accuracy.md").read_text("utf-8")
    assert tables in document, "renew them: python -m tools.calibrate accuracy --write"
