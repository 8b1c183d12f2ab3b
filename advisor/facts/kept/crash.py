"""Drivers that crashed while they were measured: left out until they are renewed or a person asks for them again."""

from typing import Literal

from advisor.facts.values.reason import Reason
from advisor.facts.values.record import Record

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
