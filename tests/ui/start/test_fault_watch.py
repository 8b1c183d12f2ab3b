"""What nobody caught is kept as a report, wherever it happened."""

import io
import sys
import threading
from typing import Any

import pytest
from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

from advisor.store.fault_reports import new_reports, report_text
from advisor.store.log import log_file
from advisor.ui.start.fault_watch import FaultWatch


def test_a_message_of_qt_that_nobody_can_read_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = io.StringIO()
    closed.close()
    before = qInstallMessageHandler(None)
    try:
        with FaultWatch(None) as watch:
            watch.open_log()
            with monkeypatch.context() as patched:
                patched.setattr(sys, "stderr", closed)
                watch.messages._take(QtMsgType.QtWarningMsg, QMessageLogContext(), "no such font")
    finally:
        qInstallMessageHandler(before)
    assert "no such font" in log_file().read_text(encoding="utf-8")


def test_an_error_in_another_thread_is_kept_but_not_said_in_the_window() -> None:
    def fail() -> None:
        raise ValueError("nobody thought of this")

    said: list[str] = []
    seen: list[Any] = []
    before = threading.excepthook
    threading.excepthook = seen.append
    try:
        with FaultWatch(None) as watch:
            watch.tell(said.append)
            watch.open_log()
            thread = threading.Thread(target=fail)
            thread.start()
            thread.join()
        assert threading.excepthook == seen.append
    finally:
        threading.excepthook = before
    assert "ValueError: nobody thought of this" in "".join(map(report_text, new_reports()))
    assert len(seen) == 1
    assert said == []
