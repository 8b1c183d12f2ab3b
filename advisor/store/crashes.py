"""Keeps which drivers crashed, so that the next measurement leaves them out."""

from pathlib import Path

from advisor.facts.kept.history import Crash, CrashFile
from advisor.store.document import Migrations
from advisor.store.folder import data_folder
from advisor.store.joined import joined_crashes
from advisor.store.kept_file import Kept, read_kept, write_kept

MOST_CRASHES = 50
_MIGRATIONS: Migrations = {}


def load_crashes() -> tuple[Crash, ...]:
    """What crashed before; nothing where there is no file to be read."""
    return load_crash_file().record.crashes


def load_crash_file() -> Kept[CrashFile]:
    """The same, with a note where the file could not be read as it was."""
    return read_kept(_path(), CrashFile(), _MIGRATIONS, joined_crashes)


def save_crash(crash: Crash) -> None:
    """Keep one more. StoreError when that fails."""
    others = tuple(one for one in load_crashes() if (one.part, one.what) != (crash.part, crash.what))
    write_kept(_path(), CrashFile(crashes=(*others, crash)[-MOST_CRASHES:]))


def forget_crashes() -> None:
    """Try everything again. StoreError when that fails."""
    if load_crashes():
        write_kept(_path(), CrashFile())


def _path() -> Path:
    return data_folder() / "crashes.json"
