"""Runs children one after the other within one time, on one bar that moves evenly."""

import contextlib
import time
from collections.abc import Callable, Generator, Mapping

from advisor.bench.jobs import START, Job, WorkerPlan
from advisor.bench.sampler import Pace
from advisor.facts.values.frozen import frozen
from advisor.facts.values.message import Failure, Message, Progress, Result
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.units import PER_MILLE
from advisor.run.child import child_messages
from advisor.run.command import child_environment
from advisor.run.watch import ChildOutcome

_START_S = 0.35
"""From the start of a child to its first own instruction."""
_BEYOND_S = 20.0
"""How long a child may go on beyond its time, its start included, before it is ended whatever it says."""
_STARTING_LIMIT_S = 25.0
_LATER_S = 8.0
"""How much later than we whoever watches us may give up on a child: we end it first, and start the next."""
_FINAL = ("measurement", "soak")
"""Kinds of results that answer for a name: a reading on the way does not."""
_TELLING_SHARE = 0.1
"""From this share on, the time that a child took tells how long it will take."""


@frozen
class Ended:
    """How a child ended, and which of its names have neither figure nor reason."""

    outcome: ChildOutcome
    missing: tuple[str, ...]


class WorkerQueue:
    """The time of one run: `end_s` on the steady clock. `later_s` is what the children still to come usually take."""

    def __init__(self, *, began_s: float, end_s: float, command: Callable[[WorkerPlan], list[str]]) -> None:
        self.later_s = 0.0
        self.has_run = False
        self._end_s = end_s
        self._command = command
        self._pace = Pace(now_s=began_s)

    @property
    def left_s(self) -> float:
        """Until the run is to be over."""
        return self._end_s - time.monotonic()

    def comes_now(self, job: Job) -> None:
        """Take a child out of what is still to come, whether it is started or left out."""
        self.later_s = max(0.0, self.later_s - job.usual_s)

    def seconds_for(self, job: Job) -> float:
        """The part of what is left that is this child's, measured from its own beginning."""
        share = job.usual_s / (job.usual_s + self.later_s)
        return max(0.5, self.left_s * share - _START_S)

    def run(
        self, job: Job, plan: WorkerPlan, environment: Mapping[str, str] | None = None
    ) -> Generator[Message, None, Ended]:
        """Start the child and pass on what it says, its failures with its device."""
        began_s = time.monotonic()
        self.has_run = True
        yield self._progress(reason("starting"), _STARTING_LIMIT_S, plan.seconds)
        missing = tuple(job.names)
        messages = child_messages(
            self._command(plan),
            total_limit_s=plan.seconds + _BEYOND_S,
            environment={**child_environment(), **environment} if environment else None,
        )
        with contextlib.closing(messages):
            while True:
                try:
                    message = next(messages)
                except StopIteration as end:
                    return Ended(end.value, missing)
                if isinstance(message, Progress) and message.phase != START:
                    left_s = _left_s(message.per_mille / PER_MILLE, time.monotonic() - began_s, plan.seconds)
                    yield self._progress(message.phase, message.limit_s + _LATER_S, left_s)
                elif isinstance(message, Failure) and message.code in job.names:
                    missing = tuple(name for name in missing if name != message.code)
                    yield message.changed(device=message.device or (job.device if job.card else None))
                elif isinstance(message, Result):
                    if message.kind in _FINAL:
                        missing = tuple(name for name in missing if name != message.body.get("name"))
                    yield message

    def _progress(self, phase: Reason, limit_s: float, left_s: float) -> Progress:
        per_mille = self._pace.per_mille(
            now_s=time.monotonic(), left_s=left_s + min(self.later_s, max(0.0, self.left_s))
        )
        return Progress(per_mille=per_mille, phase=phase, limit_s=limit_s)


def _left_s(share: float, passed_s: float, planned_s: float) -> float:
    """How long a child still takes: as planned at first, later as it goes."""
    if share < _TELLING_SHARE:
        return planned_s * (1.0 - share)
    return passed_s * (1.0 - share) / share
