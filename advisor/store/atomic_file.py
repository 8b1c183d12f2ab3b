"""Files that are either the old or the new text, never half of one."""

import contextlib
import errno
import os
import tempfile
from pathlib import Path

from advisor.facts.values.sentence_error import SentenceError

_MASK = os.umask(0)
os.umask(_MASK)
"""What new files of this user are closed to; a temporary file is closed to all others, what it becomes is not."""

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_FORBIDDEN = (errno.EACCES, errno.EPERM, errno.EROFS)


class StoreError(SentenceError):
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
            raise StoreError(f"{path.name} could not be saved in {path.parent}: {why(error)}.") from error
        raise


def _file_at(path: Path) -> Path:
    """The real file behind a path; a device, a folder or a missing folder is no place for one."""
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        raise StoreError(f"{path} is not a file that can be replaced.")
    if not target.parent.is_dir():
        raise StoreError(f"{path.name} could not be saved: the folder {path.parent} does not exist.")
    return target


def why(error: OSError) -> str:
    """The reason of a failed file operation in plain words."""
    if error.errno in _FULL:
        return "the disk is full"
    if error.errno in _FORBIDDEN:
        return "there is no permission"
    if isinstance(error, FileNotFoundError):
        return "it is not there"
    return (error.strerror or "the system refused").lower()
