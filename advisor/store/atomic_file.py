"""Files that are either the old or the new text, never half of one."""

import contextlib
import errno
import os
import stat
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from advisor.facts.values.reason import Reason, ReasonError, reason
from advisor.facts.values.units import MIB
from advisor.store.litter import clear_litter, temporary_beside

_MASK = os.umask(0)
os.umask(_MASK)
"""What new files of this user are closed to; a temporary file is closed to all others, what it becomes is not."""

LARGEST_BYTES = 64 * MIB
"""Of a kept file: a hundred times what fifty machines with fifty runs each need."""
HELD_S, LOOK_S = 0.5 if sys.platform == "win32" else 0.0, 0.01
"""How long is waited for another program that has a file open: on Windows it can be neither read nor replaced then."""
_IN_USE = (32, 33)
"""Windows' numbers for a file, or a part of one, that another program has open."""
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_FORBIDDEN = (errno.EACCES, errno.EPERM, errno.EROFS)


T = TypeVar("T")


class StoreError(ReasonError):
    """Something could not be saved or opened."""


def write_file(path: Path, text: str, *, private: bool = False) -> None:
    """Write `text` to `path`; on failure the old file stays and StoreError says why."""
    write_bytes(path, text.encode(), private=private)


def read_file(path: Path) -> bytes:
    """All of an ordinary file; OSError where it is none, or too long, instead of waiting for a pipe or a device."""
    flags = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
    number = _once_let_go(lambda: os.open(path, flags))
    with open(number, "rb") as file:
        if not stat.S_ISREG(os.fstat(number).st_mode):
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        data = file.read(LARGEST_BYTES + 1)
    if len(data) > LARGEST_BYTES:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return data


def write_bytes(path: Path, data: bytes, *, private: bool = False) -> None:
    """Write `data` to `path` like `write_file`; through a link, to the file it leads to.

    A file that was there keeps its permissions; a new `private` one is for its owner only.
    """
    clear_litter()
    try:
        target = _file_at(path)
        mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o600 if private else 0o666 & ~_MASK
        with temporary_beside(target) as temporary:
            with open(temporary, "xb", opener=_for_owner_only) as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            temporary.chmod(mode)
            _once_let_go(lambda: os.replace(temporary, target))
        _sync_folder(target.parent)
    except OSError as error:
        raise StoreError("not_saved", name=path.name, folder=str(path.parent), cause=why(error)) from error


def _once_let_go(action: Callable[[], T]) -> T:
    """What the action returns; one that is not permitted is tried again for a moment where files can be held."""
    end_s = time.monotonic() + HELD_S
    while True:
        try:
            return action()
        except PermissionError:
            if time.monotonic() >= end_s:
                raise
        time.sleep(LOOK_S)


def _for_owner_only(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _sync_folder(folder: Path) -> None:
    """Have the new name on the disk, too, where the system can say so."""
    with contextlib.suppress(OSError):  # Windows opens no folders
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def _file_at(path: Path) -> Path:
    """The real file behind a path; a device, a folder or a missing folder is no place for one."""
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        raise StoreError("not_replaceable", path=str(path))
    if not target.parent.is_dir():
        raise StoreError("folder_does_not_exist", name=path.name, folder=str(path.parent))
    return target


def why(error: OSError) -> Reason:
    """The reason of a failed file operation for people."""
    if error.errno in _FULL:
        return reason("disk_full")
    if error.errno in _FORBIDDEN and getattr(error, "winerror", None) not in _IN_USE:
        return reason("no_permission_there")
    if isinstance(error, FileNotFoundError):
        return reason("not_there")
    return reason("told", text=error.strerror.lower()) if error.strerror else reason("system_refused")
