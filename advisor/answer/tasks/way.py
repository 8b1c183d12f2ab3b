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
    """One way to do a request, judged: most of them lose by that, and what is read of the others is asked for later.

    `most` is how many requests memory takes at once, None for tasks that do one. `is_makeshift` and `is_tight_beside`
    as answer and fit have them. `blocked` is why no program does it there. `asked` is what was asked for where it had
    to be made smaller, which is then said.
    """

    processor: Processor
    request: Any
    verdict: Verdict
    rate: Range | None
    light: Light
    most: int | None
    is_makeshift: bool
    is_tight_beside: bool
    blocked: Reason | None
    answered: Callable[[], TaskOption] = field(compare=False)
    asked: Fields | None = None

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
        return self.rate is not None and self.holds

    @property
    def holds(self) -> bool:
        """Whether the memory is enough, if with a part that waits elsewhere."""
        return self.verdict != "too_big"

    def said_smaller(self, asked: Fields) -> "Way":
        """The same, its answer saying what had to be smaller than asked for."""
        return replace(self, asked=asked)
