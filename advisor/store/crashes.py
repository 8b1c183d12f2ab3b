"""Keeps which drivers crashed, so that the next measurement leaves them out."""

from advisor.facts.kept.history import Crash, CrashFile
from advisor.store.kept_file import KeptFile
from advisor.store.versions import joined_crashes

MOST_CRASHES = 50
CRASHES = KeptFile("crashes.json", CrashFile(), joined_crashes)


def save_crash(crash: Crash) -> None:
    """Keep one more. StoreError when that fails."""

    def joined(kept: CrashFile) -> CrashFile:
        others = (one for one in kept.crashes if (one.part, one.what) != (crash.part, crash.what))
        return CrashFile(crashes=(*others, crash)[-MOST_CRASHES:])

    CRASHES.change(joined)


def forget_crashes() -> None:
    """Try everything again. StoreError when that fails."""
    if CRASHES.read().record.crashes:
        CRASHES.change(lambda _: CrashFile())
