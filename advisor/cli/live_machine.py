"""A machine, live or captured, with catalog cards and findings: what probe, report and machine start from."""

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.cli.place import Place
from advisor.facts.machine.machine import Machine
from advisor.present.findings.findings import findings
from advisor.probe.detect.detect import detect


def read_machine(where: Place, catalog: Catalog, only: tuple[str, ...] = ()) -> Machine:
    """The machine with the cards of its GPUs and what stands out about it."""
    return complete_machine(detect(*where, only), catalog)


def complete_machine(machine: Machine, catalog: Catalog) -> Machine:
    """A detected machine with its cards and findings."""
    machine = known_machine(machine, (), catalog)
    return machine.changed(findings=findings(machine, assemble_rig(machine, None, catalog)))
