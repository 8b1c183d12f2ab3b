"""Where the app keeps its files."""

import contextlib
import os
from pathlib import Path

import platformdirs

FOLDER_VARIABLE = "RIG_ADVISOR_DATA"
"""Names another folder, for a portable copy and for tests."""
CARDS_VARIABLE = "RIG_ADVISOR_CARDS"
"""Names one more folder, or pack, of cards for a command and its children: `--cards`."""
CARDS, PACKS = "cards", "packs"
"""Folders below it with what a person added."""
_APP = "rig-advisor"


def data_folder() -> Path:
    """The user's data folder for this app; it need not exist yet."""
    chosen = os.environ.get(FOLDER_VARIABLE)
    return Path(chosen) if chosen else platformdirs.user_data_path(_APP, appauthor=False)


def log_folder() -> Path:
    """Where the system wants logs; below the data folder where another one was named. It need not exist yet."""
    chosen = os.environ.get(FOLDER_VARIABLE)
    return Path(chosen) / "log" if chosen else platformdirs.user_log_path(_APP, appauthor=False)


def make_private(folder: Path) -> None:
    """Make a folder with those above it that are missing, all for their owner only; OSError where that cannot be.

    The data folder of an earlier version, which others could look into, becomes private, too.
    """
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    for one in (*reversed(missing), folder):
        one.mkdir(mode=0o700, exist_ok=True)
    if not missing and folder in (data_folder(), log_folder()) and folder.stat().st_mode & 0o077:
        with contextlib.suppress(OSError):  # it is somebody else's
            folder.chmod(0o700)


def open_private(path: str | Path, flags: int) -> int:
    """What `open` takes as an opener of a file that its owner alone may read."""
    return os.open(path, flags, 0o600)


def files_like(pattern: str) -> list[Path]:
    """What the data folder has of such names, in their order; nothing where nobody can look into it."""
    with contextlib.suppress(OSError):
        return sorted(data_folder().glob(pattern))
    return []


def has_own_cards() -> bool:
    """Whether a person added any, or named some; asked at every start."""
    return bool(os.environ.get(CARDS_VARIABLE)) or any(_has_entries(data_folder() / one) for one in (CARDS, PACKS))


def _has_entries(folder: Path) -> bool:
    try:
        with os.scandir(folder) as entries:
            return next(entries, None) is not None
    except OSError:
        return False
