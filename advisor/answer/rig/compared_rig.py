"""What one of several rigs answers to the question that all of them are asked."""

from dataclasses import dataclass

from advisor.answer.text.generate import answer_of
from advisor.facts.answers.answer import Answer
from advisor.facts.answers.estimate import Verdict
from advisor.facts.answers.rig_answer import RigAnswer
from advisor.facts.answers.task_answer import RateRange, RigTaskAnswer
from advisor.facts.asked.request import PredictRequest
from advisor.facts.rig.rig import Processor, Rig

TEXT_TASK = "generate"


@dataclass(frozen=True)
class ComparedRig:
    """The best way of one rig. `rate` counts what the task makes, `processor` is what does the work.

    `runs` is False where it does not fit: the rate is then what it would reach with enough memory.
    """

    name: str
    task: str
    fit: Verdict
    rate: RateRange | None
    runs: bool
    processor: Processor
    answer: Answer


def text_compared(name: str, rig: Rig, found: RigAnswer) -> ComparedRig:
    """The answer of a rig that writes text for one person."""
    best = found.chosen
    low, middle, high = best.decode.low_tokens_per_s, best.decode.tokens_per_s, best.decode.high_tokens_per_s
    rate = None if not middle else RateRange(low=low or middle, middle=middle, high=high or middle)
    return ComparedRig(
        name=name,
        task=TEXT_TASK,
        fit=best.fit.verdict,
        rate=rate,
        runs=rate is not None and best.fit.verdict != "too_big",
        processor=_processor(rig, best.processor_id),
        answer=answer_of(PredictRequest(id=name), best),
    )


def task_compared(name: str, rig: Rig, found: RigTaskAnswer) -> ComparedRig:
    """The answer of a rig to another task."""
    best = found.chosen
    return ComparedRig(
        name=name,
        task=found.task,
        fit=best.fit.verdict,
        rate=best.rate,
        runs=best.runs,
        processor=_processor(rig, best.processor_id),
        answer=best.answer.changed(id=name),
    )


def _processor(rig: Rig, processor_id: str) -> Processor:
    return next((one for one in rig.processors if one.id == processor_id), rig.processors[0])
