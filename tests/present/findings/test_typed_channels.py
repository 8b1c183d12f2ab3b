"""What somebody typed of a computer is found wrong as what was read of it is."""

from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.corrected import corrected
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.kept.profile import Correction
from advisor.facts.machine.machine import Machine
from advisor.present.findings.findings import findings
from tests.fakes.machines import machine, nvidia_card

CATALOG = load_catalog()


def codes(one: Machine) -> set[str]:
    known_one = known_machine(one, (), CATALOG)
    return {found.code for found in findings(known_one, assemble_rig(known_one, None, CATALOG))}


def test_two_sticks_that_share_a_channel_are_told_whoever_said_so() -> None:
    """Somebody who typed one channel read that nothing slows the rig."""
    one = machine(module_slots=("DIMM_A2", "DIMM_B2"), gpus=(nvidia_card(free_gib=11.99),))
    assert "one_channel" not in codes(one)
    assert "one_channel" in codes(corrected(one, [Correction(fact="memory.channels", value=1)]))
