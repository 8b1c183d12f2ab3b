"""One machine as it was read, and when."""

from typing import Literal

from advisor.facts.machine.machine import Machine
from advisor.facts.values.record import Record


class LastRead(Record):
    """The machine an app of this version read at that time (ISO 8601); None before the first."""

    schema_version: Literal[1] = 1
    machine: Machine | None = None
    read_at: str = ""
    app_version: str = ""
