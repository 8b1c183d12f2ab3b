"""How many bytes of a loaded model lie in which memory (docs/physics.md 5.1, 5.4 and 5.5)."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from advisor.facts.answers.estimate import MemoryNeed
from advisor.facts.values.units import MIB
from advisor.predict.memory.split import (
    Parts,
    Split,
    best_counts,
    deal,
    dealt_bytes,
    default_counts,
    filled,
    fullest_bytes,
)
from advisor.predict.model.subject import Run

UNCERTAIN_SHARE = 0.05
UNCERTAIN_BYTES = 300 * MIB
"""How much a need may be off: the larger of both (docs/physics.md 5.3); it turns `fits` into `tight`."""


def uncertain_bytes(need: MemoryNeed) -> int:
    """Bytes the need may be off: 5 % or 300 MiB, the larger; exact parts count nothing (docs/physics.md 5.3)."""
    unsure = need.total_bytes if not need.exact else need.compute_bytes + need.runtime_bytes
    return max(round(unsure * UNCERTAIN_SHARE), UNCERTAIN_BYTES if need.runtime_bytes else 0)


class Layout(NamedTuple):
    """Bytes on all cards together, on the fullest of them, and in main memory.

    `tensor_split` counts the layers of each card where llama.cpp's own division would fill one of them more. `by_card`
    are the bytes on each where cards differ; none where equal ones hold it, or different ones cannot.
    """

    cards_bytes: int
    fullest_bytes: int
    main_bytes: int
    tensor_split: tuple[int, ...] = ()
    by_card: tuple[int, ...] = ()


def layout(
    need: MemoryNeed,
    parts: Parts,
    split: Split,
    run: Run,
    *,
    budget_bytes: int | None = None,
    is_gguf: bool = True,
) -> Layout:
    """Where a need lies: each card has buffers and runtime of its own; the output buffer is in main memory.

    A division of the layers of one's own is named where the engine's would go beyond the budget of one card. Other
    engines than llama.cpp keep the token embedding on the card.
    """
    own, first, embedding_bytes = _own_bytes(need, run), need.vision_bytes, parts.weights.embedding_bytes
    if run.is_even and not run.cards:
        held = parts.card_bytes(split) + (0 if is_gguf else embedding_bytes)
        cards = held + own * run.devices + first
        return Layout(cards, -(-cards // run.devices), need.total_bytes - cards)
    sizes = parts.card_sizes(split) if is_gguf else [embedding_bytes, *parts.card_sizes(split)]
    if run.cards:
        return _on_different_cards(need, sizes, run)
    cards = sum(sizes) + own * run.devices + first
    best = best_counts(sizes, devices=run.devices)
    by_itself = fullest_bytes(sizes, default_counts(len(sizes), devices=run.devices)) + own + first
    needed = budget_bytes is not None and by_itself > budget_bytes
    return Layout(cards, fullest_bytes(sizes, best) + own + first, need.total_bytes - cards, best if needed else ())


def _own_bytes(need: MemoryNeed, run: Run) -> int:
    """What each card holds whatever its layers: buffers and the engine's own memory."""
    return (need.compute_bytes + need.runtime_bytes) // run.devices


def _room(need: MemoryNeed, run: Run, budget_bytes: int) -> int:
    """Bytes that each of several equal cards has for layers."""
    return budget_bytes - _own_bytes(need, run) - need.vision_bytes


def _rooms(need: MemoryNeed, run: Run) -> list[int]:
    """Bytes that each of several different cards has for layers; the part that sees lies on the first."""
    rooms = [(one.budget_bytes or 0) - _own_bytes(need, run) for one in run.cards]
    return [rooms[0] - need.vision_bytes, *rooms[1:]]


def _on_different_cards(need: MemoryNeed, sizes: Sequence[int], run: Run) -> Layout:
    """Each card takes as many layers as it holds, the first ones first, so that the last is left with the fewest.

    Where one would be left empty, the others keep as much free as the need may be off: else it takes some, too.
    """
    own = _own_bytes(need, run)
    cards = sum(sizes) + own * run.devices + need.vision_bytes
    rooms, margin = _rooms(need, run), uncertain_bytes(need)
    counts = filled(sizes, rooms=rooms)
    if counts and not all(counts):
        counts = filled(sizes, rooms=[room - margin for room in rooms]) or counts
    held = [size + own for size in dealt_bytes(sizes, counts)] if counts else []
    by_card = (held[0] + need.vision_bytes, *held[1:]) if held else ()
    return Layout(cards, max(by_card, default=cards), need.total_bytes - cards, counts or (), by_card)


def place(
    need: MemoryNeed,
    parts: Parts,
    run: Run,
    *,
    budget_bytes: int,
    host_budget_bytes: int | None = None,
    moves_experts: bool = True,
) -> tuple[Split, ...]:
    """Splits whose fullest card is within the budget of one: the one with least in main memory first; () without any.

    Experts move first, those of the first layers: the smallest number that is enough. Where all of them are not
    enough, as few whole layers as possible follow. The rest are for a host that is faster than the card: all experts
    there, and as much as its budget holds. The time of a token is nearly linear in between (docs/physics.md 5.5).
    """
    count = parts.layers
    experts = parts.weights.expert_bytes_before
    most_experts = count if experts[-1] and moves_experts else 0

    def split_at(index: int) -> Split:
        """Each of these leaves less on the cards than the one before; the last leaves the output layer there."""
        return Split(count + 1 - max(0, index - most_experts), min(index, most_experts))

    dense, cache = parts.weights.dense_bytes_before, parts.cache_bytes_before

    def host_bytes_at(index: int) -> int:
        """What each of them leaves to main memory."""
        if index <= most_experts:
            return experts[index]
        layers = index - most_experts
        return dense[layers] + cache[layers] + experts[most_experts or layers]

    every = range(most_experts + count + 1)
    if run.is_even and not run.cards:
        lacking = parts.whole_bytes - _room(need, run, budget_bytes) * run.devices
        first = bisect_left(every, lacking, key=host_bytes_at)
    else:
        first = bisect_left(
            every, True, key=lambda index: holds(need, parts, split_at(index), run, budget_bytes=budget_bytes)
        )
    if first == len(every):
        return ()
    end = len(every)
    if host_budget_bytes is not None:
        room = host_budget_bytes - parts.weights.embedding_bytes - need.output_bytes
        end = bisect_right(every, room, key=host_bytes_at)
    return tuple(map(split_at, (first, *(one for one in (most_experts, end - 1) if first < one < end))))


def holds(need: MemoryNeed, parts: Parts, split: Split, run: Run, *, budget_bytes: int) -> bool:
    """Whether every card is within `budget_bytes`, the budget of one."""
    if run.cards:
        return filled(parts.card_sizes(split), rooms=_rooms(need, run)) is not None
    room = _room(need, run, budget_bytes)
    if run.is_even:
        return parts.card_bytes(split) <= room * run.devices
    return deal(parts.card_sizes(split), most_bytes=room, devices=run.devices) is not None
