"""Measurements over time, by machine."""

from typing import Literal

from advisor.facts.machine.measurement import Measurements
from advisor.facts.machine.own_run import OwnRun
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
