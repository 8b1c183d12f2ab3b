"""A saved machine: what a person keeps of one rig and opens on another, and the facts of it that they put right."""

from typing import Literal

from advisor.facts.machine.machine import Machine
from advisor.facts.machine.measurement import Measurements
from advisor.facts.values.record import Record


class Correction(Record):
    """One fact by its dotted path, and what it really is: a number in base units, or words.

    A graphics card goes by its address: `gpus.0000:01:00.0.memory_total_bytes`, or by its place where it has none.
    """

    fact: str
    value: int | float | str


class HardwarePart(Record):
    """One part of a machine: its place (`cpu`, `memory`, `gpus.0000:01:00.0`) and a key that tells others apart."""

    place: str
    key: str


class MachineCorrections(Record):
    """What was put right on one machine, and the parts it had then."""

    parts: tuple[HardwarePart, ...]
    corrections: tuple[Correction, ...]


class CorrectionFile(Record):
    """All machines whose facts were put right with one data folder."""

    schema_version: Literal[1] = 1
    machines: tuple[MachineCorrections, ...] = ()


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
