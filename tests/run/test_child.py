"""Real children: each ends, is told apart from the others, and never takes us along."""

import os
import signal
import subprocess
import sys
import time

import psutil
import pytest

from advisor.facts.values.message import Message, Result
from advisor.present.words.reasons.in_words import in_words
from advisor.run.child import run_child
from advisor.run.watch import ChildOutcome
from tests.fakes.children import CHILD
from tests.fakes.patience import HANG_S

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals as on POSIX")


def run(
    scenario: str, total_limit_s: float = HANG_S, start_limit_s: float = HANG_S, options: tuple[str, ...] = ("-S",)
) -> tuple[ChildOutcome, list[Message]]:
    messages: list[Message] = []
    outcome = run_child(
        [sys.executable, *options, CHILD, scenario],
        total_limit_s=total_limit_s,
        start_limit_s=start_limit_s,
        on_message=messages.append,
    )
    return outcome, messages


def results(messages: list[Message]) -> list[Result]:
    return [message for message in messages if isinstance(message, Result)]


@pytest.mark.parametrize(
    ("scenario", "kind", "step"),
    [
        ("success", "done", "start"),
        ("hang", "timed_out", "waiting for the driver"),
        ("error", "failed", "reading"),
        ("failure", "failed", "reading"),
        ("refused", "refused", "opening the driver"),
        ("quiet_exit", "failed", None),
        ("long_line", "failed", "start"),
        ("flood_lines", "failed", "start"),
        pytest.param("segfault", "crashed", "opening the driver", marks=posix),
        pytest.param("abort", "crashed", "opening the driver", marks=posix),
        pytest.param("crash_after_done", "done", "start", marks=posix),
    ],
)
def test_each_end_has_its_name(scenario: str, kind: str, step: str | None) -> None:
    outcome, _ = run(scenario)
    assert (outcome.kind, outcome.step and in_words(outcome.step)) == (kind, step)
    assert in_words(outcome.sentence).endswith(".")


def test_split_line_is_one_result() -> None:
    _, messages = run("success")
    assert [message.body for message in results(messages)] == [{"answer": 42}]


def test_a_line_that_is_no_message_ends_the_child() -> None:
    outcome, messages = run("stray_line")
    assert outcome.kind == "failed"
    assert "wrote a line that is no message" in in_words(outcome.sentence)
    assert results(messages) == []


def test_what_a_library_prints_in_our_own_child_goes_to_stderr() -> None:
    outcome, messages = run("talking_library", options=())
    assert outcome.kind == "done"
    assert "a library talks" in outcome.stderr_tail
    assert len(results(messages)) == 1


@posix
def test_crash_names_its_signal() -> None:
    assert run("segfault")[0].signal == signal.SIGSEGV
    assert run("abort")[0].signal == signal.SIGABRT


def test_python_error_leaves_its_traceback() -> None:
    assert "RuntimeError: broken" in run("error")[0].stderr_tail


def test_failure_sentence_is_the_outcome() -> None:
    assert in_words(run("failure")[0].sentence) == "The file is not there."


def test_silence_from_the_start_is_a_time_out() -> None:
    outcome, _ = run("silent", start_limit_s=0.5)
    assert (outcome.kind, outcome.step) == ("timed_out", None)


def test_total_limit_ends_a_lively_child() -> None:
    limit_s, messages = 3.0, list[Message]()
    while not messages:  # it has not begun yet: a busy computer takes longer to start it
        outcome, messages = run("endless", total_limit_s=limit_s)
        limit_s *= 4
    assert outcome.kind == "timed_out"
    assert "took too long and was stopped" in in_words(outcome.sentence)


def test_flood_on_stderr_keeps_only_the_end() -> None:
    outcome, messages = run("flood_errors")
    assert outcome.kind == "done"
    assert outcome.stderr_tail.endswith("the end")
    assert len(outcome.stderr_tail) == 4096
    assert len(results(messages)) == 1


def test_flood_of_messages_arrives_whole() -> None:
    outcome, messages = run("flood_messages")
    assert outcome.kind == "done"
    assert len(results(messages)) == 499


def test_cancel_ends_a_child_that_would_go_on() -> None:
    messages: list[Message] = []
    outcome = run_child(
        [sys.executable, "-S", CHILD, "endless"],
        total_limit_s=HANG_S,
        on_message=messages.append,
        should_stop=lambda: len(messages) > 3,
    )
    assert outcome.kind == "cancelled"


def test_interrupt_in_the_parent_leaves_no_child() -> None:
    def interrupt(message: Message) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_child([sys.executable, "-S", CHILD, "endless"], total_limit_s=HANG_S, on_message=interrupt)


@posix
def test_children_of_the_child_end_too() -> None:
    outcome, messages = run("hang_with_child")
    assert outcome.kind == "timed_out"
    pid = results(messages)[0].body["pid"]
    while is_running(pid):
        time.sleep(0.05)


@posix
def test_a_grandchild_that_keeps_the_pipe_does_not_keep_us() -> None:
    assert run("orphan_holds_pipe")[0].kind == "done"


def test_missing_program_is_not_started() -> None:
    outcome = run_child([os.devnull + "-no-such-program"], total_limit_s=HANG_S)
    assert outcome.kind == "not_started"
    assert "could not be started" in in_words(outcome.sentence)


@posix
def test_a_child_in_a_hanging_driver_ends_with_its_parent() -> None:
    script = (
        "import subprocess, sys\n"
        f"command = [sys.executable, {CHILD!r}, 'hanging_driver']\n"
        "child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)\n"
        "child.stdout.readline()\n"
        "print(child.pid)\n"
    )
    child = int(subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout)
    while is_running(child):
        time.sleep(0.05)


def is_running(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
