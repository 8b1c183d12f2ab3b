"""Watches one child from start to end: a state machine without process, thread or clock.

Whoever runs the process (subprocess below, QProcess in the window) tells it what happened and when, asks
`must_end` whether to kill the child, and reads `outcome` once the process is gone.
"""

from typing import Literal

from advisor.facts.values.frozen import frozen
from advisor.facts.values.message import Done, Failure, Message, Progress, read_message
from advisor.facts.values.reason import Reason, ReasonError, reason
from advisor.facts.values.units import MIB

OutcomeKind = Literal["not_started", "timed_out", "crashed", "refused", "cancelled", "failed", "done"]
REFUSED_CODE = "refused"
"""The code of a failure message that says a driver or the system said no."""
LONGEST_LINE_BYTES = MIB
START_LIMIT_S = 60.0
"""To the first line, before any driver is touched: virus scanners, cold disks, other programs are slow, not hung."""
EXIT_LIMIT_S = 5.0
"""From `done` to the end of the process."""
STDERR_TAIL_BYTES = 4096
_PYTHON_ERROR_CODES = (1, 2)


@frozen
class ChildOutcome:
    """The end of one child: `step` is the phase it was in, `sentence` is for people, `stderr_tail` for reports.

    `exit_code` and `signal` are None where the system gave none or where we ended the child ourselves.
    """

    kind: OutcomeKind
    step: Reason | None
    sentence: Reason
    stderr_tail: str = ""
    exit_code: int | None = None
    signal: int | None = None


def as_sentence(error: ReasonError) -> Reason:
    """What an error of ours says, as a sentence of its own."""
    return reason("as_sentence", cause=error.reason)


def during(step: Reason | None) -> Reason | str:
    """What names the step, empty where the child never reached one."""
    return reason("during_step", step=step) if step else ""


class MessageLines:
    """Joins the pieces of a byte stream to lines and reads each as a message.

    `fault` tells why this child cannot be listened to any longer: a line that is no message, or one
    that is too long. Nothing is read after it. What libraries print never gets here: the child's side (`emit`) turns
    it to stderr.
    """

    def __init__(self) -> None:
        self.fault: Reason | None = None
        self._rest = bytearray()

    def feed(self, data: bytes) -> tuple[Message, ...]:
        """The messages that these bytes complete, in order."""
        messages: list[Message] = []
        *ends, rest = data.split(b"\n")
        for end in ends:
            self._append(end)
            if self.fault:
                break
            message = self._read(bytes(self._rest))
            self._rest.clear()
            if self.fault:
                break
            if message is not None:
                messages.append(message)
        self._append(rest)
        return tuple(messages)

    def _append(self, piece: bytes) -> None:
        if self.fault:
            return
        self._rest += piece
        if len(self._rest) > LONGEST_LINE_BYTES:
            self._rest.clear()
            self.fault = reason("wrote_long_line")

    def _read(self, line: bytes) -> Message | None:
        if not line.strip():
            return None
        try:
            return read_message(line)
        except ValueError:
            self.fault = reason("wrote_no_message")
            return None


class ChildWatch:
    """Follows one child; times are seconds of any steady clock, the same one in every call."""

    def __init__(self, *, now_s: float, total_limit_s: float, start_limit_s: float = START_LIMIT_S) -> None:
        self.outcome: ChildOutcome | None = None
        self.step: Reason | None = None
        self._lines = MessageLines()
        self._stderr = bytearray()
        self._last_deadline_s = now_s + total_limit_s
        self._silence_limit_s = start_limit_s
        self._silence_deadline_s = now_s + start_limit_s
        self._ending: tuple[OutcomeKind, Reason] | None = None
        self._failure: Failure | None = None
        self._has_result = False
        self._said_done = False

    @property
    def deadline_s(self) -> float:
        """The moment at which the child is late unless it says something before (and never later than the cap)."""
        return min(self._silence_deadline_s, self._last_deadline_s)

    @property
    def must_end(self) -> bool:
        """Whether the child is to be killed; the reason is settled, `exited` then gives the outcome."""
        return self._ending is not None

    def feed(self, data: bytes, *, now_s: float) -> tuple[Message, ...]:
        """Takes what the child wrote on stdout; the messages it completes."""
        if self.must_end:
            return ()
        messages = self._lines.feed(data)
        for message in messages:
            self._note(message)
        if messages:
            self._silence_deadline_s = now_s + self._silence_limit_s
        if self._lines.fault:
            self._ending = ("failed", reason("not_listened_to", fault=self._lines.fault, during=during(self.step)))
        return messages

    def feed_errors(self, data: bytes) -> None:
        """Takes what the child wrote on stderr; only the end is kept."""
        self._stderr += data
        del self._stderr[:-STDERR_TAIL_BYTES]

    def tick(self, *, now_s: float) -> bool:
        """Looks at the clock; whether the child is to be killed."""
        if not self.must_end and now_s >= self.deadline_s:
            if self.step is None:
                words = reason("no_sign_of_life")
            elif now_s >= self._last_deadline_s:
                words = reason("took_too_long", during=during(self.step))
            else:
                words = reason("stopped_answering", during=during(self.step))
            self._ending = ("timed_out", words)
        return self.must_end

    def cancel(self) -> None:
        """A person stopped the job."""
        if not self.must_end:
            at = during(self.step)
            stopped = reason("stopped_and_kept", during=at) if self._has_result else reason("stopped", during=at)
            self._ending = ("cancelled", stopped)

    def not_started(self, why: str) -> ChildOutcome:
        """The system could not start the process at all."""
        return self._conclude("not_started", reason("not_started", error=why))

    def exited(self, *, code: int | None = None, signal: int | None = None) -> ChildOutcome:
        """The process is gone: its exit code, or the signal that ended it. The first call decides."""
        if self.outcome is not None:
            return self.outcome
        if self._said_done and (self._ending is None or self._ending[0] == "timed_out"):
            if self._failure is not None and self._failure.code == REFUSED_CODE:
                return self._conclude("refused", self._failure.sentence)
            return self._conclude("done", reason("finished"))
        if self._ending is not None:
            return self._conclude(*self._ending)
        if signal is not None:
            words = reason("crashed_by_signal", during=during(self.step), signal=signal)
            return self._conclude("crashed", words, signal=signal)
        if code and code not in _PYTHON_ERROR_CODES:
            words = reason("crashed_with_code", during=during(self.step), exit_code=code)
            return self._conclude("crashed", words, exit_code=code)
        if self._failure is not None:
            kind: OutcomeKind = "refused" if self._failure.code == REFUSED_CODE else "failed"
            return self._conclude(kind, self._failure.sentence, exit_code=code)
        words = reason("ended_without_result", during=during(self.step))
        return self._conclude("failed", words, exit_code=code)

    def _note(self, message: Message) -> None:
        if isinstance(message, Progress):
            self.step = message.phase
            self._silence_limit_s = message.limit_s
        elif isinstance(message, Failure):
            self._failure = message
        elif isinstance(message, Done):
            self._said_done = True
            self._silence_limit_s = EXIT_LIMIT_S
        else:
            self._has_result = True
            self._failure = None

    def _conclude(
        self, kind: OutcomeKind, sentence: Reason, *, exit_code: int | None = None, signal: int | None = None
    ) -> ChildOutcome:
        if self.outcome is None:
            self.outcome = ChildOutcome(
                kind=kind,
                step=self.step,
                sentence=sentence,
                stderr_tail=self._stderr.decode("utf-8", "replace"),
                exit_code=exit_code,
                signal=signal,
            )
        return self.outcome
