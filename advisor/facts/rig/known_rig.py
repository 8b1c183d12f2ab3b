"""A machine and its rig, which belong together."""

from typing import NamedTuple

from advisor.facts.machine.machine import Machine
from advisor.facts.rig.rig import Rig


class KnownRig(NamedTuple):
    """A machine for the picture and the rig for the answers, both with the same corrections and edits."""

    machine: Machine
    rig: Rig
