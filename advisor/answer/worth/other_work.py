"""Other work of the same computer that is slow there, though what was asked about is not."""

from collections.abc import Generator
from dataclasses import replace

from advisor.answer.asked.problem import ProblemError
from advisor.answer.rig.rank import is_any_of_use
from advisor.answer.tasks.ask import find_workload
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.speed import Speeds
from advisor.facts.rig.rig import Rig

_USUAL = ("chat", "coding", "coding-agent", "pictures", "films")
"""What people also do: what page Overview judges, and more of another kind."""
_BY_ITS_MODEL = ("serve",)
"""Tasks whose usual model tells: all models are asked in no time but of these."""
_SLOW = ("slow", "wont_run")


def slow_works(rig: Rig, question: WorthQuestion, speeds: Speeds) -> Generator[None, None, tuple[str, ...]]:
    """Ids of other workloads in which no model is of use here, or not the one that people take for it; step by step."""
    slow, own = list[str](), question.workload.name
    for one in _USUAL:
        is_other = find_workload(one, question.catalog).name != own
        if is_other and (yield from _is_slow(one, rig, question, speeds)):
            slow.append(one)
    return tuple(slow)


def _is_slow(workload_id: str, rig: Rig, question: WorthQuestion, speeds: Speeds) -> Generator[None, None, bool]:
    catalog = question.catalog
    try:
        if find_workload(workload_id, catalog).task in _BY_ITS_MODEL:
            about = replace(question, workload_id=workload_id, model_name=None, quant=None, usual_quant=None)
            return speeds.of(workload_id, rig, about).light.usability in _SLOW
        return (yield from is_any_of_use(rig, catalog, workload_id)) is False
    except ProblemError:
        return False
