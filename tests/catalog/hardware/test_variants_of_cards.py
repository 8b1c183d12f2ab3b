"""A card that is sold with several memories under one name is answered as a card, with ends that hold all of them."""

import pytest

from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.catalog.hardware.carded_gpu import carded_gpu
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.machine.machine import Gpu
from advisor.facts.rig.rig import Processor
from advisor.facts.values.units import GIGA
from tests.fakes.machines import machine, nvidia_card, seen

SOLD_TWICE = {
    "RTX 4070": (12, 504.2, 480.0, 504.2),
    "RTX 3060 Ti": (8, 448.0, 448.0, 608.3),
}
"""Name, GiB, and GB/s of the usual one and of both."""


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog()


def in_rig(gpu: Gpu, catalog: Catalog) -> Processor:
    return assemble_rig(known_machine(machine(gpus=(gpu,)), (), catalog), None, catalog).processors[1]


def test_every_named_card_keeps_the_bandwidth_of_its_card(catalog: Catalog) -> None:
    lost = [
        card.name
        for card_id, card in catalog.gpus.items()
        if card.bandwidth_gb_per_s
        and card.memory_kind == "dedicated"
        and in_rig(carded_gpu(card_id, catalog), catalog).bandwidth_bytes_per_s.value != card.bandwidth_gb_per_s * GIGA
    ]
    assert not lost


@pytest.mark.parametrize("name", SOLD_TWICE)
@pytest.mark.parametrize("is_detected", [False, True])
def test_the_usual_memory_is_the_middle_and_the_others_are_the_ends(
    name: str, is_detected: bool, catalog: Catalog
) -> None:
    gib, usual, least, most = SOLD_TWICE[name]
    gpu = carded_gpu(catalog.gpus.find(name) or "", catalog)
    if is_detected:  # a driver tells the name and the size, and no PCI id that a card has
        gpu = nvidia_card(name=f"NVIDIA GeForce {name}", pci_id=None, total_gib=gib)
    rate = in_rig(gpu, catalog).bandwidth_bytes_per_s
    assert rate.value == pytest.approx(usual * GIGA)
    assert rate.uncertainty is not None
    assert rate.value is not None
    ends = rate.value * rate.uncertainty.low, rate.value * rate.uncertainty.high
    assert ends == pytest.approx((least * GIGA, most * GIGA))


def test_a_named_memory_is_taken_at_its_word(catalog: Catalog) -> None:
    rate = in_rig(carded_gpu("gpus/nvidia/rtx-4070-gddr6", catalog), catalog).bandwidth_bytes_per_s
    assert (rate.value, rate.uncertainty) == (480 * GIGA, None)


def test_a_driver_that_tells_the_rate_tells_the_memory(catalog: Catalog) -> None:
    named = nvidia_card(name="NVIDIA GeForce RTX 4070", pci_id="10de:2786")
    told = named.changed(theoretical_bytes_per_s=seen(480 * GIGA))
    assert in_rig(told, catalog).bandwidth_bytes_per_s.uncertainty is None
