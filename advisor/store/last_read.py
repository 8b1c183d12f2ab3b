"""The computer this runs on as it was read last, where reading it took long: the next command need not wait again."""

import datetime

from advisor.facts.kept.last_read import LastRead
from advisor.facts.machine.machine import Machine
from advisor.facts.values.local_time import local_now
from advisor.store.kept_file import KeptFile
from advisor.version import __version__

FRESH_S = 300.0
"""Free memory changes from minute to minute, hardware hardly ever."""


def _newer(one: LastRead, other: LastRead) -> LastRead:
    return max(one, other, key=lambda read: read.read_at)


LAST_READ = KeptFile("machine.json", LastRead.model_construct(), _newer)


def fresh_machine() -> tuple[Machine, float] | None:
    """The machine as this version read it some minutes ago at most, and how many seconds ago; None without."""
    kept = LAST_READ.read().record
    if kept.machine is None or kept.app_version != __version__:
        return None
    try:
        age_s = (local_now() - datetime.datetime.fromisoformat(kept.read_at)).total_seconds()
    except (ValueError, TypeError):  # not written by this app
        return None
    return (kept.machine, age_s) if 0 <= age_s < FRESH_S else None


def keep_machine(machine: Machine) -> None:
    """Keep it for the next command. StoreError when that fails."""
    read_at = local_now().isoformat(timespec="seconds")
    LAST_READ.change(lambda _: LastRead(machine=machine, read_at=read_at, app_version=__version__))
