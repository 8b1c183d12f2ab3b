"""Writes what Qt remarks into the log, and passes it on to who listened before."""

import sys
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QMessageLogContext, QtMsgType, qFormatLogMessage, qInstallMessageHandler

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
            sys.stderr.write(qFormatLogMessage(kind, context, text) + "\n")
