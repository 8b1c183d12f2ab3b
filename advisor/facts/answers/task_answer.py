"""The answer of a whole rig to a question of any task: every way it has, the best one, and what would change it."""

from typing import Any

from advisor.facts.answers.answer import Answer
from advisor.facts.answers.estimate import AnswerTerm, Fit, Input, Limit
from advisor.facts.answers.usability import UNKNOWN_LIGHT, Light
from advisor.facts.asked.request import Request
from advisor.facts.cards.quant import Lost
from advisor.facts.values.range import Range, Ranged
from advisor.facts.values.reason import Reason
from advisor.facts.values.record import Record


class TaskOption(Ranged):
    """One way to do it: a processor, or `devices` equal ones together, what it was asked and what it answers.

    `fit` is that of one device, a second pool the part that waits in main memory. `rate` is of all devices, None where
    it is not known. `blocked` says why no program can use the processor as it is. `light` judges it for the workload.
    """

    processor_id: str
    processor_name: str
    is_cpu: bool
    devices: int
    request: Request
    answer: Answer
    fit: Fit
    rate: Range | None
    blocked: Reason | None = None
    light: Light = UNKNOWN_LIGHT

    @property
    def runs(self) -> bool:
        """Whether it does the work at a speed that is known."""
        return self.rate is not None and self.holds

    @property
    def holds(self) -> bool:
        """Whether the memory is enough, if with a part that waits elsewhere."""
        return self.fit.verdict != "too_big"

    @property
    def limit(self) -> Limit | None:
        """What holds the speed back, None where that is not known."""
        return self.answer.limit

    @property
    def terms(self) -> tuple[AnswerTerm, ...]:
        """The parts of the time of one unit."""
        return self.answer.terms

    @property
    def first_wait_s(self) -> float | None:
        """The wait until the first of the result, for tasks that write."""
        return self.answer.time_to_first_token_s


class TaskStep(Record):
    """The same way with one figure of the request changed."""

    value: int
    option: TaskOption


class Nearest(Record):
    """The first of the ranking for the same work on a rig, for a model that does not run well there, or in few bits.

    `quant` is its file type, None for tasks in which the best form is found anew; `rate` as that of an option.
    `in_fewer_steps`: it is the same model, made to need a third of the steps or fewer.
    """

    model_id: str
    model_name: str
    quant: str | None
    light: Light
    rate: Range | None
    in_fewer_steps: bool = False


class QuantLoss(Record):
    """What a file of few bits costs in answers: measured of `like`, the type itself or one of about as many bits."""

    quant: str
    like: str
    lost: tuple[Lost, ...]


class BetterSetting(Record):
    """Another setting with which the same model is of more use: fields of the question, and the light with them."""

    fields: dict[str, str | int | None]
    light: Light


FELT_GAIN = 1.15
"""A candidate below this speed-up is no gain: it lies within the range of the estimate."""


class TaskAnswer(Record):
    """One task with one model on one rig: a `DeviceAnswer` or a `TextAnswer`, each with ways of its own.

    Every way tells who does it, `fit`, `rate`, `limit`, `terms`, `first_wait_s`, and whether it `runs`.

    `options` follow the processors of the rig, `chosen` is the best of them; `candidates` are graphics cards that are
    not there. `steps` vary the figure `varied` on the chosen one, None for tasks without such a figure. `alike` other
    processors equal to the chosen one could each do the same beside it. `inputs` are the figures of the chosen
    processor. `refusals` tell why others cannot do it at all. `light` judges the chosen way for the workload.
    `nearest` is the best model for the same work here, where this one is of no use or `loss` tells what its file costs,
    and may then be the same; `better` the setting to try, where somebody asked for one. `own_program` is that of the
    model's card.
    """

    rig_name: str
    task: str
    model_id: str
    model_name: str
    chosen: Any
    options: tuple[Any, ...]
    candidates: tuple[Any, ...]
    varied: str | None = None
    steps: tuple[TaskStep, ...] = ()
    inputs: tuple[Input, ...] = ()
    alike: int = 0
    refusals: tuple[Reason, ...] = ()
    light: Light = UNKNOWN_LIGHT
    nearest: Nearest | None = None
    loss: QuantLoss | None = None
    own_program: str | None = None
    better: BetterSetting | None = None

    @property
    def fastest_candidate(self) -> Any:
        """The fastest candidate that holds it, None without one."""
        holding = [(one.rate.middle, one) for one in self.candidates if one.holds and one.rate is not None]
        return max(holding, key=lambda pair: pair[0])[1] if holding else None

    @property
    def faster_candidate(self) -> Any:
        """The same where it is clearly faster than this rig, if it runs here."""
        here = self.chosen.rate.middle if self.chosen.rate is not None and self.chosen.fit.verdict != "too_big" else 0.0
        best = self.fastest_candidate
        return best if best is not None and best.rate is not None and best.rate.middle > FELT_GAIN * here else None

    @property
    def best_candidate(self) -> Any:
        """The same; where nothing here holds it, the candidate with the least memory that does."""
        if self.chosen.fit.verdict != "too_big":
            return self.faster_candidate
        holding = [one for one in self.candidates if one.holds and one.rate is not None]
        return min(holding, key=lambda one: one.fit.pools[0].total_bytes or 0, default=None)


class DeviceAnswer(TaskAnswer):
    """The answer to a task whose request is put to one processor after another."""

    chosen: TaskOption
    options: tuple[TaskOption, ...]
    candidates: tuple[TaskOption, ...]
