"""The log: what happened in the window, in a few small files that hold nothing personal. It is sent nowhere.

Without a folder to write to, or on a full disk, the app works without it.
"""

import contextlib
import logging
import logging.handlers
import os
from io import TextIOWrapper
from pathlib import Path

from advisor.facts.values.units import KIB
from advisor.store.anonymized_text import anonymized_text
from advisor.store.folder import log_folder, make_private, open_private

LARGEST_BYTES, OLDER_FILES = 256 * KIB, 2
LOG = logging.getLogger("rig-advisor")
"""Takes lines at any time; they are kept from `open_log` on."""
LOG.addHandler(logging.NullHandler())
LOG.propagate = False
LOG.setLevel(logging.INFO)


class _Anonymized(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return anonymized_text(super().format(record))


class _Quiet(logging.handlers.RotatingFileHandler):
    """Says nothing of a line that could not be written."""

    def _open(self) -> TextIOWrapper:
        number = open_private(self.baseFilename, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        return TextIOWrapper(os.fdopen(number, "ab"), encoding=self.encoding)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's name
        """Go on without this line."""

    def doRollover(self) -> None:  # noqa: N802 - logging's name
        """Go on in the present file where Windows does not let go of it: another window writes into it, too."""
        with contextlib.suppress(OSError):
            super().doRollover()


def log_file() -> Path:
    """The present file; older ones have a number behind the name."""
    return log_folder() / "rig-advisor.log"


def open_log() -> None:
    """Keep lines from now on."""
    close_log()
    with contextlib.suppress(OSError):
        make_private(log_file().parent)
    handler = _Quiet(log_file(), maxBytes=LARGEST_BYTES, backupCount=OLDER_FILES, encoding="utf-8", delay=True)
    handler.setFormatter(_Anonymized("%(asctime)s %(levelname)s %(message)s"))
    LOG.addHandler(handler)


def close_log() -> None:
    """Keep no more lines."""
    for handler in LOG.handlers[:]:
        if isinstance(handler, _Quiet):
            LOG.removeHandler(handler)
            handler.close()


def last_lines(most: int) -> tuple[str, ...]:
    """The end of the log; nothing where there is none."""
    try:
        return tuple(log_file().read_text(encoding="utf-8", errors="replace").splitlines()[-most:])
    except OSError:
        return ()
