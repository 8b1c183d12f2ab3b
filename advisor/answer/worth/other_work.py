"""Other work of the same computer that is slow there, though what was asked about is not."""

from collections.abc import Generator

from advisor.answer.asked.problem import ProblemError
from advisor.answer.rig.rank import is_any_of_use
from advisor.answer.tasks.ask import find_workload
from advisor.answer.worth.question import WorthQuestion
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.rig.rig import Rig

_USUAL = ("chat", "coding", "coding-agent", "pictures", "films")
"""What people also do: what page Overview judges, and more of another kind."""


def slow_works(rig: Rig, question: WorthQuestion) -> Generator[None, None, tuple[str, ...]]:
    """Ids of other workloads in which no model is of use here, step by step."""
    slow, own = list[str](), question.workload.name
    for one in _USUAL:
        is_other = find_workload(one, question.catalog).name != own
        if is_other and (yield from _is_slow(one, rig, question.catalog)):
            slow.append(one)
    return tuple(slow)


def _is_slow(workload_id: str, rig: Rig, catalog: Catalog) -> Generator[None, None, bool]:
    try:
        return (yield from is_any_of_use(rig, catalog, workload_id)) is False
    except ProblemError:
        return False
