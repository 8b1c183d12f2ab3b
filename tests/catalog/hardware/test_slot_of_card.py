"""A listed card stands in the slot that the processor beside it has, in its facts as in its rate."""

import pytest

from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.carded_gpu import carded_gpu
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from tests.fakes.machines import machine
from tests.fakes.sure import sure

CATALOG = load_catalog()


@pytest.mark.parametrize(
    ("cpu", "generation"),
    [("AMD Ryzen 5 5600 6-Core Processor", 4), ("AMD Ryzen 5 7600 6-Core Processor", 5), ("Ryzen 5 8600G", 4)],
)
def test_the_slot_bounds_what_a_new_card_is_built_for(cpu: str, generation: int) -> None:
    """A GeForce RTX 5070 beside a Ryzen 5 5600 was drawn with PCIe 5.0."""
    gpu = carded_gpu("gpus/nvidia/rtx-5070", CATALOG, host=cpu)
    assert sure(gpu.link.value).generation_max == generation
    rig = assemble_rig(known_machine(machine(cpu_name=cpu, gpus=(gpu,)), (), CATALOG), None, CATALOG)
    assert sure(rig.processors[1].link_limit_bytes_per_s.value) == pytest.approx(
        63.0e9 / 2 ** (5 - generation), rel=0.01
    )
