"""The state machine on a clock of our own."""

import pytest

from advisor.facts.values.message import Progress
from advisor.facts.values.reason import reason, told
from advisor.present.words.reasons.in_words import in_words
from advisor.run.watch import EXIT_LIMIT_S, LONGEST_LINE_BYTES, ChildWatch, MessageLines

PROGRESS = b'{"event":"progress","per_mille":10,"phase":"reading","limit_s":3.0}\n'
DONE = b'{"event":"done"}\n'


def watch() -> ChildWatch:
    return ChildWatch(now_s=100.0, start_limit_s=20.0, total_limit_s=40.0)


def test_deadline_follows_the_phase() -> None:
    child = watch()
    assert child.deadline_s == 120.0
    child.feed(PROGRESS, now_s=110.0)
    assert child.deadline_s == 113.0
    assert not child.tick(now_s=112.9)
    assert child.tick(now_s=113.0)
    assert child.exited(signal=9).kind == "timed_out"


def test_a_start_among_many_other_programs_is_waited_for() -> None:
    """On a computer with seven times more to do than cores the first line of a Windows program took over 20 s."""
    child = ChildWatch(now_s=100.0, total_limit_s=600.0)
    assert not child.tick(now_s=145.0)
    child.feed(PROGRESS + DONE, now_s=145.0)
    assert child.exited(code=0).kind == "done"


def test_total_limit_caps_a_long_phase() -> None:
    child = watch()
    child.feed(PROGRESS.replace(b"3.0", b"1000.0"), now_s=101.0)
    assert child.deadline_s == 140.0


def test_done_then_slow_exit_stays_done() -> None:
    child = watch()
    child.feed(PROGRESS + DONE, now_s=101.0)
    assert child.tick(now_s=101.0 + EXIT_LIMIT_S)
    assert child.exited(signal=9).kind == "done"


def test_cancel_after_results_is_cancelled_and_first_end_counts() -> None:
    child = watch()
    child.feed(PROGRESS, now_s=101.0)
    child.cancel()
    assert child.must_end
    assert child.exited(signal=9).kind == "cancelled"
    assert child.exited(code=0).kind == "cancelled"


def test_only_results_that_came_are_said_to_be_kept() -> None:
    empty, filled = watch(), watch()
    filled.feed(b'{"event":"result","kind":"thing","body":{}}\n', now_s=101.0)
    for child in (empty, filled):
        child.feed(PROGRESS, now_s=101.0)
        child.cancel()
    assert in_words(empty.exited(signal=9).sentence) == "Stopped during the step “reading”."
    assert in_words(filled.exited(signal=9).sentence) == "Stopped during the step “reading”; results so far are kept."


def test_windows_crash_code_is_a_crash() -> None:
    child = watch()
    assert child.exited(code=0xC0000005).kind == "crashed"


def test_a_failure_before_a_result_is_not_the_end() -> None:
    child = watch()
    child.feed(b'{"event":"failure","code":"refused","sentence":"No."}\n', now_s=101.0)
    child.feed(b'{"event":"result","kind":"thing","body":{}}\n' + DONE, now_s=101.0)
    assert child.exited(code=0).kind == "done"


def test_bytes_one_by_one_are_the_same_message() -> None:
    lines = MessageLines()
    messages = [message for byte in PROGRESS for message in lines.feed(bytes([byte]))]
    assert messages == [Progress(per_mille=10, phase=told("reading"), limit_s=3.0)]


def test_a_line_that_is_no_message_is_a_fault() -> None:
    lines = MessageLines()
    assert lines.feed(PROGRESS + b"hello\n" + PROGRESS) == (Progress(per_mille=10, phase=told("reading"), limit_s=3.0),)
    assert lines.fault == reason("wrote_no_message")
    assert lines.feed(PROGRESS) == ()


def test_line_length_has_a_bound() -> None:
    lines = MessageLines()
    lines.feed(b" " * LONGEST_LINE_BYTES + b"\n")
    assert lines.fault is None
    lines.feed(b" " * (LONGEST_LINE_BYTES + 1))
    assert lines.fault == reason("wrote_long_line")


@pytest.mark.parametrize("line", ['{"event": "machine"}', '{"event": ["done"]}', "[]", "1", "{", '{"event": "result"}'])
def test_a_line_of_no_known_kind_is_no_message(line: str) -> None:
    lines = MessageLines()
    assert lines.feed(line.encode() + b"\n") == ()
    assert lines.fault == reason("wrote_no_message")
