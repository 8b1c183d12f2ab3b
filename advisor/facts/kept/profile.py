"""A saved machine: what a person keeps of one rig and opens on another."""

from typing import Literal

from advisor.facts.kept.correction import Correction
from advisor.facts.machine.machine import Machine
from advisor.facts.machine.measurement import Measurements
from advisor.facts.values.record import Record


class Profile(Record):
    """A machine as detected with what was measured on it; the document `rig-advisor machine save` writes.

    `corrections` are facts of it that a person put right.
    """

    schema_version: Literal[1] = 1
    machine: Machine
    measurements: Measurements | None = None
    corrections: tuple[Correction, ...] = ()
    saved_at: str | None = None
    app_version: str | None = None
