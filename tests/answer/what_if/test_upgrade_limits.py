"""What can go into a computer, by its kind."""

from advisor.answer.what_if.upgrade_limits import SOLDERED, upgrade_limits
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.computer_machine import computer_machine
from advisor.catalog.hardware.rig import assemble_rig


def test_no_ram_goes_into_a_computer_whose_memory_is_soldered() -> None:
    catalog, soldered = load_catalog(), 0
    for computer_id, computer in catalog.computers.items():
        machine = computer_machine(computer_id, catalog)
        if machine.memory.unified.value or (computer.memory_type or "").startswith(SOLDERED):
            soldered += 1
            assert not upgrade_limits(machine, assemble_rig(machine, None, catalog), catalog).sticks, computer_id
    assert soldered >= 30
