"""The computer this runs on, with what is kept of it."""

from advisor.facts.kept.profile import Profile
from advisor.facts.machine.machine import Machine
from advisor.version import __version__


def own_profile(machine: Machine) -> Profile:
    """The machine with what was measured on it and put right before.

    Raises:
        StoreError: what was measured cannot be read.
    """
    # imported here: who only reads a machine, as the window's child does, need not wait for them
    from advisor.store.corrections import load_corrections
    from advisor.store.history import latest_results, load_history

    return Profile(
        machine=machine,
        measurements=latest_results(load_history().record, machine),
        corrections=load_corrections(machine).corrections,
        app_version=__version__,
    )
