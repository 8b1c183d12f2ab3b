"""What one of several rigs answers to the question that all of them are asked."""

from dataclasses import dataclass
from typing import Any

from advisor.answer.tasks.registry import TASKS
from advisor.facts.answers.answer import Answer
from advisor.facts.answers.estimate import Verdict
from advisor.facts.answers.task_answer import TaskAnswer
from advisor.facts.rig.rig import Processor, Rig
from advisor.facts.values.range import Range


@dataclass(frozen=True)
class ComparedRig:
    """The best way of one rig. `rate` counts what the task makes, `processor` is what does the work.

    `runs` is False where it does not fit: the rate is then what it would reach with enough memory.
    """

    name: str
    task: str
    fit: Verdict
    rate: Range | None
    runs: bool
    processor: Processor
    answer: Answer


def compared_rig(name: str, rig: Rig, found: TaskAnswer[Any]) -> ComparedRig:
    """The answer of a rig among others."""
    best = found.chosen
    return ComparedRig(
        name=name,
        task=found.task,
        fit=best.fit.verdict,
        rate=best.rate,
        runs=best.runs,
        processor=next((one for one in rig.processors if one.id == best.processor_id), rig.processors[0]),
        answer=TASKS[found.task].printed(best).changed(id=name),
    )
