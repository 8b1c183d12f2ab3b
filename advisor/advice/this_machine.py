"""Reads a machine, live or captured, with its catalog cards and findings, and what is kept of the one it runs on."""

from advisor.advice.assembled import assembled
from advisor.advice.own_profile import own_profile
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.kept.profile import Profile
from advisor.facts.machine.machine import Machine
from advisor.present.findings.findings import findings
from advisor.probe.detect.detect import detect
from advisor.probe.shared.host import Host
from advisor.probe.source.root import Root


def this_machine(where: tuple[Root, Host], catalog: Catalog) -> Profile:
    """The machine it runs on, with what was measured on it and put right before.

    Raises:
        StoreError: what was measured cannot be read.
    """
    return own_profile(read_machine(where, catalog))


def read_machine(where: tuple[Root, Host], catalog: Catalog, only: tuple[str, ...] = ()) -> Machine:
    """The machine with the cards of its GPUs and what stands out about it."""
    return complete_machine(detect(*where, only), catalog)


def complete_machine(machine: Machine, catalog: Catalog) -> Machine:
    """A detected machine with its cards and findings."""
    found = assembled(Profile(machine=machine), catalog)
    return found.machine.changed(findings=findings(found.machine, found.rig))
