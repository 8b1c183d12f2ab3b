"""The answer of a whole rig to a task other than text for one person: every way it has, and what changes the best."""

from advisor.facts.answers.answer import Answer
from advisor.facts.answers.estimate import Fit, Input
from advisor.facts.asked.request import Request
from advisor.facts.values.record import Record


class RateRange(Record):
    """So many units of the task a second, with what it may be: pictures, clips, texts, tokens, seconds of sound."""

    low: float
    middle: float
    high: float


class TaskOption(Record):
    """One way to do it: a processor, or `devices` equal ones together, what it was asked and what it answers.

    `fit` is that of one device, a second pool the part that waits in main memory. `rate` is of all devices, None where
    it is not known. `blocked` says why no program can use the processor as it is.
    """

    processor_id: str
    processor_name: str
    is_cpu: bool
    devices: int
    request: Request
    answer: Answer
    fit: Fit
    rate: RateRange | None
    blocked: str | None = None

    @property
    def runs(self) -> bool:
        """Whether it does the work at a speed that is known."""
        return self.rate is not None and self.fit.verdict != "too_big"


class TaskStep(Record):
    """The same way with one figure of the request changed."""

    value: int
    option: TaskOption


class RigTaskAnswer(Record):
    """One task with one model on one rig.

    `ways` follow the processors of the rig, `chosen` is the best of them. `steps` vary the figure `varied` on it, None
    for tasks without such a figure. `alike` other processors equal to the chosen one could each do the
    same beside it. `inputs` are the figures of the chosen processor. `refusals` tell why others cannot do it at all.
    """

    rig_name: str
    task: str
    model_id: str
    model_name: str
    chosen: TaskOption
    options: tuple[TaskOption, ...]
    varied: str | None
    steps: tuple[TaskStep, ...]
    candidates: tuple[TaskOption, ...]
    inputs: tuple[Input, ...] = ()
    alike: int = 0
    refusals: tuple[str, ...] = ()
