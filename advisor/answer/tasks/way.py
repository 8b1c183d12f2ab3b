"""One way to do a request: a processor, the form that it was asked in, and how that is judged."""

from collections.abc import Callable
from dataclasses import field, replace
from functools import cached_property
from typing import Any

from advisor.answer.tasks.made_smaller import said_smaller
from advisor.answer.tasks.task import Fields
from advisor.facts.answers.answer import Answer
from advisor.facts.answers.estimate import Fit, Verdict
from advisor.facts.answers.task_answer import TaskOption
from advisor.facts.answers.usability import Light
from advisor.facts.rig.rig import Processor
from advisor.facts.values.frozen import frozen
from advisor.facts.values.range import Range
from advisor.facts.values.reason import Reason


@frozen
class Way:
    """One way to do a request: most of them lose by their verdict or light, and what is read of the others comes later.

    `judged` tells its rate and light, `counted` how many requests memory takes at once. `is_makeshift` and
    `is_tight_beside` as answer and fit have them. `blocked` is why no program does it there. `asked` is what was asked
    for where it had to be made smaller, which is then said.
    """

    processor: Processor
    request: Any
    verdict: Verdict
    is_makeshift: bool
    is_tight_beside: bool
    blocked: Reason | None
    judged: Callable[[], tuple[Range | None, Light]] = field(compare=False)
    counted: Callable[[], int | None] = field(compare=False)
    answered: Callable[[], TaskOption] = field(compare=False)
    asked: Fields | None = None

    @cached_property
    def _judged(self) -> tuple[Range | None, Light]:
        return self.judged()

    @property
    def rate(self) -> Range | None:
        """How fast it is; None where that is not known."""
        return self._judged[0]

    @property
    def light(self) -> Light:
        """How well it does the work."""
        return self._judged[1]

    @cached_property
    def most(self) -> int | None:
        """How many requests memory takes at once; None for tasks that do one."""
        return self.counted()

    @cached_property
    def option(self) -> TaskOption:
        """All of it."""
        found = self.answered()
        return found if self.asked is None else said_smaller(found, self.asked)

    @property
    def fit(self) -> Fit:
        """How it goes into the memory."""
        return self.option.fit

    @property
    def answer(self) -> Answer:
        """What is answered."""
        return self.option.answer

    @property
    def runs(self) -> bool:
        """Whether it does the work at a speed that is known."""
        return self.holds and self.rate is not None

    @property
    def holds(self) -> bool:
        """Whether the memory is enough, if with a part that waits elsewhere."""
        return self.verdict != "too_big"

    def said_smaller(self, asked: Fields) -> "Way":
        """The same, its answer saying what had to be smaller than asked for."""
        return replace(self, asked=asked)
