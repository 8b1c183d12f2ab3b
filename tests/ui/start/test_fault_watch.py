"""What nobody caught is kept as a report, wherever it happened."""

import threading
from typing import Any

from advisor.store.fault_reports import new_reports, report_text
from advisor.ui.start.fault_watch import FaultWatch


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
