"""What several rigs answer to the question that all of them are asked, and which is the fastest."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from advisor.answer.rig.idle_gpus import unusable_gpus
from advisor.answer.tasks.registry import TASKS
from advisor.facts.answers.answer import Answer
from advisor.facts.answers.estimate import Limit, Verdict
from advisor.facts.answers.task_answer import TaskAnswer
from advisor.facts.answers.usability import Light
from advisor.facts.rig.rig import Processor, Rig
from advisor.facts.values.frozen import frozen
from advisor.facts.values.range import Range
from advisor.facts.values.reason import Reason, reason


@frozen
class ComparedRig:
    """The best way of one rig. `rate` counts what the task makes, `processor` is what does the work.

    `unusable` are GPUs that nothing can use, with the reason.
    `runs` is False where it does not fit: the rate is then what it would reach with enough memory.
    `file` is the quantization of a model that writes text.
    """

    name: str
    task: str
    fit: Verdict | None
    rate: Range | None
    runs: bool
    processor: Processor
    light: Light
    first_word_s: float | None = None
    limit: Limit | None = None
    unusable: tuple[tuple[Processor, Reason], ...] = ()
    file: str = ""

    @property
    def middle_per_s(self) -> float:
        """The middle of its rate, 0 where that is not known."""
        return self.rate.middle if self.rate is not None else 0.0


def compared_answer(name: str, rig: Rig, found: TaskAnswer) -> Answer:
    """The answer of a rig among others, as it is printed."""
    answer = TASKS[found.task].printed(found.chosen).changed(id=name, usability=found.light.usability)
    notes = (reason("gpu_not_used", gpu=gpu.name, cause=why) for gpu, why in unusable_gpus(rig))
    return answer.changed(notes=(*notes, *answer.notes))


def compared_rig(name: str, rig: Rig, found: TaskAnswer) -> ComparedRig:
    """The same as it is shown beside others."""
    best, answer = found.chosen, compared_answer(name, rig, found)
    return ComparedRig(
        name=name,
        task=found.task,
        fit=best.fit.verdict,
        rate=best.rate,
        runs=best.runs,
        processor=next((one for one in rig.processors if one.id == best.processor_id), rig.processors[0]),
        light=found.light,
        first_word_s=answer.time_to_first_token_s,
        limit=answer.limit,
        unusable=unusable_gpus(rig),
    )


CLEARLY = 1.1
"""A rig is called faster from this on: less lies within the range of the estimate."""
ComparedFinding = Literal["own_speed_unknown", "none_runs", "only_others", "only_own", "own_fastest", "faster", "alike"]


class Comparison(NamedTuple):
    """What follows for several rigs, each by its place: the `best` of the others, and all that run, slowest first.

    `gain` is how many times as fast as the own rig the best one is, `spread` the fastest against the slowest of three
    or more.
    """

    finding: ComparedFinding
    best: int | None
    gain: float | None
    spread: float | None
    running: tuple[int, ...]
    too_small: tuple[int, ...]


def compared(rigs: Sequence[ComparedRig | None], own: int | None) -> Comparison:
    """The rigs against the one at place `own`; None stands for one that has no answer."""
    found = {place: one for place, one in enumerate(rigs) if one is not None}
    runs = [place for place, one in found.items() if one.runs]
    best = max((place for place in runs if place != own), key=lambda place: found[place].middle_per_s, default=None)
    mine = found.get(own) if own is not None else None
    gain = found[best].middle_per_s / mine.middle_per_s if best is not None and mine and mine.middle_per_s else None
    too_small = tuple(place for place, one in found.items() if one.fit == "too_big")
    running = tuple(sorted(runs, key=lambda place: found[place].middle_per_s))
    spread = found[running[-1]].middle_per_s / found[running[0]].middle_per_s if len(running) > 2 else None
    return Comparison(_finding(mine, best, gain), best, gain, spread, running, too_small)


def _finding(own: ComparedRig | None, best: int | None, gain: float | None) -> ComparedFinding:
    if best is not None and own is not None and own.fit != "too_big" and not own.rate:
        return "own_speed_unknown"
    if own is None or not own.runs:
        return "none_runs" if best is None else "only_others"
    if best is None or gain is None:
        return "only_own"
    return "own_fastest" if gain <= 1 / CLEARLY else "faster" if gain >= CLEARLY else "alike"
