"""All models of the catalog ranked on a rig, as page What can I run? shows them."""

from collections.abc import Iterator

from advisor.answer.rig.rank import Ranked, best_first, each_ranked
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.rig.rig import Rig
from advisor.present.rank.what_can_i_run import RankedRow, WhatCanIRunView, ranked_row, what_can_i_run_view
from advisor.present.words.answer_text import unusable_words


def ranking_steps(rig: Rig, catalog: Catalog, workload_id: str) -> Iterator[WhatCanIRunView | None]:
    """The view at the end, nothing before. Raises ProblemError for a rig that can run nothing."""
    found: dict[str, tuple[Ranked, RankedRow]] = {}
    for one in each_ranked(rig, catalog, workload_id=workload_id):
        yield None
        found[one.model_id] = one, ranked_row(one, catalog)
        yield None
    ranked = best_first((one for one, _ in found.values()), catalog, workload_id=workload_id)
    rows = [found[one.model_id][1] for one in ranked]
    yield what_can_i_run_view(ranked, rows, catalog, workload_id=workload_id, unusable=unusable_words(rig))
