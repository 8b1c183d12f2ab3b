import sys
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from advisor.facts.values.message import Result
from advisor.present.words.reasons.in_words import in_words
from advisor.store.log import close_log, last_lines, open_log
from advisor.ui.work.child_process import ChildProcess
from advisor.ui.work.job import Job
from tests.fakes.children import CHILD
from tests.fakes.patience import HANG_S


@pytest.fixture
def run_job(qtbot: QtBot, qapp: QApplication) -> Any:
    """Runs the fake child in one of its ways; gives the messages and the outcome."""
    owner = QObject()

    def run(behavior: str, *, limit_s: float = HANG_S, cancel: bool = False) -> Any:
        messages: list[Any] = []
        job = Job([sys.executable, CHILD, behavior], total_limit_s=limit_s, parent=owner)
        job.message.connect(messages.append)
        if cancel:
            job.message.connect(lambda _: job.cancel())
        with qtbot.waitSignal(job.ended) as ended:
            job.start()
        return messages, ended.args[0]

    yield run
    owner.deleteLater()


@pytest.mark.parametrize(
    ("behavior", "kind"),
    [
        ("success", "done"),
        ("segfault", "crashed"),
        ("hang", "timed_out"),
        ("error", "failed"),
        ("refused", "refused"),
        ("long_line", "failed"),
    ],
)
def test_every_end_has_its_name_and_a_plain_sentence(run_job: Any, behavior: str, kind: str) -> None:
    _, outcome = run_job(behavior)
    assert outcome.kind == kind
    assert in_words(outcome.sentence).endswith((".", "?", ")"))


def test_messages_arrive_as_records(run_job: Any) -> None:
    messages, _ = run_job("success")
    assert [message.body for message in messages if isinstance(message, Result)] == [{"answer": 42}]


@pytest.mark.parametrize(("behavior", "kind"), [("success", "done"), ("error", "failed"), ("", "not_started")])
def test_a_job_takes_over_what_has_begun_and_ended(qtbot: QtBot, qapp: QApplication, behavior: str, kind: str) -> None:
    owner = QObject()
    messages: list[Any] = []
    command = [sys.executable, CHILD, behavior] if behavior else ["/no/such/program"]
    process = ChildProcess(command, owner)
    process.begin()
    qtbot.waitUntil(lambda: process.state() == ChildProcess.ProcessState.NotRunning)
    job = Job(process, total_limit_s=HANG_S, parent=owner)
    job.message.connect(messages.append)
    with qtbot.waitSignal(job.ended) as ended:
        job.start()
    assert ended.args[0].kind == kind
    assert behavior != "success" or [one.body for one in messages if isinstance(one, Result)] == [{"answer": 42}]
    owner.deleteLater()


def test_cancel_ends_a_child_that_would_go_on(run_job: Any) -> None:
    _, outcome = run_job("hang", cancel=True)
    assert outcome.kind == "cancelled"


def test_a_program_that_is_missing_is_an_outcome(qtbot: QtBot, qapp: QApplication) -> None:
    owner = QObject()
    job = Job(["/no/such/program"], total_limit_s=HANG_S, parent=owner)
    with qtbot.waitSignal(job.ended) as ended:
        job.start()
    assert ended.args[0].kind == "not_started"
    owner.deleteLater()


def test_the_log_names_no_file_of_a_person(qtbot: QtBot, qapp: QApplication) -> None:
    owner, name = QObject(), "secret plans.gguf"
    code = "import os, sys; sys.exit(os.path.basename(sys.argv[1]) + ' is no model')"
    job = Job([sys.executable, "-c", code, str(Path("/", "folder", name))], total_limit_s=HANG_S, parent=owner)
    open_log()
    try:
        with qtbot.waitSignal(job.ended) as ended:
            job.start()
        assert name in ended.args[0].stderr_tail
        logged = "\n".join(last_lines(5))
    finally:
        close_log()
    assert "... is no model" in logged
    assert "plans" not in logged
