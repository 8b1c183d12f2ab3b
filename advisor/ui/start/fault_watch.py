"""Notes what goes wrong while the window is open: an error nobody caught, a crash, a start that came to no end.

As long as the window is open a file of its own lies in the data folder, into which Python writes where it was when the
process crashed. Whoever finds the file at the next start knows that there was no regular end.
"""

import contextlib
import faulthandler
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, TextIO

from PySide6.QtCore import (
    QCoreApplication,
    QMessageLogContext,
    QtMsgType,
    qFormatLogMessage,
    qInstallMessageHandler,
    qVersion,
)

from advisor.store.folder import data_folder, make_private, open_private
from advisor.ui.start.single_instance import Door
from advisor.ui.work.unexpected import unexpected
from advisor.version import __version__

if TYPE_CHECKING:
    import threading

_WORDS = {QtMsgType.QtCriticalMsg: "critical", QtMsgType.QtFatalMsg: "fatal", QtMsgType.QtWarningMsg: "warning"}


class QtMessages:
    """Keeps the first remarks until the log is loaded, which takes longer than the first paint has time."""

    def __init__(self) -> None:
        self._early: list[str] = []
        self._write: Callable[[str], None] = self._early.append
        self._before: Any = qInstallMessageHandler(self._take)

    def start_writing(self, write: Callable[[str], None]) -> None:
        """Write these and all later ones."""
        self._write = write
        for line in self._early:
            write(line)
        self._early.clear()

    def stop(self) -> None:
        """Leave Qt's messages to who listened before."""
        qInstallMessageHandler(self._before)

    def _take(self, kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        if kind in _WORDS:
            self._write(f"Qt {_WORDS[kind]}: {text}")
        if self._before is not None:
            self._before(kind, context, text)
        elif sys.stderr is not None:
            with contextlib.suppress(OSError, ValueError):  # nobody reads it any more
                sys.stderr.write(qFormatLogMessage(kind, context, text) + "\n")


STARTED = "started\n"
CRASH_WORDS = ("Fatal Python error", "fatal exception", "Current thread")
PYTHON = ".".join(map(str, sys.version_info[:3]))
Say = Callable[[str], object]


class FaultWatch:
    """Watches from entering the context to leaving it. Only the first window of a data folder has a file."""

    def __init__(self, door: Door | None) -> None:
        self.messages = QtMessages()
        self.left = ""
        """What the window before left in its file; nothing where it was closed regularly."""
        self._place = None if door is None else data_folder() / f"{door.place.stem}.open"
        self._file: TextIO | None = None
        self._has_faulthandler = False
        self._has_log = False
        self._say: Say | None = None

    @property
    def crash(self) -> str:
        """Where the window before was when it crashed; empty where it did not."""
        return self.left if any(word in self.left for word in CRASH_WORDS) else ""

    @property
    def is_start_broken(self) -> bool:
        """Whether the start before came to no end."""
        return bool(self.left) and STARTED not in self.left

    def __enter__(self) -> "FaultWatch":
        self._hook, sys.excepthook = sys.excepthook, self._note
        if self._place is not None:
            with contextlib.suppress(OSError):
                self._begin(self._place)
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: TracebackType | None) -> None:
        if isinstance(error, Exception):
            unexpected(error)
        self.messages.stop()
        sys.excepthook = self._hook
        if self._has_log:
            import threading

            from advisor.store.log import close_log

            threading.excepthook = self._thread_hook
            close_log()
        if self._has_faulthandler:
            faulthandler.disable()
        if self._file is None or self._place is None:
            return
        with contextlib.suppress(OSError):
            self._file.close()
            if error is None:
                self._place.unlink()

    def tell(self, say: Say | None) -> None:
        """Say errors nobody caught there from now on; None: nowhere."""
        self._say = say

    def open_log(self) -> None:
        """Write into the log from now on; it takes too long to load before the first paint."""
        import threading

        from advisor.store.log import LOG, open_log

        open_log()
        self._has_log = True
        self._thread_hook, threading.excepthook = threading.excepthook, self._note_in_thread
        LOG.info("Rig Advisor %s, Python %s, Qt %s, %s", __version__, PYTHON, qVersion(), sys.platform)
        self.messages.start_writing(LOG.warning)

    def set_started(self) -> None:
        """All that is done at a start is done."""
        with contextlib.suppress(OSError, ValueError):
            if self._file is not None:
                self._file.write(STARTED)
                self._file.flush()

    def _begin(self, place: Path) -> None:
        """Read what was left, and lay down a new file; who watches for crashes already goes on alone."""
        if place.exists():
            self.left = place.read_text(encoding="utf-8", errors="replace") or "nothing\n"
        make_private(place.parent)
        self._file = os.fdopen(open_private(place, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), "w", encoding="utf-8")
        self._file.write(f"Rig Advisor {__version__}\n")
        self._file.flush()
        if not faulthandler.is_enabled():
            faulthandler.enable(self._file)
            self._has_faulthandler = True
        if self.crash:
            from advisor.store.fault_reports import keep_report

            keep_report("it crashed", self.crash)  # now: this start may crash, too

    def _note(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Qt prints what a slot raises and goes on: keep a report of it, and say so."""
        if isinstance(error, Exception):
            sentence = unexpected(error)
            if self._say is not None:
                self._say(sentence)
        if issubclass(kind, KeyboardInterrupt):  # Ctrl+C while the rest is being loaded
            QCoreApplication.quit()
            return
        self._hook(kind, error, trace)

    def _note_in_thread(self, said: "threading.ExceptHookArgs") -> None:
        """Keep a report; the window belongs to another thread."""
        if isinstance(said.exc_value, Exception):
            unexpected(said.exc_value)
        self._thread_hook(said)
