import json
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from advisor.facts.values.message import Result
from advisor.present.words.reasons.in_words import in_words
from advisor.run.watch import EXIT_LIMIT_S, START_LIMIT_S
from advisor.store.log import close_log, last_lines, open_log
from advisor.ui.state.own_computer import PROBE_LIMIT_S
from advisor.ui.work.child_process import ChildProcess
from advisor.ui.work.file_opening import OPEN_LIMIT_S
from advisor.ui.work.job import Job
from tests.fakes.children import CHILD
from tests.fakes.patience import HANG_S

SHORT_S = 0.3
"""How long a child may be silent in a test."""


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


def test_a_child_is_heard_before_it_is_called_late(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> None:
    """The window was busy with what the child said, while that went on in time."""
    heard, said = tmp_path / "heard", tmp_path / "said"
    step = {"event": "progress", "per_mille": 0, "phase": {"code": "reading_file", "parameters": {}}}
    lines = [json.dumps({**step, "limit_s": limit_s}) for limit_s in (SHORT_S, HANG_S)]
    script = tmp_path / "says.py"
    script.write_text(
        f"""import pathlib, time
print({lines[0]!r}, flush=True)
while not pathlib.Path({str(heard)!r}).exists(): time.sleep(0.01)
print({lines[1]!r}, flush=True)
pathlib.Path({str(said)!r}).touch()
time.sleep({SHORT_S})
print({json.dumps({"event": "done"})!r}, flush=True)
"""
    )
    owner = QObject()
    job = Job([sys.executable, str(script)], total_limit_s=HANG_S, parent=owner)

    def be_busy(_: object) -> None:
        heard.touch()
        while not said.exists():
            time.sleep(0.01)
        time.sleep(SHORT_S)

    job.message.connect(be_busy)
    with qtbot.waitSignal(job.ended) as ended:
        job.start()
    assert ended.args[0].kind == "done"
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


@pytest.mark.parametrize("limit_s", [OPEN_LIMIT_S, PROBE_LIMIT_S])
def test_a_child_that_starts_slowly_has_time_left_to_read(limit_s: float) -> None:
    assert limit_s >= START_LIMIT_S + EXIT_LIMIT_S
