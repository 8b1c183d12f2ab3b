"""Puts a finished file in its place, whole or not at all."""

import errno
import os
import tempfile
from pathlib import Path

_SENTENCES = {
    errno.ENOSPC: "The disk is full, so {path} could not be written.",
    errno.EDQUOT: "Your share of the disk is full, so {path} could not be written.",
    errno.EACCES: "{path} may not be written there: choose another folder.",
    errno.EPERM: "{path} may not be written there: choose another folder.",
    errno.EROFS: "{path} lies on a disk that cannot be written: choose another folder.",
    errno.ENOENT: "The folder of {path} does not exist.",
    errno.ENOTDIR: "The folder of {path} does not exist.",
    errno.EISDIR: "{path} is a folder: choose a file name.",
}


class ReportError(Exception):
    """The report could not be written; the text is one plain sentence."""


def save_whole(path: Path, content: bytes) -> None:
    """Write to a temporary file in the same folder and rename it.

    Raises:
        ReportError: the folder is missing, full or not writable.
    """
    temporary = None
    try:
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, _usual_mode())
        os.replace(temporary, path)
    except OSError as error:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)
        sentence = _SENTENCES.get(error.errno or 0, "{path} could not be written: the system refused it.")
        raise ReportError(sentence.format(path=path)) from error


def _usual_mode() -> int:
    """Permissions of a new file: temporary files are private, a report is not."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
