"""How a child process ended, in one record and one reason."""

from typing import Literal

from advisor.facts.values.reason import Reason, ReasonError, reason
from advisor.facts.values.record import Record

OutcomeKind = Literal["not_started", "timed_out", "crashed", "refused", "cancelled", "failed", "done"]
REFUSED_CODE = "refused"
"""The code of a failure message that says a driver or the system said no."""


class ChildOutcome(Record):
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
