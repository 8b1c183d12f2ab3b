"""Cards of GPUs beside what others print of them, and the shares that programs read of their bandwidth."""

import re
from collections import defaultdict
from statistics import median

import pytest

from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.catalog.cards.processor import gpu_processor
from advisor.facts.rig.rig import Processor
from advisor.facts.values.units import GIGA
from tools.calibrate.tables import DATA, table

DISPUTED = {
    *("gpus/amd/instinct-mi250", "gpus/amd/radeon-pro-w7500", "gpus/amd/rx-6750-gre-12gb"),
    *("gpus/nvidia/rtx-2000-ada", "gpus/nvidia/tesla-t4", "gpus/nvidia/quadro-p1000"),
}
"""Cards whose bandwidth the table has otherwise: half of a double GPU, other memory, or one of both is wrong."""
READ_LESS = {"gcn5"}
"""The cards in specs/engines state what these read less than others of their maker."""


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog()


def card_of(device: str, catalog: Catalog) -> Processor | None:
    card_id = catalog.gpus.find(re.sub(r" \(.*", "", device))
    return gpu_processor(card_id, catalog) if card_id else None


def shares(file: str, column: str, catalog: Catalog) -> dict[str, tuple[float, float]]:
    """By architecture: the median share of the bandwidth that was reached, and the one that its card states."""
    found: dict[str, list[float]] = defaultdict(list)
    stated: dict[str, float] = {}
    for row in table(DATA / file):
        card = card_of(row["device"], catalog)
        if card and card.architecture and card.traits.usual_read_share:
            stated[card.architecture] = card.traits.usual_read_share
            found[card.architecture].append(float(row[column]) / float(row["memory_bandwidth_gb_per_s"]))
    return {name: (median(own), stated[name]) for name, own in found.items()}


def test_the_bandwidth_of_a_card_is_what_others_print(catalog: Catalog) -> None:
    compared, differing = 0, set()
    for row in table(DATA / "stream_rates.csv"):
        card = card_of(row["device"], catalog)
        bandwidth = card.bandwidth_bytes_per_s.value if card else None
        if card and bandwidth:
            compared += 1
            if bandwidth / GIGA != pytest.approx(float(row["memory_bandwidth_gb_per_s"]), rel=0.03):
                differing.add(card.card)
    assert compared > 100
    assert differing == DISPUTED


def test_the_usual_read_share_is_that_of_published_readings(catalog: Catalog) -> None:
    found = shares("read_rates.csv", "read_gb_per_s", catalog)
    assert len(found) >= 12
    assert {name for name, (read, usual) in found.items() if abs(read - usual) > 0.11} == READ_LESS


def test_a_read_is_not_taken_to_be_slower_than_reading_and_writing(catalog: Catalog) -> None:
    found = shares("stream_rates.csv", "stream_gb_per_s", catalog)
    assert len(found) >= 18
    assert {name for name, (streamed, usual) in found.items() if usual < streamed - 0.06} == set()
