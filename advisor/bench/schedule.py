"""How long blocks may be, and what is left out, so that the blocks still to come fit the time that is left."""

from collections.abc import Sequence

from advisor.bench.slot import Group

BLOCK_S = 0.2
LEAST_BLOCK_S = 0.02
_STEP = 0.85
"""Blocks are shortened by this until they fit."""


def cost_s(groups: Sequence[Group], *, rounds: int, block_s: float) -> float:
    """How long so many rounds over all slots take."""
    return rounds * sum(slot.cost_s(block_s) for group in groups for slot in group.slots)


def fitting_block_s(groups: Sequence[Group], *, rounds: int, left_s: float) -> float:
    """The longest block that fits, at least the least one."""
    block_s = BLOCK_S
    while block_s > LEAST_BLOCK_S and cost_s(groups, rounds=rounds, block_s=block_s) > left_s:
        block_s *= _STEP
    return max(block_s, LEAST_BLOCK_S)


def left_out(groups: Sequence[Group], *, rounds: int, left_s: float) -> tuple[Group, ...]:
    """What does not fit even with the shortest blocks: the highest ranks, never rank 0."""
    kept, out = list(groups), []
    while cost_s(kept, rounds=rounds, block_s=LEAST_BLOCK_S) > left_s:
        last = max(kept, key=lambda group: group.rank, default=None)
        if last is None or last.rank == 0:
            break
        kept.remove(last)
        out.append(last)
    return tuple(out)


def affordable_rounds(groups: Sequence[Group], *, left_s: float) -> int:
    """How many rounds of whole blocks fit."""
    return int(left_s / max(cost_s(groups, rounds=1, block_s=BLOCK_S), LEAST_BLOCK_S))
