"""Temporary files of writers: each is noted before it is made, so that what a killed one left is found and removed."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from advisor.store.folder import data_folder, files_like, make_private
from advisor.store.os_lock import NoLocksError, is_taken

_NOTE = ".unfinished."
_OPEN = os.O_RDWR | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


@contextlib.contextmanager
def temporary_beside(target: Path) -> Iterator[Path]:
    """A free name beside `target` for its new text; what then still has that name is removed.

    A note in the data folder tells of it, locked as long as its writer lives; where none can be kept, there is none.
    """
    token = os.urandom(4).hex()
    temporary = target.with_name(f".{target.name}.{token}")
    note = data_folder() / f"{_NOTE}{token}"
    number = _noted(note, temporary)
    try:
        yield temporary
    finally:
        _remove(temporary)
        if number is not None:
            os.close(number)
            _remove(note)


def clear_litter() -> None:
    """Remove what killed writers left, wherever it lies; what a living one still writes stays."""
    for note in files_like(f"{_NOTE}*"):
        with contextlib.suppress(OSError, NoLocksError, ValueError):
            number = os.open(note, _OPEN)
            try:
                left = Path(os.fsdecode(os.read(number, 1 << 16))) if is_taken(number) else None
            finally:
                os.close(number)
            if left is not None:
                if left.name.startswith(".") and left.name.endswith(note.name.removeprefix(_NOTE)):
                    _remove(left)
                _remove(note)


def _noted(note: Path, temporary: Path) -> int | None:
    number = None
    try:
        make_private(note.parent)
        number = os.open(note, _OPEN | os.O_CREAT | os.O_EXCL, 0o600)
        if is_taken(number):
            os.write(number, os.fsencode(temporary.absolute()))
    except (OSError, NoLocksError):
        if number is None:
            return None
    return number


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        try:
            path.unlink()
        except PermissionError:  # on Windows what is read-only stays
            path.chmod(0o600)
            path.unlink()
