"""Why a child gave no figure, said for people."""

import signal

from advisor.facts.values.reason import Reason, reason
from advisor.run.outcome import ChildOutcome, during

NOT_TOLD = reason("no_figure_no_reason")


def reason_of(outcome: ChildOutcome) -> Reason:
    """The sentence for each name that this end left without a figure."""
    if outcome.kind == "crashed" and was_killed(outcome):
        return reason(reason("ended_out_of_memory", during=during(outcome.step)))
    return reason(NOT_TOLD) if outcome.kind == "done" else outcome.sentence


def was_killed(outcome: ChildOutcome) -> bool:
    """Whether the system ended it, as it does when memory runs out: nothing that a driver did."""
    return outcome.signal == getattr(signal, "SIGKILL", None)
