"""What page Overview says of a rig: the best model for each of the first uses."""

from collections.abc import Iterator

from advisor.answer.asked.problem import ProblemError
from advisor.answer.rig.rank import each_of_best, kept_rank
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.rig.rig import Rig
from advisor.facts.values.frozen import frozen
from advisor.present.overview.tiles import LISTED, NAMED, USES, Tile, best_tile


@frozen
class OverviewAsked:
    """All that decides about the tiles."""

    rig: Rig
    catalog: Catalog


def overview_steps(asked: OverviewAsked) -> Iterator[Tile | None]:
    """One tile for each use as it is known, None between; then each with the longer list of models."""
    for count in (NAMED, LISTED):
        for workload_id in USES:
            found = []
            try:
                rank = kept_rank(asked.rig, asked.catalog, workload_id)
                for one in each_of_best(asked.rig, asked.catalog, workload_id=workload_id, count=count, rank=rank):
                    found += [one] if one else []
                    yield None
                rank.first = next(iter(found), None)
            except ProblemError:  # a rig without processors runs nothing
                found = []
            yield best_tile(workload_id, found, asked.catalog)
