"""All models that can do a workload ranked on a rig, as page What can I run? shows them."""

from collections.abc import Iterator, Sequence

from advisor.answer.asked.problem import ProblemError
from advisor.answer.rig.local_models import JudgedLocal, judged_locals
from advisor.answer.rig.rank import best_first, each_of_best, each_ranked, first_current
from advisor.answer.tasks.ask import find_workload
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.local_model import LocalModel
from advisor.facts.rig.rig import Rig
from advisor.present.rank.local_models import local_row, with_marks
from advisor.present.rank.rows import RankedRow, ranked_row
from advisor.present.rank.well_here import WellHere, well_here
from advisor.present.rank.what_can_i_run import WhatCanIRunView, what_can_i_run_view
from advisor.present.tasks.shown import SHOWN
from advisor.present.words.answer_text import unusable_words

LISTED = 10
"""So many models stand in the list of a report."""


def runs_well(rig: Rig, catalog: Catalog, workload_id: str) -> WellHere | None:
    """The first of the ranking that are of use, for a report; None where there are none."""
    try:
        found, _ = first_current(rig, catalog, workload_id=workload_id, count=LISTED)
    except ProblemError:
        return None
    return well_here(found, catalog, workload_id=workload_id)


def well_steps(rig: Rig, catalog: Catalog, workload_id: str) -> Iterator[None]:
    """What `runs_well` takes long for, in short steps: it is quick after them."""
    try:
        for _ in each_of_best(rig, catalog, workload_id=workload_id, count=LISTED):
            yield None
    except ProblemError:
        return


def ranking_steps(
    rig: Rig, catalog: Catalog, workload_id: str, local: Sequence[LocalModel] = ()
) -> Iterator[WhatCanIRunView | None]:
    """The view at the end, nothing before; `local` are models on this computer, which stand behind the ranked ones.

    Raises ProblemError for a rig that can run nothing.
    """
    shown = SHOWN[find_workload(workload_id, catalog).task]
    found = []
    for one in each_ranked(rig, catalog, workload_id=workload_id):
        yield None
        one.work_out()
        found.append(one)
    rows: list[RankedRow] = []
    ranked = best_first(found)
    for one in ranked:
        rows.append(ranked_row(one, catalog, shown, workload_id))
        yield None
    held: list[JudgedLocal] = []
    for judged in judged_locals(rig, catalog, local, workload_id):
        held.append(judged)
        yield None
    files = [local_row(one, catalog, workload_id) for one in sorted(held, key=lambda one: one.place)]
    rows = [*with_marks(rows, held), *files]
    yield what_can_i_run_view(ranked, rows, catalog, workload_id=workload_id, unusable=unusable_words(rig))
