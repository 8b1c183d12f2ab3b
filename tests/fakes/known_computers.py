"""Computers of the catalog, known as a person's own would be."""

from advisor.advice.assembled import assembled
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.hardware.computer_machine import computer_machine
from advisor.facts.kept.profile import Profile
from advisor.facts.rig.rig import KnownRig


def known_computer(computer_id: str, catalog: Catalog) -> KnownRig:
    """The machine of a card, and its rig with nothing measured."""
    return assembled(Profile(machine=computer_machine(computer_id, catalog)), catalog)
