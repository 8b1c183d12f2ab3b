"""Measurements over time, by machine, and the drivers that crashed at it."""

from typing import Literal

from advisor.facts.machine.measurement import Measurements, OwnRun
from advisor.facts.values.reason import Reason
from advisor.facts.values.record import Record


class MachineHistory(Record):
    """All kept runs of one machine, oldest first: of the micro-benchmark, and of models that people ran (`own_runs`).

    `key` tells machines apart without naming one.
    """

    key: str
    runs: tuple[Measurements, ...]
    own_runs: tuple[OwnRun, ...] = ()


class History(Record):
    """All machines whose measurements are kept in one data folder."""

    schema_version: Literal[2] = 2
    machines: tuple[MachineHistory, ...] = ()


CrashedPart = Literal["kernel", "adapters", "graphics", "nvidia"]


class Crash(Record):
    """One part of a measurement that crashed: `what` was measured with which `driver` (its version as the key).

    A newer driver is another one, and is tried again.
    """

    part: CrashedPart
    what: str
    driver: str
    sentence: Reason
    seen_at: str


class CrashFile(Record):
    """All crashes kept in one data folder."""

    schema_version: Literal[1] = 1
    crashes: tuple[Crash, ...] = ()
