"""A machine as everything knows it, and its rig: the one way there from what was read, measured and put right."""

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.kept.profile import Profile
from advisor.facts.rig.rig import KnownRig


def assembled(profile: Profile, catalog: Catalog, *, name: str = "") -> KnownRig:
    """The machine with cards and corrections, and the rig of it and its measurements, both without edits."""
    machine = known_machine(profile.machine, profile.corrections, catalog)
    return KnownRig(machine, assemble_rig(machine, profile.measurements, catalog, name=name))
