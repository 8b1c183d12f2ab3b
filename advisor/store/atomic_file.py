"""Files that are either the old or the new text, never half of one."""

import contextlib
import errno
import os
import tempfile
from pathlib import Path

from advisor.facts.values.reason import Reason, ReasonError, reason

_MASK = os.umask(0)
os.umask(_MASK)
"""What new files of this user are closed to; a temporary file is closed to all others, what it becomes is not."""

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_FORBIDDEN = (errno.EACCES, errno.EPERM, errno.EROFS)


class StoreError(ReasonError):
    """Something could not be saved or opened."""


def write_file(path: Path, text: str) -> None:
    """Write `text` to `path`; on failure the old file stays and StoreError says why."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, data: bytes) -> None:
    """Write `data` to `path` like `write_file`; through a link, to the file it leads to."""
    temporary: Path | None = None
    try:
        target = _file_at(path)
        descriptor, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        temporary = Path(name)
        with open(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(0o666 & ~_MASK)
        os.replace(temporary, target)
    except BaseException as error:  # also of Ctrl+C nothing stays behind
        if temporary is not None:
            with contextlib.suppress(OSError):
                temporary.unlink()
        if isinstance(error, OSError):
            raise StoreError("not_saved", name=path.name, folder=str(path.parent), cause=why(error)) from error
        raise


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
    if error.errno in _FORBIDDEN:
        return reason("no_permission_there")
    if isinstance(error, FileNotFoundError):
        return reason("not_there")
    return reason("told", text=error.strerror.lower()) if error.strerror else reason("system_refused")
